// Collects the tests of files whose peer is not on this machine, and runs none of them (test/missing-peers.ts).
import { inject, type RunnerTask, type RunnerTestFile, TestRunner, test } from 'vitest';

export default class Runner extends TestRunner {
  override async importFile(file: string, source: 'collect' | 'setup'): Promise<unknown> {
    try {
      return await super.importFile(file, source);
    } catch (error) {
      if (source !== 'collect' || !isNotRun(file)) throw error;
      // It asks its peer for the names of its tests.
      test('tests that the peer would name', () => {});
      return undefined;
    }
  }

  onCollected(files: RunnerTestFile[]): void {
    // Its hooks are not run either.
    skip(files.filter(({ filepath }) => isNotRun(filepath)));
  }
}

function isNotRun(file: string): boolean {
  return inject('notRun')[file] !== undefined;
}

function skip(tasks: readonly RunnerTask[]): void {
  for (const task of tasks) {
    task.mode = 'skip';
    if (task.type === 'suite') skip(task.tasks);
  }
}
