import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Rooms whose tests change nothing outside themselves: one process runs file after file, and reads the sources once. */
const shared = [
  'binding',
  'bytes',
  'codec',
  'contract',
  'exchange',
  'fault',
  'init',
  'json',
  'mapping',
  'openapi',
  'pattern',
  'xml',
];
/** But these measure what a process holds, or put another module, clock or environment in its place. */
const alone = [
  'test/binding/inflate.test.ts',
  'test/binding/memory-budget.test.ts',
  'test/codec/datatypes/pattern-chain.test.ts',
  'test/codec/datatypes/regex/work.test.ts',
  'test/codec/idle-decoders.test.ts',
  'test/exchange/filters/resilience/resilience.test.ts',
  'test/exchange/pipeline.test.ts',
  'test/exchange/service-clock.test.ts',
];
const inShared = `test/{${shared.join()}}/**/*.test.ts`;
// By their names: `!(contract)` leaves out `contract-diff` too.
const others = readdirSync(join(import.meta.dirname, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !shared.includes(entry.name))
  .map(({ name }) => name);
const inOthers = ['test/*.test.ts', `test/{${others.join()}}/**/*.test.ts`];

export default defineConfig(({ mode }) => {
  // For test/sample-size.ts. Projects read this file again, and are not told the mode.
  if (mode === 'whole') process.env['SAMPLES'] = 'whole';
  return {
    test: {
      globalSetup: ['./test/program.ts', './test/missing-peers.ts'],
      runner: './test/runner.ts',
      setupFiles: ['./test/seed.ts'],
      // One more than there are cores: a fifth of the time is spent on waiting for other programs.
      maxWorkers: availableParallelism() + 1,
      testTimeout: process.env['SAMPLES'] === 'whole' ? 600_000 : 60_000,
      hookTimeout: 120_000,
      // What is polled for comes at once on a quiet machine; a busy one may take its time.
      expect: { poll: { timeout: 30_000 } },
      // A page or snapshot that is not there is a failure, not written: `vitest run -u` writes.
      update: 'none',
      reporters: ['default', './test/summary.ts'],
      projects: [
        { extends: true, test: { name: 'shared', include: [inShared], exclude: alone, isolate: false } },
        { extends: true, test: { name: 'own', include: [...inOthers, ...alone] } },
      ],
    },
  };
});
