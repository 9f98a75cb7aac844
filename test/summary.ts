// The last line of a test run, in a form that scripts can read: `N passed, N failed`.
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Without what it is for, or where it comes from. */
function shortly(what: string): string {
  return what.split(/, | \(|: /)[0];
}

export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    let passed = 0;
    let failed = errors.length;
    let other = 0;
    const reasons = new Set<string>();
    const lacking = new Map<string, number>();
    for (const module of modules) {
      const words = module.project.getProvidedContext().notRun?.[module.moduleId]?.map(shortly).join('; ');
      if (words !== undefined) {
        const count = [...module.children.allTests()].length;
        lacking.set(words, (lacking.get(words) ?? 0) + count);
        reasons.add(`${relative(process.cwd(), module.moduleId)}: ${count} not run`);
      }
      // A file that could not be loaded, or a suite whose hook failed, counts as a failure of its own.
      failed += module.errors().length;
      for (const suite of module.children.allSuites()) {
        failed += suite.errors().length;
        if (suite.state() === 'skipped' && suite.name.includes('not run')) reasons.add(suite.fullName);
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
        else other++;
      }
    }
    // Neither passed nor failed: tests of a suite whose hook failed (counted above), whose peer is not on this machine, or of a run that was cut short.
    const byPeer = [...lacking].map(([words, count]) => `${count} not run, without ${words}`);
    const lines = other === 0 ? '' : `${[...reasons, ...byPeer, `${other} not run`].join('\n')}\n`;
    process.on('exit', () => process.stdout.write(`${lines}${passed} passed, ${failed} failed\n`));
  }
}
