// Per-byte loops, kept as small leaf functions: they compile to tight code and are shared by the reader and the codec.
import { NAME_BYTE, SPACE, TEXT_STOP } from './chars.ts';

/** First index in [i, end) that ends a run of plain text, or `end`. */
export function scanText(buf: Uint8Array, i: number, end: number): number {
  while (i < end && TEXT_STOP[buf[i]] === 0) i++;
  return i;
}

export function scanName(buf: Uint8Array, i: number, end: number): number {
  while (i < end && NAME_BYTE[buf[i]] === 1) i++;
  return i;
}

export function skipSpace(buf: Uint8Array, i: number, end: number): number {
  while (i < end && SPACE[buf[i]] === 1) i++;
  return i;
}

/** Do the bytes at `i` equal `expected`? The caller has checked that enough bytes are there. */
export function equalAt(buf: Uint8Array, i: number, expected: Uint8Array): boolean {
  for (let k = 0; k < expected.length; k++) if (buf[i + k] !== expected[k]) return false;
  return true;
}

/** FNV-1a over a name. */
export function hashOf(buf: Uint8Array, start: number, end: number): number {
  let h = 0x811c9dc5;
  for (let i = start; i < end; i++) h = Math.imul(h ^ buf[i], 0x01000193);
  return h;
}

export function equalRange(buf: Uint8Array, start: number, end: number, expected: Uint8Array): boolean {
  return end - start === expected.length && equalAt(buf, start, expected);
}
