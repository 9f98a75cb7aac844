// The unread bytes of a reader and its state. Bytes arrive in pieces; only what a piece cuts in two is copied.
import { isUtf8 } from 'node:buffer';
import { ByteBuffer } from '../../bytes/buffer.ts';
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import { AttributeList } from './attributes.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { type NsContext, type ResolvedName, rootContext } from './namespace-context.ts';

/** What `XmlReader.next` returns. NEED_INPUT: feed the next piece, or finish. */
export const NEED_INPUT = 0;
export const START = 1;
export const END = 2;
/** One segment of character data: adjacent segments belong together. */
export const TEXT = 3;
export const EOF = 4;
export type Token = 0 | 1 | 2 | 3 | 4;

/** Values of `mode`. */
export const CONTENT = 0;
export const COMMENT = 1;
export const INSTRUCTION = 2;
export const CDATA = 3;

const EMPTY = new Uint8Array(0);

export interface ReaderOptions {
  readonly limits?: Limits;
  /** The bytes were transcoded to UTF-8 before: ignore the encoding declaration. */
  readonly transcoded?: boolean;
  /** Refuse processing instructions (SOAP 1.2 Part 1 §5, WS-I BP 1.2 R1009). */
  readonly noInstructions?: boolean;
  /** Is told of each processing instruction: offsets of its `<` and behind its `>`. No token stands for it. */
  readonly onInstruction?: (start: number, end: number) => void;
}

export class ReaderWindow {
  /** Window: bytes [pos, end) are unread. */
  buf: Uint8Array = EMPTY;
  pos = 0;
  end = 0;
  /** Open elements. */
  depth = 0;
  ctx: NsContext = rootContext();
  /** 0: between tokens of content; else inside a comment, instruction or CDATA section. */
  mode = CONTENT;
  /** After START: the element's name and attributes. */
  name!: ResolvedName;
  readonly attributes: AttributeList;
  /** After TEXT: the segment, valid until the next call. */
  text: Uint8Array = EMPTY;
  textStart = 0;
  textEnd = 0;
  /** Offset in the document of the last START's `<`. */
  startOffset = 0;
  /** The START just returned was an empty-element tag; its END comes next. */
  empty = false;
  limits: Limits;

  rawEnd = 0;
  base = 0;
  last = false;
  started = false;
  rootSeen = false;
  retryAt = 0;
  elementCount = 0;
  run = 0;
  readonly carry = new ByteBuffer(64);
  readonly scratch = new Uint8Array(4);
  readonly open: Uint8Array[] = [];
  readonly outer: NsContext[] = [];
  transcoded: boolean;
  noInstructions: boolean;
  onInstruction: ReaderOptions['onInstruction'];
  /** Offset of the instruction that is being read. */
  instructionStart = 0;

  constructor(options: ReaderOptions = {}) {
    this.limits = options.limits ?? defaultLimits;
    this.transcoded = options.transcoded ?? false;
    this.noInstructions = options.noInstructions ?? false;
    this.onInstruction = options.onInstruction;
    this.attributes = new AttributeList(this.limits);
  }

  reset(options: ReaderOptions = {}): void {
    this.limits = options.limits ?? defaultLimits;
    this.attributes.limits = this.limits;
    this.transcoded = options.transcoded ?? false;
    this.noInstructions = options.noInstructions ?? false;
    this.onInstruction = options.onInstruction;
    this.buf = EMPTY;
    this.pos = this.end = this.rawEnd = this.base = this.depth = 0;
    this.ctx = rootContext();
    this.empty = this.last = this.started = this.rootSeen = false;
    this.mode = CONTENT;
    this.retryAt = this.elementCount = this.run = 0;
    this.carry.reset();
  }

  /** Releases the bytes of the document. */
  releaseBytes(): void {
    this.buf = this.text = EMPTY;
    this.attributes.releaseBytes();
  }

  /** Adds a piece. Call only at the start or after `next` returned NEED_INPUT. The piece is not needed any more after the next NEED_INPUT. */
  feed(piece: Uint8Array): void {
    if (this.carry.length === 0) {
      this.buf = piece;
      this.pos = 0;
      this.end = 0;
      this.rawEnd = piece.length;
    } else {
      this.carry.append(piece);
      this.buf = this.carry.bytes;
      this.rawEnd = this.carry.length;
    }
    if (this.base + this.rawEnd > this.limits.bytes)
      this.fail('XML_LIMIT', `the document has more than ${this.limits.bytes} bytes`);
    const completeEnd = this.rawEnd - incompleteTail(this.buf, this.rawEnd);
    if (completeEnd > this.end) {
      if (!isUtf8(this.buf.subarray(this.end, completeEnd))) this.failBytes(this.buf.subarray(this.end, completeEnd));
      this.end = completeEnd;
    }
    if (!this.started && this.end - this.pos >= 4) this.begin();
  }

  /** No more pieces: what is incomplete now is an error. */
  finish(): void {
    this.last = true;
    this.retryAt = 0;
    if (this.end < this.rawEnd)
      this.fail('XML_ENCODING', 'the bytes end within a UTF-8 character', 'the bytes end within a UTF-8 character');
    if (!this.started) this.begin();
  }

  /** Byte offset in the document of the next unread byte. */
  get offset(): number {
    return this.base + this.pos;
  }

  /** `safeMessage`: as of SoapstoneError. */
  fail(code: ErrorCode, message: string, safeMessage: string | undefined = undefined): never {
    throw new SoapstoneError(code, message, { offset: this.base + this.pos, safeMessage });
  }

  private failBytes(bytes: Uint8Array): never {
    const message = 'the bytes are not UTF-8';
    const offset = this.base + this.end + validLength(bytes);
    throw new SoapstoneError('XML_ENCODING', message, { offset, safeMessage: message });
  }

  failOutside(): never {
    const message = 'text outside the root element';
    this.fail('XML_SYNTAX', message, message);
  }

  /** NEED_INPUT, or at the end of the input EOF or an error. */
  needInput(): Token {
    if (!this.last) {
      this.save();
      return NEED_INPUT;
    }
    if (this.depth > 0)
      this.fail('XML_TRUNCATED', `the document ends inside element "${Buffer.from(this.openName()).toString()}"`);
    if (this.mode !== CONTENT || this.pos < this.end) this.fail('XML_TRUNCATED', 'the document ends within markup');
    if (!this.rootSeen) this.fail('XML_TRUNCATED', 'the document has no element');
    return EOF;
  }

  /** The bytes of the innermost open element's name. */
  openName(): Uint8Array {
    return this.open[this.depth - 1];
  }

  /** Counts bytes of one text run; for callers that take text out of the window themselves. */
  countText(bytes: number): void {
    this.run += bytes;
    if (this.run > this.limits.text)
      this.fail(
        'XML_LIMIT',
        `a text is longer than ${this.limits.text} bytes (larger content comes as an attachment, MTOM)`,
      );
  }

  protected save(): void {
    const { carry, pos } = this;
    const left = this.rawEnd - pos;
    if (this.buf === carry.bytes && carry.length > 0) {
      if (pos > 0) carry.bytes.copyWithin(0, pos, this.rawEnd);
      carry.length = left;
    } else {
      carry.reset();
      carry.append(this.buf, pos, this.rawEnd);
    }
    this.base += pos;
    this.buf = carry.bytes;
    this.pos = 0;
    this.end -= pos;
    this.rawEnd = left;
  }

  protected begin(): void {
    this.started = true;
    const { buf, pos, end } = this;
    if (end - pos >= 3 && buf[pos] === 0xef && buf[pos + 1] === 0xbb && buf[pos + 2] === 0xbf) this.pos += 3;
  }
}

/** How many bytes at the end belong to a character that is not complete yet: 0 to 3. */
function incompleteTail(buf: Uint8Array, end: number): number {
  for (let back = 1; back <= 3 && back <= end; back++) {
    const b = buf[end - back];
    if (b < 0x80) return 0;
    if (b >= 0xc0) return back < (b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** Bytes before the first that is not UTF-8. Off the hot path. */
function validLength(bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    const isValid = isUtf8(bytes.subarray(0, middle - incompleteTail(bytes, middle)));
    if (isValid) valid = middle;
    else invalid = middle;
  }
  return valid - incompleteTail(bytes, valid);
}
