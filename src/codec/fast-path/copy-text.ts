import type { ByteBuffer } from '../../bytes/buffer.ts';

/** Bytes that stand for themselves in a JSON string and in XML text; of 0xEF see `appendText`. */
const SAME = new Uint8Array(256).fill(1, 0x20);
for (const b of [0x22, 0x5c, 0x26, 0x3c, 0x3e, 0xef]) SAME[b] = 0;

/**
 * Copies a JSON string, from behind its opening quote, as element content. Returns the index behind the closing quote; 0, with nothing
 * written, when there is a byte that the two notations spell differently.
 */
export function copyText(bytes: Uint8Array, start: number, end: number, out: ByteBuffer): number {
  const begin = out.length;
  let room = out.bytes;
  let o = begin;
  for (let i = start; i < end; i++) {
    const b = bytes[i];
    if (SAME[b] === 0) {
      const isQuote = b === 0x22;
      out.length = isQuote ? o : begin;
      return isQuote ? i + 1 : 0;
    }
    if (o === room.length) {
      out.length = o;
      room = out.reserve(64);
    }
    room[o++] = b;
  }
  out.length = begin;
  return 0;
}
