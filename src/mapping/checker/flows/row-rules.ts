// The rules of one row of the table: built when the table is checked, and once more when one of them is first used.

import type { Codec } from '../../../codec/model/codec.ts';
import type { Contract } from '../../../contract/model/contract.ts';
import type { MappingRule } from '../../model/mapping.ts';
import type { CompileRow, Continuation } from '../../runtime/deferred-rule.ts';
import { Report } from '../../syntax/report.ts';
import type { Row } from '../../syntax/row.ts';
import { type RowText, readAgain, type Table, type TableRow } from '../../syntax/table.ts';
import { expandShort } from '../expand/short.ts';
import type { BuiltRow, RuleEnvironment } from '../rule.ts';
import { type AsyncRules, buildAsync } from './async.ts';
import { buildKeptJob } from './kept-job.ts';
import { buildRules } from './rules.ts';

/** A row in its long form; undefined (and reported): a short row that names no operation. */
export function longRow(
  row: TableRow,
  { direction, unwrap }: Table,
  contract: Contract,
  codec: Codec,
  report: Report,
): Row | undefined {
  const long = row.kind === 'long' ? row.row : expandShort(row.row, contract, codec, report, unwrap);
  return long && { ...long, direction: long.direction ?? direction };
}

/** The rules of a row, then those of its job form. */
export function buildRow(row: Row, jobs: AsyncRules | undefined, env: RuleEnvironment): BuiltRow[] {
  const rules = row.isJobAlone ? [] : buildRules(row, env);
  if (row.async === undefined || jobs === undefined) return rules;
  const own = { ...env, ctx: { ...env.ctx, report: env.ctx.report.of(row.id) } };
  if (row.async.kind === 'kept') return [...rules, ...buildKeptJob(row, row.async, jobs, own)];
  return [...rules, ...buildAsync(row, rules[0]?.rule, row.async, jobs, own)];
}

/** For checked rows, which have no mistakes. What they say of the table as a whole has been noted when they were checked. */
export function compilerOf(checked: RuleEnvironment, jobs: AsyncRules | undefined): CompileRow<RowText> {
  const { table, contract } = checked;
  const common = { ...checked, ctx: { ...checked.ctx, report: new Report(), identities: undefined } };
  return (text, id) => {
    const report = new Report();
    const env = { ...common, ctx: { ...common.ctx, report } };
    const row = longRow(readAgain(text, table), table, contract, env.ctx.codec, report)!;
    const rules = buildRow({ ...row, id }, jobs, env);
    report.finish();
    return rules.map(({ rule }) => rule);
  };
}

export function continuationOf({ flow, soapFlow }: MappingRule): Continuation | undefined {
  if (soapFlow?.phase === 'result') return { id: soapFlow.plan.id };
  if (flow?.kind === 'pages' && flow.phase === 'next') return { id: flow.plan.first.id };
  if (flow?.kind === 'keep' && flow.phase === 'resume') return { id: flow.plan.id };
  return flow?.kind === 'jobs' && flow.phase === 'result' ? { id: flow.plan.id } : undefined;
}
