// Character references and the five predefined entities (XML 1.0 §4.1, §4.6). Nothing else is ever expanded.
import { isXmlChar } from './chars.ts';

const LONGEST = 64;
const PREDEFINED = new Map([
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['amp', 0x26],
  ['apos', 0x27],
  ['quot', 0x22],
]);

/**
 * Reads the reference at `pos` (an ampersand) and writes its UTF-8 bytes to `out` (4 bytes at most).
 * Returns 0: incomplete; -1: not a reference that we know; else (index after the ";" << 3) | number of bytes written.
 */
export function readReference(buf: Uint8Array, pos: number, end: number, out: Uint8Array): number {
  const stop = Math.min(end, pos + LONGEST);
  let semi = pos + 1;
  while (semi < stop && buf[semi] !== 0x3b && buf[semi] !== 0x3c && buf[semi] !== 0x26) semi++;
  if (semi === stop) return semi === end && semi < pos + LONGEST ? 0 : -1;
  if (buf[semi] !== 0x3b) return -1;
  const c = buf[pos + 1] === 0x23 ? numeric(buf, pos + 2, semi) : namedEntity(buf, pos + 1, semi);
  return c < 0 ? -1 : ((semi + 1) * 8) | encode(c, out);
}

function namedEntity(buf: Uint8Array, start: number, end: number): number {
  if (end - start > 4) return -1;
  let name = '';
  for (let i = start; i < end; i++) name += String.fromCharCode(buf[i]);
  return PREDEFINED.get(name) ?? -1;
}

function numeric(buf: Uint8Array, start: number, end: number): number {
  const hex = buf[start] === 0x78;
  let i = hex ? start + 1 : start;
  if (i === end) return -1;
  let c = 0;
  for (; i < end; i++) {
    const d = digit(buf[i], hex);
    if (d < 0) return -1;
    c = c * (hex ? 16 : 10) + d;
    if (c > 0x10ffff) return -1;
  }
  return isXmlChar(c) ? c : -1;
}

function digit(b: number, hex: boolean): number {
  if (b >= 0x30 && b <= 0x39) return b - 0x30;
  if (!hex) return -1;
  const lower = b | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** UTF-8 of one code point; returns the number of bytes. */
function encode(c: number, out: Uint8Array): number {
  if (c < 0x80) {
    out[0] = c;
    return 1;
  }
  if (c < 0x800) {
    out[0] = 0xc0 | (c >> 6);
    out[1] = 0x80 | (c & 63);
    return 2;
  }
  if (c < 0x10000) {
    out[0] = 0xe0 | (c >> 12);
    out[1] = 0x80 | ((c >> 6) & 63);
    out[2] = 0x80 | (c & 63);
    return 3;
  }
  out[0] = 0xf0 | (c >> 18);
  out[1] = 0x80 | ((c >> 12) & 63);
  out[2] = 0x80 | ((c >> 6) & 63);
  out[3] = 0x80 | (c & 63);
  return 4;
}
