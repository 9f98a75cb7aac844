// `jobs`: SOAP operations that submit a list or one request, and read its status and result. The REST service gets a request for each item.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { JobsFlow, JobsPlan } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import { builtinValue } from '../../model/variables.ts';
import { BehindJob } from '../../runtime/delegated-job.ts';
import type { BehindRow, JobsRow } from '../../syntax/jobs.ts';
import type { Row, SoapRow } from '../../syntax/row.ts';
import type { RestSide } from '../../syntax/sides.ts';
import { namesInRequest, namesInResponse, namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import { innerPlan } from './sub-request.ts';

export function buildJobs(row: Row, flow: JobsRow, operation: Operation, env: RuleEnvironment): BuiltRow[] {
  const submit = new RuleBuilder(row, operation, env);
  const status = partOf(row, 'status', flow.status, submit, env);
  const result = partOf(row, 'result', flow.result, submit, env);
  if (status === undefined || result === undefined) return [];
  const builders = [submit, status, result];
  for (const builder of builders) builder.planSoap();
  const inner = innerPlan(flow.inner, submit, env);
  const further = flow.pages && innerPlan(flow.pages.soap, submit, env);
  if (inner === undefined || (flow.pages && further === undefined)) return [];
  typeRoles(flow, submit, env);
  const results = [...new Set(namesInSoapResponse(flow.inner))];
  const { list, pages } = flow;
  const roles = [list?.over, list?.as, list?.into, pages?.index, flow.job, flow.state, flow.percent].filter(
    (role) => role !== undefined,
  );
  for (const { value, place } of roles) {
    if (submit.scope.get(value)) continue;
    const hint = suggest(value, submit.scope.names);
    env.ctx.report.add('MAPPING_NAMES', `no pattern of the rule has {${value}}`, place, hint);
  }
  checkNames(submit.scope, row.direction, env.ctx, new Set([...roles.map(({ value }) => value), ...results]));
  const operations = [...builders, inner].map((builder) => builder.operation);
  const rules = builders.map((builder) => builder.compile(builder, operations));
  const number = (name: string) => submit.scope.get(name)?.number ?? -1;
  const { relay } = env.ctx;
  const plan: JobsPlan<MappingRule> = {
    id: row.id,
    inner: inner.compile(),
    single: { ...rules[0], faults: inner.faults },
    list: list && { over: number(list.over.value), as: number(list.as.value), into: number(list.into.value) },
    pages: pages &&
      further && {
        index: number(pages.index.value),
        inner: further.compile(),
        brought: new Set(results.filter((name) => !namesInSoapRequest(pages.soap).includes(name)).map(number)),
      },
    job: number(flow.job.value),
    state: number(flow.state.value),
    percent: flow.percent && number(flow.percent.value),
    results: results.map((name) => [name, number(name)]),
    stateNames: flow.stateNames,
    parallel: flow.parallel,
    maxItems: flow.maxItems,
    keep: flow.keep,
    upstreamJob: flow.upstreamJob && behindOf(row, flow.upstreamJob, submit, operations, env),
    // A closure would keep the whole table.
    ruleOf: relay.ruleOf.bind(relay),
  };
  const phases = ['submit', 'status', 'result'] as const;
  return phases.map((phase, i) => {
    const jobsFlow: JobsFlow<MappingRule> = { kind: 'jobs', phase, plan, kin: { rules: new Map() } };
    return { row: builders[i].row, rule: { ...rules[i], flow: jobsFlow } };
  });
}

function partOf(
  row: Row,
  name: string,
  soap: SoapRow,
  submit: RuleBuilder,
  env: RuleEnvironment,
): RuleBuilder | undefined {
  const operation = operationOf(soap, env);
  return (
    operation && new RuleBuilder({ ...row, id: `${row.id}.${name}`, soap, part: true }, operation, env, submit.scope)
  );
}

function typeRoles(flow: JobsRow, { scope }: RuleBuilder, { ctx }: RuleEnvironment): void {
  for (const role of [flow.job, flow.state]) {
    const variable = scope.get(role.value);
    if (variable && variable.type === undefined) scope.typed(variable, builtinValue(ctx.codec, 'string'), role.place);
  }
}

/** The rules of the upstream job, which have variables of their own. */
function behindOf(
  row: Row,
  upstreamJob: BehindRow,
  submit: RuleBuilder,
  operations: readonly Operation[],
  env: RuleEnvironment,
): BehindJob {
  const direction = 'soap-to-rest' as const;
  const ruleOf = (name: string, side: RestSide) => {
    const callRow = {
      ...row,
      id: `${row.id}.${name}`,
      body: undefined,
      ...side,
      flow: undefined,
      part: true,
      direction,
    };
    const builder = new RuleBuilder(callRow, submit.operation, env);
    builder.planRest();
    return builder.compile(submit, operations);
  };
  const status = ruleOf('job', upstreamJob.status);
  const task = upstreamJob.task && ruleOf('task', upstreamJob.task);
  const result = ruleOf('answer', upstreamJob.result);
  const unbound = (names: readonly string[], side: RestSide) => {
    for (const name of names.filter((variable) => !status.variables.includes(variable)))
      env.ctx.report.add('MAPPING_NAMES', `the status of the job does not bind {${name}}`, side.line.place);
  };
  const asks = upstreamJob.task ? namesInRequest(upstreamJob.task) : [];
  if (upstreamJob.task) unbound(asks, upstreamJob.task);
  const inTask = upstreamJob.task ? namesInResponse(upstreamJob.task) : [];
  unbound(
    result.variables.filter((name) => !inTask.includes(name)),
    upstreamJob.result,
  );
  if (!status.variables.includes(upstreamJob.state.value))
    env.ctx.report.add(
      'MAPPING_NAMES',
      `the status of the job has no {${upstreamJob.state.value}}`,
      upstreamJob.state.place,
    );
  const states = { doneStates: upstreamJob.doneStates, failedStates: upstreamJob.failedStates, retry: 0 };
  return new BehindJob({ status, task, asks, result }, status.variables.indexOf(upstreamJob.state.value), states);
}
