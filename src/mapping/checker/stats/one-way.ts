// Why a row of the table runs one way: its flow has one side, or what its patterns lack for the other direction.
import type { SoapstoneError } from '../../../errors/errors.ts';
import type { OneWay } from '../../model/stats.ts';
import type { FlowRow } from '../../syntax/flow.ts';
import { Report } from '../../syntax/report.ts';
import type { Row } from '../../syntax/row.ts';
import { type AsyncRules, buildAsync } from '../flows/async.ts';
import { buildRules } from '../flows/rules.ts';
import type { RuleEnvironment } from '../rule.ts';
import { restRoute, soapKey } from '../shadowed-rules.ts';

/** The rows that take the requests of one side, by what tells them apart. */
export interface TakenRequests {
  readonly soap: ReadonlyMap<string, Row>;
  readonly rest: ReadonlyMap<string, Row>;
}

/** undefined: the row runs both ways. */
export function whyOneWay(row: Row, env: RuleEnvironment, taken: TakenRequests): OneWay | undefined {
  const { direction, flow } = row;
  if (direction === undefined) return undefined;
  if (row.isJobAlone)
    return { direction, kind: 'async', text: 'the requests of the job go to other rules of the table' };
  if (flow?.direction) return { direction, kind: flow.kind, text: FLOWS[flow.kind] ?? `"${flow.kind}" runs one way` };
  return { direction, ...lackOf(row, env, taken) };
}

/** undefined: it runs both ways, or the rule itself does not. */
export function whyJobOneWay(row: Row, jobs: AsyncRules, env: RuleEnvironment): OneWay | undefined {
  const { async: form } = row;
  if (form?.kind !== 'job' || form.only === undefined || row.direction !== undefined) return undefined;
  const [direction, kind] = [form.only, 'async'];
  if (form.prior.length > 0) return { direction, kind, text: FLOWS.calls! };
  if (form.pages) return { direction, kind, text: WINDOW };
  if (jobs.table.only) return { direction, kind, text: '"only" of the "async" of the table' };
  const report = new Report();
  buildAsync(row, undefined, { ...form, only: undefined }, jobs, { ...env, ctx: { ...env.ctx, report } });
  return { direction, kind, ...(report.problems.length > 0 ? textsOf(report) : { text: NOTHING_ELSE }) };
}

/** The messages of all problems, each once. */
function textsOf({ problems }: Report): Pick<OneWay, 'text' | 'further'> {
  const [text, ...further] = new Set(problems.map(({ message }) => message));
  return { text, further };
}

const NOTHING_ELSE = 'nothing but "only" keeps it from running both ways';

const WINDOW = 'REST clients say which part of a list they want before the job, and SOAP clients when it is done';

const SECOND_WAY = 'write both sides beside "calls", or a second rule for the other direction';

/** What flows of one direction are for. */
const FLOWS: { readonly [kind in FlowRow['kind']]?: string } = {
  calls: `the calls of "calls" stand on one side alone: ${SECOND_WAY}`,
  each: `the calls of "each" stand on one side alone: ${SECOND_WAY}`,
  keep: 'the gateway keeps for SOAP clients what they resume',
  refuse: 'the gateway refuses the request by itself',
  answer: 'the gateway answers by itself',
};

/** Checks the row as if it ran both ways. */
function lackOf(row: Row, env: RuleEnvironment, taken: TakenRequests): Omit<OneWay, 'direction'> {
  const report = new Report();
  const ctx = { ...env.ctx, report };
  const built = buildRules({ ...row, direction: undefined }, { ...env, ctx });
  const [problem] = report.problems;
  if (problem) return { kind: KINDS[problem.code] ?? 'a pattern of one direction', ...textsOf(report) };
  const other = built.flatMap(({ row: part, rule }) =>
    row.direction === 'rest-to-soap'
      ? (taken.soap.get(soapKey(part, rule)) ?? [])
      : (taken.rest.get(restRoute(part, env.base)) ?? []),
  );
  const side = row.direction === 'rest-to-soap' ? 'SOAP' : 'REST';
  if (other[0])
    return { kind: `another rule takes its ${side} request`, text: `"${other[0].id}" takes its ${side} request` };
  return { kind: '"only" alone', text: NOTHING_ELSE };
}

const KINDS: { readonly [code in SoapstoneError['code']]?: string } = {
  MAPPING_NAMES: 'a name that one side alone has',
  MAPPING_MISSING: 'a required value that the other side lacks',
};
