// The golden exchanges of a mapping: cases/*.yaml, in the format of docs/reference/cases.md.

import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Place, Problems, SoapstoneError } from '../../errors/errors.ts';
import { readTextBounded } from '../../file/read-file.ts';
import { LazyJson } from '../../json/lazy-json.ts';
import { type Json, json } from '../../json/value.ts';
import type { Direction } from '../../rule/rule.ts';
import { fieldsAt, fieldsOf, isNull, mapOf, textField } from '../syntax/fields.ts';
import { Report } from '../syntax/report.ts';
import { DIRECTIONS } from '../syntax/row.ts';

import { parseYaml, type YamlEntry, type YamlNode } from '../syntax/yaml.ts';

export interface Case {
  readonly name: string;
  readonly place: Place;
  /** Id of the rule that must match, if the case names it. */
  readonly rule?: string;
  readonly direction?: Direction;
  /** The case runs only under these settings of the mapping. */
  readonly settings: ReadonlyMap<string, string>;
  readonly rest: { readonly request: CaseRequest; readonly response?: CaseResponse };
  readonly soap: { readonly request: CaseMessage; readonly response?: CaseMessage; readonly fault?: CaseFault };
  /** The upstream calls of a flow, on `side`. The other side of the case holds the request of the client. */
  readonly calls?: { readonly side: 'rest' | 'soap'; readonly list: readonly CaseCall[] };
}

export interface CaseCall {
  readonly rest: Case['rest'];
  readonly soap: Case['soap'];
}

export interface CaseRequest {
  readonly method: string;
  /** Raw path and query. */
  readonly path: string;
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Not scanned yet where the case has it as text: that may be no JSON. */
  readonly body?: Json;
}

export interface CaseResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** The problem that clients get; only these members are compared. */
  readonly problem?: {
    readonly code?: string;
    readonly title?: string;
    readonly detail?: string;
    readonly data?: Json;
  };
}

/** XML texts: the children of Body, and header parts by name. */
export interface CaseMessage {
  readonly body: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
}

export interface CaseFault {
  /** `Client`, `Server`, … or `{namespace}Name`. */
  readonly code: string;
  readonly reason: string;
  /** XML text of the detail element's child. */
  readonly detail?: string;
}

/** All cases of a mapping's folder, in the order of their files' names. Throws Problems. */
export function readCases(dir: string): Case[] {
  const folder = join(dir, 'cases');
  if (!existsSync(folder)) return [];
  const problems: SoapstoneError[] = [];
  const cases = readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name);
      try {
        return parseCases(readTextBounded(path), relative(process.cwd(), path));
      } catch (e) {
        problems.push(...problemsOf(e, path));
        return [];
      }
    });
  if (problems.length > 0) throw new Problems(problems);
  return cases;
}

function problemsOf(e: unknown, path: string): readonly SoapstoneError[] {
  if (e instanceof Problems) return e.problems;
  const { code } = e as NodeJS.ErrnoException;
  if (code === undefined) throw e;
  return [new SoapstoneError('MAPPING_READ', `cannot read ${relative(process.cwd(), path)}: ${code}`)];
}

/** One case, or a list of them. Throws Problems. */
export function parseCases(text: string, file: string): Case[] {
  const report = new Report();
  const root = parseYaml(text, file);
  const cases = (root.kind === 'list' ? root.items : [root]).map((node) => readCase(node, report));
  report.finish();
  return cases;
}

function readCase(node: YamlNode, report: Report): Case {
  const fields = fieldsOf(node, { keys: ['name', 'rule', 'only', 'settings', 'rest', 'soap'] }, 'a case', report);
  const rest = fields.get('rest');
  const soap = fields.get('soap');
  const side = rest?.value.kind === 'list' ? 'rest' : soap?.value.kind === 'list' ? 'soap' : undefined;
  const list = (side === 'rest' ? rest : soap)?.value;
  const calls = (list?.kind === 'list' ? list.items : []).map((item): CaseCall => {
    const entry = { key: side as string, place: item.place, value: item };
    return side === 'rest'
      ? { rest: readRest(entry, node, report), soap: nothing.soap }
      : { rest: nothing.rest, soap: readSoap(entry, node, report) };
  });
  return {
    name: fields.text('name')?.value ?? `line ${node.place.line}`,
    place: node.place,
    rule: fields.text('rule')?.value,
    direction: fields.keyword('only', DIRECTIONS),
    settings: new Map(fields.map('settings').map((e) => [e.key, textField(e, report)?.value ?? ''])),
    rest: side === 'rest' ? nothing.rest : readRest(rest, node, report),
    soap: side === 'soap' ? nothing.soap : readSoap(soap, node, report),
    calls: side && { side, list: calls },
  };
}

const nothing: CaseCall = {
  rest: { request: { method: 'GET', path: '/', query: '', headers: {} } },
  soap: { request: { body: [], headers: new Map() } },
};

function readRest(entry: YamlEntry | undefined, node: YamlNode, report: Report): Case['rest'] {
  const fields = section(entry, ['request', 'response'], node, 'rest', report);
  const response = fields.get('response');
  return { request: readRequest(fields.get('request'), report), response: response && readResponse(response, report) };
}

function readSoap(entry: YamlEntry | undefined, node: YamlNode, report: Report): Case['soap'] {
  const fields = section(entry, ['request', 'response', 'fault'], node, 'soap', report);
  return {
    request: readMessage(fields.get('request'), report) ?? nothing.soap.request,
    response: readMessage(fields.get('response'), report),
    fault: readFault(fields.get('fault'), report),
  };
}

function section(entry: YamlEntry | undefined, keys: string[], node: YamlNode, name: string, report: Report) {
  const fields = fieldsAt(entry, { keys }, report);
  if (entry === undefined) report.add('MAPPING_MISSING', `the case has no "${name}"`, node.place);
  if (!fields.has('request')) report.add('MAPPING_MISSING', `the case has no ${name}.request`, node.place);
  return fields;
}

function readRequest(entry: YamlEntry | undefined, report: Report): CaseRequest {
  const none = { method: 'GET', path: '/', query: '', headers: {} };
  if (entry === undefined) return none;
  if (entry.value.kind === 'scalar')
    return { ...splitLine(entry.value.source, entry.value.place, report), headers: {} };
  const fields = fieldsAt(entry, { keys: ['line', 'headers', 'body', 'text'] }, report);
  const line = fields.text('line');
  if (line === undefined) return none;
  const body = fields.get('body');
  return {
    ...splitLine(line.value, line.place, report),
    headers: headersOf(fields.get('headers'), report),
    body: body ? jsonOf(body.value) : textBody(fields.text('text')?.value),
  };
}

function textBody(text: string | undefined): Json | undefined {
  return text === undefined ? undefined : new LazyJson(Buffer.from(text));
}

function splitLine(text: string, place: Place, report: Report): Pick<CaseRequest, 'method' | 'path' | 'query'> {
  const match = /^([A-Z]+) (\/[^\s?]*)(?:\?(\S*))?$/.exec(text);
  if (match === null)
    report.add('MAPPING_PATTERN', `"${text}" is not a request line`, place, 'write METHOD /path?query');
  return { method: match?.[1] ?? 'GET', path: match?.[2] ?? '/', query: match?.[3] ?? '' };
}

function readResponse(entry: YamlEntry, report: Report): CaseResponse {
  const fields = fieldsAt(entry, { keys: ['status', 'headers', 'body', 'problem'] }, report);
  const body = fields.get('body');
  const problem = fields.get('problem');
  return {
    status: fields.number('status', 200, 599) ?? 200,
    headers: headersOf(fields.get('headers'), report),
    body: body && jsonOf(body.value),
    problem: problem && readProblem(problem, report),
  };
}

function readProblem(entry: YamlEntry, report: Report): CaseResponse['problem'] {
  const fields = fieldsAt(entry, { keys: ['code', 'title', 'detail', 'data'] }, report);
  const text = (key: string) => fields.text(key)?.value;
  const data = fields.get('data');
  return { code: text('code'), title: text('title'), detail: text('detail'), data: data && jsonOf(data.value) };
}

function headersOf(entry: YamlEntry | undefined, report: Report): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const field of mapOf(entry, report)) {
    const text = textField(field, report);
    if (text) headers[field.key.toLowerCase()] = text.value;
  }
  return headers;
}

/** An XML text, a list of them (one for each child of Body), or `{ headers, body }`. */
function readMessage(entry: YamlEntry | undefined, report: Report): CaseMessage | undefined {
  if (entry === undefined || isNull(entry.value)) return undefined;
  if (entry.value.kind !== 'map') return { body: textsOf(entry, report), headers: new Map() };
  const fields = fieldsAt(entry, { keys: ['headers', 'body'] }, report);
  const headers = new Map<string, string>();
  for (const field of fields.map('headers')) headers.set(field.key, textField(field, report)?.value ?? '');
  return { body: textsOf(fields.get('body'), report), headers };
}

function textsOf(entry: YamlEntry | undefined, report: Report): string[] {
  if (entry === undefined) return [];
  if (entry.value.kind !== 'list') return [textField(entry, report)?.value ?? ''];
  return entry.value.items.map((item) => (item.kind === 'scalar' ? item.source : ''));
}

function readFault(entry: YamlEntry | undefined, report: Report): CaseFault | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, { keys: ['code', 'reason', 'detail'] }, report);
  const text = (key: string) => fields.text(key)?.value;
  return { code: text('code') ?? 'Server', reason: text('reason') ?? '', detail: text('detail') };
}

/** Numbers keep their digits. */
export function jsonOf(node: YamlNode): Json {
  return json(Buffer.from(jsonText(node)));
}

function jsonText(node: YamlNode): string {
  if (node.kind === 'list') return `[${node.items.map(jsonText).join()}]`;
  if (node.kind === 'map')
    return `{${node.entries.map((e) => `${JSON.stringify(e.key)}:${jsonText(e.value)}`).join()}}`;
  const isNumber = typeof node.value === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(node.source);
  return isNumber ? node.source : JSON.stringify(node.value);
}
