// JSON string escapes, both ways, on bytes (RFC 8259 §7). Reading trusts the scan: every escape is complete, surrogates are paired.
import type { ByteBuffer } from '../bytes/buffer.ts';
import { hexUnit } from './token.ts';

const SHORT = new Uint8Array(128);
for (const [letter, value] of [
  ['"', 0x22],
  ['\\', 0x5c],
  ['/', 0x2f],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
] as const) {
  SHORT[letter.charCodeAt(0)] = value;
}

/** Code point of the escape whose backslash is at `at`. */
export function escapedPoint(bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] !== 0x75) return SHORT[bytes[at + 1]];
  const unit = hexUnit(bytes, at + 2, bytes.length);
  if (!isHighSurrogate(unit)) return unit;
  return 0x10000 + ((unit - 0xd800) << 10) + (hexUnit(bytes, at + 8, bytes.length) - 0xdc00);
}

/** Bytes of the escape whose backslash is at `at` and whose code point is `point`. */
export function escapeWidth(bytes: Uint8Array, at: number, point: number): number {
  if (bytes[at + 1] !== 0x75) return 2;
  return point > 0xffff ? 12 : 6;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Code point as UTF-8. */
export function appendPoint(point: number, out: ByteBuffer): void {
  const bytes = out.reserve(4);
  let o = out.length;
  if (point < 0x80) bytes[o++] = point;
  else if (point < 0x800) {
    bytes[o++] = 0xc0 | (point >> 6);
    bytes[o++] = 0x80 | (point & 63);
  } else {
    if (point < 0x10000) bytes[o++] = 0xe0 | (point >> 12);
    else {
      bytes[o++] = 0xf0 | (point >> 18);
      bytes[o++] = 0x80 | ((point >> 12) & 63);
    }
    bytes[o++] = 0x80 | ((point >> 6) & 63);
    bytes[o++] = 0x80 | (point & 63);
  }
  out.length = o;
}

/** Content of a scanned JSON string (without its quotes) → plain UTF-8. */
export function appendUnescaped(bytes: Uint8Array, start: number, end: number, out: ByteBuffer): void {
  let run = start;
  for (let i = start; i < end; ) {
    if (bytes[i] !== 0x5c) {
      i++;
      continue;
    }
    out.append(bytes, run, i);
    const point = escapedPoint(bytes, i);
    appendPoint(point, out);
    i += escapeWidth(bytes, i, point);
    run = i;
  }
  out.append(bytes, run, end);
}

/** UTF-8 bytes → content of a JSON string, without the quotes. */
export function appendJsonString(input: Uint8Array, start: number, end: number, out: ByteBuffer): void {
  let bytes = out.reserve(end - start);
  let o = out.length;
  for (let i = start; i < end; i++) {
    const b = input[i];
    if (b >= 0x20 && b !== 0x22 && b !== 0x5c) {
      bytes[o++] = b;
      continue;
    }
    out.length = o;
    appendEscape(b, out);
    bytes = out.reserve(end - i);
    o = out.length;
  }
  out.length = o;
}

const HEX = '0123456789abcdef';

function appendEscape(b: number, out: ByteBuffer): void {
  out.push(0x5c);
  if (b === 0x22 || b === 0x5c) out.push(b);
  else if (b === 10) out.push(0x6e);
  else if (b === 9) out.push(0x74);
  else if (b === 13) out.push(0x72);
  else if (b === 8) out.push(0x62);
  else if (b === 12) out.push(0x66);
  else {
    out.append(UNICODE);
    out.push(HEX.charCodeAt(b >> 4));
    out.push(HEX.charCodeAt(b & 15));
  }
}

const UNICODE = Uint8Array.of(0x75, 0x30, 0x30);
