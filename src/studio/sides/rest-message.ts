// REST messages as text: a first line, header fields, an empty line, a body. As people write them, and as we show them.
import { SoapstoneError } from '../../errors/errors.ts';
import { type DescribedRequest, describedRequest } from '../../explain/request-line.ts';
import { maskedHeader } from '../../explain/secrets.ts';
import { prettyJson } from './json-text.ts';

export interface Located<T> {
  readonly message: T;
  readonly text: string;
  /** Index of the body in the text. */
  readonly bodyStart: number;
  /** Header fields with the range of their values. */
  readonly fields: readonly { readonly name: string; readonly start: number; readonly end: number }[];
}

export interface TextResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** @throws SoapstoneError SETTINGS for a text that is no request. */
export function parseRequest(text: string): Located<DescribedRequest> {
  const { line, ...located } = split(text);
  if (line.trim() === '')
    throw new SoapstoneError('SETTINGS', 'there is no request line; write for example "GET /accounts/7"');
  const body = located.text.slice(located.bodyStart);
  const headers = located.fields.map(({ name, start, end }) => `${name}: ${text.slice(start, end)}`);
  const request = describedRequest(line.replace(/ HTTP\/[\d.]+$/, ''), headers, undefined);
  return { ...located, message: { ...request, body: body.trim() === '' ? undefined : Buffer.from(body) } };
}

/** @throws SoapstoneError SETTINGS for a text that is no response. */
export function parseResponse(text: string): Located<TextResponse> {
  const { line, ...located } = split(text);
  const status = /^(?:HTTP\/[\d.]+ )?([2-5]\d\d)(?: .*)?$/.exec(line.trim());
  if (!status) throw new SoapstoneError('SETTINGS', `"${line.trim()}" is not a status; write for example "200"`);
  const headers: Record<string, string> = Object.create(null);
  for (const { name, start, end } of located.fields) headers[name.toLowerCase()] = text.slice(start, end);
  const body = text.slice(located.bodyStart);
  const bytes = body.trim() === '' ? undefined : Buffer.from(body);
  return { ...located, message: { status: Number(status[1]), headers, body: bytes } };
}

function split(text: string): Omit<Located<never>, 'message'> & { readonly line: string } {
  const fields: { name: string; start: number; end: number }[] = [];
  const lineEnd = endOfLine(text, 0);
  let at = lineEnd + 1;
  for (; at < text.length; ) {
    const end = endOfLine(text, at);
    const line = text.slice(at, end);
    const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*/.exec(line);
    // A body may follow without an empty line.
    if (match === null) break;
    fields.push({ name: match[1], start: at + match[0].length, end: at + line.trimEnd().length });
    at = end + 1;
  }
  if (text.slice(at, endOfLine(text, at)).trim() === '') at = endOfLine(text, at) + 1;
  return { text, line: text.slice(0, lineEnd), fields, bodyStart: Math.min(at, text.length) };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** `line`: request line or status. `headers`: flat, names and values in turn. */
export function messageText(line: string, headers: readonly string[], body: Uint8Array | undefined): string {
  const fields: string[] = [];
  for (let i = 0; i < headers.length; i += 2) fields.push(`${headers[i]}: ${maskedHeader(headers[i], headers[i + 1])}`);
  const json = body && body.length > 0 ? ['', prettyJson(Buffer.from(body).toString())] : [];
  return [line, ...fields, ...json].join('\n');
}
