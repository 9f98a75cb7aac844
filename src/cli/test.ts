// `soapstone test`: the cases of mappings, each in both directions, and the laws of their pairs of functions, offline.
import { randomUUID } from 'node:crypto';
import { createPipeline } from '../exchange/pipeline.ts';
import { type Case, readCases } from '../mapping/cases/cases.ts';
import { tryPair } from '../mapping/cases/pair-laws.ts';
import { type CaseOutcome, runCases } from '../mapping/cases/run-cases.ts';
import { type Carry, runFlowCases } from '../mapping/cases/run-flow-cases.ts';
import { type LoadOptions, loadMapping, readModule } from '../mapping/load.ts';
import type { Rule } from '../rule/rule.ts';
import { memoryStore } from '../store/memory.ts';
import { type Finding, problemFindings } from './output/finding.ts';
import type { Format } from './output/format.ts';
import { OK, PROBLEMS, problemLines } from './report.ts';
import { countsOf, NO_CASES, printSummary, printTested, type TestedMapping } from './test-report.ts';

/** Tables and case files with problems count as one failure each. A mapping without cases is a failure too. */
export async function test(
  dirs: readonly string[],
  options: LoadOptions = {},
  format: Format = 'text',
): Promise<number> {
  const all: TestedMapping[] = [];
  for (const dir of dirs) {
    const tested = await testOne(dir, options);
    all.push(tested);
    if (format === 'text') printTested(tested);
  }
  printSummary(all, format);
  return countsOf(all).failed === 0 ? OK : PROBLEMS;
}

async function testOne(mapping: string, options: LoadOptions): Promise<TestedMapping> {
  try {
    const cases = await outcomesOf(mapping, options);
    if (cases.length === 0) return { mapping, problems: [noCases(mapping)], cases, pairs: [] };
    const pairs = [...(await readModule(mapping))].map(([name, pair]) => tryPair(name, pair));
    return { mapping, problems: [], cases, pairs };
  } catch (error) {
    return { mapping, problems: problemFindings(error), cases: [], pairs: [] };
  }
}

function noCases(mapping: string): Finding {
  const message = `no cases in ${mapping}/cases`;
  return { level: 'error', code: NO_CASES, message, line: message };
}

async function outcomesOf(dir: string, options: LoadOptions): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  for (const [settings, group] of bySettings(readCases(dir))) {
    const all = new Map([...(options.settings ?? []), ...settings]);
    const mapping = await loadMapping(dir, { ...options, settings: all }).catch((error: unknown) => {
      if (settings.size === 0) throw error;
      outcomes.push(...group.map((testCase) => unloaded(testCase, error)));
    });
    if (mapping) outcomes.push(...runCases(mapping, group), ...(await runFlowCases(mapping, group, createCarry())));
  }
  return outcomes;
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
