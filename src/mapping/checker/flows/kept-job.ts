// The job form of a rule without a REST side: SOAP operations that submit a list or one request, and read its result. The rules of the table get
// a request for each item.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { JobResultFlow, JobsPlan, KeptRequests } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import type { KeptJobRow } from '../../syntax/async.ts';
import type { Row, SoapRow } from '../../syntax/row.ts';
import { namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, filledNames, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import { Scope } from '../scope.ts';
import { type AsyncRules, withElement } from './async.ts';
import { innerPlan } from './sub-request.ts';

/** The submission and the result; none (and reported) where an operation is unknown. */
export function buildKeptJob(row: Row, form: KeptJobRow, shared: AsyncRules, env: RuleEnvironment): BuiltRow[] {
  const { table, upstreamJob, name } = shared;
  if (upstreamJob === undefined) {
    const message = '"async" of the table is for REST clients alone, and the rule has no REST side';
    env.ctx.report.add('MAPPING_SHAPE', message, form.place, 'remove "only" from "async" of the table');
    return [];
  }
  const partRow = (id: string, soap: SoapRow): Row => ({
    ...row,
    id,
    soap,
    flow: undefined,
    direction: 'soap-to-rest',
  });
  const scope = new Scope(env.ctx.codec, env.ctx.report);
  const submit = builderOf(partRow(`${row.id}.async`, withElement(form.submit, env)), env, scope);
  const result = builderOf({ ...partRow(`${row.id}.async.result`, form.result), byJob: true }, env, scope);
  if (submit === undefined || result === undefined) return [];
  for (const builder of [submit, result]) builder.planSoap();
  const inner = innerPlan(form.inner, submit, env);
  const further = form.pages && innerPlan(form.pages, submit, env);
  if (inner === undefined || (form.pages && further === undefined)) return [];
  const results = [...new Set(namesInSoapResponse(form.inner))];
  checkRoles(form, shared, results, submit, env);
  const operations: Operation[] = [submit, result, inner].map((part) => part.operation);
  const [submitRule, resultRule] = [submit, result].map((builder) => builder.compile(builder, operations));
  const number = (variable: string) => scope.get(variable)?.number ?? -1;
  const { list, pages } = form;
  const { relay } = env.ctx;
  const work: KeptRequests<MappingRule> = {
    kind: 'kept',
    inner: inner.compile(),
    single: { ...submitRule, faults: inner.faults },
    list: list && { over: number(list.over.value), as: number(list.as.value), into: number(list.into.value) },
    pages: pages &&
      further && {
        index: number('page'),
        inner: further.compile(),
        brought: new Set(results.filter((one) => !namesInSoapRequest(pages).includes(one)).map(number)),
      },
    results: results.map((one) => [one, number(one)]),
    waiting: table.runningStates[0],
    running: table.runningStates[1],
    parallel: form.parallel,
    maxItems: form.maxItems,
    // A closure would keep the whole table.
    ruleOf: relay.ruleOf.bind(relay),
  };
  const plan: JobsPlan<MappingRule> = { id: row.id, job: number(name), keep: table.keep, upstreamJob, work };
  const resultFlow: JobResultFlow<MappingRule> = {
    kind: 'jobs',
    phase: 'result',
    job: plan.job,
    plan,
    results: shared.soapResults,
    kin: { rules: new Map() },
  };
  return [
    { row: submit.row, rule: { ...submitRule, flow: { kind: 'jobs', phase: 'submit', plan } } },
    { row: result.row, rule: { ...resultRule, flow: resultFlow } },
  ];
}

function builderOf(row: Row, env: RuleEnvironment, scope: Scope): RuleBuilder | undefined {
  const operation = operationOf(row.soap, env);
  return operation && new RuleBuilder(row, operation, env, scope);
}

/** Names that the flow binds must stand in a pattern. */
function checkRoles(
  { list, pages }: KeptJobRow,
  { name }: AsyncRules,
  results: readonly string[],
  { row, scope }: RuleBuilder,
  { ctx }: RuleEnvironment,
): void {
  const page = pages && { value: 'page', place: pages.place };
  const roles = [list?.over, list?.as, list?.into, page].filter((role) => role !== undefined);
  for (const { value, place } of roles) {
    if (scope.get(value)) continue;
    ctx.report.add('MAPPING_NAMES', `no pattern of the rule has {${value}}`, place, suggest(value, scope.names));
  }
  const flowNames = [...roles.map(({ value }) => value), ...results, ...filledNames(scope)];
  checkNames(scope, row.direction, ctx, new Set([...flowNames, name]));
}
