// Runs the cases of a mapping's folder, each in both directions, offline, through the filters of a bridge.
import { randomUUID } from 'node:crypto';
import { upstreamFault } from '../binding/rest/back/upstream-fault.ts';
import { writtenProblem } from '../binding/rest/front/problem.ts';
import { createSoapBack } from '../binding/soap/back/back.ts';
import { formatError, Problems } from '../errors/errors.ts';
import { createPipeline } from '../exchange/pipeline.ts';
import type { GatewayErrors } from '../mapping/cases/case-faults.ts';
import { type Case, readCases } from '../mapping/cases/cases.ts';
import { type CaseOutcome, runCases } from '../mapping/cases/run-cases.ts';
import { type Carry, runFlowCases } from '../mapping/cases/run-flow-cases.ts';
import { type LoadOptions, loadMapping } from '../mapping/load.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import type { Rule } from '../rule/rule.ts';
import { memoryStore } from '../store/memory.ts';

/** Loads the mapping with the settings of cases. Throws Problems. */
type LoadWith = (settings: Case['settings']) => Promise<Mapping>;

/** Of all cases of the folder. Throws Problems of case files, and of the table as it is without settings of cases. */
export async function folderOutcomes(dir: string, options: LoadOptions): Promise<CaseOutcome[]> {
  return caseOutcomes(readCases(dir), (settings) =>
    loadMapping(dir, { ...options, settings: new Map([...(options.settings ?? []), ...settings]) }),
  );
}

/** The mapping without settings is loaded even where no case runs with it. */
export async function caseOutcomes(cases: readonly Case[], load: LoadWith): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  for (const [settings, group] of bySettings(cases)) {
    const mapping = await load(settings).catch((error: unknown) => {
      if (settings.size === 0 || !(error instanceof Problems)) throw error;
      outcomes.push(...group.map((testCase) => unloaded(testCase, error)));
    });
    if (mapping === undefined) continue;
    const errors = gatewayErrors(mapping);
    outcomes.push(...runCases(mapping, group, errors));
    outcomes.push(...(await runFlowCases(mapping, group, createCarry(), errors)));
  }
  return outcomes;
}

const transport = {
  send: () => {
    throw new Error('cases send nothing');
  },
};

function gatewayErrors({ errorForms, codec }: Mapping): GatewayErrors {
  const back = createSoapBack({ codec, transport });
  return {
    checkRequest: (rule, bindings) => void back.request(rule, bindings),
    read: ({ status, headers, body }) => upstreamFault(status, headers, body, errorForms),
    write: (fault) => writtenProblem(fault, freshId(), errorForms).body,
  };
}

/** The failure of a case whose settings the mapping refuses. */
function unloaded({ name, place }: Case, { problems }: Problems): CaseOutcome {
  return { name, place, steps: 0, problems: problems.map(formatError), laws: [] };
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
/** Cases name the cursors of the gateway and its ids of requests, so each of them is the same. */
export const CASE_ID = '00000000-0000-4000-8000-000000000000';
const freshId = () => CASE_ID;
/** All cases are one client's: a further page may be that of its last search. */
const CALLER = { key: 'case', fields: new Map<string, string>() };

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
    return pipeline.handle(pipeline.open({ id: 'case', rule, bindings, key: keyOf(rule), caller: CALLER }));
  };
}

/** Cases have no idempotency keys: each gets its own where the rule requires one. */
function keyOf({ idempotency }: Rule): string | undefined {
  return idempotency?.required ? randomUUID() : undefined;
}
