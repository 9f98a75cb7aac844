// Lexical forms as slices of bytes, and their white space (XML Schema Part 2 §4.3.6): tab, line feed, carriage return, space.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { appendUnescaped } from '../../json/text.ts';
import { ESCAPED, STRIDE, type Tape } from '../../json/value.ts';

const none = new Uint8Array(0);
const scratch = new ByteBuffer(256);

/** A run of bytes, valid until the next value is read. */
export class Slice {
  bytes: Uint8Array = none;
  start = 0;
  end = 0;

  set(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  /** Text of a STRING entry: in place, or unescaped into a buffer that the next call reuses. */
  read(tape: Tape, node: number): void {
    const at = node * STRIDE;
    this.set(tape.bytes, tape.entries[at + 1], tape.entries[at + 2]);
    if ((tape.entries[at] & ESCAPED) === 0) return;
    scratch.reset();
    appendUnescaped(this.bytes, this.start, this.end, scratch);
    this.set(scratch.bytes, 0, scratch.length);
  }
}

/** Appends a lexical form without the white space around it. */
export function appendTrimmed({ bytes, start, end }: Slice, out: ByteBuffer): undefined {
  out.append(bytes, trimStart(bytes, start, end), trimEnd(bytes, start, end));
}

/** Text of bytes that are known to be ASCII. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

export function isSpace(b: number): boolean {
  return b === 0x20 || b === 0x0a || b === 0x0d || b === 0x09;
}

/** Index of the first byte in [start, end) that is not white space. */
export function trimStart(bytes: Uint8Array, start: number, end: number): number {
  while (start < end && isSpace(bytes[start])) start++;
  return start;
}

/** Index after the last byte in [start, end) that is not white space. */
export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && isSpace(bytes[end - 1])) end--;
  return end;
}

const collapsed = new ByteBuffer(256);

/** Replaces (tabs and line ends → spaces) or collapses the white space of `text`, in place where there is nothing to do. */
export function normalise(space: 'replace' | 'collapse', text: Slice): void {
  if (space === 'collapse') {
    text.start = trimStart(text.bytes, text.start, text.end);
    text.end = trimEnd(text.bytes, text.start, text.end);
  }
  const odd = firstOdd(space, text.bytes, text.start, text.end);
  if (odd === text.end) return;
  collapsed.reset();
  collapsed.append(text.bytes, text.start, odd);
  for (let i = odd; i < text.end; i++) {
    const b = text.bytes[i];
    if (!isSpace(b)) collapsed.push(b);
    else if (space === 'replace' || !isSpace(text.bytes[i - 1])) collapsed.push(0x20);
  }
  text.set(collapsed.bytes, 0, collapsed.length);
}

/** Index of the first white space to change. */
function firstOdd(space: 'replace' | 'collapse', bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const b = bytes[i];
    if (b > 0x20) continue;
    if (b !== 0x20) {
      if (isSpace(b)) return i;
    } else if (space === 'collapse' && isSpace(bytes[i + 1])) return i;
  }
  return end;
}
