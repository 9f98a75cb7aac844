// `job` of a rule as the table has it: submit, status, result, and the window of a result in pages.

import type { Place } from '../../errors/errors.ts';
import type { Tree } from '../../pattern/tree.ts';
import { type CallRow, readCallList } from './calls.ts';
import { fieldsAt, fieldsOf, type Located, writeName } from './fields.ts';
import { type HeaderRow, readResponseHeaders } from './headers.ts';
import { readTree } from './pattern-tree.ts';
import type { Report } from './report.ts';
import { type RestSide, readRest, readSoap, type SoapRow } from './sides.ts';
import type { YamlEntry } from './yaml.ts';

export interface JobRow {
  readonly kind: 'job';
  readonly place: Place;
  /** The resources are those of `async` of the table, and ids say which rule a job belongs to. */
  readonly shared?: boolean;
  /** The rule has a call of its own, so only `Prefer: respond-async` starts a job. */
  readonly needsPrefer: boolean;
  readonly submit: SoapRow;
  /** Calls before the submission, which may use their responses. */
  readonly prior: readonly CallRow[];
  /** The response to a submission, without its Location. */
  readonly accepted: { readonly headers: readonly HeaderRow[]; readonly body?: Tree };
  readonly status: Pair;
  /** Further resources with the state, which lead to the result. */
  readonly views: readonly RestSide[];
  /** Without a response of its own it has that of the rule. */
  readonly result: Pair;
  /** Variables of the status response. */
  readonly state: Located<string>;
  /** The result is a window of a list; its links are the rule's request with other offsets. */
  readonly pages?: WindowRow;
  readonly reason?: Located<string>;
  readonly doneStates: readonly string[];
  readonly failedStates: readonly string[];
  /** ms */
  readonly retry: number;
  readonly rest?: undefined;
  readonly soap: SoapRow;
  readonly direction?: undefined;
}

export interface Pair {
  readonly rest: RestSide;
  readonly soap: SoapRow;
}

export interface ReadPair extends Pair {
  readonly views: readonly RestSide[];
  /** The REST side has a response. */
  readonly reply: boolean;
}

const KEYS = ['submit', 'accepted', 'status', 'result', 'state', 'reason', 'done', 'failed', 'retry', 'pages'];
const NEEDED = ['submit', 'status', 'result', 'state', 'done'];

export function readJob(
  entry: YamlEntry,
  ruleSides: { rest?: RestSide; soap?: SoapRow },
  report: Report,
): JobRow | undefined {
  const fields = fieldsAt(entry, KEYS, report);
  fields.demand(NEEDED, entry.place);
  const submit = readSubmit(fields.get('submit'), report);
  const read = submit.at(-1)?.soap;
  const status = readPair(fields.get('status'), report, true);
  const result = readPair(fields.get('result'), report);
  const state = fields.text('state');
  if (!ruleSides.rest || !read || !status || !result || !state) return undefined;
  return {
    kind: 'job',
    place: entry.place,
    needsPrefer: ruleSides.soap !== undefined,
    submit: read,
    prior: submit.slice(0, -1),
    accepted: readAccepted(fields.get('accepted'), report),
    status,
    views: status.views,
    result: result.reply ? result : { ...result, rest: { ...result.rest, reply: ruleSides.rest.reply } },
    state,
    pages: readWindow(fields.get('pages'), report),
    reason: fields.text('reason'),
    doneStates: fields.texts('done'),
    failedStates: fields.texts('failed'),
    retry: fields.time('retry') ?? 5000,
    soap: read,
  };
}

/** The prior calls, and the call that submits. */
export function readSubmit(entry: YamlEntry | undefined, report: Report): CallRow[] {
  if (entry === undefined) return [];
  const { value } = entry;
  if (value.kind !== 'map' || value.entries.every(({ key }) => key !== 'calls'))
    return [{ soap: readSoap(entry, report), place: entry.place }];
  const calls = fieldsOf(value, ['calls'], '"submit" of calls', report).get('calls');
  return calls ? readCallList(calls, 'soap', report) : [];
}

/** `several`: `rest` may be a list; the first item is the side. */
export function readPair(entry: YamlEntry | undefined, report: Report, several = false): ReadPair | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, ['rest', 'soap'], report, `"${entry.key}" of the job`);
  fields.demand(['rest', 'soap'], entry.place);
  const [rest, soap] = [fields.get('rest'), fields.get('soap')];
  const sides = several && rest?.value.kind === 'list' ? rest.value.items.map((value) => ({ ...rest, value })) : [rest];
  if (sides.length === 0) report.add('MAPPING_MISSING', `"rest" of "${entry.key}" has no resource`, rest!.place);
  const [restSide, ...views] = sides.flatMap((restEntry) => (restEntry && readRest(restEntry, report)) ?? []);
  const soapSide = soap && readSoap(soap, report);
  const response = rest?.value.kind === 'map' && rest.value.entries.some((e) => e.key === 'reply');
  return restSide && soapSide && { rest: restSide, soap: soapSide, views, reply: response };
}

export function readAccepted(entry: YamlEntry | undefined, report: Report): JobRow['accepted'] {
  if (entry === undefined) return { headers: [] };
  const fields = fieldsAt(entry, ['headers', 'body'], report);
  const body = fields.get('body');
  return { headers: readResponseHeaders(fields.get('headers'), report), body: body && readTree(body.value, report) };
}

/** Roles of variables in the window. */
const WINDOW_ROLES = ['items', 'limit', 'offset', 'total', 'count', 'more', 'links'] as const;
export type WindowRole = (typeof WINDOW_ROLES)[number];
export type WindowRow = ReadonlyMap<WindowRole, Located<string>>;

export function readWindow(entry: YamlEntry | undefined, report: Report): WindowRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, [...WINDOW_ROLES], report, '"pages" of the job');
  fields.demand(['items', 'limit', 'offset'], entry.place, writeName);
  return new Map(
    WINDOW_ROLES.flatMap((role) => {
      const name = fields.name(role);
      return name ? [[role, name] as const] : [];
    }),
  );
}
