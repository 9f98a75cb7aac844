// Whole-buffer reading into the element tree of tree.ts.
import { type Place, SoapstoneError } from '../errors.ts';
import { toUtf8 } from './encoding.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { END, START, TEXT, XmlReader } from './reader.ts';
import type { XmlAttribute, XmlElement } from './tree.ts';

/** Limits for files that the operator gives us. */
const fileLimits: Limits = { ...defaultLimits, bytes: 64 * 1024 * 1024, depth: 256, tag: 1024 * 1024 };

interface Open extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/** Throws SoapstoneError XML_* with `place` in `file`. */
export function readTree(bytes: Uint8Array, file: string, limits: Limits = fileLimits): XmlElement {
  const utf8 = toUtf8(bytes);
  const places = new Places(utf8, file);
  const reader = new XmlReader({ limits, transcoded: true });
  try {
    reader.feed(utf8);
    reader.finish();
    return build(reader, places);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    throw new SoapstoneError(e.code, e.message, { place: places.at(e.offset ?? 0), offset: e.offset });
  }
}

function build(reader: XmlReader, places: Places): XmlElement {
  const stack: Open[] = [];
  let root: XmlElement | undefined;
  let text = '';
  for (;;) {
    const token = reader.next();
    if (token === TEXT) {
      text += Buffer.from(reader.text.subarray(reader.textStart, reader.textEnd)).toString();
      continue;
    }
    const top = stack.at(-1);
    if (text !== '' && top !== undefined) top.children.push(text);
    text = '';
    if (token === START) {
      const element = open(reader, places.at(reader.startOffset));
      if (top === undefined) root = element;
      else top.children.push(element);
      stack.push(element);
    } else if (token === END) stack.pop();
    else return root!;
  }
}

function open(reader: XmlReader, place: Place): Open {
  const { name, attributes } = reader;
  const list: XmlAttribute[] = [];
  for (let k = 0; k < attributes.count; k++) {
    const value = Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString();
    list.push({ name: { ns: attributes.names[k].ns, local: attributes.names[k].local }, value });
  }
  return { name: { ns: name.ns, local: name.local }, attributes: list, children: [], scope: reader.ctx.scope(), place };
}

/** Byte offset → line and column; fast when asked in ascending order. Columns count characters. */
class Places {
  private line = 1;
  private lineStart = 0;
  private readonly bytes: Buffer;
  private readonly file: string;

  constructor(bytes: Uint8Array, file: string) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.file = file;
  }

  at(offset: number): Place {
    if (offset < this.lineStart) {
      this.line = 1;
      this.lineStart = 0;
    }
    for (;;) {
      const nl = this.bytes.indexOf(10, this.lineStart);
      if (nl < 0 || nl >= offset) break;
      this.line++;
      this.lineStart = nl + 1;
    }
    const col = offset === this.lineStart ? 1 : this.bytes.toString('utf8', this.lineStart, offset).length + 1;
    return { file: this.file, line: this.line, col };
  }
}
