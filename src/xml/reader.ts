// Pull reader over bytes that arrive in any pieces (XML 1.0, 5th edition, without DTD; Namespaces in XML 1.0). Knows nothing about SOAP or schemas.
// It makes no strings for content and copies only what a piece cuts in two.
import { isUtf8 } from 'node:buffer';
import { ByteBuffer } from '../bytes/buffer.ts';
import { type ErrorCode, SoapstoneError } from '../errors.ts';
import { AttributeList } from './attributes.ts';
import { isNCName } from './chars.ts';
import { type NsContext, type ResolvedName, rootContext } from './context.ts';
import { checkDeclaration } from './declaration.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { readReference } from './references.ts';
import { equalAt, scanName, scanText, skipSpace } from './scan.ts';

/** What `next` returns. MORE: feed the next piece, or finish. */
export const MORE = 0;
export const START = 1;
export const END = 2;
/** One segment of character data: adjacent segments belong together. */
export const TEXT = 3;
export const EOF = 4;
export type Token = 0 | 1 | 2 | 3 | 4;

const CONTENT = 0;
const COMMENT = 1;
const INSTRUCTION = 2;
const CDATA = 3;

const EMPTY = new Uint8Array(0);
const NEWLINE = Uint8Array.of(0x0a);
const CDATA_OPEN = Buffer.from('<![CDATA[');
const DOCTYPE_OPEN = Buffer.from('<!DOCTYPE');
/** Where an incomplete tag is longer than this, wait until the window has grown by an eighth before reading it again: keeps tiny pieces linear. */
const RETRY_FROM = 1024;

/** The XML declaration that was accepted last: a peer writes the same one again and again. */
let accepted: Uint8Array = EMPTY;

export interface ReaderOptions {
  readonly limits?: Limits;
  /** The bytes were transcoded to UTF-8 before: ignore the encoding declaration. */
  readonly transcoded?: boolean;
  /** Refuse processing instructions (SOAP 1.2 Part 1 §5, WS-I BP 1.2 R1009). */
  readonly noInstructions?: boolean;
}

export class XmlReader {
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

  private rawEnd = 0;
  private base = 0;
  private last = false;
  private started = false;
  private rootSeen = false;
  private retryAt = 0;
  private elementCount = 0;
  private run = 0;
  private readonly carry = new ByteBuffer(64);
  private readonly scratch = new Uint8Array(4);
  private readonly open: Uint8Array[] = [];
  private readonly outer: NsContext[] = [];
  private transcoded: boolean;
  private noInstructions: boolean;

  constructor(options: ReaderOptions = {}) {
    this.limits = options.limits ?? defaultLimits;
    this.transcoded = options.transcoded ?? false;
    this.noInstructions = options.noInstructions ?? false;
    this.attributes = new AttributeList(this.limits);
  }

  /** Makes ready for another document. */
  reset(options: ReaderOptions = {}): void {
    this.limits = options.limits ?? defaultLimits;
    this.attributes.limits = this.limits;
    this.transcoded = options.transcoded ?? false;
    this.noInstructions = options.noInstructions ?? false;
    this.buf = EMPTY;
    this.pos = this.end = this.rawEnd = this.base = this.depth = 0;
    this.ctx = rootContext();
    this.empty = this.last = this.started = this.rootSeen = false;
    this.mode = CONTENT;
    this.retryAt = this.elementCount = this.run = 0;
    this.carry.reset();
  }

  /** Adds a piece. Call only at the start or after `next` returned MORE. The piece is not needed any more after the next MORE. */
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
    const whole = this.rawEnd - incompleteTail(this.buf, this.rawEnd);
    if (whole > this.end) {
      if (!isUtf8(this.buf.subarray(this.end, whole))) this.fail('XML_ENCODING', 'the bytes are not UTF-8');
      this.end = whole;
    }
    if (!this.started && this.end - this.pos >= 4) this.begin();
  }

  /** No more pieces: what is incomplete now is an error. */
  finish(): void {
    this.last = true;
    this.retryAt = 0;
    if (this.end < this.rawEnd) this.fail('XML_ENCODING', 'the bytes end within a UTF-8 character');
    if (!this.started) this.begin();
  }

  /** Byte offset in the document of the next unread byte. */
  get offset(): number {
    return this.base + this.pos;
  }

  fail(code: ErrorCode, message: string): never {
    throw new SoapstoneError(code, message, { offset: this.base + this.pos });
  }

  next(): Token {
    if (this.empty) {
      this.empty = false;
      return this.close();
    }
    for (;;) {
      if (this.mode !== CONTENT) {
        const token = this.mode === CDATA ? this.cdata() : this.skip();
        if (token >= 0) return token as Token;
        continue;
      }
      if (this.pos >= this.end || this.rawEnd < this.retryAt || !this.started) return this.more();
      if (this.buf[this.pos] !== 0x3c) return this.characters();
      if (this.pos + 1 >= this.end) return this.more();
      const c = this.buf[this.pos + 1];
      if (c === 0x2f) return this.endTag();
      if (c !== 0x21 && c !== 0x3f) return this.startTag();
      if (!(c === 0x21 ? this.declaration() : this.instruction())) return this.more();
    }
  }

  /**
   * Reads a start tag of which the caller has recognised the name (same bytes, same context). False, with nothing changed, when the tag is not
   * complete, too long, or declares namespaces: then `next` reads it.
   */
  startKnown(name: ResolvedName, at: number, nameEnd: number): boolean {
    const { attributes } = this;
    const after = attributes.read(this.buf, nameEnd, this.end, this.base);
    if (after === 0 || attributes.declares || after - at > this.limits.tag) return false;
    attributes.resolve(this.ctx, this.base + at);
    this.name = name;
    this.empty = attributes.closed;
    this.startOffset = this.base + at;
    this.push(name.raw);
    this.pos = after;
    return true;
  }

  /** Opens an element whose start tag the caller has read by itself (a predicted name, no attributes). */
  push(raw: Uint8Array): void {
    if (this.depth >= this.limits.depth) this.fail('XML_LIMIT', `elements are nested deeper than ${this.limits.depth}`);
    this.countElement();
    this.open[this.depth] = raw;
    this.outer[this.depth++] = this.ctx;
    this.run = 0;
  }

  /** Closes the innermost element whose end tag the caller has read by itself. */
  pop(): void {
    this.ctx = this.outer[--this.depth];
    this.run = 0;
  }

  /** The bytes of the innermost open element's name. */
  openName(): Uint8Array {
    return this.open[this.depth - 1];
  }

  /** Counts an element that the caller reads by itself without `push`. */
  countElement(): void {
    if (++this.elementCount > this.limits.elements)
      this.fail('XML_LIMIT', `there are more than ${this.limits.elements} elements`);
  }

  /** Local names of the open elements from the root on, joined by "/". */
  path(depth = this.depth): string {
    return this.open
      .slice(0, depth)
      .map((raw) => {
        const name = Buffer.from(raw).toString();
        return name.slice(name.indexOf(':') + 1);
      })
      .join('/');
  }

  /** MORE, or at the end of the input EOF or an error. */
  more(): Token {
    if (!this.last) {
      this.save();
      return MORE;
    }
    if (this.depth > 0)
      this.fail('XML_TRUNCATED', `the document ends inside element "${Buffer.from(this.openName()).toString()}"`);
    if (this.mode !== CONTENT || this.pos < this.end) this.fail('XML_TRUNCATED', 'the document ends within markup');
    if (!this.rootSeen) this.fail('XML_TRUNCATED', 'the document has no element');
    return EOF;
  }

  /** Counts bytes of one text run; for callers that take text out of the window themselves. */
  countText(bytes: number): void {
    this.run += bytes;
    if (this.run > this.limits.text) this.fail('XML_LIMIT', `a text is longer than ${this.limits.text} bytes`);
  }

  private close(): Token {
    this.pop();
    return END;
  }

  private save(): void {
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

  private begin(): void {
    this.started = true;
    const { buf, pos, end } = this;
    if (end - pos >= 3 && buf[pos] === 0xef && buf[pos + 1] === 0xbb && buf[pos + 2] === 0xbf) this.pos += 3;
  }

  private characters(): Token {
    const { buf, pos, end } = this;
    const stop = scanText(buf, pos, end);
    if (stop > pos) return this.segment(buf, pos, stop, stop);
    const c = buf[pos];
    if (c === 0x26) return this.reference();
    if (c === 0x5d) return this.bracket();
    return this.special(c);
  }

  /** Line ends (XML 1.0 §2.11), U+FFFE and U+FFFF, controls. */
  private special(c: number): Token {
    const { buf, pos, end } = this;
    if (c === 0x0d) {
      if (pos + 1 >= end && !this.last) return this.more();
      return this.segment(NEWLINE, 0, 1, pos + (buf[pos + 1] === 0x0a && pos + 1 < end ? 2 : 1));
    }
    if (c !== 0xef || isNonCharacter(buf, pos)) this.fail('XML_SYNTAX', 'a character that XML does not allow');
    return this.segment(buf, pos, pos + 3, pos + 3);
  }

  private bracket(): Token {
    const { buf, pos, end } = this;
    if (pos + 2 >= end && !this.last) return this.more();
    if (buf[pos + 1] === 0x5d && buf[pos + 2] === 0x3e && pos + 2 < end)
      this.fail('XML_SYNTAX', '"]]>" stands in character data');
    return this.segment(buf, pos, pos + 1, pos + 1);
  }

  private reference(): Token {
    if (this.depth === 0) this.fail('XML_SYNTAX', 'text outside the root element');
    const after = readReference(this.buf, this.pos, this.end, this.scratch);
    if (after === 0) {
      if (this.last) this.fail('XML_SYNTAX', 'a reference is not complete');
      return this.more();
    }
    if (after < 0)
      this.fail(
        'XML_SYNTAX',
        'a reference to an entity that is not predefined, or to a character that XML does not allow',
      );
    return this.segment(this.scratch, 0, after & 7, after >> 3);
  }

  private segment(bytes: Uint8Array, start: number, end: number, after: number): Token {
    if (this.depth === 0 && skipSpace(bytes, start, end) !== end)
      this.fail('XML_SYNTAX', 'text outside the root element');
    this.pos = after;
    this.countText(end - start);
    this.text = bytes;
    this.textStart = start;
    this.textEnd = end;
    return TEXT;
  }

  private endTag(): Token {
    const { buf, pos, end } = this;
    if (this.depth === 0) this.fail('XML_SYNTAX', 'an end tag without a start tag');
    const raw = this.open[this.depth - 1];
    const nameEnd = pos + 2 + raw.length;
    if (nameEnd >= end) {
      if (this.last || !equalAt(buf, pos + 2, raw.subarray(0, end - pos - 2))) this.mismatch(raw);
      return this.more();
    }
    if (!equalAt(buf, pos + 2, raw)) this.mismatch(raw);
    const close = skipSpace(buf, nameEnd, end);
    if (close === end) return this.more();
    if (buf[close] !== 0x3e) this.mismatch(raw);
    this.pos = close + 1;
    return this.close();
  }

  private mismatch(raw: Uint8Array): never {
    this.fail('XML_SYNTAX', `the end tag does not match element "${Buffer.from(raw).toString()}"`);
  }

  private startTag(): Token {
    if (this.depth === 0 && this.rootSeen) this.fail('XML_SYNTAX', 'a second root element');
    const { buf, pos, end } = this;
    const nameEnd = scanName(buf, pos + 1, end);
    if (nameEnd === pos + 1 && nameEnd < end) this.fail('XML_SYNTAX', '"<" is not followed by a name');
    if (nameEnd - pos > this.limits.name) this.fail('XML_LIMIT', `a name is longer than ${this.limits.name} bytes`);
    const after = nameEnd === end ? 0 : this.attributes.read(buf, nameEnd, end, this.base);
    if (after === 0) return this.incompleteTag();
    if (after - pos > this.limits.tag) this.fail('XML_LIMIT', `a tag is longer than ${this.limits.tag} bytes`);
    this.retryAt = 0;
    const outer = this.ctx;
    const inner = this.attributes.resolve(outer, this.base + pos);
    this.name = this.resolveName(inner, pos + 1, nameEnd);
    this.empty = this.attributes.closed;
    this.push(this.name.raw);
    this.ctx = inner;
    this.rootSeen = true;
    this.startOffset = this.base + pos;
    this.pos = after;
    return START;
  }

  private resolveName(ctx: NsContext, start: number, end: number): ResolvedName {
    try {
      return ctx.element(this.buf, start, end);
    } catch (e) {
      throw e instanceof SoapstoneError ? new SoapstoneError(e.code, e.message, { offset: this.base + start }) : e;
    }
  }

  private incompleteTag(): Token {
    const length = this.rawEnd - this.pos;
    if (length > this.limits.tag) this.fail('XML_LIMIT', `a tag is longer than ${this.limits.tag} bytes`);
    if (this.last) this.fail('XML_TRUNCATED', 'the document ends within a tag');
    this.retryAt = length < RETRY_FROM ? 0 : length + (length >> 3);
    return this.more();
  }

  /** Comment, CDATA section or DOCTYPE at `<!`. False: more bytes are needed. */
  private declaration(): boolean {
    const { buf, pos, end } = this;
    const have = end - pos;
    if (have >= 4 && buf[pos + 2] === 0x2d && buf[pos + 3] === 0x2d) {
      this.mode = COMMENT;
      this.pos += 4;
      return true;
    }
    if (have >= 9 && equalAt(buf, pos, CDATA_OPEN)) {
      if (this.depth === 0) this.fail('XML_SYNTAX', 'text outside the root element');
      this.mode = CDATA;
      this.pos += 9;
      return true;
    }
    const n = Math.min(have, 9);
    if (equalAt(buf, pos, DOCTYPE_OPEN.subarray(0, n))) {
      if (n === 9) this.fail('XML_DOCTYPE', 'a document type declaration is not allowed');
      if (!this.last) return false;
    }
    const prefix = equalAt(buf, pos, CDATA_OPEN.subarray(0, n)) || (have === 3 && buf[pos + 2] === 0x2d);
    if (!prefix || this.last) this.fail('XML_SYNTAX', '"<!" starts neither a comment nor a CDATA section');
    return false;
  }

  /** Processing instruction or XML declaration at `<?`. False: more bytes are needed. */
  private instruction(): boolean {
    const { buf, pos, end } = this;
    if (this.base === 0 && pos === 0 && end > accepted.length && accepted.length > 0 && equalAt(buf, 0, accepted)) {
      this.pos = accepted.length;
      return true;
    }
    const nameEnd = scanName(buf, pos + 2, end);
    if (nameEnd === end && !this.last) {
      if (end - pos > this.limits.name) this.fail('XML_LIMIT', `a name is longer than ${this.limits.name} bytes`);
      return false;
    }
    const target = Buffer.from(buf.subarray(pos + 2, nameEnd)).toString();
    if (target.toLowerCase() === 'xml') return this.xmlDeclaration(target, nameEnd);
    if (this.noInstructions) this.fail('XML_SYNTAX', 'a processing instruction is not allowed here');
    if (!isNCName(target)) this.fail('XML_SYNTAX', `"${target}" is not the name of a processing instruction`);
    const c = buf[nameEnd];
    if (c !== 0x3f && skipSpace(buf, nameEnd, nameEnd + 1) === nameEnd)
      this.fail('XML_SYNTAX', 'no space after the name of a processing instruction');
    // "<?name?" must be followed by ">" at once; INSTRUCTION mode looks for "?>" only.
    if (c === 0x3f && nameEnd + 1 < end && buf[nameEnd + 1] !== 0x3e)
      this.fail('XML_SYNTAX', 'no space after the name of a processing instruction');
    if (c === 0x3f && nameEnd + 1 >= end && !this.last) return false;
    this.mode = INSTRUCTION;
    this.pos = nameEnd;
    return true;
  }

  private xmlDeclaration(target: string, nameEnd: number): boolean {
    const { buf, pos, end } = this;
    const start = this.base + pos;
    const hasMark = start === 3 && !this.rootSeen;
    if (target !== 'xml' || !(start === 0 || hasMark))
      this.fail('XML_SYNTAX', 'an XML declaration that is not at the start');
    const close = Buffer.from(buf.buffer, buf.byteOffset, end).indexOf('?>', pos);
    if (close < 0) {
      if (this.last || end - pos > RETRY_FROM) this.fail('XML_SYNTAX', 'the XML declaration is not complete');
      return false;
    }
    const problem = checkDeclaration(Buffer.from(buf.subarray(nameEnd, close)).toString('latin1'), this.transcoded);
    if (problem !== undefined) this.fail(problem.code, problem.message);
    if (pos === 0 && !this.transcoded) accepted = Uint8Array.prototype.slice.call(buf, 0, close + 2);
    this.pos = close + 2;
    return true;
  }

  /** Inside a comment or processing instruction. -1: it ended. */
  private skip(): number {
    const { buf, end } = this;
    const comment = this.mode === COMMENT;
    const mark = comment ? 0x2d : 0x3f;
    let i = this.pos;
    for (;;) {
      while (
        i < end &&
        buf[i] !== mark &&
        (buf[i] >= 0x20 ? buf[i] !== 0xef : buf[i] === 9 || buf[i] === 10 || buf[i] === 13)
      )
        i++;
      this.pos = i;
      if (i === end) return this.more();
      if (buf[i] !== mark) {
        if (buf[i] !== 0xef || isNonCharacter(buf, i)) this.fail('XML_SYNTAX', 'a character that XML does not allow');
        i += 3;
      } else if (i + 1 === end) return this.more();
      else if (buf[i + 1] !== (comment ? 0x2d : 0x3e)) i++;
      else if (!comment) return this.skipped(i + 2);
      else if (i + 2 === end) return this.more();
      else if (buf[i + 2] === 0x3e) return this.skipped(i + 3);
      else this.fail('XML_SYNTAX', '"--" stands in a comment');
    }
  }

  private skipped(after: number): number {
    this.pos = after;
    this.mode = CONTENT;
    return -1;
  }

  /** Inside a CDATA section. -1: it ended. */
  private cdata(): number {
    const { buf, pos, end } = this;
    let i = pos;
    for (;;) {
      i = scanText(buf, i, end);
      if (i < end && (buf[i] === 0x3c || buf[i] === 0x26)) i++;
      else break;
    }
    if (i > pos) return this.segment(buf, pos, i, i);
    if (i === end) return this.more();
    if (buf[i] !== 0x5d) return this.special(buf[i]);
    if (i + 2 >= end) return this.more();
    if (buf[i + 1] === 0x5d && buf[i + 2] === 0x3e) return this.skipped(i + 3);
    return this.segment(buf, i, i + 1, i + 1);
  }
}

/** U+FFFE or U+FFFF at `i` (the caller knows that a whole character is there). */
function isNonCharacter(buf: Uint8Array, i: number): boolean {
  return buf[i + 1] === 0xbf && buf[i + 2] >= 0xbe;
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
