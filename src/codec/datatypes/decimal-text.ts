import type { ByteBuffer } from '../../bytes/buffer.ts';
import { latin1 } from './text-slice.ts';

/**
 * A decimal number as digits in a run of bytes (XML Schema Part 2 §3.2.3): read, compared and written without ever becoming a JavaScript
 * number, so that no digit is lost. One object is read into again and again.
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

  /** The number with a digit on both sides of the point, no plus sign, no needless zeros before it; with `integer` no fraction. */
  write(out: ByteBuffer, integer: boolean): void {
    if (this.negative && !this.isZero()) out.push(0x2d);
    if (this.intStart === this.intEnd) out.push(0x30);
    else out.append(this.bytes, this.intStart, this.intEnd);
    if (integer || this.fracStart === this.fracEnd) return;
    out.push(0x2e);
    out.append(this.bytes, this.fracStart, this.fracEnd);
  }

  /** The same text for the same number. */
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

/** A number with bytes of its own. */
export function decimalOf(text: Uint8Array): DecimalText | undefined {
  const value = new DecimalText();
  return value.read(text, 0, text.length) ? value : undefined;
}

/** Negative, zero or positive, like a - b. */
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

/** A fraction that ends goes on with zeros. */
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
