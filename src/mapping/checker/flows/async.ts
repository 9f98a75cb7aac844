// `async`: rules for the resources of all jobs of the table, and for each rule its submission and its result.

import { isHole } from '../../../pattern/text/hole.ts';
import { type JobFaults, type JobLinks, jobName, type RuleRow } from '../../runtime/job.ts';
import type { JobResults } from '../../runtime/job-resource.ts';
import type { AsyncRow, AsyncTable } from '../../syntax/async.ts';
import type { JobRow } from '../../syntax/job.ts';
import { namedParts, partsIn, valueAt, withParts } from '../../syntax/own-parts.ts';
import type { MessageRow, RestResponseRow, RestSide, Row, SoapRow } from '../../syntax/row.ts';
import { namesInParts } from '../../syntax/tree-names.ts';
import type { YamlMap, YamlNode } from '../../syntax/yaml.ts';
import { type BuiltRow, type BuiltRule, operationOf, type RuleEnvironment } from '../rule.ts';
import { buildAll, checkJob, checkWindow, guarded, submission } from './job.ts';

/** What the jobs of a table share. */
export interface AsyncRules {
  readonly table: AsyncTable;
  readonly status: readonly BuiltRow[];
  /** Of the resources of all jobs: their result is any rule's. */
  readonly links: JobLinks;
  readonly results: JobResults<BuiltRule>;
  /** By the form of the result. */
  readonly faults: Map<string, JobFaults>;
}

/** Names of jobs are the service's own: it has one for each job of the table. */
const ROW = 'async';
const ALIKE = { direction: 'rest-to-soap', stream: false, faults: [] } as const;

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
  const rows = [table.status.rest, ...table.status.views].map((side, i): RuleRow => {
    const id = i === 0 ? `${ROW}.status` : `${ROW}.status.${i + 1}`;
    const base = { ...ALIKE, id, explicitId: true, holds: true, place: table.place, soap: table.status.soap };
    return { ...base, ...side, job: { phase: 'status', row: job, links, results } };
  });
  const built = buildAll(rows, job, env).map((entry) => ofJob(entry, 'status', table));
  if (built.length < rows.length) return undefined;
  links.status = built[0].rule;
  links.views = built.slice(1).map(({ rule }) => rule);
  return { table, status: built, links, results, faults: new Map() };
}

/** Ties the result of a row to the resources of all jobs. */
export function linkResult({ results, links }: AsyncRules, id: string, rule: BuiltRule): void {
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
    faults: row.faults.filter((node) => isOfJob(node, form)),
    flow: undefined,
    async: undefined,
    cache: undefined,
    soap,
    job: { phase, row: form, links, results: shared.results, id: row.id },
  });
  const submit: RuleRow = {
    ...phaseRow('submit', named(form.submit, env)),
    ...rested(side),
    id,
    flow: submission(form),
    safe: false,
    idempotency: row.idempotency ?? table.idempotency,
    reply: { ...side.reply, ...accepted(form) },
  };
  const result: RuleRow = {
    ...phaseRow('result', form.result.soap),
    ...rested(form.result.rest),
    id: `${id}.result`,
    safe: undefined,
    byJob: true,
    jobFaults: faultsOf(form, shared, env),
  };
  return [submit, result];
}

/** The submission and the result. */
export function buildAsync(row: Row, form: AsyncRow, shared: AsyncRules, all: RuleEnvironment): BuiltRow[] {
  const env = { ...all, ctx: { ...all.ctx, report: all.ctx.report.of(row.id) } };
  if (row.direction === 'soap-to-rest') {
    env.ctx.report.add(
      'MAPPING_SHAPE',
      '"async" is for REST clients, and the rule has none',
      form.place,
      'remove "async", or "only"',
    );
    return [];
  }
  const [submit, result] = asyncRows(row, form, shared, env);
  const { links } = submit.job!;
  const built = buildAll([submit, result], form, env).map((entry) => ofJob(entry, entry.row.job!.phase, shared.table));
  if (built.length < 2) return [];
  const [submission, outcome] = built;
  const status = shared.status[0].rule;
  checkJob(form, submission.rule, status, outcome.rule, env);
  if (form.pages) checkWindow(form.pages, submit, result, env);
  const rule = { ...guarded(form, submission.rule, status, outcome.rule), job: outcome.rule.job };
  links.result = rule;
  return [submission, { row: outcome.row, rule }];
}

/** Fault rules with a response are about the rule's own, or about that of a call before the submission. */
function isOfJob(fault: YamlNode, { prior }: AsyncRow): boolean {
  const reply = valueAt(valueAt(fault, 'soap'), 'reply');
  if (reply?.kind !== 'map') return reply === undefined;
  const before = prior.flatMap(({ soap }) => soap?.reply?.elements ?? []);
  return before.some(({ key }) => key === reply.entries[0]?.key);
}

function accepted({ accepted: { headers, body } }: AsyncRow): Pick<RestResponseRow, 'status' | 'headers' | 'body'> {
  return { status: 202, headers, body };
}

/** All of a REST side, also what it lacks. */
function rested({ base, line, headers, body, media, reply }: RestSide): RestSide {
  return { base, line, headers, body, media, reply };
}

/** `*` is the element of the response, whatever its name. */
function named(soap: SoapRow, env: RuleEnvironment): SoapRow {
  if (!soap.reply?.elements.some(({ key }) => key === '*')) return soap;
  const output = operationOf(soap, env)?.output?.body[0];
  if (output === undefined) return soap;
  const elements = soap.reply.elements.map((entry) =>
    entry.key === '*' ? { ...entry, key: output.name.local } : entry,
  );
  const reply: MessageRow = { ...soap.reply, elements };
  return { ...soap, reply };
}

/** Adds the variable that names the job: submission, status and result have it. */
function ofJob(entry: BuiltRow, phase: 'submit' | 'status' | 'result', { status }: AsyncTable): BuiltRow {
  const name = entry.rule.variables.indexOf(jobName(status.rest));
  return name < 0 ? entry : { ...entry, rule: { ...entry.rule, job: { row: ROW, phase, name: [name] } } };
}

/** Failures of a table that stand where the result has a part of the rule's response: they mean the same there. */
function faultsOf({ resultForm }: AsyncRow, shared: AsyncRules, { table }: RuleEnvironment): JobFaults | undefined {
  const message = shared.table.resultMessage;
  const [partName, ...others] = namedParts(resultForm);
  if (message === undefined || partName === undefined || others.length > 0) return undefined;
  const key = JSON.stringify(plain(resultForm));
  const cached = shared.faults.get(key);
  if (cached) return cached;
  const member = partName.replace(/^response\./, '');
  const nodes = table.faults.flatMap((node) => {
    const tree = valueAt(valueAt(valueAt(valueAt(node, 'soap'), 'reply'), '*'), member);
    if (tree === undefined) return [];
    const form = withParts(resultForm, partsIn({ [partName]: tree }));
    return [withReply(node as YamlMap, withParts(message.value, partsIn({ result: form })))];
  });
  const faults = { key, nodes };
  shared.faults.set(key, faults);
  return faults;
}

function withReply(node: YamlMap, reply: YamlNode): YamlMap {
  const replaced = (map: YamlMap, name: string, change: (value: YamlNode) => YamlNode): YamlMap => ({
    ...map,
    entries: map.entries.map((entry) => (entry.key === name ? { ...entry, value: change(entry.value) } : entry)),
  });
  return replaced(node, 'soap', (soap) => replaced(soap as YamlMap, 'reply', () => reply));
}

function plain(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.source;
  if (node.kind === 'list') return node.items.map(plain);
  return node.entries.map(({ key, value }) => [key, plain(value)]);
}
