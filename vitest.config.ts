import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
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
  },
}));
