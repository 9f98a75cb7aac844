// Prefixes of the message that stand in text: QNames, topics and XPath have meaning only with their declarations. XML types do not say where.
import type { NsContext } from '../../xml/reader/namespace-context.ts';

const COLON = 0x3a;
const STAR = 0x2a;
/** Shorter ranges are looked through without a view of them. */
const SHORT = 64;
/** Characters of all `$xmlns` for each byte of the message, and beside that: a long namespace may stand in many short texts. */
const LONGEST_PER_BYTE = 8;
const LONGEST_ANYWAY = 1_000_000;

/**
 * Prefixes in [start, end) that the message declares, added to `declared`: prefix → namespace. A prefix is an NCName before a colon that
 * the start of a name or `*` follows (Namespaces in XML 1.0 §4, XPath 1.0 §2.3). `http://` and `10:30` have none, whatever is declared.
 */
export function addTextPrefixes(
  bytes: Uint8Array,
  start: number,
  end: number,
  ctx: NsContext,
  declared: Map<string, string> | undefined,
): Map<string, string> | undefined {
  let prefixes = declared;
  for (let colon = colonFrom(bytes, start, end); colon >= 0; colon = colonFrom(bytes, colon + 1, end)) {
    if (colon + 1 === end || !(startsName(bytes[colon + 1]) || bytes[colon + 1] === STAR)) continue;
    const from = nameBefore(bytes, start, colon);
    if (from === colon) continue;
    const prefix = Buffer.from(bytes.buffer, bytes.byteOffset + from, colon - from).toString();
    const ns = prefix === 'xml' ? undefined : ctx.resolve(prefix);
    if (ns !== undefined) prefixes = (prefixes ?? new Map<string, string>()).set(prefix, ns);
  }
  return prefixes;
}

/** Is a message of that many bytes too small for so many characters of `$xmlns`? */
export function isTooLong(length: number, messageBytes: number): boolean {
  return length > LONGEST_ANYWAY + LONGEST_PER_BYTE * messageBytes;
}

/** Looks at nothing beyond the range: the bytes of a whole message may follow. */
function colonFrom(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > SHORT) {
    const at = bytes.subarray(start, end).indexOf(COLON);
    return at < 0 ? -1 : start + at;
  }
  for (let at = start; at < end; at++) if (bytes[at] === COLON) return at;
  return -1;
}

/** Start of the name that ends before the colon; the colon where there is none. `-p:x` in XPath is a minus before `p:x`. */
function nameBefore(bytes: Uint8Array, start: number, colon: number): number {
  let from = colon;
  while (from > start && continuesName(bytes[from - 1])) from--;
  while (from < colon && !startsName(bytes[from])) from++;
  return from;
}

/** Bytes of UTF-8 beyond ASCII count as letters: only declared prefixes are looked up. */
function startsName(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f || byte >= 0x80;
}

function continuesName(byte: number): boolean {
  return startsName(byte) || (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e;
}
