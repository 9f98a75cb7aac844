// Whole-buffer reading into the element tree of tree.ts.
import { ByteBuffer } from '../bytes/buffer.ts';
import { type Place, SoapstoneError } from '../errors/errors.ts';
import { atOnce, type Steps } from '../event-loop/time-slices.ts';
import { toUtf8 } from './reader/encoding.ts';
import { fileLimits, type Limits } from './reader/limits.ts';
import { END, START, TEXT, XmlReader } from './reader/reader.ts';
import { skipSpace } from './reader/scan.ts';
import type { XmlAttribute, XmlElement } from './tree.ts';

/** Longest value that is cached. */
const SHORT = 40;
const SLOTS = 1024;

/**
 * Strings cut out of byte arrays. One Buffer serves all strings of an array, and short ASCII values, which repeat all the time in such files
 * (`xs:string`, `unbounded`), are the same string each time.
 */
class Slices {
  private bytes: Uint8Array | undefined;
  private buffer: Buffer = Buffer.alloc(0);
  private readonly cache = new Array<string>(SLOTS).fill('');

  text(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start;
    if (length === 0) return '';
    if (length > SHORT) return this.cut(bytes, start, end);
    let hash = length;
    let all = 0;
    for (let i = start; i < end; i++) {
      hash = (Math.imul(hash, 31) + bytes[i]) | 0;
      all |= bytes[i];
    }
    if (all > 0x7f) return this.cut(bytes, start, end);
    const slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
    const cached = this.cache[slot];
    if (cached.length === length && equals(cached, bytes, start)) return cached;
    return (this.cache[slot] = this.cut(bytes, start, end));
  }

  private cut(bytes: Uint8Array, start: number, end: number): string {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    return this.buffer.toString('utf8', start, end);
  }
}

function equals(text: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}

interface Open extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/** Throws SoapstoneError XML_* with `place` in `file`. */
export function readTree(bytes: Uint8Array, file: string, limits: Limits = fileLimits): XmlElement {
  return atOnce(treeSteps(bytes, file, limits));
}

export function* treeSteps(bytes: Uint8Array, file: string, limits: Limits = fileLimits): Steps<XmlElement> {
  const utf8 = decoded(bytes, file);
  const places = new Places(utf8, file);
  const reader = new XmlReader({ limits, transcoded: true });
  try {
    reader.feed(utf8);
    reader.finish();
    return yield* build(reader, places);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    throw new SoapstoneError(e.code, e.message, { place: places.at(e.offset ?? 0), offset: e.offset });
  }
}

function decoded(bytes: Uint8Array, file: string): Uint8Array {
  try {
    return toUtf8(bytes);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    throw new SoapstoneError(e.code, e.message, { place: { file, line: 1, col: 1 }, cause: e });
  }
}

/** Elements between two points where reading may be interrupted. */
const STEP = 128;

function* build(reader: XmlReader, places: Places): Steps<XmlElement> {
  const stack: Open[] = [];
  const slices = new Slices();
  const blank = new ByteBuffer(64);
  let root: XmlElement | undefined;
  let text = '';
  let left = STEP;
  for (;;) {
    const token = reader.next();
    if (token === TEXT) {
      text = addText(text, reader, blank, slices);
      continue;
    }
    const top = stack.at(-1);
    // Most text of such a file is indentation: it counts only where the element holds nothing else.
    if (text === '' && blank.length > 0 && token === END && top?.children.length === 0)
      text = slices.text(blank.bytes, 0, blank.length);
    if (text !== '' && top !== undefined) top.children.push(text);
    text = '';
    blank.reset();
    if (token === START) {
      if (left-- === 0) {
        left = STEP;
        yield;
      }
      const element = open(reader, places.at(reader.startOffset), slices);
      if (top === undefined) root = element;
      else top.children.push(element);
      stack.push(element);
    } else if (token === END) stack.pop();
    else return root!;
  }
}

/** White space is held back in `blank` until other text comes. */
function addText(text: string, reader: XmlReader, blank: ByteBuffer, slices: Slices): string {
  const { text: bytes, textStart, textEnd } = reader;
  if (text === '' && skipSpace(bytes, textStart, textEnd) === textEnd) {
    blank.append(bytes, textStart, textEnd);
    return '';
  }
  const leading = text === '' && blank.length > 0 ? slices.text(blank.bytes, 0, blank.length) : text;
  return leading + slices.text(bytes, textStart, textEnd);
}

/** Names are those of the reader's name table: one object for each name, never changed. */
function open(reader: XmlReader, place: Place, slices: Slices): Open {
  const { name, attributes } = reader;
  const { count } = attributes;
  // Arrays of exact length: `push` reserves 17 entries, in each of tens of thousands of elements.
  const list = count === 0 ? NONE : new Array<XmlAttribute>(count);
  for (let k = 0; k < count; k++) {
    const value = slices.text(attributes.value(k), attributes.start[k], attributes.end[k]);
    list[k] = { name: attributes.names[k], value };
  }
  return { name, attributes: list, children: [], scope: reader.ctx.scope(), place };
}

const NONE: XmlAttribute[] = [];

/** Byte offset → line and column; fast when asked in ascending order, also within one line. Columns count characters. */
class Places {
  private line = 1;
  private col = 1;
  private position = 0;
  private readonly bytes: Uint8Array;
  private readonly file: string;

  constructor(bytes: Uint8Array, file: string) {
    this.bytes = bytes;
    this.file = file;
  }

  at(offset: number): Place {
    if (offset < this.position) {
      this.line = 1;
      this.col = 1;
      this.position = 0;
    }
    for (; this.position < offset; this.position++) {
      const byte = this.bytes[this.position];
      if (byte === 0x0a) {
        this.line++;
        this.col = 1;
        // Continuation bytes of UTF-8 are no characters.
      } else if ((byte & 0xc0) !== 0x80) this.col++;
    }
    return { file: this.file, line: this.line, col: this.col };
  }
}
