// Character data: runs of plain text, references, line ends (XML 1.0 §2.4, §2.11, §4.1).
import { readReference } from './references.ts';
import { scanText, skipSpace } from './scan.ts';
import { type ReaderWindow, TEXT, type Token } from './window.ts';

const NEWLINE = Uint8Array.of(0x0a);

export function characters(reader: ReaderWindow): Token {
  const { buf, pos, end } = reader;
  const stop = scanText(buf, pos, end);
  if (stop > pos) return segment(reader, buf, pos, stop, stop);
  const c = buf[pos];
  if (c === 0x26) return reference(reader);
  if (c === 0x5d) return bracket(reader);
  return special(reader, c);
}

/** Line ends (XML 1.0 §2.11), U+FFFE and U+FFFF, controls. */
export function special(reader: ReaderWindow, c: number): Token {
  const { buf, pos, end } = reader;
  if (c === 0x0d) {
    if (pos + 1 >= end && !reader.last) return reader.needInput();
    return segment(reader, NEWLINE, 0, 1, pos + (buf[pos + 1] === 0x0a && pos + 1 < end ? 2 : 1));
  }
  if (c !== 0xef || isNonCharacter(buf, pos)) reader.fail('XML_SYNTAX', 'a character that XML does not allow');
  return segment(reader, buf, pos, pos + 3, pos + 3);
}

function bracket(reader: ReaderWindow): Token {
  const { buf, pos, end } = reader;
  if (pos + 2 >= end && !reader.last) return reader.needInput();
  if (buf[pos + 1] === 0x5d && buf[pos + 2] === 0x3e && pos + 2 < end)
    reader.fail('XML_SYNTAX', '"]]>" stands in character data');
  return segment(reader, buf, pos, pos + 1, pos + 1);
}

function reference(reader: ReaderWindow): Token {
  if (reader.depth === 0) reader.failOutside();
  const after = readReference(reader.buf, reader.pos, reader.end, reader.scratch);
  if (after === 0) {
    if (reader.last) reader.fail('XML_SYNTAX', 'a reference is not complete');
    return reader.needInput();
  }
  if (after < 0)
    reader.fail(
      'XML_SYNTAX',
      'a reference to an entity that is not predefined, or to a character that XML does not allow',
    );
  return segment(reader, reader.scratch, 0, after & 7, after >> 3);
}

export function segment(reader: ReaderWindow, bytes: Uint8Array, start: number, end: number, after: number): Token {
  if (reader.depth === 0 && skipSpace(bytes, start, end) !== end) reader.failOutside();
  reader.pos = after;
  reader.countText(end - start);
  reader.text = bytes;
  reader.textStart = start;
  reader.textEnd = end;
  return TEXT;
}

/** U+FFFE or U+FFFF at `i` (the caller knows that a whole character is there). */
export function isNonCharacter(buf: Uint8Array, i: number): boolean {
  return buf[i + 1] === 0xbf && buf[i + 2] >= 0xbe;
}
