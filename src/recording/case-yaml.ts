// The YAML of a case. JSON is YAML; XML is a block of lines.
import type { CapturedField } from '../capture/captured.ts';
import type { Direction } from '../rule/rule.ts';
import type { XmlElement } from '../xml/tree.ts';
import { elementLines } from './element-text.ts';
import type { RecordedFault } from './envelope.ts';
import { jsonLayout } from './json-lines.ts';

export interface RestPart {
  /** `GET /path?query` */
  readonly line: string;
  readonly headers: readonly CapturedField[];
  /** JSON text. */
  readonly body: string | undefined;
  readonly response?: {
    readonly status: number;
    readonly headers: readonly CapturedField[];
    readonly body: string | undefined;
    readonly isProblem: boolean;
  };
}

interface SoapMessagePart {
  readonly body: readonly XmlElement[];
  readonly headers: readonly { readonly part: string; readonly element: XmlElement }[];
}

export interface SoapPart {
  readonly request: SoapMessagePart;
  readonly response?: SoapMessagePart;
  readonly fault?: RecordedFault;
}

/** A side that is a list has the calls of a flow. */
export interface CaseParts {
  readonly name: string;
  readonly rule: string;
  readonly only?: Direction;
  readonly settings: ReadonlyMap<string, string>;
  readonly rest: RestPart | readonly RestPart[];
  readonly soap: SoapPart | readonly SoapPart[];
}

export function caseYaml({ name, rule, only, settings, rest, soap }: CaseParts): string {
  return [
    `- name: ${quoted(name)}`,
    `  rule: ${quoted(rule)}`,
    ...(only === undefined ? [] : [`  only: ${only}`]),
    ...(settings.size === 0 ? [] : [`  settings: ${JSON.stringify(Object.fromEntries(settings))}`]),
    ...side('rest', rest, restLines),
    ...side('soap', soap, soapLines),
    '',
  ].join('\n');
}

function side<T extends object>(key: string, part: T | readonly T[], lines: (part: T) => string[]): string[] {
  if (!Array.isArray(part)) return [`  ${key}:`, ...indented(lines(part as T), 4)];
  const items = (part as T[]).flatMap((one) =>
    indented(lines(one), 6).map((line, i) => (i === 0 ? `    - ${line.trimStart()}` : line)),
  );
  return items.length === 0 ? [`  ${key}: []`] : [`  ${key}:`, ...items];
}

function restLines({ line, headers, body, response }: RestPart): string[] {
  const request = [`line: ${quoted(line)}`, ...headerLines(headers), ...bodyOrText(body)];
  return [
    ...(request.length === 1 ? [`request: ${quoted(line)}`] : ['request:', ...indented(request, 2)]),
    ...(response === undefined ? [] : ['response:', ...indented(responseLines(response), 2)]),
  ];
}

function responseLines({ status, headers, body, isProblem }: NonNullable<RestPart['response']>): string[] {
  const content = body === undefined ? [] : isProblem ? [`problem: ${problemOf(body)}`] : jsonLines('body', body);
  return [`status: ${status}`, ...headerLines(headers), ...content];
}

/** A text that is no JSON stays as the client has sent it. */
function bodyOrText(body: string | undefined): string[] {
  if (body === undefined) return [];
  return isJson(body) ? jsonLines('body', body) : [`text: ${quoted(body)}`];
}

/** Each further line is deeper than its key. */
function jsonLines(key: string, json: string): string[] {
  const [first, ...further] = isJson(json) ? jsonLayout(json) : json.trim().split(/\r?\n|\r/);
  return [`${key}: ${first}`, ...indented(further, 2)];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The members that a case compares (RFC 9457, and `code` and `data` of the gateway). */
function problemOf(body: string): string {
  const { code, title, detail, data } = membersOf(body);
  return JSON.stringify(code === undefined ? {} : { code, title, detail, data });
}

function membersOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function headerLines(headers: readonly CapturedField[]): string[] {
  return headers.length === 0
    ? []
    : ['headers:', ...headers.map(([name, value]) => `  ${quoted(name)}: ${quoted(value)}`)];
}

function soapLines({ request, response, fault }: SoapPart): string[] {
  return [
    ...messageLines('request', request),
    ...(fault === undefined ? [] : faultLines(fault)),
    ...(response === undefined || response.body.length === 0 ? [] : messageLines('response', response)),
  ];
}

function messageLines(key: string, { body, headers }: SoapMessagePart): string[] {
  if (headers.length === 0) return bodyLines(key, body);
  const parts = headers.flatMap(({ part, element }) => block(quoted(part), elementLines(element)));
  return [`${key}:`, '  headers:', ...indented(parts, 4), ...indented(bodyLines('body', body), 2)];
}

function bodyLines(key: string, body: readonly XmlElement[]): string[] {
  if (body.length === 0) return [`${key}: []`];
  if (body.length === 1) return block(key, elementLines(body[0]));
  return [`${key}:`, ...body.map((element) => `  - ${quoted(elementLines(element).join(''))}`)];
}

function faultLines({ code, reason, detail }: RecordedFault): string[] {
  return [
    'fault:',
    `  code: ${quoted(code)}`,
    `  reason: ${quoted(reason)}`,
    ...(detail === undefined ? [] : indented(block('detail', elementLines(detail)), 2)),
  ];
}

/** A text with line breaks or control characters keeps them in quotes. */
function block(key: string, lines: readonly string[]): string[] {
  if (lines.some((line) => /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(line)))
    return [`${key}: ${quoted(lines.map((line) => line.trimStart()).join(''))}`];
  return [`${key}: |`, ...indented(lines, 2)];
}

function indented(lines: readonly string[], width: number): string[] {
  return lines.map((line) => ' '.repeat(width) + line);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
