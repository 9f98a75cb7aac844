// Character data: runs of plain text, references, line ends (XML 1.0 §2.4, §2.11, §4.1).
import { readReference } from './references.ts';
import { scanText, skipSpace } from './scan.ts';
import { ReaderWindow, TEXT, type Token } from './window.ts';

const NEWLINE = Uint8Array.of(0x0a);

export abstract class TextReader extends ReaderWindow {
  protected characters(): Token {
    const { buf, pos, end } = this;
    const stop = scanText(buf, pos, end);
    if (stop > pos) return this.segment(buf, pos, stop, stop);
    const c = buf[pos];
    if (c === 0x26) return this.reference();
    if (c === 0x5d) return this.bracket();
    return this.special(c);
  }

  /** Line ends (XML 1.0 §2.11), U+FFFE and U+FFFF, controls. */
  protected special(c: number): Token {
    const { buf, pos, end } = this;
    if (c === 0x0d) {
      if (pos + 1 >= end && !this.last) return this.needInput();
      return this.segment(NEWLINE, 0, 1, pos + (buf[pos + 1] === 0x0a && pos + 1 < end ? 2 : 1));
    }
    if (c !== 0xef || isNonCharacter(buf, pos)) this.fail('XML_SYNTAX', 'a character that XML does not allow');
    return this.segment(buf, pos, pos + 3, pos + 3);
  }

  protected bracket(): Token {
    const { buf, pos, end } = this;
    if (pos + 2 >= end && !this.last) return this.needInput();
    if (buf[pos + 1] === 0x5d && buf[pos + 2] === 0x3e && pos + 2 < end)
      this.fail('XML_SYNTAX', '"]]>" stands in character data');
    return this.segment(buf, pos, pos + 1, pos + 1);
  }

  protected reference(): Token {
    if (this.depth === 0) this.fail('XML_SYNTAX', 'text outside the root element');
    const after = readReference(this.buf, this.pos, this.end, this.scratch);
    if (after === 0) {
      if (this.last) this.fail('XML_SYNTAX', 'a reference is not complete');
      return this.needInput();
    }
    if (after < 0)
      this.fail(
        'XML_SYNTAX',
        'a reference to an entity that is not predefined, or to a character that XML does not allow',
      );
    return this.segment(this.scratch, 0, after & 7, after >> 3);
  }

  protected segment(bytes: Uint8Array, start: number, end: number, after: number): Token {
    if (this.depth === 0 && skipSpace(bytes, start, end) !== end)
      this.fail('XML_SYNTAX', 'text outside the root element');
    this.pos = after;
    this.countText(end - start);
    this.text = bytes;
    this.textStart = start;
    this.textEnd = end;
    return TEXT;
  }
}

/** U+FFFE or U+FFFF at `i` (the caller knows that a whole character is there). */
export function isNonCharacter(buf: Uint8Array, i: number): boolean {
  return buf[i + 1] === 0xbf && buf[i + 2] >= 0xbe;
}
