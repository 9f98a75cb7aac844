// `async`: rules for the resources of all jobs of the table, and for each rule its submission and its result. They run both ways.

import { isHole } from '../../../pattern/text/hole.ts';
import type { JobResultFlow, JobStatusFlow, JobsPlan } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import { type BehindJob, JobOfOne } from '../../runtime/delegated-job.ts';
import { type JobFaults, type JobLinks, jobName, type RuleRow } from '../../runtime/job.ts';
import type { JobResults } from '../../runtime/job-resource.ts';
import type { AsyncRow } from '../../syntax/async.ts';
import type { AsyncTable } from '../../syntax/async-table.ts';
import { type JobRow, PERCENT, STATE } from '../../syntax/job.ts';
import { valueAt } from '../../syntax/own-parts.ts';
import type { MessageRow, RestResponseRow, RestSide, Row, SoapRow } from '../../syntax/row.ts';
import { namesInParts } from '../../syntax/tree-names.ts';
import type { YamlNode } from '../../syntax/yaml.ts';
import { type BuiltRow, type BuiltRule, operationOf, type RuleEnvironment } from '../rule.ts';
import { buildAll, checkJob, checkWindow, guarded, submission } from './job.ts';
import { faultsOf } from './job-faults.ts';
import { upstreamOf } from './upstream-job.ts';

/** What the jobs of a table share. */
export interface AsyncRules {
  readonly table: AsyncTable;
  readonly status: readonly BuiltRow[];
  /** Of the resources of all jobs: their result is any rule's. */
  readonly links: JobLinks;
  readonly results: JobResults<BuiltRule>;
  /** By the form of the result. */
  readonly faults: Map<string, JobFaults>;
  /** Variable of the job's name. */
  readonly name: string;
  /** The results that SOAP clients may ask for, by the ids of their rows. */
  readonly soapResults: Map<string, MappingRule>;
  /** The jobs of a REST service; undefined: the table is for REST clients alone. */
  readonly upstreamJob: BehindJob | undefined;
}

/** Names of jobs are the service's own: it has one for each job of the table. */
const ROW = 'async';
const ALIKE = { stream: false, faults: [] } as const;

/** undefined (and reported) where an operation is unknown. */
export function buildAsyncTable(table: AsyncTable, all: RuleEnvironment): AsyncRules | undefined {
  const env = { ...all, ctx: { ...all.ctx, report: all.ctx.report.of(ROW) } };
  if (!checkPaths(table, env)) return undefined;
  const links: JobLinks = {};
  const results: JobResults<BuiltRule> = new Map();
  const job: JobRow = {
    ...table,
    kind: 'job',
    shared: true,
    needsPrefer: true,
    prior: [],
    views: table.status.views,
    submit: table.status.soap,
    soap: table.status.soap,
    rest: undefined,
  };
  const direction = table.only ?? env.table.direction;
  const rows = [table.status.rest, ...table.status.views].map((side, i): RuleRow => {
    const id = i === 0 ? `${ROW}.status` : `${ROW}.status.${i + 1}`;
    const base = { ...ALIKE, id, explicitId: true, holds: true, place: table.place, soap: table.status.soap };
    // SOAP clients need only the first resource.
    const oneWay = i === 0 ? direction : 'rest-to-soap';
    return { ...base, ...side, direction: oneWay, job: { phase: 'status', row: job, links, results } };
  });
  const built = buildAll(rows, job, env).map((entry) => ofJob(entry, 'status', table));
  if (built.length < rows.length) return undefined;
  links.status = built[0].rule;
  links.views = built.slice(1).map(({ rule }) => rule);
  const upstreamJob = direction === 'rest-to-soap' ? undefined : upstreamOf(rows[0], table, ROW, env);
  const soapResults: AsyncRules['soapResults'] = new Map();
  const status = upstreamJob ? [forSoap(built[0], table, soapResults), ...built.slice(1)] : built;
  return {
    table,
    status,
    links,
    results,
    faults: new Map(),
    name: jobName(table.status.rest),
    soapResults,
    upstreamJob,
  };
}

/** The status with what SOAP clients are told of it. */
function forSoap(
  { row, rule }: BuiltRow,
  { doneStates }: AsyncTable,
  soapResults: AsyncRules['soapResults'],
): BuiltRow {
  const percent = rule.variables.indexOf(PERCENT);
  const soapFlow: JobStatusFlow<MappingRule> = {
    kind: 'jobs',
    phase: 'status',
    job: rule.job!.name[0],
    state: rule.variables.indexOf(STATE),
    percent: percent < 0 ? undefined : percent,
    doneStates: [doneStates[0], doneStates[1] ?? doneStates[0]],
    results: soapResults,
    kin: { rules: new Map() },
  };
  return { row, rule: { ...rule, soapFlow } };
}

/** Ties the result of a row to the resources of all jobs. */
export function linkResult({ results, links, soapResults }: AsyncRules, id: string, rule: BuiltRule): void {
  if (rule.direction !== 'rest-to-soap') soapResults.set(id, rule);
  if (rule.direction === 'soap-to-rest') return;
  results.set(id, rule);
  links.result ??= rule;
}

/** Each path has the job as one whole segment, under one name. */
function checkPaths({ status, result }: AsyncTable, { ctx }: RuleEnvironment): boolean {
  const name = jobName(status.rest);
  const wrong = [status.rest, ...status.views, result.rest].filter(({ line }) => {
    const placeholders = line.value.segments.filter((parts) => parts.some(isHole));
    return placeholders.length !== 1 || placeholders[0].length !== 1 || namesInParts(placeholders[0])[0] !== name;
  });
  for (const { line } of wrong) {
    const message = 'a path of a job must have one placeholder, which is a whole segment and the same in all of them';
    ctx.report.add('MAPPING_PATTERN', message, line.place, `write /job/{${name || 'job'}}`);
  }
  return wrong.length === 0;
}

/** The rows of the submission and of the result. No path leads to the result but that of all results. */
export function asyncRows(row: Row, form: AsyncRow, shared: AsyncRules, env: RuleEnvironment): [RuleRow, RuleRow] {
  const { table } = shared;
  const side = form.ownRest ?? row;
  const links: JobLinks = { status: shared.links.status, views: shared.links.views };
  const id = `${row.id}.async`;
  const phaseRow = (phase: 'submit' | 'result', soap: SoapRow): RuleRow => ({
    ...row,
    ...ALIKE,
    direction: form.only ?? row.direction,
    faults: row.faults.filter((node) => isOfJob(node, form)),
    flow: undefined,
    async: undefined,
    cache: undefined,
    soap,
    job: { phase, row: form, links, results: shared.results, id: row.id },
  });
  const submit: RuleRow = {
    ...phaseRow('submit', withElement(form.submit, env)),
    ...rested(side),
    id,
    flow: submission(form),
    safe: false,
    idempotency: row.idempotency ?? table.idempotency,
    response: { ...side.response, ...accepted(form) },
  };
  const result: RuleRow = {
    ...phaseRow('result', form.result.soap),
    ...rested(form.result.rest),
    id: `${id}.result`,
    safe: undefined,
    byJob: true,
    jobFaults: faultsOf(form, shared.table, shared.faults, env.table.faults),
  };
  return [submit, result];
}

/** The submission and the result. `plain`: the rule without the job. */
export function buildAsync(
  row: Row,
  plain: BuiltRule | undefined,
  form: AsyncRow,
  shared: AsyncRules,
  env: RuleEnvironment,
): BuiltRow[] {
  const [submit, result] = asyncRows(row, form, shared, env);
  const { links } = submit.job!;
  const built = buildAll([submit, result], form, env).map((entry) => ofJob(entry, entry.row.job!.phase, shared.table));
  if (built.length < 2) return [];
  const [submission, outcome] = built;
  const status = shared.status[0].rule;
  checkJob(form, submission.rule, status, outcome.rule, env);
  if (form.pages) checkWindow(form.pages, submit, result, outcome.rule, env);
  const rule = { ...guarded(form, submission.rule, status, outcome.rule), job: outcome.rule.job };
  links.result = rule;
  const both = [submission, { row: outcome.row, rule }];
  return submission.rule.direction === 'rest-to-soap' || plain === undefined
    ? both
    : withFlows(both, row.id, plain, shared, env);
}

/** What SOAP clients are told of submission and result. */
function withFlows(
  [submission, outcome]: readonly BuiltRow[],
  id: string,
  plain: BuiltRule,
  { table, upstreamJob, soapResults }: AsyncRules,
  { ctx }: RuleEnvironment,
): BuiltRow[] {
  if (upstreamJob === undefined) return [submission, outcome];
  const work = new JobOfOne(plain, submission.rule, outcome.rule, ctx.relay);
  const [job] = submission.rule.job!.name;
  const plan: JobsPlan<MappingRule> = { id, job, keep: table.keep, upstreamJob, work };
  const result: JobResultFlow<MappingRule> = {
    kind: 'jobs',
    phase: 'result',
    job: outcome.rule.job!.name[0],
    plan,
    results: soapResults,
    kin: { rules: new Map() },
  };
  return [
    { ...submission, rule: { ...submission.rule, soapFlow: { kind: 'jobs', phase: 'submit', plan } } },
    { ...outcome, rule: { ...outcome.rule, soapFlow: result } },
  ];
}

/** Fault rules with a response are about the rule's own, or about that of a call before the submission. */
function isOfJob(fault: YamlNode, { prior }: AsyncRow): boolean {
  const response = valueAt(valueAt(fault, 'soap'), 'response');
  if (response?.kind !== 'map') return response === undefined;
  const before = prior.flatMap(({ soap }) => soap?.response?.elements ?? []);
  return before.some(({ key }) => key === response.entries[0]?.key);
}

function accepted({ accepted: { headers, body } }: AsyncRow): Pick<RestResponseRow, 'status' | 'headers' | 'body'> {
  return { status: 202, headers, body };
}

/** All of a REST side, also what it lacks. */
function rested({ base, line, headers, body, media, response }: RestSide): RestSide {
  return { base, line, headers, body, media, response };
}

/** `*` is the element of the response, whatever its name. */
export function withElement(soap: SoapRow, env: RuleEnvironment): SoapRow {
  if (!soap.response?.elements.some(({ key }) => key === '*')) return soap;
  const output = operationOf(soap, env)?.output?.body[0];
  if (output === undefined) return soap;
  const elements = soap.response.elements.map((entry) =>
    entry.key === '*' ? { ...entry, key: output.name.local } : entry,
  );
  const response: MessageRow = { ...soap.response, elements };
  return { ...soap, response };
}

/** Adds the variable that names the job: submission, status and result have it. */
function ofJob(entry: BuiltRow, phase: 'submit' | 'status' | 'result', { status }: AsyncTable): BuiltRow {
  const name = entry.rule.variables.indexOf(jobName(status.rest));
  return name < 0 ? entry : { ...entry, rule: { ...entry.rule, job: { row: ROW, phase, name: [name] } } };
}
