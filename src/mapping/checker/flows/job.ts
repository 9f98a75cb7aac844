// A job with resources of its own: submission, status and result are rules, and each names the next one. With `pages`, the result is a window of a list.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { WindowRoles } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import { compatible, nameOfType } from '../../model/variables.ts';
import { type JobLinks, type RuleRow, statesOf } from '../../runtime/job.ts';
import type { CallsRow, JobRow } from '../../syntax/flow.ts';
import { REASON, STATE, type WindowRow } from '../../syntax/job.ts';
import { LINKS, WINDOW_NAMES } from '../../syntax/pages.ts';
import type { Row, SoapRow } from '../../syntax/row.ts';
import { namesInPath, namesInRequest, namesInResponse, namesInSoapResponse } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, type BuiltRule, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import type { Scope } from '../scope.ts';
import { buildCalls } from './calls.ts';
import { typePageNames } from './pages.ts';

type Phase = NonNullable<RuleRow['job']>['phase'];

export function buildJob(ruleRow: RuleRow, job: JobRow, env: RuleEnvironment): BuiltRow[] {
  const { flow: _, ...row } = ruleRow;
  const links: JobLinks = {};
  const phaseRow = (phase: Phase, id: string, soap: SoapRow): RuleRow => ({
    ...row,
    id,
    soap,
    job: { phase, row: job, links },
  });
  const calls = callsBefore(row, job, env);
  const submit: RuleRow = {
    ...phaseRow('submit', job.needsPrefer ? `${row.id}.submit` : row.id, job.submit),
    ...(calls && { flow: calls, direction: calls.direction }),
    response: { ...row.response, status: 202, headers: job.accepted.headers, body: job.accepted.body },
  };
  // `safe` of the rule is about the submission alone.
  const asking = { body: undefined, safe: undefined };
  const status: RuleRow = { ...phaseRow('status', `${row.id}.status`, job.status.soap), ...asking, ...job.status.rest };
  const result: RuleRow = { ...phaseRow('result', `${row.id}.result`, job.result.soap), ...asking, ...job.result.rest };
  // SOAP clients need only the first resource.
  const views = job.views.map(
    (side, i): RuleRow => ({ ...status, ...asking, ...side, id: `${status.id}.${i + 2}`, direction: 'rest-to-soap' }),
  );
  const exposedViews = row.direction === 'soap-to-rest' ? [] : views;
  const rows = [submit, ...(job.needsPrefer ? [row] : []), status, ...exposedViews, result];
  const built = nameParts(ruleRow.id, job, buildAll(rows, job, env));
  if (built.length < rows.length) return [];
  const ruleOf = (target: RuleRow) => built[rows.indexOf(target)].rule;
  links.status = ruleOf(status);
  links.views = exposedViews.map(ruleOf);
  checkJob(job, ruleOf(submit), ruleOf(status), ruleOf(result), env);
  if (job.pages) checkWindow(job.pages, row, result, ruleOf(result), env);
  links.result = guarded(job, ruleOf(submit), ruleOf(status), ruleOf(result));
  return built.map((entry) => (entry.row === result ? { row: result, rule: links.result as BuiltRule } : entry));
}

/** Adds the variables that name the job: those of the status path that all parts have. */
function nameParts(row: string, job: JobRow, built: readonly BuiltRow[]): BuiltRow[] {
  const parts = built.filter((entry) => entry.row.job !== undefined);
  const names = namesInPath(job.status.rest).filter((name) => parts.every(({ rule }) => rule.variables.includes(name)));
  return built.map((entry) => {
    if (entry.row.job === undefined || names.length === 0) return entry;
    const name = names.map((variable) => entry.rule.variables.indexOf(variable));
    return { ...entry, rule: { ...entry.rule, job: { row, phase: entry.row.job.phase, name } } };
  });
}

/** A submission after other calls. This works only from REST to SOAP. */
function callsBefore({ direction }: RuleRow, job: JobRow, { ctx }: RuleEnvironment): CallsRow | undefined {
  const [first] = job.prior;
  if (first && direction === 'soap-to-rest')
    ctx.report.add('MAPPING_SHAPE', '"submit" with calls works only from REST to SOAP', first.place, 'remove "only"');
  return submission(job);
}

/** Other calls, then the submission. */
export function submission({ prior, submit }: Pick<JobRow, 'prior' | 'submit'>): CallsRow | undefined {
  if (prior.length === 0) return undefined;
  return { kind: 'calls', place: prior[0].place, side: 'soap', prior, soap: submit, direction: 'rest-to-soap' };
}

export function buildAll(rows: readonly RuleRow[], { prior }: JobRow, env: RuleEnvironment): BuiltRow[] {
  const operations = rows.map((row) => operationOf(row.soap, env));
  const first = prior.map(({ soap }) => soap && operationOf(soap, env));
  const allOperations = [...operations, ...first].flatMap((operation) => operation ?? []);
  const built: BuiltRow[] = [];
  for (const [i, row] of rows.entries()) {
    const operation = operations[i];
    if (operation === undefined) continue;
    if (row.flow?.kind === 'calls') {
      built.push(...buildCalls(row, row.flow, operation, env, allOperations));
      continue;
    }
    const builder = new RuleBuilder(row, operation, env);
    const pages = row.job?.phase === 'result' ? row.job.row.pages : undefined;
    const rule = pages ? buildWindow(builder, allOperations, built[0]?.rule, env) : builder.build(allOperations);
    built.push({ row, rule });
  }
  return built;
}

/** The result, after a check of the status. */
export function guarded(job: JobRow, submit: MappingRule, status: MappingRule, result: BuiltRule): BuiltRule {
  const inStatus = namesInRequest(job.status.rest);
  const carried = status.variables.flatMap((name, i): [number, number][] => {
    const from = result.variables.indexOf(name);
    return from >= 0 && inStatus.includes(name) ? [[from, i]] : [];
  });
  const [state, reason] = [STATE, REASON].map((name) => numberOf(name, status.variables));
  const pages = job.pages && { roles: windowRoles(result.variables), of: submit };
  return {
    ...result,
    flow: { kind: 'result', status, carried, state: state ?? -1, reason, states: statesOf(job), pages },
  };
}

export function checkJob(
  job: JobRow,
  submit: MappingRule,
  status: MappingRule,
  result: MappingRule,
  { ctx }: RuleEnvironment,
): void {
  const { report, codec } = ctx;
  const responseNames = namesInSoapResponse(job.status.soap);
  if (!responseNames.includes(STATE)) {
    const hint = `the status response binds ${responseNames.join(', ') || 'nothing'}`;
    report.add('MAPPING_NAMES', `{${STATE}} must be in the status response`, job.status.soap.place, hint);
  }
  for (const name of job.doneStates.filter((state) => job.failedStates.includes(state)))
    report.add('MAPPING_DUPLICATE', `the state "${name}" is both done and failed`, job.place);
  for (const name of namesInPath(job.result.rest)) {
    if (namesInPath(job.status.rest).includes(name)) continue;
    const message = `{${name}} is in the path of the result but not in the path of the status`;
    report.add('MAPPING_NAMES', message, job.result.rest.line.place, 'add it to the path of the status');
  }
  const types = [submit, status, result].map(
    (rule) => new Map(rule.variables.map((name, i) => [name, rule.types?.[i]])),
  );
  for (const name of namesInPath(job.status.rest)) {
    const [a, ...otherTypes] = types.flatMap((of) => of.get(name) ?? []);
    const b = otherTypes.find((type) => !compatible(a, type, codec));
    if (b === undefined) continue;
    const message = `{${name}} is ${nameOfType(a, codec)} in one part of the job and ${nameOfType(b, codec)} in another`;
    report.add('MAPPING_TYPE', message, job.status.rest.line.place);
  }
}

/** The rule of the result. */
function buildWindow(
  builder: RuleBuilder,
  operations: readonly Operation[],
  submit: BuiltRule | undefined,
  env: RuleEnvironment,
): BuiltRule {
  builder.planSoap();
  builder.planRest();
  typePageNames(builder.scope, env);
  const { row, scope } = builder;
  if (submit) typeAsIn(submit, scope);
  const reckoned = WINDOW_NAMES.filter((name) => name !== 'items' && name !== 'total');
  checkNames(scope, row.direction, env.ctx, new Set([...reckoned, ...LINKS, ...builder.flowNames]));
  return builder.compile(builder, operations);
}

/** The id of the job has what the submission was asked for. */
function typeAsIn({ variables, types = [] }: BuiltRule, scope: Scope): void {
  for (const variable of scope.all()) {
    const type = types[variables.indexOf(variable.name)];
    if (type && variable.type === undefined) scope.typed(variable, type, variable.uses[0].place);
  }
}

/** `names`: the variables of the result. */
function windowRoles(names: readonly string[]): WindowRoles {
  const roles = Object.fromEntries(WINDOW_NAMES.map((name) => [name, numberOf(name, names)]));
  const [nextLink, previousLink] = LINKS.map((name) => numberOf(name, names));
  return { ...(roles as Record<'items' | 'limit' | 'offset', number>), nextLink, previousLink };
}

function numberOf(name: string, names: readonly string[]): number | undefined {
  const index = names.indexOf(name);
  return index < 0 ? undefined : index;
}

/** `asks`: the row whose request asks for the window. `names`: the variables of the result. */
export function checkWindow(
  window: WindowRow,
  asks: Row,
  result: Row,
  { variables }: Pick<MappingRule, 'variables'>,
  { ctx }: RuleEnvironment,
): void {
  const requestNames = namesInRequest(asks).filter((name) => namesInRequest(result).includes(name));
  const responseNames = namesInResponse(result);
  const resultNames = namesInSoapResponse(result.soap);
  const stands: Record<(typeof WINDOW_NAMES)[number], readonly [string, readonly string[]]> = {
    items: ['the SOAP response of the result', resultNames],
    total: ['the SOAP response of the result', resultNames],
    limit: ['both requests (rule and result)', requestNames],
    offset: ['both requests (rule and result)', requestNames],
    count: ['the REST response', responseNames],
    more: ['the REST response', responseNames],
    links: ['the REST response', responseNames],
    page: ['the SOAP response of the result', resultNames],
    size: ['the SOAP response of the result', resultNames],
  };
  const needed = ['items', 'limit', 'offset'];
  for (const [name, [location, names]] of Object.entries(stands)) {
    if (names.includes(name) || !(variables.includes(name) || needed.includes(name))) continue;
    const hint = suggest(name, names) ?? `its variables: ${[...new Set(names)].join(', ') || 'none'}`;
    ctx.report.add('MAPPING_NAMES', `{${name}} must be in ${location}`, window.place, hint);
  }
}
