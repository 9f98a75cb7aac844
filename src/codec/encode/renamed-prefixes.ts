// XML that the encoder has written, with other prefixes: content of a message has declared one of the codec's for another namespace.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import { moveSpans } from '../datatypes/binary-spans.ts';

const [TAB, SPACE, QUOTE, SLASH, COLON, LT, EQUALS, GT] = Buffer.from('\t "/:<=>');

/**
 * Replaces prefixes in the names of tags and attributes of the bytes from `start` on. `types`: also in values of xsi:type, which
 * `xsiType` names as it is written. Escaped text holds no `<`, and no attribute value a quote.
 */
export function renamePrefixes(
  out: ByteBuffer,
  start: number,
  fresh: ReadonlyMap<string, string>,
  xsiType?: string,
): void {
  const source = Buffer.from(out.slice(start));
  out.length = start;
  const rename = (from: number, to: number): number => {
    const colon = source.subarray(from, to).indexOf(COLON);
    const prefix = colon < 0 ? undefined : fresh.get(source.toString('utf8', from, from + colon));
    if (prefix === undefined) return from;
    out.appendText(prefix);
    moveSpans(out.length, Buffer.byteLength(prefix) - colon);
    return from + colon;
  };
  let i = 0;
  let pending = 0;
  const renamed = (end: number) => {
    out.append(source, pending, i);
    pending = rename(i, end);
    i = end;
  };
  while ((i = nextTag(source, i)) >= 0) {
    if (source[i] === SLASH) i++;
    renamed(nameEnd(source, i));
    while (i < source.length && source[i] !== GT) {
      if (source[i] === SPACE || source[i] === TAB || source[i] === SLASH) {
        i++;
        continue;
      }
      const end = nameEnd(source, i);
      const isType = xsiType !== undefined && source.toString('utf8', i, end) === xsiType;
      renamed(end);
      const open = source.indexOf(QUOTE, i) + 1;
      const close = source.indexOf(QUOTE, open);
      i = open;
      if (isType) renamed(close);
      i = close + 1;
    }
  }
  out.append(source, pending, source.length);
}

/** The place after the next `<`, or -1. */
function nextTag(source: Buffer, from: number): number {
  const at = source.indexOf(LT, from);
  return at < 0 ? -1 : at + 1;
}

function nameEnd(source: Buffer, from: number): number {
  let end = from;
  while (end < source.length && !isAfterName(source[end])) end++;
  return end;
}

function isAfterName(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === SLASH || byte === EQUALS || byte === GT;
}
