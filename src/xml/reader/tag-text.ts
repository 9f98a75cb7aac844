// The attributes of one start tag as they are written: parallel arrays that are reused from tag to tag. Knows nothing about namespaces,
// but sees which attributes declare some.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import { ATTRIBUTE_STOP } from './chars.ts';
import type { Limits } from './limits.ts';
import { readReference } from './references.ts';
import { scanName, skipSpace } from './scan.ts';

const EMPTY = new Uint8Array(0);

export abstract class TagText {
  count = 0;
  readonly start: number[] = [];
  readonly end: number[] = [];
  /** The tag ended with "/>". */
  closed = false;
  /** At least one attribute declares a namespace. */
  declares = false;
  limits: Limits;

  protected buf: Uint8Array = EMPTY;
  protected base = 0;
  protected readonly nameStart: number[] = [];
  protected readonly nameEnd: number[] = [];
  protected readonly inScratch: boolean[] = [];
  private readonly scratch = new ByteBuffer(64);
  private readonly character = new Uint8Array(4);

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** The bytes that start[i] and end[i] index: normalised (XML 1.0 §3.3.3), references expanded. Valid until the next tag. */
  value(i: number): Uint8Array {
    return this.inScratch[i] ? this.scratch.bytes : this.buf;
  }

  /** Reads from behind the element's name to behind `>`. Returns the index there, or 0 when more bytes are needed. */
  read(buf: Uint8Array, i: number, end: number, base: number): number {
    this.buf = buf;
    this.base = base;
    this.clear();
    this.scratch.reset();
    for (;;) {
      const at = skipSpace(buf, i, end);
      if (at === end) return 0;
      const c = buf[at];
      if (c === 0x3e) return at + 1;
      if (c === 0x2f) {
        if (at + 1 === end) return 0;
        if (buf[at + 1] !== 0x3e) this.fail(at, 'XML_SYNTAX', '"/" in a tag is not followed by ">"');
        this.closed = true;
        return at + 2;
      }
      if (at === i) this.fail(at, 'XML_SYNTAX', 'no space before an attribute');
      i = this.attribute(buf, at, end);
      if (i === 0) return 0;
    }
  }

  /** Releases the bytes of the document. */
  releaseBytes(): void {
    this.buf = EMPTY;
  }

  clear(): void {
    this.count = 0;
    this.closed = false;
    this.declares = false;
  }

  private attribute(buf: Uint8Array, at: number, end: number): number {
    const nameEnd = scanName(buf, at, end);
    if (nameEnd === at) this.fail(at, 'XML_SYNTAX', 'an attribute has no name');
    if (nameEnd - at > this.limits.name) this.fail(at, 'XML_LIMIT', `a name is longer than ${this.limits.name} bytes`);
    const equals = skipSpace(buf, nameEnd, end);
    if (equals === end) return 0;
    if (buf[equals] !== 0x3d) this.fail(equals, 'XML_SYNTAX', 'an attribute has no value');
    const open = skipSpace(buf, equals + 1, end);
    if (open === end) return 0;
    const quote = buf[open];
    if (quote !== 0x22 && quote !== 0x27) this.fail(open, 'XML_SYNTAX', 'the value of an attribute is not quoted');
    if (this.count >= this.limits.attributes)
      this.fail(at, 'XML_LIMIT', `an element has more than ${this.limits.attributes} attributes`);
    const k = this.count;
    this.nameStart[k] = at;
    this.nameEnd[k] = nameEnd;
    const close = this.readValue(buf, open + 1, end, quote, k);
    if (isDeclaration(buf, at, nameEnd)) this.declares = true;
    if (close !== 0) this.count++;
    return close === 0 ? 0 : close + 1;
  }

  private readValue(buf: Uint8Array, from: number, end: number, quote: number, k: number): number {
    const close = scanValue(buf, from, end, quote);
    if (close === end) return 0;
    if (buf[close] === quote) {
      this.start[k] = from;
      this.end[k] = close;
      this.inScratch[k] = false;
      return close;
    }
    return this.normalise(buf, from, close, end, quote, k);
  }

  private normalise(buf: Uint8Array, from: number, stop: number, end: number, quote: number, k: number): number {
    const { scratch } = this;
    this.start[k] = scratch.length;
    this.inScratch[k] = true;
    let i = stop;
    scratch.append(buf, from, stop);
    while (i < end && buf[i] !== quote) {
      i = this.piece(buf, i, end);
      if (i === 0) return 0;
      const next = scanValue(buf, i, end, quote);
      scratch.append(buf, i, next);
      i = next;
    }
    if (i >= end) return 0;
    this.end[k] = scratch.length;
    return i;
  }

  /** Reads a reference, white space or 0xEF. Returns the index after it; 0: more bytes are needed. */
  private piece(buf: Uint8Array, i: number, end: number): number {
    const c = buf[i];
    if (c === 0x26) {
      const after = readReference(buf, i, end, this.character);
      if (after < 0)
        this.fail(
          i,
          'XML_SYNTAX',
          'a reference to an entity that is not predefined, or to a character that XML does not allow',
        );
      this.scratch.append(this.character, 0, after & 7);
      return after >> 3;
    }
    if (c === 0x09 || c === 0x0a || c === 0x0d) {
      if (c === 0x0d && i + 1 === end) return 0;
      this.scratch.push(0x20);
      return c === 0x0d && buf[i + 1] === 0x0a ? i + 2 : i + 1;
    }
    if (c === 0x3c) this.fail(i, 'XML_SYNTAX', '"<" stands in the value of an attribute');
    if (c !== 0xef || (buf[i + 1] === 0xbf && buf[i + 2] >= 0xbe))
      this.fail(i, 'XML_SYNTAX', 'a character that XML does not allow');
    this.scratch.append(buf, i, i + 3);
    return i + 3;
  }

  protected move(from: number, to: number): void {
    if (from === to) return;
    this.nameStart[to] = this.nameStart[from];
    this.nameEnd[to] = this.nameEnd[from];
    this.start[to] = this.start[from];
    this.end[to] = this.end[from];
    this.inScratch[to] = this.inScratch[from];
  }

  protected fail(at: number, code: ErrorCode, message: string): never {
    throw new SoapstoneError(code, message, { offset: this.base + at });
  }
}

export function scanValue(buf: Uint8Array, i: number, end: number, quote: number): number {
  while (i < end && buf[i] !== quote && ATTRIBUTE_STOP[buf[i]] === 0) i++;
  return i;
}

/** `xmlns` or `xmlns:…` */
export function isDeclaration(buf: Uint8Array, start: number, end: number): boolean {
  if (
    end - start < 5 ||
    buf[start] !== 0x78 ||
    buf[start + 1] !== 0x6d ||
    buf[start + 2] !== 0x6c ||
    buf[start + 3] !== 0x6e
  )
    return false;
  return buf[start + 4] === 0x73 && (end - start === 5 || buf[start + 5] === 0x3a);
}
