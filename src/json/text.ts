// Strings of a scanned document, and strings on their way into one.
import { ByteBuffer } from '../bytes/buffer.ts';
import { appendJsonString, appendPoint, appendUnescaped, escapedPoint, escapeWidth } from './escape.ts';
import { ESCAPED, STRIDE, type Tape } from './value.ts';

export { appendJsonString, appendUnescaped };

export function stringValue(tape: Tape, node: number): string {
  const at = node * STRIDE;
  const start = tape.entries[at + 1];
  const end = tape.entries[at + 2];
  if ((tape.entries[at] & ESCAPED) === 0) return utf8(tape.bytes, start, end);
  const out = new ByteBuffer(end - start);
  appendUnescaped(tape.bytes, start, end, out);
  return utf8(out.bytes, 0, out.length);
}

/** `bytes` must be valid UTF-8. */
export function utf8(bytes: Uint8Array, start: number, end: number): string {
  if (bytes instanceof Buffer) return bytes.toString('utf8', start, end);
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

/** Is the text of a STRING or KEY this UTF-8? */
export function equalsText(tape: Tape, node: number, text: Uint8Array): boolean {
  const at = node * STRIDE;
  const start = tape.entries[at + 1];
  const end = tape.entries[at + 2];
  if ((tape.entries[at] & ESCAPED) !== 0) return equalsUnescaped(tape.bytes, start, end, text);
  if (end - start !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (tape.bytes[start + i] !== text[i]) return false;
  return true;
}

const point4 = new ByteBuffer(4);

function equalsUnescaped(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  let t = 0;
  for (let i = start; i < end; ) {
    if (bytes[i] !== 0x5c) {
      if (bytes[i++] !== text[t++]) return false;
      continue;
    }
    const point = escapedPoint(bytes, i);
    i += escapeWidth(bytes, i, point);
    point4.reset();
    appendPoint(point, point4);
    for (let k = 0; k < point4.length; k++) if (point4.bytes[k] !== text[t++]) return false;
  }
  return t === text.length;
}

/** A whole JSON string, quotes included. A lone surrogate becomes U+FFFD. */
export function jsonString(text: string): Uint8Array {
  const out = new ByteBuffer(text.length + 16);
  appendText(text, out);
  return out.slice();
}

/** The same, at the end of `out`. */
export function appendText(text: string, out: ByteBuffer): void {
  out.push(0x22);
  if (!appendPlain(text, out)) {
    const raw = Buffer.from(text, 'utf8');
    appendJsonString(raw, 0, raw.length, out);
  }
  out.push(0x22);
}

/** False, with nothing written: not all of the text is visible ASCII without escapes. */
function appendPlain(text: string, out: ByteBuffer): boolean {
  const { length } = text;
  const room = out.reserve(length);
  const start = out.length;
  for (let i = 0; i < length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x20 || c > 0x7e || c === 0x22 || c === 0x5c) return false;
    room[start + i] = c;
  }
  out.length = start + length;
  return true;
}
