import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Rooms whose tests change nothing outside themselves: one process runs file after file, and reads the sources once. */
const shared = ['bytes', 'codec', 'contract', 'fault', 'json', 'mapping', 'pattern', 'xml'];
/** Of these, the ones that measure what a process holds. */
const measuring = [
  'test/codec/datatypes/pattern-chain.test.ts',
  'test/codec/datatypes/regex/work.test.ts',
  'test/codec/idle-decoders.test.ts',
];
const inShared = `test/{${shared.join()}}/**/*.test.ts`;
const inOthers = ['test/*.test.ts', `test/!(${shared.join('|')})/**/*.test.ts`];

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ['./test/program.ts'],
    setupFiles: ['./test/seed.ts'],
    // By itself vitest leaves one core alone: of two, that is half of the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // `whole`: with samples as test/sample-size.ts has them.
    testTimeout: mode === 'whole' ? 600_000 : 60_000,
    hookTimeout: 120_000,
    // A page or snapshot that is not there is a failure, not written: `vitest run -u` writes.
    update: 'none',
    reporters: ['default', './test/summary.ts'],
    projects: [
      { extends: true, test: { name: 'shared', include: [inShared], exclude: measuring, isolate: false } },
      { extends: true, test: { name: 'own', include: [...inOthers, ...measuring] } },
    ],
  },
}));
