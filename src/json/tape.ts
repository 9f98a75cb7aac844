// One strict pass over JSON bytes (RFC 8259) into a tape of offsets. Knows nothing about XML, contracts or rules.
import { isUtf8 } from 'node:buffer';
import { defaultJsonLimits, type JsonLimits, noJsonLimits } from './limits.ts';
import { byteName, endOfNumber, endOfString, endOfWord, limitError, skipSpace, syntaxError } from './token.ts';
import {
  ARRAY,
  ESCAPED,
  FALSE,
  type Json,
  KEY,
  NULL,
  NUMBER,
  OBJECT,
  STRIDE,
  STRING,
  type Tape,
  TRUE,
} from './value.ts';

export type { JsonLimits };
export { defaultJsonLimits };

/** A value with its place on a tape. */
export type Scanned = Json & { readonly tape: Tape; readonly node: number };

/**
 * Scans a document that holds exactly one JSON value, white space around it allowed. Throws JSON_SYNTAX (also for invalid UTF-8, a byte
 * order mark and lone surrogates) and JSON_LIMIT, both with the byte offset. Duplicate keys pass: see `checkDuplicates`.
 */
export function scan(bytes: Uint8Array, limits: JsonLimits = defaultJsonLimits): Scanned {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw syntaxError(bytes, 0, 'byte order mark');
  if (!isUtf8(bytes)) throw syntaxError(bytes, 0, 'invalid UTF-8 in the document that starts');
  return valueAt(new Scan(bytes, limits).run(), 0);
}

/** The same value with a tape: itself when it has one, else its slice scanned. No limits: bytes from outside have been scanned before. */
export function scanned(value: Json): Scanned {
  if (value.tape !== undefined && value.node !== undefined) return value as Scanned;
  const isWhole = value.start === 0 && value.end === value.bytes.length;
  return scan(isWhole ? value.bytes : value.bytes.subarray(value.start, value.end), noJsonLimits);
}

/** The value of one tape entry (not of a KEY). */
export function valueAt(tape: Tape, node: number): Scanned {
  const at = node * STRIDE;
  const quote = (tape.entries[at] & ~ESCAPED) === STRING ? 1 : 0;
  return { bytes: tape.bytes, start: tape.entries[at + 1] - quote, end: tape.entries[at + 2] + quote, tape, node };
}

function longString(max: number): string {
  return `a string longer than ${max} bytes (larger files are sent as multipart/form-data, or as the body itself)`;
}

/**
 * State of one scan. An open container keeps the entry of the container around it in its own `next` field and counts its
 * members in its `end` field, so there is no other stack.
 */
class Scan {
  private readonly bytes: Uint8Array;
  private readonly end: number;
  private readonly limits: JsonLimits;
  private entries: Int32Array;
  private count = 0;
  private pos = 0;
  private open = -1;
  private depth = 0;
  private keys = 0;

  constructor(bytes: Uint8Array, limits: JsonLimits) {
    this.bytes = bytes;
    this.end = bytes.length;
    this.limits = limits;
    this.entries = new Int32Array(Math.min(8 + (bytes.length >> 3), 2 * limits.values) * STRIDE);
  }

  run(): Tape {
    do {
      const opened = this.value();
      if (!opened) this.close();
    } while (this.open >= 0);
    const rest = skipSpace(this.bytes, this.pos, this.end);
    if (rest < this.end) throw syntaxError(this.bytes, rest, `${byteName(this.bytes, rest)} after the value`);
    if (this.count - this.keys > this.limits.values) throw this.tooMany();
    return { bytes: this.bytes, entries: this.entries, length: this.count };
  }

  /** One value: a whole scalar, or the start of a container with its first key. True when a value must follow. */
  private value(): boolean {
    const { bytes, end } = this;
    const b = this.next();
    const at = this.pos;
    if (b === 0x22) this.string(STRING, at);
    else if (b === 0x7b) return this.begin(OBJECT, at, 0x7d);
    else if (b === 0x5b) return this.begin(ARRAY, at, 0x5d);
    else if (b === 0x2d || (b >= 0x30 && b <= 0x39)) this.scalar(NUMBER, at, endOfNumber(bytes, at, end));
    else if (b === 0x74) this.scalar(TRUE, at, endOfWord(bytes, at, 'true'));
    else if (b === 0x66) this.scalar(FALSE, at, endOfWord(bytes, at, 'false'));
    else if (b === 0x6e) this.scalar(NULL, at, endOfWord(bytes, at, 'null'));
    else throw this.unexpected('value');
    return false;
  }

  /** Moves to the next byte that is not white space and returns it; 0 at the end (0 is no token). */
  private next(): number {
    const { bytes, end } = this;
    let at = this.pos;
    if (at < end && bytes[at] <= 0x20) this.pos = at = skipSpace(bytes, at, end);
    return at < end ? bytes[at] : 0;
  }

  private scalar(kind: number, start: number, end: number): void {
    if (end - start > this.limits.text) throw limitError(this.bytes, start, 'value too long');
    this.push(kind, start, end, this.count + 1);
    this.pos = end;
  }

  /** `at` is the opening quote. */
  private string(kind: number, at: number): void {
    const quote = endOfString(this.bytes, at + 1, this.end);
    const end = quote < 0 ? ~quote : quote;
    if (end - at - 1 > this.limits.text) throw limitError(this.bytes, at, longString(this.limits.text));
    this.push(quote < 0 ? kind | ESCAPED : kind, at + 1, end, this.count + 1);
    this.pos = end + 1;
  }

  private begin(kind: number, at: number, closer: number): boolean {
    if (++this.depth > this.limits.depth) throw limitError(this.bytes, at, `deeper than ${this.limits.depth} levels`);
    const node = this.count;
    this.push(kind, at, 0, this.open);
    this.open = node;
    this.pos = at + 1;
    if (this.next() === closer) return false;
    if (kind === OBJECT) this.key();
    return true;
  }

  /** Member name and colon. */
  private key(): void {
    const quote = this.next();
    const at = this.pos;
    if (quote !== 0x22) throw this.unexpected('member name');
    this.keys++;
    if (++this.entries[this.open * STRIDE + 2] > this.limits.members) {
      throw limitError(this.bytes, at, `more than ${this.limits.members} members in one object`);
    }
    this.string(KEY, at);
    if (this.next() !== 0x3a) throw this.unexpected("':'");
    this.pos++;
  }

  /** After a value: a comma (then a value must follow), or the ends of one or more containers. */
  private close(): void {
    while (this.open >= 0) {
      const kind = this.entries[this.open * STRIDE];
      const b = this.next();
      if (b === 0x2c) {
        this.pos++;
        if (kind === OBJECT) this.key();
        return;
      }
      if (b !== (kind === OBJECT ? 0x7d : 0x5d)) throw this.unexpected(kind === OBJECT ? "',' or '}'" : "',' or ']'");
      this.shut(++this.pos);
    }
  }

  private shut(end: number): void {
    const at = this.open * STRIDE;
    this.open = this.entries[at + 3];
    this.entries[at + 2] = end;
    this.entries[at + 3] = this.count;
    this.depth--;
  }

  private unexpected(expected: string): Error {
    return syntaxError(this.bytes, this.pos, `${expected} expected, found ${byteName(this.bytes, this.pos)}`);
  }

  private push(kind: number, start: number, end: number, next: number): void {
    const at = this.count * STRIDE;
    if (at === this.entries.length) this.grow();
    const { entries } = this;
    entries[at] = kind;
    entries[at + 1] = start;
    entries[at + 2] = end;
    entries[at + 3] = next;
    this.count++;
  }

  /** A value has at most one name, so twice the number of values is enough. */
  private grow(): void {
    const room = Math.min(this.count * 2, this.limits.values * 2);
    if (room <= this.count) throw this.tooMany();
    const bigger = new Int32Array(room * STRIDE);
    bigger.set(this.entries);
    this.entries = bigger;
  }

  private tooMany(): Error {
    const { bytes, entries, limits } = this;
    let at = 0;
    for (let left = limits.values; at < this.count; at++) {
      if ((entries[at * STRIDE] & ~ESCAPED) !== KEY && --left < 0) break;
    }
    const offset = at < this.count ? entries[at * STRIDE + 1] : this.pos;
    return limitError(bytes, offset, `more than ${limits.values} values`);
  }
}
