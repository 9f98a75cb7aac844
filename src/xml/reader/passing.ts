// Skips an element that is not needed: reads it as XML, without a token for each tag and text.
import type { XmlReader } from './reader.ts';
import { equalAt, scanText } from './scan.ts';
import { CONTENT, END, NEED_INPUT, START } from './window.ts';

const OPEN = 0x3c;
const SLASH = 0x2f;
const CLOSE = 0x3e;
const SPACE = 0x20;

/**
 * Reads up to the end of the open element of this depth (the root has 1): END. NEED_INPUT: call it again after the next piece. Everything that
 * `next` refuses is refused here too.
 */
export function passOver(reader: XmlReader, depth: number): typeof END | typeof NEED_INPUT {
  for (;;) {
    if (reader.mode === CONTENT && !reader.empty && passPlain(reader, depth)) return END;
    const previous = reader.name;
    const token = reader.next();
    if (token === START) reader.ctx.follows(previous, reader.name);
    else if (token === NEED_INPUT || (token === END && reader.depth < depth)) return token;
  }
}

/** Reads plain text, end tags and start tags seen before. False, at the beginning of a token, for anything else. */
function passPlain(reader: XmlReader, depth: number): boolean {
  const { buf, end } = reader;
  for (;;) {
    let { pos } = reader;
    if (pos < end && buf[pos] !== OPEN) pos = passText(reader, pos);
    if (pos + 1 >= end || buf[pos] !== OPEN) return false;
    if (buf[pos + 1] !== SLASH) {
      if (!passStart(reader, pos)) return false;
    } else if (!passEnd(reader, pos)) return false;
    else if (reader.depth < depth) return true;
  }
}

function passText(reader: XmlReader, from: number): number {
  const stop = scanText(reader.buf, from, reader.end);
  reader.pos = stop;
  reader.countText(stop - from);
  return stop;
}

function passEnd(reader: XmlReader, at: number): boolean {
  const { buf } = reader;
  const raw = reader.openName();
  const after = at + 2 + raw.length;
  if (after >= reader.end || buf[after] !== CLOSE || !equalAt(buf, at + 2, raw)) return false;
  reader.pos = after + 1;
  reader.pop();
  return true;
}

function passStart(reader: XmlReader, at: number): boolean {
  const { buf } = reader;
  const name = reader.ctx.successors[reader.name.number];
  if (name === undefined) return false;
  const after = at + 1 + name.raw.length;
  if (after >= reader.end || !equalAt(buf, at + 1, name.raw)) return false;
  if (buf[after] === CLOSE) {
    reader.push(name);
    reader.pos = after + 1;
    return true;
  }
  if (buf[after] !== SPACE || !reader.startKnown(name, at, after)) return false;
  if (reader.empty) {
    reader.empty = false;
    reader.pop();
  }
  return true;
}
