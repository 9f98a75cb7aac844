// `job`: submission, status and result are rules like others, tied together by where each says that the next one is.
import { type JobLinks, statesOf } from '../flow/job.ts';
import type { JobRow } from '../read/flow.ts';
import type { Row, SoapRow } from '../read/row.ts';
import type { Rule } from '../rule.ts';
import { compatible, nameOfType } from '../variables.ts';
import { namesInPath, namesInRequest, namesInSoapReply } from './names-in.ts';
import { type BuiltRow, type BuiltRule, operationOf, RuleBuilder, type RuleEnvironment } from './rule.ts';

type Part = NonNullable<Row['job']>['part'];

export function buildJob(whole: Row, job: JobRow, env: RuleEnvironment): BuiltRow[] {
  const { flow: _, ...row } = whole;
  const links: JobLinks = {};
  const part = (name: Part, id: string, soap: SoapRow): Row => ({
    ...row,
    id,
    soap,
    job: { part: name, row: job, links },
  });
  const submit: Row = {
    ...part('submit', job.asked ? `${row.id}.submit` : row.id, job.submit),
    reply: { ...row.reply, status: 202, headers: job.accepted.headers, body: job.accepted.body },
  };
  // What `safe` of the row says is about the submission.
  const asking = { body: undefined, safe: undefined };
  const status: Row = { ...part('status', `${row.id}.status`, job.status.soap), ...asking, ...job.status.rest };
  const result: Row = { ...part('result', `${row.id}.result`, job.result.soap), ...asking, ...job.result.rest };
  const rows = [submit, ...(job.asked ? [row] : []), status, result];
  const built = buildAll(rows, env);
  if (built.length < rows.length) return [];
  const ruleOf = (one: Row) => built[rows.indexOf(one)].rule;
  links.status = ruleOf(status);
  checkJob(job, ruleOf(submit), ruleOf(status), ruleOf(result), env);
  links.result = guarded(job, ruleOf(status), ruleOf(result));
  return built.map((one) => (one.row === result ? { row: result, rule: links.result as BuiltRule } : one));
}

function buildAll(rows: readonly Row[], env: RuleEnvironment): BuiltRow[] {
  const operations = rows.map((row) => operationOf(row.soap, env));
  const known = operations.flatMap((operation) => operation ?? []);
  return rows.flatMap((row, i) => {
    const operation = operations[i];
    return operation ? [{ row, rule: new RuleBuilder(row, operation, env).build(known) }] : [];
  });
}

/** Asks for the status before it asks for the result. */
function guarded(job: JobRow, status: BuiltRule, result: BuiltRule): BuiltRule {
  const inStatus = namesInRequest(job.status.rest);
  const carried = status.variables.flatMap((name, i): [number, number][] => {
    const from = result.variables.indexOf(name);
    return from >= 0 && inStatus.includes(name) ? [[from, i]] : [];
  });
  const state = status.variables.indexOf(job.state.value);
  const reason = job.reason && status.variables.indexOf(job.reason.value);
  return { ...result, flow: { kind: 'result', status, carried, state, reason, states: statesOf(job) } };
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
