// One rule of the table → one or more compiled rules: a flow has parts that requests find by themselves.

import type { Operation } from '../../../contract/model/contract.ts';
import type { CallsRow } from '../../syntax/flow.ts';
import type { KeepRow } from '../../syntax/keep.ts';
import type { Row } from '../../syntax/row.ts';
import { likelyMeant } from '../contract-lookup/operation.ts';
import { compileFurther, planFurther } from '../further-requests.ts';
import { requestNames } from '../request-names.ts';
import { type BuiltRow, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import { buildCalls } from './calls.ts';
import { buildEach } from './each.ts';
import { buildJob } from './job.ts';
import { buildKeep } from './keep.ts';
import { buildPages } from './pages.ts';

/** Empty when an operation is unknown. With other problems the rules are of no use. */
export function buildRules(row: Row, all: RuleEnvironment): BuiltRow[] {
  const env = { ...all, ctx: { ...all.ctx, report: all.ctx.report.of(row.id) } };
  if (row.unread) return checkSoap(row, env);
  if (row.flow?.kind === 'job') return buildJob(row, row.flow, env);
  const operation = operationOf(row.soap, env);
  if (operation === undefined) return row.flow ? [] : checkLikely(row, env, (builder) => void builder.build());
  if (row.flow && row.flow.kind !== 'pages') refuseFurther(row, row.flow.kind, env);
  switch (row.flow?.kind) {
    case 'pages':
      return buildPages(row, row.flow, operation, env);
    case 'keep':
      return buildKeep(row, row.id, row.flow, env);
    case 'calls':
      return row.flow.keep
        ? buildTwoWays(row, row.flow, row.flow.keep, operation, env)
        : buildCalls(row, row.flow, operation, env);
    case 'each':
      return [buildEach(row, row.flow, operation, env)].flatMap((rule) => (rule ? [{ row, rule }] : []));
    case 'answer':
      return [{ row, rule: { ...new RuleBuilder(row, operation, env).build(), flow: { kind: 'answer' } } }];
    case 'refuse': {
      const { status, code, detail } = row.flow;
      const rule = new RuleBuilder(row, operation, env).build();
      return [{ row, rule: { ...rule, flow: { kind: 'refuse', status, code, detail } } }];
    }
    default:
      return buildOne(row, operation, env);
  }
}

function buildOne(row: Row, operation: Operation, env: RuleEnvironment): BuiltRow[] {
  const builder = new RuleBuilder(row, operation, env);
  const further = planFurther(builder, env);
  const rule = builder.build();
  return [{ row, rule }, ...compileFurther(further, builder, rule, env)];
}

/** A sequence for REST clients; SOAP clients make its calls one by one. */
function buildTwoWays(row: Row, flow: CallsRow, keep: KeepRow, operation: Operation, env: RuleEnvironment): BuiltRow[] {
  const { direction } = row;
  const sequence =
    direction === 'soap-to-rest' ? [] : buildCalls({ ...row, direction: 'rest-to-soap' }, flow, operation, env);
  const ofSoap = direction === 'rest-to-soap' ? [] : buildKeep(row, `${row.id}.${keep.name.value}`, keep, env);
  return [...sequence, ...(keep.holds ? ofSoap : [])];
}

function refuseFurther({ soap: { furtherRequests } }: Row, kind: string, { ctx }: RuleEnvironment): void {
  const [second] = furtherRequests ?? [];
  if (second)
    ctx.report.add('MAPPING_UNSUPPORTED', `several requests with "${kind}" are not supported yet`, second.place);
}

/** Checks the SOAP side of a rule whose REST side is unreadable. Missing names are not reported, because that side may have them. */
function checkSoap(row: Row, env: RuleEnvironment): BuiltRow[] {
  const operation = operationOf(row.soap, env);
  if (operation === undefined) return checkLikely(row, env, planned);
  planned(new RuleBuilder(row, operation, env));
  return [];

  function planned(builder: RuleBuilder): void {
    builder.planSoap();
    env.faults(row, builder.operation, env.ctx.report, [], requestNames(builder.scope));
  }
}

/** Checks the rule against the likely operation. No rule is made. */
function checkLikely(row: Row, env: RuleEnvironment, check: (builder: RuleBuilder) => void): BuiltRow[] {
  const match = likelyMeant(row.soap, env.contract, env.ctx.codec.dialect);
  if (match) check(new RuleBuilder({ ...row, soap: match.soap }, match.operation, env));
  return [];
}
