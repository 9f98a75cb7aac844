// A position in unscanned JSON bytes. Steps return whether they succeeded; the tape encoder reports errors.

import type { ByteBuffer } from '../../bytes/buffer.ts';
import { endOfNumber, endOfString, endOfWord, skipSpace } from '../../json/token.ts';
import { ESCAPED, FALSE, NUMBER, STRING, type Tape, TRUE } from '../../json/value.ts';

const NOTHING = new Uint8Array(0);

export class Cursor implements Tape {
  bytes: Uint8Array = NOTHING;
  at = 0;
  end = 0;
  /** The scalar read last, as a tape for the codecs of simple types. */
  readonly entries = new Int32Array([0, 0, 0, 1]);
  readonly length = 1;

  start(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** The next byte that is not white space; 0 at the end. */
  peek(): number {
    const { bytes, end } = this;
    let { at } = this;
    if (at >= end) return 0;
    if (bytes[at] > 0x20) return bytes[at];
    this.at = at = skipSpace(bytes, at, end);
    return at < end ? bytes[at] : 0;
  }

  /** Skips `byte` if it is next. */
  take(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.at++;
    return true;
  }

  /** Skips `text` (a member name with its colon) if it is next, byte for byte. */
  match(text: Uint8Array): boolean {
    const { bytes, at } = this;
    const after = at + text.length;
    if (after > this.end) return false;
    for (let i = 0, k = at; k < after; k++) if (bytes[k] !== text[i++]) return false;
    this.at = after;
    return true;
  }

  /** After a member's value: 1 another member follows, 0 the object has ended, -1 neither. */
  readSeparator(): number {
    const { bytes, at } = this;
    if (bytes[at] === 0x2c && bytes[at + 1] === 0x22) {
      this.at = at + 1;
      return 1;
    }
    const b = this.peek();
    this.at++;
    if (b === 0x7d) return 0;
    return b === 0x2c && this.peek() === 0x22 ? 1 : -1;
  }

  /** Reads a scalar into `entries`. Throws JSON_SYNTAX. */
  scalar(): boolean {
    const { bytes, end } = this;
    const b = this.peek();
    const start = this.at;
    if (b === 0x22) {
      const stringEnd = endOfString(bytes, start + 1, end);
      const close = stringEnd < 0 ? ~stringEnd : stringEnd;
      this.note(stringEnd < 0 ? STRING | ESCAPED : STRING, start + 1, close);
      this.at = close + 1;
    } else if (b === 0x2d || (b >= 0x30 && b <= 0x39)) this.note(NUMBER, start, endOfNumber(bytes, start, end));
    else if (b === 0x74) this.note(TRUE, start, endOfWord(bytes, start, 'true'));
    else if (b === 0x66) this.note(FALSE, start, endOfWord(bytes, start, 'false'));
    else return false;
    return true;
  }

  private note(kind: number, start: number, end: number): void {
    const { entries } = this;
    entries[0] = kind;
    entries[1] = start;
    entries[2] = end;
    this.at = end;
  }
}

/** Bytes that are the same in a JSON string and in XML text; for 0xEF see `appendText`. */
const SAME = new Uint8Array(256).fill(1, 0x20);
for (const b of [0x22, 0x5c, 0x26, 0x3c, 0x3e, 0xef]) SAME[b] = 0;

/**
 * Copies a JSON string, from after its opening quote, as element content. Returns the index after the closing quote; 0, with nothing
 * written, at a byte that JSON and XML write differently.
 */
export function copyText(bytes: Uint8Array, start: number, end: number, out: ByteBuffer): number {
  const begin = out.length;
  let room = out.bytes;
  let o = begin;
  for (let i = start; i < end; i++) {
    const b = bytes[i];
    if (SAME[b] === 0) {
      const isQuote = b === 0x22;
      out.length = isQuote ? o : begin;
      return isQuote ? i + 1 : 0;
    }
    if (o === room.length) {
      out.length = o;
      room = out.reserve(64);
    }
    room[o++] = b;
  }
  out.length = begin;
  return 0;
}
