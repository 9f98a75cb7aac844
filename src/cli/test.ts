// `soapstone test`: the cases of mappings, each in both directions, and the laws of their pairs of functions, offline.
import { randomUUID } from 'node:crypto';
import { createPipeline } from '../exchange/pipeline.ts';
import { type Case, readCases } from '../mapping/cases/cases.ts';
import { type PairOutcome, tryPair } from '../mapping/cases/pair-laws.ts';
import { type CaseOutcome, runCases } from '../mapping/cases/run-cases.ts';
import { type Carry, runFlowCases } from '../mapping/cases/run-flow-cases.ts';
import { type LoadOptions, loadMapping, readModule } from '../mapping/load.ts';
import type { Rule } from '../rule/rule.ts';
import { memoryStore } from '../store/memory.ts';
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
    const cases = readCases(dir);
    const outcomes: CaseOutcome[] = [];
    for (const [settings, group] of bySettings(cases)) {
      const all = new Map([...(options.settings ?? []), ...settings]);
      const mapping = await loadMapping(dir, { ...options, settings: all }).catch((error: unknown) => {
        if (settings.size === 0) throw error;
        outcomes.push(...group.map((testCase) => unloaded(testCase, error)));
      });
      if (mapping) outcomes.push(...runCases(mapping, group), ...(await runFlowCases(mapping, group, createCarry())));
    }
    if (outcomes.length === 0) say(`failed  ${dir}: no cases in ${dir}/cases`);
    return outcomes;
  } catch (error) {
    for (const line of problemLines(error)) say(line);
    say(`failed  ${dir}: cannot be loaded`);
    return [];
  }
}

/** The failure of a case whose settings the mapping refuses. */
function unloaded({ name, place }: Case, error: unknown): CaseOutcome {
  return { name, place, steps: 0, problems: problemLines(error), laws: [] };
}

/** Cases by their settings. The group without settings comes first, and loads the mapping even if it is empty. */
function bySettings(cases: readonly Case[]): Map<Case['settings'], Case[]> {
  const none: Case['settings'] = new Map();
  const keys = new Map([['[]', none]]);
  const groups = new Map<Case['settings'], Case[]>([[none, []]]);
  for (const testCase of cases) {
    const text = JSON.stringify([...testCase.settings].toSorted());
    const key = keys.get(text) ?? testCase.settings;
    keys.set(text, key);
    groups.set(key, [...(groups.get(key) ?? []), testCase]);
  }
  return groups;
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

const BYTES = 1024 * 1024;
const MINUTE = 60_000;
/** Cases name the cursors of the gateway, so each cursor is the same. */
const freshId = () => '00000000-0000-4000-8000-000000000000';

/** The filters of a bridge around a back that the case plays: how cases of several calls run. One store serves them all. */
export function createCarry(): Carry {
  const store = memoryStore({ bytes: BYTES });
  return async (present, rule, bindings, back) => {
    const pipeline = createPipeline({
      back: async ({ rule, bindings, deferred = false }) => ({ ...back(rule, bindings, deferred), streamed: false }),
      timeout: MINUTE,
      store,
      present,
      freshId,
    });
    return pipeline.handle(pipeline.open({ id: 'case', rule, bindings, key: keyOf(rule) }));
  };
}

/** Cases have no idempotency keys: each gets its own where the rule requires one. */
function keyOf({ idempotency }: Rule): string | undefined {
  return idempotency?.required ? randomUUID() : undefined;
}
