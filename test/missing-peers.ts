// Tests whose peer is not on this machine and cannot be installed are not run. Where it can be installed they run, and fail.
import type { TestProject } from 'vitest/node';
import { mayInstall } from '../scripts/setup/debian.ts';
import { needs } from '../scripts/setup/needs.ts';
import { testsInNeed } from '../scripts/setup/tests-in-need.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Test file → what this machine lacks for it, in words. */
    readonly notRun: Readonly<Record<string, readonly string[]>>;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const lacking = needs.filter(({ signs, present }) => signs.length > 0 && !present());
  // Nobody becomes root by a package.
  const absent = lacking.filter(({ packages, install }) => !mayInstall() || (packages.length === 0 && !install));
  if (absent.length === 0) {
    project.provide('notRun', {});
    return;
  }
  const found = await Promise.all(project.vitest.projects.map((one) => one.globTestFiles()));
  const files = [...new Set(found.flatMap(({ testFiles }) => testFiles))];
  project.provide('notRun', Object.fromEntries(await testsInNeed(files, absent)));
}
