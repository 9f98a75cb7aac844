// Pull reader over bytes that arrive in any pieces (XML 1.0, 5th edition, without DTD; Namespaces in XML 1.0). Knows nothing about SOAP or schemas.
// It makes no strings for content and copies only what a piece cuts in two.
import { SoapstoneError } from '../../errors/errors.ts';
import { cdata, declaration, instruction, RETRY_FROM, skip } from './markup.ts';
import type { NsContext, ResolvedName } from './namespace-context.ts';
import { equalAt, scanName, skipSpace } from './scan.ts';
import { characters } from './text.ts';
import { CDATA, CONTENT, END, ReaderWindow, START, type Token } from './window.ts';

export { END, EOF, NEED_INPUT, type ReaderOptions, START, TEXT, type Token } from './window.ts';

export class XmlReader extends ReaderWindow {
  next(): Token {
    if (this.empty) {
      this.empty = false;
      return this.close();
    }
    for (;;) {
      if (this.mode !== CONTENT) {
        const token = this.mode === CDATA ? cdata(this) : skip(this);
        if (token >= 0) return token as Token;
        continue;
      }
      if (this.pos >= this.end || this.rawEnd < this.retryAt || !this.started) return this.needInput();
      if (this.buf[this.pos] !== 0x3c) return characters(this);
      if (this.pos + 1 >= this.end) return this.needInput();
      const c = this.buf[this.pos + 1];
      if (c === 0x2f) return this.endTag();
      if (c !== 0x21 && c !== 0x3f) return this.startTag();
      if (!(c === 0x21 ? declaration(this) : instruction(this))) return this.needInput();
    }
  }

  /**
   * Reads a start tag of which the caller has recognised the name (same bytes, same context). False, with nothing changed, when the tag is not
   * complete, too long, or declares namespaces: then `next` reads it.
   */
  startKnown(name: ResolvedName, at: number, nameEnd: number): boolean {
    // A long tag is not read again with each small piece.
    if (this.rawEnd < this.retryAt) return false;
    const { attributes, ctx } = this;
    const tagNames = ctx.tagOf(name);
    let after = tagNames === undefined ? 0 : attributes.readLike(tagNames, ctx, this.buf, nameEnd, this.end);
    if (after === 0) {
      after = attributes.read(this.buf, nameEnd, this.end, this.base);
      if (after === 0 || attributes.declares || after - at > this.limits.tag) return false;
      attributes.resolve(ctx, this.base + at);
      ctx.learnTag(name, attributes);
    } else if (after - at > this.limits.tag) return false;
    this.retryAt = 0;
    this.empty = attributes.closed;
    this.startOffset = this.base + at;
    this.push(name);
    this.pos = after;
    return true;
  }

  /** Opens an element whose start tag the caller has read by itself (a predicted name, no attributes). */
  push(name: ResolvedName): void {
    if (this.depth >= this.limits.depth) this.fail('XML_LIMIT', `elements are nested deeper than ${this.limits.depth}`);
    this.countElement();
    this.name = name;
    this.open[this.depth] = name.raw;
    this.outer[this.depth++] = this.ctx;
    this.run = 0;
  }

  /** Closes the innermost element whose end tag the caller has read by itself. */
  pop(): void {
    this.ctx = this.outer[--this.depth];
    this.run = 0;
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

  private close(): Token {
    this.pop();
    return END;
  }

  private endTag(): Token {
    const { buf, pos, end } = this;
    if (this.depth === 0) this.fail('XML_SYNTAX', 'an end tag without a start tag');
    const raw = this.open[this.depth - 1];
    const nameEnd = pos + 2 + raw.length;
    if (nameEnd >= end) {
      if (this.last || !equalAt(buf, pos + 2, raw.subarray(0, end - pos - 2))) this.mismatch(raw);
      return this.needInput();
    }
    if (!equalAt(buf, pos + 2, raw)) this.mismatch(raw);
    const close = skipSpace(buf, nameEnd, end);
    if (close === end) return this.needInput();
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
    const name = this.resolveName(inner, pos + 1, nameEnd);
    this.empty = this.attributes.closed;
    this.push(name);
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
    return this.needInput();
  }
}
