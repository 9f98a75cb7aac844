import { ByteBuffer } from '../../bytes/buffer.ts';
import { endOfDigits } from './decimal-text.ts';

/** Most digits that an exponent may add: 1e400 is still written out, 1e1000000000 never. */
const MAX_DIGITS = 400;

const scratch = new ByteBuffer(MAX_DIGITS + 64);

/** Index of the `e` of a JSON number, or -1. */
export function exponentAt(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) if ((bytes[i] | 0x20) === 0x65) return i;
  return -1;
}

/**
 * Writes a JSON number whose `e` is at `e` without exponent: 1.5e3 → 1500, 15e-3 → 0.015. Exact. Undefined when the result would have
 * more than 400 digits on one side of the point. The buffer is reused by the next call.
 */
export function expand(bytes: Uint8Array, start: number, e: number, end: number): ByteBuffer | undefined {
  const negative = bytes[start] === 0x2d;
  const intStart = negative ? start + 1 : start;
  const intEnd = endOfDigits(bytes, intStart, e);
  const fracStart = Math.min(intEnd + 1, e);
  if (isZero(bytes, intStart, e)) return zero();
  const shift = exponentOf(bytes, e + 1, end);
  const point = intEnd - intStart + shift;
  if (Number.isNaN(shift) || point > MAX_DIGITS || e - fracStart - shift > MAX_DIGITS) return undefined;
  scratch.reset();
  if (negative) scratch.push(0x2d);
  digits(bytes, intStart, intEnd, fracStart, e, point);
  return scratch;
}

function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== 0x30 && bytes[i] !== 0x2e) return false;
  return true;
}

function zero(): ByteBuffer {
  scratch.reset();
  scratch.push(0x30);
  return scratch;
}

/** NaN for more digits than any number of 400 digits needs. */
function exponentOf(bytes: Uint8Array, start: number, end: number): number {
  const signed = bytes[start] === 0x2d || bytes[start] === 0x2b;
  let value = 0;
  for (let i = signed ? start + 1 : start; i < end; i++) {
    value = value * 10 + bytes[i] - 0x30;
    if (value > 1e9) return Number.NaN;
  }
  return bytes[start] === 0x2d ? -value : value;
}

/** All digits of the number, with the point before digit `point` (counted from the first; negative: zeros come first). */
function digits(bytes: Uint8Array, i0: number, i1: number, f0: number, f1: number, point: number): void {
  const count = i1 - i0 + (f1 - f0);
  if (point <= 0) scratch.push(0x30);
  for (let k = Math.min(point, 0); k < Math.max(count, point); k++) {
    if (k === point) scratch.push(0x2e);
    const at = k < i1 - i0 ? i0 + k : f0 + k - (i1 - i0);
    scratch.push(k < 0 || k >= count ? 0x30 : bytes[at]);
  }
}
