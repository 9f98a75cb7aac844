// A rule as it is written, in its long form. Short rows become the same after expansion.
import type { Place } from '../../errors.ts';
import { PatternSyntax } from '../../pattern/hole.ts';
import { type Line, parseLine } from '../../pattern/line.ts';
import type { Entry, Tree } from '../../pattern/tree.ts';
import type { Report } from '../report.ts';
import type { Direction } from '../rule.ts';
import type { YamlEntry, YamlMap, YamlNode } from '../yaml.ts';
import {
  fieldsOf,
  flagField,
  listOf,
  mapOf,
  numberField,
  type Placed,
  textField,
  timeField,
  wordField,
} from './fields.ts';
import { type HeaderRow, readHeaders, readReplyHeaders } from './headers.ts';
import { readTree } from './tree.ts';

/** The body elements of one message. */
export interface MessageRow {
  readonly elements: readonly Entry[];
  readonly place: Place;
}

export interface SoapRow {
  readonly port?: Placed<string>;
  readonly operation?: Placed<string>;
  readonly request?: MessageRow;
  readonly reply?: MessageRow;
  readonly headers: readonly Entry[];
  readonly replyHeaders: readonly Entry[];
  readonly place: Place;
}

export interface RestReplyRow {
  readonly status?: number;
  readonly media?: string;
  readonly headers: readonly HeaderRow[];
  readonly body?: Tree;
  readonly place: Place;
}

export interface Row {
  readonly id: string;
  /** The row says its id itself. */
  readonly named: boolean;
  readonly place: Place;
  readonly only?: Direction;
  readonly safe?: boolean;
  readonly stream: boolean;
  /** ms */
  readonly timeout?: number;
  readonly line: Placed<Line>;
  readonly headers: readonly HeaderRow[];
  readonly body?: Tree;
  readonly reply: RestReplyRow;
  readonly soap: SoapRow;
  readonly faults: readonly YamlNode[];
}

export const DIRECTIONS: readonly Direction[] = ['rest-to-soap', 'soap-to-rest'];
const OPTIONS = ['id', 'only', 'safe', 'stream', 'timeout', 'faults'];
const LATER = ['pages', 'job', 'steps', 'each', 'auth'];

export interface RowOptions {
  readonly id?: string;
  readonly only?: Direction;
  readonly safe?: boolean;
  readonly stream: boolean;
  readonly timeout?: number;
  readonly faults: readonly YamlNode[];
}

export function readOptions(fields: ReadonlyMap<string, YamlEntry>, report: Report): RowOptions {
  return {
    id: textField(fields.get('id'), report)?.value,
    only: wordField(fields.get('only'), DIRECTIONS, report),
    safe: flagField(fields.get('safe'), report),
    stream: flagField(fields.get('stream'), report) ?? false,
    timeout: timeField(fields.get('timeout'), report),
    faults: listOf(fields.get('faults'), report),
  };
}

export function optionKeys(): { keys: string[]; later: string[] } {
  return { keys: [...OPTIONS], later: [...LATER] };
}

/** undefined when the row cannot be understood at all; its problems are in the report. */
export function readRow(node: YamlMap, all: Report): Row | undefined {
  const idEntry = node.entries.find((e) => e.key === 'id');
  const named = idEntry?.value.kind === 'scalar' ? idEntry.value.source : undefined;
  const report = named === undefined ? all : all.of(named);
  const { keys, later } = optionKeys();
  const fields = fieldsOf(node, { keys: ['rest', 'soap', ...keys], later }, 'a rule', report);
  const options = readOptions(fields, report);
  const rest = fields.get('rest');
  const soap = fields.get('soap');
  for (const [key, entry] of [
    ['rest', rest],
    ['soap', soap],
  ] as const) {
    if (entry === undefined) report.add('MAPPING_MISSING', `the rule has no "${key}"`, node.place);
  }
  if (rest === undefined || soap === undefined) return undefined;
  const side = readRest(rest, report);
  const soapRow = readSoap(soap, report);
  if (side === undefined || soapRow === undefined) return undefined;
  const id = options.id ?? soapRow.operation?.value ?? soapRow.request?.elements[0]?.key ?? side.line.value.path;
  return { ...options, ...side, soap: soapRow, id, named: options.id !== undefined, place: node.place };
}

type RestSide = Pick<Row, 'line' | 'headers' | 'body' | 'reply'>;

function readRest(entry: YamlEntry, report: Report): RestSide | undefined {
  const fields = fieldsOf(entry.value, { keys: ['request', 'reply'] }, '"rest"', report);
  const request = fields.get('request');
  if (request === undefined) {
    report.add('MAPPING_MISSING', '"rest" has no "request"', entry.place);
    return undefined;
  }
  const reply = readReply(fields.get('reply'), request.place, report);
  const read = readRequest(request, report);
  return read && { ...read, reply };
}

function readRequest(entry: YamlEntry, report: Report): Pick<Row, 'line' | 'headers' | 'body'> | undefined {
  if (entry.value.kind === 'scalar') {
    const line = readLine(entry.value.source, entry.value.place, report);
    return line && { line, headers: [] };
  }
  const fields = fieldsOf(entry.value, { keys: ['line', 'headers', 'body'] }, '"request"', report);
  const text = textField(fields.get('line'), report);
  if (text === undefined) {
    report.add('MAPPING_MISSING', '"request" has no "line"', entry.place, 'write line: "METHOD /path"');
    return undefined;
  }
  const line = readLine(text.value, text.place, report);
  const body = fields.get('body');
  const headers = readHeaders(fields.get('headers'), report);
  return line && { line, headers, body: body && readTree(body.value, report) };
}

export function readLine(text: string, place: Place, report: Report): Placed<Line> | undefined {
  try {
    return { value: parseLine(text), place };
  } catch (e) {
    if (!(e instanceof PatternSyntax)) throw e;
    report.add('MAPPING_PATTERN', `${e.message} in "${text}"`, place);
    return undefined;
  }
}

/** RFC 9110 §15.3.5 and §15.3.6. */
export function refuseBody(status: number | undefined, place: Place, report: Report): void {
  if (status === 204 || status === 205) report.add('MAPPING_SHAPE', `a reply with status ${status} has no body`, place);
}

function readReply(entry: YamlEntry | undefined, fallback: Place, report: Report): RestReplyRow {
  if (entry === undefined) return { headers: [], place: fallback };
  const fields = fieldsOf(
    entry.value,
    { keys: ['status', 'headers', 'body', 'media'], later: ['project'] },
    '"reply"',
    report,
  );
  const body = fields.get('body');
  const status = numberField(fields.get('status'), 200, 299, report);
  if (body) refuseBody(status, body.place, report);
  return {
    status,
    media: textField(fields.get('media'), report)?.value,
    headers: readReplyHeaders(fields.get('headers'), report),
    body: body && readTree(body.value, report),
    place: entry.place,
  };
}

const SOAP_KEYS = ['port', 'operation', 'request', 'reply', 'headers', 'replyHeaders'];

function readSoap(entry: YamlEntry, report: Report): SoapRow | undefined {
  const fields = fieldsOf(entry.value, { keys: SOAP_KEYS }, '"soap"', report);
  const soap = {
    port: textField(fields.get('port'), report),
    operation: textField(fields.get('operation'), report),
    request: readMessage(fields.get('request'), report),
    reply: readMessage(fields.get('reply'), report),
    headers: readEntries(fields.get('headers'), report),
    replyHeaders: readEntries(fields.get('replyHeaders'), report),
    place: entry.place,
  };
  if (soap.request !== undefined || soap.operation !== undefined) return soap;
  report.add('MAPPING_MISSING', '"soap" has neither "request" nor "operation"', entry.place);
  return undefined;
}

/** `{ Element: pattern }`; a text alone is the name of an empty element. */
export function readMessage(entry: YamlEntry | undefined, report: Report): MessageRow | undefined {
  const value = entry?.value;
  if (entry === undefined || value === undefined || (value.kind === 'scalar' && value.value === null)) return undefined;
  if (value.kind === 'scalar') {
    const empty: Tree = { kind: 'constant', value: null, source: '', place: value.place };
    return { elements: [{ key: value.source, place: value.place, value: empty }], place: entry.place };
  }
  return { elements: readEntries(entry, report), place: entry.place };
}

function readEntries(entry: YamlEntry | undefined, report: Report): Entry[] {
  return mapOf(entry, report).map((e) => ({ key: e.key, place: e.place, value: readTree(e.value, report) }));
}
