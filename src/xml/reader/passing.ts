// Passing over an element of which nobody wants to know anything: read as XML, without a token for each tag and text.

import { MarkupReader } from './markup.ts';
import type { ResolvedName } from './namespace-context.ts';
import { equalAt, scanText } from './scan.ts';
import { CONTENT, END, NEED_INPUT, START, type Token } from './window.ts';

const OPEN = 0x3c;
const SLASH = 0x2f;
const CLOSE = 0x3e;
const SPACE = 0x20;

export abstract class PassingReader extends MarkupReader {
  abstract next(): Token;
  abstract startKnown(name: ResolvedName, at: number, nameEnd: number): boolean;
  abstract push(name: ResolvedName): void;
  abstract pop(): void;

  /**
   * Reads up to the end of the open element of this depth (the root has 1): END. NEED_INPUT: call it again after the next piece. Everything that
   * `next` refuses is refused here too.
   */
  passOver(depth: number): typeof END | typeof NEED_INPUT {
    for (;;) {
      if (this.mode === CONTENT && !this.empty && this.passPlain(depth)) return END;
      const previous = this.name;
      const token = this.next();
      if (token === START) this.ctx.follows(previous, this.name);
      else if (token === NEED_INPUT || (token === END && this.depth < depth)) return token;
    }
  }

  /** Plain text, end tags, and start tags that came here before. False, at the beginning of a token, when there is something else. */
  private passPlain(depth: number): boolean {
    const { buf, end } = this;
    for (;;) {
      let { pos } = this;
      if (pos < end && buf[pos] !== OPEN) pos = this.passText(pos);
      if (pos + 1 >= end || buf[pos] !== OPEN) return false;
      if (buf[pos + 1] !== SLASH) {
        if (!this.passStart(pos)) return false;
      } else if (!this.passEnd(pos)) return false;
      else if (this.depth < depth) return true;
    }
  }

  private passText(from: number): number {
    const stop = scanText(this.buf, from, this.end);
    this.pos = stop;
    this.countText(stop - from);
    return stop;
  }

  private passEnd(at: number): boolean {
    const { buf } = this;
    const raw = this.openName();
    const after = at + 2 + raw.length;
    if (after >= this.end || buf[after] !== CLOSE || !equalAt(buf, at + 2, raw)) return false;
    this.pos = after + 1;
    this.pop();
    return true;
  }

  private passStart(at: number): boolean {
    const { buf } = this;
    const name = this.ctx.successors[this.name.number];
    if (name === undefined) return false;
    const after = at + 1 + name.raw.length;
    if (after >= this.end || !equalAt(buf, at + 1, name.raw)) return false;
    if (buf[after] === CLOSE) {
      this.push(name);
      this.pos = after + 1;
      return true;
    }
    if (buf[after] !== SPACE || !this.startKnown(name, at, after)) return false;
    if (this.empty) {
      this.empty = false;
      this.pop();
    }
    return true;
  }
}
