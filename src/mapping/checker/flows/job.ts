// `job`: submission, status and result are rules like others, tied together by where each says that the next one is.

import type { Rule } from '../../model/rule.ts';
import { compatible, nameOfType } from '../../model/variables.ts';
import type { RuleRow } from '../../runtime/job.ts';
import { type JobLinks, statesOf } from '../../runtime/job.ts';
import type { JobRow, StepsRow } from '../../syntax/flow.ts';
import type { SoapRow } from '../../syntax/row.ts';
import { namesInPath, namesInRequest, namesInSoapReply } from '../names-in.ts';
import { type BuiltRow, type BuiltRule, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import { buildWindow, checkWindow, windowRoles } from './job-window.ts';
import { buildSequence } from './sequence.ts';

type Part = NonNullable<RuleRow['job']>['part'];

export function buildJob(whole: RuleRow, job: JobRow, env: RuleEnvironment): BuiltRow[] {
  const { flow: _, ...row } = whole;
  const links: JobLinks = {};
  const part = (name: Part, id: string, soap: SoapRow): RuleRow => ({
    ...row,
    id,
    soap,
    job: { part: name, row: job, links },
  });
  const steps = stepsOf(row, job, env);
  const submit: RuleRow = {
    ...part('submit', job.asked ? `${row.id}.submit` : row.id, job.submit),
    ...(steps && { flow: steps, only: steps.only }),
    reply: { ...row.reply, status: 202, headers: job.accepted.headers, body: job.accepted.body },
  };
  // What `safe` of the row says is about the submission.
  const asking = { body: undefined, safe: undefined };
  const status: RuleRow = { ...part('status', `${row.id}.status`, job.status.soap), ...asking, ...job.status.rest };
  const result: RuleRow = { ...part('result', `${row.id}.result`, job.result.soap), ...asking, ...job.result.rest };
  // With SOAP in front, the first resource says it all.
  const views = job.views.map(
    (side, i): RuleRow => ({ ...status, ...asking, ...side, id: `${status.id}.${i + 2}`, only: 'rest-to-soap' }),
  );
  const shown = row.only === 'soap-to-rest' ? [] : views;
  const rows = [submit, ...(job.asked ? [row] : []), status, ...shown, result];
  const built = named(whole.id, job, buildAll(rows, job, env));
  if (built.length < rows.length) return [];
  const ruleOf = (one: RuleRow) => built[rows.indexOf(one)].rule;
  links.status = ruleOf(status);
  links.views = shown.map(ruleOf);
  checkJob(job, ruleOf(submit), ruleOf(status), ruleOf(result), env);
  if (job.pages) checkWindow(job.pages, row, result, env);
  links.result = guarded(job, ruleOf(submit), ruleOf(status), ruleOf(result));
  return built.map((one) => (one.row === result ? { row: result, rule: links.result as BuiltRule } : one));
}

/** Each part with the variables of the job's name: those of the status path that all parts have. */
function named(row: string, job: JobRow, built: readonly BuiltRow[]): BuiltRow[] {
  const parts = built.filter((one) => one.row.job !== undefined);
  const names = namesInPath(job.status.rest).filter((name) => parts.every(({ rule }) => rule.variables.includes(name)));
  return built.map((one) => {
    if (one.row.job === undefined || names.length === 0) return one;
    const name = names.map((variable) => one.rule.variables.indexOf(variable));
    return { ...one, rule: { ...one.rule, job: { row, part: one.row.job.part, name } } };
  });
}

/** A submission after other calls. What they bind goes from REST to SOAP alone. */
function stepsOf({ only }: RuleRow, { before, submit }: JobRow, { ctx }: RuleEnvironment): StepsRow | undefined {
  if (before.length === 0) return undefined;
  const [{ place }] = before;
  if (only === 'soap-to-rest')
    ctx.report.add('MAPPING_SHAPE', '"submit" of steps cannot go from SOAP to REST', place, 'leave out "only"');
  return { kind: 'steps', place, before, soap: submit, only: 'rest-to-soap' };
}

function buildAll(rows: readonly RuleRow[], { before }: JobRow, env: RuleEnvironment): BuiltRow[] {
  const operations = rows.map((row) => operationOf(row.soap, env));
  const first = before.map(({ soap }) => soap && operationOf(soap, env));
  const known = [...operations, ...first].flatMap((operation) => operation ?? []);
  return rows.flatMap((row, i) => {
    const operation = operations[i];
    if (operation === undefined) return [];
    if (row.flow?.kind === 'steps') return buildSequence(row, row.flow, operation, env, known);
    const builder = new RuleBuilder(row, operation, env);
    const pages = row.job?.part === 'result' ? row.job.row.pages : undefined;
    return [{ row, rule: pages ? buildWindow(builder, pages, known, env) : builder.build(known) }];
  });
}

/** Asks for the status before it asks for the result. */
function guarded(job: JobRow, submit: Rule, status: Rule, result: BuiltRule): BuiltRule {
  const inStatus = namesInRequest(job.status.rest);
  const carried = status.variables.flatMap((name, i): [number, number][] => {
    const from = result.variables.indexOf(name);
    return from >= 0 && inStatus.includes(name) ? [[from, i]] : [];
  });
  const state = status.variables.indexOf(job.state.value);
  const reason = job.reason && status.variables.indexOf(job.reason.value);
  const pages = job.pages && { roles: windowRoles(job.pages, result.variables), of: submit };
  return { ...result, flow: { kind: 'result', status, carried, state, reason, states: statesOf(job), pages } };
}

function checkJob(job: JobRow, submit: Rule, status: Rule, result: Rule, { ctx }: RuleEnvironment): void {
  const { report, codec } = ctx;
  const known = namesInSoapReply(job.status.soap);
  for (const named of [job.state, job.reason]) {
    if (named === undefined || known.includes(named.value)) continue;
    const hint = `the status reply binds ${known.join(', ') || 'nothing'}`;
    report.add(
      'MAPPING_NAMES',
      `{${named.value}} does not stand in the reply to the status request`,
      named.place,
      hint,
    );
  }
  for (const name of job.done.filter((word) => job.failed.includes(word)))
    report.add('MAPPING_DUPLICATE', `the state "${name}" is both done and failed`, job.place);
  for (const name of namesInPath(job.result.rest)) {
    if (namesInPath(job.status.rest).includes(name)) continue;
    const message = `{${name}} stands in the path of the result, but not in that of the status`;
    report.add('MAPPING_NAMES', message, job.result.rest.line.place, 'the status resource says where the result is');
  }
  const types = [submit, status, result].map(
    (rule) => new Map(rule.variables.map((name, i) => [name, rule.types?.[i]])),
  );
  for (const name of namesInPath(job.status.rest)) {
    const [a, ...others] = types.flatMap((of) => of.get(name) ?? []);
    const b = others.find((type) => !compatible(a, type, codec));
    if (b === undefined) continue;
    const message = `{${name}} is ${nameOfType(a, codec)} in one part of the job and ${nameOfType(b, codec)} in another`;
    report.add('MAPPING_TYPE', message, job.status.rest.line.place);
  }
}
