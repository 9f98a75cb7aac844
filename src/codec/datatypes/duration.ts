// Durations: reads, compares and identifies the lexical forms.

import { CalendarText, daysFromCivil, SECONDS_OF_DAY } from './calendar-text.ts';
import type { CalendarValue } from './codec.ts';
import { compareFractions, endOfDigits } from './decimal-text.ts';
import { latin1 } from './text-slice.ts';

/** Longest number of one field: keeps sums exact. */
const MAX_DIGITS = 12;
/** Start dates for the comparison of durations (XML Schema Part 2 §3.2.6.2). */
const STARTS = [
  [1696, 9],
  [1697, 2],
  [1903, 3],
  [1903, 7],
] as const;

/** `[letter, unit]` in their order, before and after the T. `unit` counts months, days or seconds. */
const DATE_FIELDS = [
  [0x59, 12],
  [0x4d, 1],
  [0x44, 1],
] as const;
const TIME_FIELDS = [
  [0x48, 3600],
  [0x4d, 60],
  [0x53, 1],
] as const;

/** A duration (XML Schema Part 2 §3.2.6): months, days and seconds, all of one sign. */
export class Duration extends CalendarText implements CalendarValue {
  negative = false;
  months = 0;
  days = 0;
  seconds = 0;

  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.start(bytes, start, end);
    this.months = this.days = this.seconds = 0;
    this.negative = this.take(0x2d);
    if (!this.take(0x50)) return false;
    const dates = this.dateFields();
    if (dates < 0 || this.at === end) return dates > 0;
    return this.take(0x54) && this.timeFields() > 0 && this.at === end;
  }

  /** Number of fields; -1: invalid. */
  private dateFields(): number {
    let count = 0;
    for (let f = 0; f < 3 && this.digitAhead(); f++) {
      const value = this.number();
      while (f < 3 && this.bytes[this.at] !== DATE_FIELDS[f][0]) f++;
      if (value < 0 || this.at >= this.end || f === 3) return -1;
      if (f === 2) this.days = value;
      else this.months += value * DATE_FIELDS[f][1];
      this.at++;
      count++;
    }
    return count;
  }

  private timeFields(): number {
    let count = 0;
    for (let f = 0; f < 3 && this.digitAhead(); f++) {
      const value = this.number();
      const fraction = this.take(0x2e) ? this.fraction() : 0;
      while (f < 3 && this.bytes[this.at] !== TIME_FIELDS[f][0]) f++;
      if (value < 0 || fraction < 0 || this.at >= this.end || f === 3 || (fraction > 0 && f !== 2)) return -1;
      this.seconds += value * TIME_FIELDS[f][1];
      this.at++;
      count++;
    }
    return count;
  }

  private digitAhead(): boolean {
    const b = this.bytes[this.at];
    return this.at < this.end && b >= 0x30 && b <= 0x39;
  }

  /** -1 for too many digits. */
  private number(): number {
    const start = this.at;
    this.at = endOfDigits(this.bytes, start, this.end);
    if (this.at - start > MAX_DIGITS) return -1;
    let value = 0;
    for (let i = start; i < this.at; i++) value = value * 10 + this.bytes[i] - 0x30;
    return value;
  }

  /** Digits of the fraction, -1 for none. */
  private fraction(): number {
    this.fracStart = this.at;
    this.at = this.fracEnd = endOfDigits(this.bytes, this.at, this.end);
    return this.fracEnd - this.fracStart || -1;
  }

  key(): string {
    const fraction = latin1(this.bytes, this.fracStart, this.significantEnd());
    const days = this.days + Math.floor(this.seconds / SECONDS_OF_DAY);
    if (this.months === 0 && days === 0 && this.seconds === 0 && fraction === '') return '0';
    return `${this.negative ? '-' : ''}${this.months} ${days} ${this.seconds % SECONDS_OF_DAY}.${fraction}`;
  }

  /** Zero only for equal keys; NaN where the order depends on the start month. */
  compare(operand: Duration): number {
    if (this.negative !== operand.negative)
      return this.key() === '0' && operand.key() === '0' ? 0 : this.negative ? -1 : 1;
    const signs = STARTS.map(([year, month]) => this.minus(operand, year, month));
    return signs.every((sign) => sign === signs[0]) ? signs[0] : Number.NaN;
  }

  /** Sign of (start + this) - (start + other). */
  private minus(operand: Duration, year: number, month: number): number {
    const sign = this.negative ? -1 : 1;
    const days = this.daysFrom(year, month, sign) - operand.daysFrom(year, month, sign);
    const seconds = (this.seconds % SECONDS_OF_DAY) - (operand.seconds % SECONDS_OF_DAY);
    return Math.sign(days || sign * (seconds || compareFractions(this, operand)));
  }

  private daysFrom(year: number, month: number, sign: number): number {
    const months = year * 12 + month - 1 + sign * this.months;
    const start = daysFromCivil(Math.floor(months / 12), months - Math.floor(months / 12) * 12 + 1, 1);
    return start + sign * (this.days + Math.floor(this.seconds / SECONDS_OF_DAY));
  }
}

/** A new value; undefined for invalid text. */
export function durationOf(text: Uint8Array): Duration | undefined {
  const value = new Duration();
  return value.read(text, 0, text.length) ? value : undefined;
}
