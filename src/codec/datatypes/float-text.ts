import type { ByteBuffer } from '../../bytes/buffer.ts';
import { DecimalText, endOfDigits } from './decimal-text.ts';
import { exponentAt } from './exponent.ts';
import { latin1 } from './text-slice.ts';

const SPECIALS = ['INF', '-INF', 'NaN'] as const;

/** The lexical form of a float: digits with an exponent, or one of three words (XML Schema Part 2 §3.2.5.1). */
export class FloatText {
  /** 'INF', '-INF', 'NaN', or '' for a finite number. */
  special: '' | (typeof SPECIALS)[number] = '';
  private readonly mantissa = new DecimalText();
  private start = 0;
  private expStart = 0;
  private end = 0;

  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.special = specialAt(bytes, start, end);
    if (this.special !== '') return true;
    this.start = start;
    this.end = end;
    const e = exponentAt(bytes, start, end);
    this.expStart = e < 0 ? end : e;
    return this.mantissa.read(bytes, start, this.expStart) && this.hasGoodExponent();
  }

  private hasGoodExponent(): boolean {
    if (this.expStart === this.end) return true;
    const { bytes } = this.mantissa;
    const sign = bytes[this.expStart + 1];
    const digits = this.expStart + (sign === 0x2b || sign === 0x2d ? 2 : 1);
    return digits < this.end && endOfDigits(bytes, digits, this.end) === this.end;
  }

  /** Rounded to the type's precision. */
  number(single: boolean): number {
    if (this.special === '') {
      const number = Number(latin1(this.mantissa.bytes, this.start, this.end));
      return single ? Math.fround(number) : number;
    }
    return this.special === 'NaN'
      ? Number.NaN
      : this.special === 'INF'
        ? Number.POSITIVE_INFINITY
        : Number.NEGATIVE_INFINITY;
  }

  /** A JSON number with the same digits and exponent, or a JSON string. Minus zero is a value of its own and stays. */
  writeJson(out: ByteBuffer): void {
    if (this.special !== '') {
      out.appendText(`"${this.special}"`);
      return;
    }
    if (this.mantissa.negative && this.mantissa.isZero()) out.push(0x2d);
    this.mantissa.write(out, false);
    out.append(this.mantissa.bytes, this.expStart, this.end);
  }
}

/** Bytes outside of [start, end) are not looked at. */
function specialAt(bytes: Uint8Array, start: number, end: number): FloatText['special'] {
  const length = end - start;
  if (length !== 3 && length !== 4) return '';
  const last = bytes[end - 1];
  if (last !== 0x46 && last !== 0x4e) return '';
  const text = latin1(bytes, start, end);
  return SPECIALS.find((special) => special === text) ?? '';
}

/** The number of a lexical form; undefined when it is none. */
export function floatOf(text: Uint8Array, single: boolean): number | undefined {
  const value = new FloatText();
  return value.read(text, 0, text.length) ? value.number(single) : undefined;
}
