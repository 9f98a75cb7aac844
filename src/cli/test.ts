// `soapstone test`: the cases of mappings, each in both directions, and the laws of their pairs of functions, offline.
import { folderOutcomes } from '../case-runner/case-runner.ts';
import { type PairOutcome, tryPair } from '../mapping/cases/pair-laws.ts';
import type { CaseOutcome } from '../mapping/cases/run-cases.ts';
import { type LoadOptions, readModule } from '../mapping/load.ts';
import { OK, PROBLEMS, problemLines } from './report.ts';

/** Tables and case files with problems count as one failure each. A mapping without cases is a failure too. */
export async function test(dirs: readonly string[], options: LoadOptions = {}): Promise<number> {
  let passed = 0;
  let failed = 0;
  for (const dir of dirs) {
    const outcomes = await outcomesOf(dir, options);
    for (const outcome of outcomes) report(outcome);
    passed += outcomes.filter(({ problems }) => problems.length === 0).length;
    failed += outcomes.filter(({ problems }) => problems.length > 0).length;
    if (outcomes.length === 0) failed++;
    else {
      const pairs = [...(await readModule(dir))].map(([name, pair]) => tryPair(name, pair));
      for (const pair of pairs) reportPair(dir, pair);
      passed += pairs.filter(({ tried, problem }) => tried !== undefined && problem === undefined).length;
      failed += pairs.filter(({ problem }) => problem !== undefined).length;
    }
  }
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? OK : PROBLEMS;
}

async function outcomesOf(dir: string, options: LoadOptions): Promise<CaseOutcome[]> {
  try {
    const outcomes = await folderOutcomes(dir, options);
    if (outcomes.length === 0) say(`failed  ${dir}: no cases in ${dir}/cases`);
    return outcomes;
  } catch (error) {
    for (const line of problemLines(error)) say(line);
    say(`failed  ${dir}: cannot be loaded`);
    return [];
  }
}

function report({ name, place, rule, steps, problems, laws }: CaseOutcome): void {
  const location = `${place.file}:${place.line}`;
  if (problems.length === 0) say(`ok      ${location} ${name} (${rule}, ${steps} steps)`);
  else say(`failed  ${location} ${name}`);
  for (const problem of problems) say(`        ${problem.replaceAll('\n', '\n        ')}`);
  if (problems.length > 0 && steps > 0) say(`        ${verdict(laws)}`);
}

function reportPair(dir: string, { name, tried, problem }: PairOutcome): void {
  const location = `${dir}: the pair "${name}"`;
  if (problem !== undefined) say(`failed  ${location}\n        ${problem}`);
  else if (tried === undefined) say(`        ${location} declares no laws`);
  else say(`ok      ${location} (${tried} values)`);
}

function verdict(laws: readonly string[]): string {
  if (laws.length === 0) return 'no law is broken: the case and the mapping disagree';
  return `it breaks ${laws.join(', ')}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
