// Markup that is no element: comments, CDATA sections, processing instructions, the XML declaration. DOCTYPE is refused.
import { isNCName } from './chars.ts';
import { checkDeclaration } from './encoding.ts';
import { equalAt, scanName, scanText, skipSpace } from './scan.ts';
import { isNonCharacter, segment, special } from './text.ts';
import { CDATA, COMMENT, CONTENT, INSTRUCTION, type ReaderWindow } from './window.ts';

const CDATA_OPEN = Buffer.from('<![CDATA[');
const DOCTYPE_OPEN = Buffer.from('<!DOCTYPE');
/** A longer incomplete tag is read again only after the window has grown by an eighth: keeps tiny pieces linear. */
export const RETRY_FROM = 1024;

/** The XML declaration that was accepted last: a peer writes the same one again and again. */
let accepted: Uint8Array = new Uint8Array(0);

/** Comment, CDATA section or DOCTYPE at `<!`. False: more bytes are needed. */
export function declaration(reader: ReaderWindow): boolean {
  const { buf, pos, end } = reader;
  const have = end - pos;
  if (have >= 4 && buf[pos + 2] === 0x2d && buf[pos + 3] === 0x2d) {
    reader.mode = COMMENT;
    reader.pos += 4;
    return true;
  }
  if (have >= 9 && equalAt(buf, pos, CDATA_OPEN)) {
    if (reader.depth === 0) reader.failOutside();
    reader.mode = CDATA;
    reader.pos += 9;
    return true;
  }
  const n = Math.min(have, 9);
  if (equalAt(buf, pos, DOCTYPE_OPEN.subarray(0, n))) {
    if (n === 9) reader.fail('XML_DOCTYPE', 'a document type declaration is not allowed');
    if (!reader.last) return false;
  }
  const prefix = equalAt(buf, pos, CDATA_OPEN.subarray(0, n)) || (have === 3 && buf[pos + 2] === 0x2d);
  if (!prefix || reader.last) reader.fail('XML_SYNTAX', '"<!" starts neither a comment nor a CDATA section');
  return false;
}

/** Processing instruction or XML declaration at `<?`. False: more bytes are needed. */
export function instruction(reader: ReaderWindow): boolean {
  const { buf, pos, end } = reader;
  if (reader.base === 0 && pos === 0 && end > accepted.length && accepted.length > 0 && equalAt(buf, 0, accepted)) {
    reader.pos = accepted.length;
    return true;
  }
  const nameEnd = scanName(buf, pos + 2, end);
  if (nameEnd - pos > reader.limits.name) reader.fail('XML_LIMIT', `a name is longer than ${reader.limits.name} bytes`);
  if (nameEnd === end && !reader.last) return false;
  const target = Buffer.from(buf.subarray(pos + 2, nameEnd)).toString();
  if (target.toLowerCase() === 'xml') return xmlDeclaration(reader, target, nameEnd);
  if (reader.noInstructions) reader.fail('XML_SYNTAX', 'a processing instruction is not allowed here');
  if (!isNCName(target)) reader.fail('XML_SYNTAX', `"${target}" is not the name of a processing instruction`);
  const c = buf[nameEnd];
  if (c !== 0x3f && skipSpace(buf, nameEnd, nameEnd + 1) === nameEnd)
    reader.fail('XML_SYNTAX', 'no space after the name of a processing instruction');
  // "<?name?" must be followed by ">" at once; INSTRUCTION mode looks for "?>" only.
  if (c === 0x3f && nameEnd + 1 < end && buf[nameEnd + 1] !== 0x3e)
    reader.fail('XML_SYNTAX', 'no space after the name of a processing instruction');
  if (c === 0x3f && nameEnd + 1 >= end && !reader.last) return false;
  reader.mode = INSTRUCTION;
  reader.instructionStart = reader.base + pos;
  reader.pos = nameEnd;
  return true;
}

const NOT_AT_START = 'an XML declaration that is not at the start';

function xmlDeclaration(reader: ReaderWindow, target: string, nameEnd: number): boolean {
  const { buf, pos, end } = reader;
  const start = reader.base + pos;
  const hasMark = start === 3 && !reader.rootSeen;
  if (target !== 'xml' || !(start === 0 || hasMark)) reader.fail('XML_SYNTAX', NOT_AT_START, NOT_AT_START);
  const close = Buffer.from(buf.buffer, buf.byteOffset, end).indexOf('?>', pos);
  if (close < 0) {
    if (reader.last || end - pos > RETRY_FROM) reader.fail('XML_SYNTAX', 'the XML declaration is not complete');
    return false;
  }
  const text = Buffer.from(buf.subarray(nameEnd, close)).toString('latin1');
  const problem = checkDeclaration(text, reader.transcoded);
  if (problem !== undefined) reader.fail(problem.code, problem.message);
  if (pos === 0 && (!reader.transcoded || checkDeclaration(text, false) === undefined))
    accepted = Uint8Array.prototype.slice.call(buf, 0, close + 2);
  reader.pos = close + 2;
  return true;
}

/** Inside a comment or processing instruction. -1: it ended. */
export function skip(reader: ReaderWindow): number {
  const { buf, end } = reader;
  const comment = reader.mode === COMMENT;
  const mark = comment ? 0x2d : 0x3f;
  let i = reader.pos;
  for (;;) {
    while (
      i < end &&
      buf[i] !== mark &&
      (buf[i] >= 0x20 ? buf[i] !== 0xef : buf[i] === 9 || buf[i] === 10 || buf[i] === 13)
    )
      i++;
    reader.pos = i;
    if (i === end) return reader.needInput();
    if (buf[i] !== mark) {
      if (buf[i] !== 0xef || isNonCharacter(buf, i)) reader.fail('XML_SYNTAX', 'a character that XML does not allow');
      i += 3;
    } else if (i + 1 === end) return reader.needInput();
    else if (buf[i + 1] !== (comment ? 0x2d : 0x3e)) i++;
    else if (!comment) return skipped(reader, i + 2);
    else if (i + 2 === end) return reader.needInput();
    else if (buf[i + 2] === 0x3e) return skipped(reader, i + 3);
    else reader.fail('XML_SYNTAX', '"--" stands in a comment');
  }
}

function skipped(reader: ReaderWindow, after: number): number {
  if (reader.mode === INSTRUCTION) reader.onInstruction?.(reader.instructionStart, reader.base + after);
  reader.pos = after;
  reader.mode = CONTENT;
  return -1;
}

/** Inside a CDATA section. -1: it ended. */
export function cdata(reader: ReaderWindow): number {
  const { buf, pos, end } = reader;
  let i = pos;
  for (;;) {
    i = scanText(buf, i, end);
    if (i < end && (buf[i] === 0x3c || buf[i] === 0x26)) i++;
    else break;
  }
  if (i > pos) return segment(reader, buf, pos, i, i);
  if (i === end) return reader.needInput();
  if (buf[i] !== 0x5d) return special(reader, buf[i]);
  if (i + 2 >= end) return reader.needInput();
  if (buf[i + 1] === 0x5d && buf[i + 2] === 0x3e) return skipped(reader, i + 3);
  return segment(reader, buf, i, i + 1, i + 1);
}
