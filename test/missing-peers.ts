// Tests whose peer is not on this machine are not run. `scripts/setup-tests.ts` has tried to install it.
import type { TestProject } from 'vitest/node';
import { needs } from '../scripts/setup/needs.ts';
import { testsInNeed } from '../scripts/setup/tests-in-need.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Test file → what this machine lacks for it, in words. */
    readonly notRun: Readonly<Record<string, readonly string[]>>;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const absent = needs.filter(({ signs, present }) => signs.length > 0 && !present());
  if (absent.length === 0) {
    project.provide('notRun', {});
    return;
  }
  const found = await Promise.all(project.vitest.projects.map((one) => one.globTestFiles()));
  const files = [...new Set(found.flatMap(({ testFiles }) => testFiles))];
  project.provide('notRun', Object.fromEntries(await testsInNeed(files, absent)));
}
