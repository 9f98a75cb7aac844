// Messages on a terminal: bodies with indents, for people. Changes no character but space between tags and tokens.

import type { CapturedField, CapturedMessage } from '../../capture/captured.ts';
import { printable } from '../output/printable.ts';

const STEP = '  ';

/** A title, then its lines with an indent. */
export function section(title: string, lines: readonly string[]): string {
  const shown = lines.flatMap((line) => printable(line).split('\n'));
  return [title, ...shown.map((line) => (line === '' ? '' : STEP + line)), ''].join('\n');
}

/** Fields about the connection alone. */
const ABOUT_CONNECTION =
  /^(host|connection|keep-alive|date|content-length|transfer-encoding|accept-(encoding|language)|user-agent|sec-fetch-.*|x-request-id|server|x-powered-by|etag)$/i;

/** `line`: of the request or the status. */
export function messageLines(line: string, { headers, ...message }: CapturedMessage): string[] {
  const fields = headers.filter(([name, value]) => !ABOUT_CONNECTION.test(name) && !isAnything(name, value));
  const body = bodyLines(message);
  return [
    line,
    ...fields.map(([name, value]: CapturedField) => `${name}: ${value}`),
    ...(body === '' ? [] : ['', body]),
  ];
}

function isAnything(name: string, value: string): boolean {
  return name.toLowerCase() === 'accept' && value === '*/*';
}

function bodyLines({ body, bytes, cut }: Omit<CapturedMessage, 'headers'>): string {
  if (bytes === 0) return '';
  if (body === undefined) return `(${bytes} bytes, not shown: neither XML nor a JSON object or array)`;
  if (cut) return `${indented(body)}\n(cut off: ${bytes} bytes in all)`;
  return body.trimStart().startsWith('<') || isJson(body) ? indented(body) : body;
}

function indented(body: string): string {
  return body.trimStart().startsWith('<') ? indentedXml(body) : indentedJson(body);
}

const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/?[^>]*>|[^<]+/g;

/** An element a line; one with text alone on one line. */
function indentedXml(xml: string): string {
  const lines: string[] = [];
  let depth = 0;
  let open = false;
  for (const [token] of xml.matchAll(TOKEN)) {
    if (token.trim() === '') continue;
    const isTag = /^<[^!?]/.test(token);
    const isEnd = token.startsWith('</');
    if (isEnd) depth = Math.max(0, depth - 1);
    if (open && (isEnd || !token.startsWith('<'))) lines.push((lines.pop() as string) + token);
    else lines.push(STEP.repeat(depth) + token.trim());
    const isStart = isTag && !isEnd && !token.endsWith('/>');
    if (isStart) depth++;
    open = isStart || (open && !isTag);
  }
  return lines.join('\n');
}

/** A string may lack its end in a body that is cut off. */
const PART = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Every digit stays. */
function indentedJson(json: string): string {
  const parts = json.match(PART) ?? [];
  let text = '';
  let depth = 0;
  parts.forEach((part, i) => {
    const isEmpty = /^[{[]$/.test(part) && /^[}\]]$/.test(parts[i + 1] ?? '');
    const line = `\n${STEP.repeat(Math.max(0, depth - 1))}`;
    if (/^[}\]]$/.test(part)) {
      depth--;
      text += /[{[]$/.test(text) ? part : line + part;
    } else if (/^[{[]$/.test(part)) {
      depth++;
      text += isEmpty ? part : `${part}\n${STEP.repeat(depth)}`;
    } else if (part === ',') text += `,\n${STEP.repeat(depth)}`;
    else text += part === ':' ? ': ' : part;
  });
  return text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
