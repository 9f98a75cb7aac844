// UTF-8 text → XML character data (XML 1.0 §2.2, §2.4, §3.3.3). Knows nothing about elements, types or the writer that calls it.
import type { ByteBuffer } from '../bytes/buffer.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { appendPoint, escapedPoint, escapeWidth } from '../json/escape.ts';
import { isXmlChar } from './reader/chars.ts';

/** Per byte: 0 copy, 1 write a reference, 2 check (no XML character, or the first byte of U+FFFE or U+FFFF). */
type Table = Uint8Array;
const REFERENCE = 1;
const SUSPECT = 2;

/** A carriage return must be a reference: a parser would make it a line feed (XML 1.0 §2.11). `>` is escaped for the sake of `]]>`. */
const TEXT = table('&<>\r');
/** Tab and line feed would become spaces (XML 1.0 §3.3.3). */
const ATTRIBUTE = table('&<>"\t\n\r');

function table(references: string): Table {
  const t = new Uint8Array(256);
  t.fill(SUSPECT, 0, 0x20);
  for (const c of '\t\n\r') t[c.charCodeAt(0)] = 0;
  t[0xef] = SUSPECT;
  for (const c of references) t[c.charCodeAt(0)] = REFERENCE;
  return t;
}

/** Valid UTF-8 in [start, end) as element content. Throws CODEC_CHARACTER. */
export function appendText(input: Uint8Array, start: number, end: number, out: ByteBuffer): void {
  escapeRun(TEXT, input, start, end, out);
}

/** Valid UTF-8 in [start, end) as the value of an attribute between double quotes. Throws CODEC_CHARACTER. */
export function appendAttribute(input: Uint8Array, start: number, end: number, out: ByteBuffer): void {
  escapeRun(ATTRIBUTE, input, start, end, out);
}

/** Content of a scanned JSON string (`escaped`: it holds backslash escapes) as element content. Throws CODEC_CHARACTER. */
export function appendTextFromJson(
  input: Uint8Array,
  start: number,
  end: number,
  escaped: boolean,
  out: ByteBuffer,
): void {
  if (escaped) escapeJson(TEXT, input, start, end, out);
  else escapeRun(TEXT, input, start, end, out);
}

/** Content of a scanned JSON string as the value of an attribute between double quotes. Throws CODEC_CHARACTER. */
export function appendAttributeFromJson(
  input: Uint8Array,
  start: number,
  end: number,
  escaped: boolean,
  out: ByteBuffer,
): void {
  if (escaped) escapeJson(ATTRIBUTE, input, start, end, out);
  else escapeRun(ATTRIBUTE, input, start, end, out);
}

function escapeRun(kinds: Table, input: Uint8Array, start: number, end: number, out: ByteBuffer): void {
  let bytes = out.reserve(end - start);
  let o = out.length;
  for (let i = start; i < end; i++) {
    const b = input[i];
    const kind = kinds[b];
    if (kind === 0) {
      bytes[o++] = b;
      continue;
    }
    out.length = o;
    if (kind === REFERENCE) appendReference(b, out);
    else appendSuspect(input, i, end, out);
    bytes = out.reserve(end - i);
    o = out.length;
  }
  out.length = o;
}

function escapeJson(kinds: Table, input: Uint8Array, start: number, end: number, out: ByteBuffer): void {
  let run = start;
  for (let i = start; i < end; ) {
    if (input[i] !== 0x5c) {
      i++;
      continue;
    }
    escapeRun(kinds, input, run, i, out);
    const point = escapedPoint(input, i);
    i += escapeWidth(input, i, point);
    run = i;
    appendEscapedPoint(kinds, point, out);
  }
  escapeRun(kinds, input, run, end, out);
}

function appendEscapedPoint(kinds: Table, point: number, out: ByteBuffer): void {
  if (point < 0x80 && kinds[point] === REFERENCE) appendReference(point, out);
  else if (isXmlChar(point)) appendPoint(point, out);
  else throw characterError(point);
}

function characterError(point: number): SoapstoneError {
  const name = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return new SoapstoneError('CODEC_CHARACTER', `${name} is not a character of XML 1.0`);
}

const references = new Map<number, Uint8Array>();
for (const [char, text] of [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
] as const) {
  references.set(char.charCodeAt(0), Buffer.from(text));
}

function appendReference(b: number, out: ByteBuffer): void {
  out.append(references.get(b)!);
}

/** 0xEF is fine unless it begins U+FFFE or U+FFFF (EF BF BE, EF BF BF); the other suspects are control characters. */
function appendSuspect(input: Uint8Array, at: number, end: number, out: ByteBuffer): void {
  if (input[at] !== 0xef) throw characterError(input[at]);
  if (at + 2 < end && input[at + 1] === 0xbf && input[at + 2] >= 0xbe) throw characterError(0xff40 + input[at + 2]);
  out.push(0xef);
}

/** Text from outside, with U+FFFD for characters that XML 1.0 (§2.2) does not allow and for lone surrogates. */
export function carried(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** The same, with no more than `longest` characters. */
export function carriedShort(text: string, longest: number): string {
  return carried(text.length <= longest ? text : `${text.slice(0, longest)}…`);
}
