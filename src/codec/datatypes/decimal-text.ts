// Decimal numbers as text, with and without exponent.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { latin1 } from './text-slice.ts';

/**
 * A decimal number as digits in a run of bytes (XML Schema Part 2 §3.2.3): read, compared and written without ever becoming a JavaScript
 * number, so that no digit is lost. One object is reused for each text.
 */
export class DecimalText {
  bytes: Uint8Array = new Uint8Array(0);
  negative = false;
  /** Digits before the point, without leading zeros. */
  intStart = 0;
  intEnd = 0;
  /** Digits after the point, as written. */
  fracStart = 0;
  fracEnd = 0;
  hasPoint = false;

  /** Reads `[+-]?(\d+(\.\d*)?|\.\d+)`. False when [start, end) is something else. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    if (start >= end) return false;
    this.bytes = bytes;
    const sign = bytes[start];
    this.negative = sign === 0x2d;
    const digits = sign === 0x2d || sign === 0x2b ? start + 1 : start;
    let i = digits;
    while (i < end && bytes[i] === 0x30) i++;
    this.intStart = i;
    i = endOfDigits(bytes, i, end);
    this.intEnd = this.fracStart = this.fracEnd = i;
    this.hasPoint = false;
    return i === end ? i > digits : this.readFraction(i, end, i > digits);
  }

  private readFraction(at: number, end: number, hasInteger: boolean): boolean {
    if (this.bytes[at] !== 0x2e) return false;
    this.hasPoint = true;
    this.fracStart = at + 1;
    this.fracEnd = endOfDigits(this.bytes, at + 1, end);
    return this.fracEnd === end && (hasInteger || end > at + 1);
  }

  isZero(): boolean {
    return this.intStart === this.intEnd && this.significantEnd() === this.fracStart;
  }

  isInteger(): boolean {
    return this.significantEnd() === this.fracStart;
  }

  /** End of the fraction without its trailing zeros. */
  significantEnd(): number {
    let end = this.fracEnd;
    while (end > this.fracStart && this.bytes[end - 1] === 0x30) end--;
    return end;
  }

  /** Writes the canonical form: a digit on both sides of the point, no plus sign, no leading zeros; with `integer`, no fraction. */
  write(out: ByteBuffer, integer: boolean): void {
    if (this.negative && !this.isZero()) out.push(0x2d);
    if (this.intStart === this.intEnd) out.push(0x30);
    else out.append(this.bytes, this.intStart, this.intEnd);
    if (integer || this.fracStart === this.fracEnd) return;
    out.push(0x2e);
    out.append(this.bytes, this.fracStart, this.fracEnd);
  }

  key(): string {
    if (this.isZero()) return '0';
    const fraction = latin1(this.bytes, this.fracStart, this.significantEnd());
    return `${this.negative ? '-' : ''}${latin1(this.bytes, this.intStart, this.intEnd)}.${fraction}`;
  }
}

export function endOfDigits(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const b = bytes[at];
    if (b < 0x30 || b > 0x39) return at;
    at++;
  }
  return at;
}

/** A new value; undefined for invalid text. */
export function decimalOf(text: Uint8Array): DecimalText | undefined {
  const value = new DecimalText();
  return value.read(text, 0, text.length) ? value : undefined;
}

export function compareDecimals(a: DecimalText, b: DecimalText): number {
  if (a.negative !== b.negative) {
    if (a.isZero() && b.isZero()) return 0;
    return a.negative ? -1 : 1;
  }
  const sign = compareMagnitudes(a, b);
  return a.negative ? -sign : sign;
}

function compareMagnitudes(a: DecimalText, b: DecimalText): number {
  const longer = a.intEnd - a.intStart - (b.intEnd - b.intStart);
  if (longer !== 0) return longer;
  for (let i = a.intStart, k = b.intStart; i < a.intEnd; i++, k++) {
    if (a.bytes[i] !== b.bytes[k]) return a.bytes[i] - b.bytes[k];
  }
  return compareFractions(a, b);
}

/** Shorter fractions continue with zeros. */
export function compareFractions(
  a: { readonly bytes: Uint8Array; readonly fracStart: number; readonly fracEnd: number },
  b: { readonly bytes: Uint8Array; readonly fracStart: number; readonly fracEnd: number },
): number {
  for (let i = a.fracStart, k = b.fracStart; i < a.fracEnd || k < b.fracEnd; i++, k++) {
    const x = i < a.fracEnd ? a.bytes[i] : 0x30;
    const y = k < b.fracEnd ? b.bytes[k] : 0x30;
    if (x !== y) return x - y;
  }
  return 0;
}

/** Most digits on one side of the point: 1e400 is written out, 1e1000000000 is refused. */
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

/** NaN for an exponent that is too large. */
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
