// `async` of a rule with resources of its own: submit, status, result, and the window of a result in pages.

import type { Place } from '../../errors/errors.ts';
import type { Tree } from '../../pattern/tree.ts';
import { type CallRow, readCallList, SOAP_CALL_KEYS } from './calls.ts';
import { fieldsAt, fieldsOf, flagField } from './fields.ts';
import { type HeaderRow, readResponseHeaders } from './headers.ts';
import { kind, listOf, REQUIRED, type Schema, several, texts, time, vocabulary } from './keywords.ts';
import { headers, pattern } from './pattern-keys.ts';
import { readTree } from './pattern-tree.ts';
import type { Report } from './report.ts';
import {
  type MessageRow,
  REST_SIDE_KEYS,
  type RestSide,
  readRest,
  readSoap,
  SOAP_SIDE_KEYS,
  type SoapRow,
} from './sides.ts';
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
  /** The result is a window of a list; its links are the rule's request with other offsets. */
  readonly pages?: WindowRow;
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
  readonly response: boolean;
}

const SUBMIT_CALLS_KEYS = vocabulary('submitCalls', 'Keys of `submit` with several calls', 'The last call submits.', {
  calls: kind(listOf(SOAP_CALL_KEYS, 1))('The calls in their order.', REQUIRED),
});
export const SUBMIT = { anyOf: [SOAP_SIDE_KEYS, SUBMIT_CALLS_KEYS] };
export const ACCEPTED_KEYS = vocabulary('accepted', 'Keys of `accepted`', 'The response 202, beside its Location.', {
  headers: headers('Further headers.'),
  body: pattern('The body.'),
});
export const STATUS_KEYS = vocabulary(
  'jobStatus',
  'Keys of `status` and `result` of a job',
  'A resource of the job, and the call for it.',
  {
    rest: kind(several(REST_SIDE_KEYS))(
      'The resource. Of `status`, perhaps several: Location names the first.',
      REQUIRED,
    ),
    soap: kind(SOAP_SIDE_KEYS)('The call.', REQUIRED),
  },
);
/** Of a rule's job, and of all jobs of the table. */
export const STATE_KEYS = {
  done: texts(
    'States of a job that is done. Of several, SOAP clients get the first where all went well, else the second.',
    REQUIRED,
  ),
  failed: texts('States of a job that has failed. All others mean that it runs.'),
  retry: time('`Retry-After` while the job runs (`5s`).'),
};

/** Variables of the status response. */
export const STATE = 'state';
export const REASON = 'reason';
export const PERCENT = 'percent';

export const WINDOW: Schema = { const: true };
export const JOB_KEYS = vocabulary(
  'job',
  'Keys of `async` in a rule with resources of its own',
  'A job of the SOAP service ([jobs](#jobs)). `{state}` of the status response is its state, `{reason}` why it has failed.',
  {
    submit: kind(SUBMIT)('The call that submits; or `calls`, the last of which submits.', REQUIRED),
    accepted: kind(ACCEPTED_KEYS)('The response 202, beside its Location.'),
    status: kind(STATUS_KEYS)('The resource of the state, and its call.', REQUIRED),
    result: kind(STATUS_KEYS)(
      'The resource of the result, and its call. Its REST response is that of the rule.',
      REQUIRED,
    ),
    ...STATE_KEYS,
    pages: kind(WINDOW)('`true`: the result is a window of a list.'),
  },
);

/** `async` of a rule with resources of its own, not with those of the table. */
export function isJobOfItsOwn({ value }: YamlEntry): boolean {
  return value.kind === 'map' && value.entries.some(({ key }) => key === 'status');
}

export function readJob(
  entry: YamlEntry,
  ruleSides: { rest?: RestSide; soap?: SoapRow },
  report: Report,
): JobRow | undefined {
  const fields = fieldsAt(entry, JOB_KEYS, report);
  fields.demandRequired(entry.place);
  const submit = readSubmit(fields.get('submit'), report);
  const read = submit.at(-1)?.soap;
  const status = readPair(fields.get('status'), report, true);
  const result = readPair(fields.get('result'), report);
  if (!ruleSides.rest || !read || !status || !result) return undefined;
  return {
    kind: 'job',
    place: entry.place,
    needsPrefer: ruleSides.soap !== undefined,
    submit: read,
    prior: submit.slice(0, -1),
    accepted: readAccepted(fields.get('accepted'), report),
    status,
    views: status.views,
    result: result.response ? result : { ...result, rest: { ...result.rest, response: ruleSides.rest.response } },
    pages: readWindow(fields.get('pages'), report),
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
  const calls = fieldsOf(value, SUBMIT_CALLS_KEYS, '"submit" of calls', report).get('calls');
  return calls ? readCallList(calls, 'soap', report) : [];
}

/** `several`: `rest` may be a list; the first item is the side. */
export function readPair(entry: YamlEntry | undefined, report: Report, several = false): ReadPair | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, STATUS_KEYS, report, `"${entry.key}" of the job`);
  fields.demandRequired(entry.place);
  const [rest, soap] = [fields.get('rest'), fields.get('soap')];
  const sides = several && rest?.value.kind === 'list' ? rest.value.items.map((value) => ({ ...rest, value })) : [rest];
  if (sides.length === 0) report.add('MAPPING_MISSING', `"rest" of "${entry.key}" has no resource`, rest!.place);
  const [restSide, ...views] = sides.flatMap((restEntry) => (restEntry && readRest(restEntry, report)) ?? []);
  const soapSide = soap && readSoap(soap, report);
  const response = rest?.value.kind === 'map' && rest.value.entries.some((e) => e.key === 'response');
  return restSide && soapSide && { rest: restSide, soap: soapSide, views, response };
}

export function readAccepted(entry: YamlEntry | undefined, report: Report): JobRow['accepted'] {
  if (entry === undefined) return { headers: [] };
  const fields = fieldsAt(entry, ACCEPTED_KEYS, report);
  const body = fields.get('body');
  return { headers: readResponseHeaders(fields.get('headers'), report), body: body && readTree(body.value, report) };
}

export interface WindowRow {
  readonly place: Place;
  /** In place of the request for the result. */
  readonly request?: MessageRow;
}

/** `true`, or the call for a page of the result. */
export function readWindow(entry: YamlEntry | undefined, report: Report): WindowRow | undefined {
  if (entry === undefined) return undefined;
  if (entry.value.kind === 'map') return { place: entry.place, request: readSoap(entry, report)?.request };
  return flagField(entry, report) ? { place: entry.place } : undefined;
}
