// Markup that is no element: comments, CDATA sections, processing instructions, the XML declaration. DOCTYPE is refused.
import { isNCName } from './chars.ts';
import { checkDeclaration } from './declaration.ts';
import { equalAt, scanName, scanText, skipSpace } from './scan.ts';
import { isNonCharacter, TextReader } from './text.ts';
import { CDATA, COMMENT, CONTENT, INSTRUCTION } from './window.ts';

const CDATA_OPEN = Buffer.from('<![CDATA[');
const DOCTYPE_OPEN = Buffer.from('<!DOCTYPE');
/** Where an incomplete tag is longer than this, wait until the window has grown by an eighth before reading it again: keeps tiny pieces linear. */
export const RETRY_FROM = 1024;

/** The XML declaration that was accepted last: a peer writes the same one again and again. */
let accepted: Uint8Array = new Uint8Array(0);

export abstract class MarkupReader extends TextReader {
  /** Comment, CDATA section or DOCTYPE at `<!`. False: more bytes are needed. */
  protected declaration(): boolean {
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
  protected instruction(): boolean {
    const { buf, pos, end } = this;
    if (this.base === 0 && pos === 0 && end > accepted.length && accepted.length > 0 && equalAt(buf, 0, accepted)) {
      this.pos = accepted.length;
      return true;
    }
    const nameEnd = scanName(buf, pos + 2, end);
    if (nameEnd - pos > this.limits.name) this.fail('XML_LIMIT', `a name is longer than ${this.limits.name} bytes`);
    if (nameEnd === end && !this.last) return false;
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

  protected xmlDeclaration(target: string, nameEnd: number): boolean {
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
    const text = Buffer.from(buf.subarray(nameEnd, close)).toString('latin1');
    const problem = checkDeclaration(text, this.transcoded);
    if (problem !== undefined) this.fail(problem.code, problem.message);
    if (pos === 0 && (!this.transcoded || checkDeclaration(text, false) === undefined))
      accepted = Uint8Array.prototype.slice.call(buf, 0, close + 2);
    this.pos = close + 2;
    return true;
  }

  /** Inside a comment or processing instruction. -1: it ended. */
  protected skip(): number {
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
      if (i === end) return this.needInput();
      if (buf[i] !== mark) {
        if (buf[i] !== 0xef || isNonCharacter(buf, i)) this.fail('XML_SYNTAX', 'a character that XML does not allow');
        i += 3;
      } else if (i + 1 === end) return this.needInput();
      else if (buf[i + 1] !== (comment ? 0x2d : 0x3e)) i++;
      else if (!comment) return this.skipped(i + 2);
      else if (i + 2 === end) return this.needInput();
      else if (buf[i + 2] === 0x3e) return this.skipped(i + 3);
      else this.fail('XML_SYNTAX', '"--" stands in a comment');
    }
  }

  protected skipped(after: number): number {
    this.pos = after;
    this.mode = CONTENT;
    return -1;
  }

  /** Inside a CDATA section. -1: it ended. */
  protected cdata(): number {
    const { buf, pos, end } = this;
    let i = pos;
    for (;;) {
      i = scanText(buf, i, end);
      if (i < end && (buf[i] === 0x3c || buf[i] === 0x26)) i++;
      else break;
    }
    if (i > pos) return this.segment(buf, pos, i, i);
    if (i === end) return this.needInput();
    if (buf[i] !== 0x5d) return this.special(buf[i]);
    if (i + 2 >= end) return this.needInput();
    if (buf[i + 1] === 0x5d && buf[i + 2] === 0x3e) return this.skipped(i + 3);
    return this.segment(buf, i, i + 1, i + 1);
  }
}
