// The two sides of a rule as the table has them.

import type { Place } from '../../errors/errors.ts';
import { type Line, parseLine } from '../../pattern/line.ts';
import { PatternSyntax } from '../../pattern/text/hole.ts';
import { faultOf } from '../../pattern/text/path.ts';
import type { Entry, Tree } from '../../pattern/tree.ts';
import type { Direction } from '../../rule/rule.ts';
import { fieldsAt, type Located, mapOf, within } from './fields.ts';
import { type HeaderRow, readHeaders, readResponseHeaders } from './headers.ts';
import { kind, name, number, REQUIRED, type Schema, several, text, vocabulary } from './keywords.ts';
import { ELEMENTS, elements, headerParts, headers, pattern } from './pattern-keys.ts';
import { isWholeHole } from './pattern-slips.ts';
import { readTree } from './pattern-tree.ts';
import type { Report } from './report.ts';
import type { YamlEntry } from './yaml.ts';

/** A column of a value table may be the method or the whole line. */
export const LINE_SCHEMA: Schema = {
  type: 'string',
  pattern: '^((GET|POST|PUT|PATCH|DELETE|<[A-Za-z_]\\w*>) /|<[A-Za-z_]\\w*>$)',
};
export const BASE: Schema = { type: 'string', pattern: '^((/|\\{\\$settings\\.).*)?$' };

const REQUEST_KEYS = vocabulary(
  'restRequest',
  'Keys of `rest.request`',
  'The request on the REST side; or its line alone.',
  {
    line: kind(LINE_SCHEMA)('`METHOD /path/{variable}?query={variable}`.', REQUIRED),
    headers: headers('Headers, by name.'),
    body: pattern('The JSON body ([bodies](#bodies)).'),
    media: text('Media type of the body (that of the table).'),
    state: kind({ type: 'string', pattern: '^(GET /|<[A-Za-z_]\\w*[?]?>$)' })(
      'The request for the state that conditions are about, with placeholders of the path (GET of the same path).',
    ),
  },
);
const RESPONSE_KEYS = vocabulary('restResponse', 'Keys of `rest.response`', 'The response on the REST side.', {
  etag: name(
    'The variable that is the state of the resource: `ETag`, 304 and `If-Match` go by it ([conditions](#conditions)).',
  ),
  status: number(200, 299)('The status (200 with a body, 204 without).'),
  headers: headers('Headers, by name.'),
  body: pattern('The JSON body ([bodies](#bodies)).'),
  media: text('Media type of the body, or a name under `rest.media` (that of the table).'),
});
export const REST_SIDE_KEYS = vocabulary(
  'restSide',
  'Keys of `rest` in a rule',
  'The REST side of a rule ([long rows](#long-rows)).',
  {
    base: kind(BASE)('Path above the line, in place of that of the table.'),
    request: kind({ anyOf: [LINE_SCHEMA, REQUEST_KEYS] })('The request, or its line alone.', REQUIRED),
    response: kind(RESPONSE_KEYS)('The response.'),
  },
);
export const SOAP_SIDE_KEYS = vocabulary(
  'soapSide',
  'Keys of `soap` in a rule',
  'The SOAP side of a rule ([long rows](#long-rows)).',
  {
    port: text('The port of the contract, where the body element alone does not tell.'),
    operation: text('The operation of the contract, where the body element alone does not tell.'),
    request: kind(several(ELEMENTS))(
      'The body of the request by element. Of a list the gateway writes the first; SOAP clients may send any.',
    ),
    response: elements('The body of the response by element.'),
    headers: headerParts('Header parts of the request ([SOAP header parts](#soap-header-parts)).'),
    responseHeaders: headerParts('Header parts of the response.'),
  },
  { anyOf: [{ required: ['request'] }, { required: ['operation'] }] },
);

/** The body elements of one message. */
export interface MessageRow {
  readonly elements: readonly Entry[];
  readonly place: Place;
}

export interface SoapRow {
  readonly port?: Located<string>;
  readonly operation?: Located<string>;
  readonly request?: MessageRow;
  /** Further requests that SOAP clients may send. */
  readonly furtherRequests?: readonly MessageRow[];
  readonly response?: MessageRow;
  readonly headers: readonly Entry[];
  readonly responseHeaders: readonly Entry[];
  readonly place: Place;
}

export interface RestResponseRow {
  readonly status?: number;
  /** A media type, or a name from `media:` of the table. */
  readonly media?: Located<string>;
  readonly headers: readonly HeaderRow[];
  readonly body?: Tree;
  /** Name of a variable. */
  readonly etag?: Located<string>;
  readonly place: Place;
}

export type Side = 'rest' | 'soap';

export const DIRECTIONS: readonly Direction[] = ['rest-to-soap', 'soap-to-rest'];

/** `state`: GET of the state that conditions are about, where it is not that of the path. */
export type LineRow = Located<Line> & { readonly state?: Located<Line> };

/** A REST request and its response. */
export interface RestSide {
  /** Base path, in place of the table's; '' for none. */
  readonly base?: string;
  readonly line: LineRow;
  readonly headers: readonly HeaderRow[];
  readonly body?: Tree;
  /** Media type of the body; that of the table by default. */
  readonly media?: Located<string>;
  readonly response: RestResponseRow;
}

/** What every flow of a rule has. */
export interface FlowSides {
  readonly place: Place;
  /** The side of the last call, where the rule itself has only the other one. */
  readonly rest?: RestSide;
  readonly soap?: SoapRow;
  readonly direction?: Direction;
}

/** The empty REST side of a rule without one. */
export function noRest(place: Place): RestSide {
  const line: Line = { method: 'POST', path: '', segments: [], query: [] };
  return { line: { value: line, place }, headers: [], response: { status: 204, headers: [], place } };
}

export function readRest(entry: YamlEntry, report: Report): RestSide | undefined {
  const fields = fieldsAt(entry, REST_SIDE_KEYS, report, '"rest"');
  const request = fields.get('request');
  if (request === undefined) {
    report.add('MAPPING_MISSING', '"rest" has no "request"', entry.place);
    return undefined;
  }
  const baseText = fields.text('base');
  const base = baseText && basePath(baseText, report);
  const response = readResponse(fields.get('response'), request.place, report);
  const read = readRequest(request, report);
  return read && { base, ...read, response };
}

function readRequest(entry: YamlEntry, report: Report): Omit<RestSide, 'response'> | undefined {
  if (entry.value.kind === 'scalar') {
    const line = readLine({ ...entry.value, value: entry.value.source }, report);
    return line && { line, headers: [] };
  }
  const fields = fieldsAt(entry, REQUEST_KEYS, report);
  const text = fields.text('line');
  if (text === undefined) {
    report.add('MAPPING_MISSING', '"request" has no "line"', entry.place, 'write line: "METHOD /path"');
    return undefined;
  }
  const line = readLine(text, report);
  const body = fields.get('body');
  const headers = readHeaders(fields.get('headers'), report);
  const media = fields.text('media');
  const stateText = fields.text('state');
  const state = stateText && readLine(stateText, report);
  return line && { line: { ...line, state }, headers, body: body && readTree(body.value, report), media };
}

export function readLine(text: Located<string>, report: Report): Located<Line> | undefined {
  const { value, place, lead } = text;
  try {
    return { value: parseLine(value), place, lead };
  } catch (e) {
    if (!(e instanceof PatternSyntax)) throw e;
    report.add('MAPPING_PATTERN', `${e.message} in "${value}"`, within(text, e.offset));
    return undefined;
  }
}

/** RFC 9110 §15.3.5 and §15.3.6. */
export function refuseBody(status: number | undefined, place: Place, report: Report): void {
  if (status === 204 || status === 205)
    report.add('MAPPING_SHAPE', `a response with status ${status} has no body`, place);
}

function readResponse(entry: YamlEntry | undefined, fallback: Place, report: Report): RestResponseRow {
  if (entry === undefined) return { headers: [], place: fallback };
  const fields = fieldsAt(entry, RESPONSE_KEYS, report);
  const body = fields.get('body');
  const status = fields.number('status', 200, 299);
  if (body) refuseBody(status, body.place, report);
  return {
    status,
    media: fields.text('media'),
    headers: readResponseHeaders(fields.get('headers'), report),
    body: body && readTree(body.value, report),
    etag: fields.text('etag'),
    place: entry.place,
  };
}

/** The SOAP side of a rule: its request may be a list. */
export function readRuleSoap(entry: YamlEntry, report: Report): SoapRow | undefined {
  const requests = entry.value.kind === 'map' ? entry.value.entries.find(({ key }) => key === 'request') : undefined;
  if (entry.value.kind !== 'map' || requests?.value.kind !== 'list') return readSoap(entry, report);
  const [request, ...further] = requests.value.items.map((value) => ({ ...requests, value, place: value.place }));
  const entries = entry.value.entries.flatMap((e) => (e === requests ? (request ?? []) : e));
  const soap = readSoap({ ...entry, value: { ...entry.value, entries } }, report);
  return soap && { ...soap, furtherRequests: further.flatMap((message) => readMessage(message, report) ?? []) };
}

export function readSoap(entry: YamlEntry, report: Report): SoapRow | undefined {
  const problemCount = report.problems.length;
  const fields = fieldsAt(entry, SOAP_SIDE_KEYS, report, '"soap"');
  const soap = {
    port: fields.text('port'),
    operation: fields.text('operation'),
    request: readMessage(fields.get('request'), report),
    response: readMessage(fields.get('response'), report),
    headers: readEntries(fields.get('headers'), report),
    responseHeaders: readEntries(fields.get('responseHeaders'), report),
    place: entry.place,
  };
  if (soap.request !== undefined || soap.operation !== undefined) return soap;
  if (report.problems.length === problemCount)
    report.add('MAPPING_MISSING', '"soap" needs "request" or "operation"', entry.place);
  return undefined;
}

/** `{ Element: pattern }`; a plain text names an empty element. */
export function readMessage(entry: YamlEntry | undefined, report: Report): MessageRow | undefined {
  const value = entry?.value;
  if (entry === undefined || value === undefined || (value.kind === 'scalar' && value.value === null)) return undefined;
  if (value.kind === 'scalar' && isWholeHole(value.source)) {
    const hint = `write { Element: "${value.source}" }`;
    report.add('MAPPING_PATTERN', `${value.source} is not the name of an element`, value.place, hint);
    return undefined;
  }
  if (value.kind === 'scalar') {
    const empty: Tree = { kind: 'constant', value: null, source: '', place: value.place };
    return { elements: [{ key: value.source, place: value.place, value: empty }], place: entry.place };
  }
  return { elements: readEntries(entry, report), place: entry.place };
}

function readEntries(entry: YamlEntry | undefined, report: Report): Entry[] {
  return mapOf(entry, report).map((e) => ({ key: e.key, place: e.place, value: readTree(e.value, report) }));
}

/** `/v1`, or '' for none. */
export function basePath(base: Located<string> | undefined, report: Report): string {
  if (base === undefined || base.value === '/' || base.value === '') return '';
  const segments = base.value.split('/');
  const wrong = base.value.startsWith('/')
    ? segments
        .slice(1)
        .map(faultOf)
        .find((f) => f !== undefined)
    : 'it must begin with "/"';
  if (wrong === undefined) return base.value;
  report.add('MAPPING_PATTERN', `"${base.value}" cannot be a base path: ${wrong}`, base.place, 'write /a/b');
  return '';
}
