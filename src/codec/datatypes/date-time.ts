// A point of time, or a recurring one: reads, compares and identifies the lexical forms.
import type { Builtin } from '../../contract/model/model.ts';
import { CalendarText, daysFromCivil, daysInMonth, SECONDS_OF_DAY } from './calendar-text.ts';
import type { CalendarValue } from './codec.ts';
import { compareFractions, endOfDigits } from './decimal-text.ts';
import { latin1 } from './text-slice.ts';

export type DateTimeForm = Extract<
  Builtin,
  'dateTime' | 'date' | 'time' | 'gYearMonth' | 'gYear' | 'gMonthDay' | 'gDay' | 'gMonth'
>;

/** Longest year: keeps days exact. */
const MAX_YEAR_DIGITS = 12;
/** Offset of the widest time zone, in minutes (XML Schema Part 2 §3.2.7.3). */
const WIDEST = 14 * 60;

const DASH = 0x2d;
const COLON = 0x3a;

/**
 * A point of time, or a recurring one (XML Schema Part 2 §3.2.7–14), read from its lexical form. Real days only; year 0000 does not exist;
 * 24:00:00 is the end of the day. Missing fields have the values of 1972-01-01T00:00:00, a leap year.
 */
export class DateTime extends CalendarText implements CalendarValue {
  zoned = false;
  private readonly form: DateTimeForm;
  private year = 0;
  private month = 0;
  private day = 0;
  private seconds = 0;
  /** Minutes east of UTC. */
  private offset = 0;

  constructor(form: DateTimeForm) {
    super();
    this.form = form;
  }

  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.start(bytes, start, end);
    this.year = 1972;
    this.month = this.day = 1;
    this.seconds = this.offset = 0;
    return this.body() && this.zone() && this.at === end;
  }

  private body(): boolean {
    switch (this.form) {
      case 'dateTime':
        return this.date() && this.take(0x54) && this.time();
      case 'date':
        return this.date();
      case 'time':
        return this.time();
      case 'gYearMonth':
        return this.years() && this.take(DASH) && this.months();
      case 'gYear':
        return this.years();
      case 'gMonthDay':
        return this.take(DASH) && this.take(DASH) && this.months() && this.take(DASH) && this.days();
      case 'gDay':
        return this.take(DASH) && this.take(DASH) && this.take(DASH) && this.days();
      case 'gMonth':
        return this.take(DASH) && this.take(DASH) && this.months();
    }
  }

  private date(): boolean {
    return this.years() && this.take(DASH) && this.months() && this.take(DASH) && this.days();
  }

  /** Four digits, more only without leading zeros. -0004 has a leap day, as the algorithm of Appendix E counts. */
  private years(): boolean {
    const negative = this.take(DASH);
    const start = this.at;
    this.at = endOfDigits(this.bytes, start, this.end);
    const count = this.at - start;
    if (count < 4 || count > MAX_YEAR_DIGITS || (count > 4 && this.bytes[start] === 0x30)) return false;
    let year = 0;
    for (let i = start; i < this.at; i++) year = year * 10 + this.bytes[i] - 0x30;
    this.year = negative ? -year : year;
    return year !== 0;
  }

  private months(): boolean {
    this.month = this.twoDigits();
    return this.month >= 1 && this.month <= 12;
  }

  private days(): boolean {
    this.day = this.twoDigits();
    return this.day >= 1 && this.day <= daysInMonth(this.year, this.month);
  }

  private time(): boolean {
    const hour = this.twoDigits();
    if (hour < 0 || hour > 24 || !this.take(COLON)) return false;
    const minute = this.twoDigits();
    if (minute < 0 || minute > 59 || !this.take(COLON)) return false;
    const second = this.twoDigits();
    if (second < 0 || second > 59 || !this.fraction()) return false;
    this.seconds = hour * 3600 + minute * 60 + second;
    return hour < 24 || (this.seconds === SECONDS_OF_DAY && !this.hasFraction);
  }

  private fraction(): boolean {
    if (!this.take(0x2e)) return true;
    this.fracStart = this.at;
    this.at = this.fracEnd = endOfDigits(this.bytes, this.at, this.end);
    return this.fracEnd > this.fracStart;
  }

  /** Nothing, `Z`, or an offset up to 14:00. */
  private zone(): boolean {
    this.zoned = this.at < this.end;
    if (!this.zoned || this.take(0x5a)) return true;
    const west = this.take(DASH);
    if (!west && !this.take(0x2b)) return false;
    const hours = this.twoDigits();
    const colon = this.take(COLON);
    const minutes = this.twoDigits();
    const offset = hours * 60 + minutes;
    this.offset = west ? -offset : offset;
    return colon && hours >= 0 && minutes >= 0 && minutes <= 59 && offset <= WIDEST;
  }

  /** Value of two digits, or -1. */
  private twoDigits(): number {
    const { bytes, at } = this;
    this.at = at + 2;
    if (at + 2 > this.end) return -1;
    const tens = bytes[at] - 0x30;
    const units = bytes[at + 1] - 0x30;
    return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : -1;
  }

  key(): string {
    const fraction = latin1(this.bytes, this.fracStart, this.significantEnd());
    return `${this.utcDay} ${this.utcSecond}.${fraction}${this.zoned ? 'Z' : ''}`;
  }

  /** In UTC, since 1970-01-01. A value without a zone counts as one in UTC. */
  get utcDay(): number {
    const days = daysFromCivil(this.year, this.month, this.day);
    return days + Math.floor((this.seconds - this.offset * 60) / SECONDS_OF_DAY);
  }

  /** Of that day, without the fraction. */
  get utcSecond(): number {
    const seconds = this.seconds - this.offset * 60;
    return seconds - Math.floor(seconds / SECONDS_OF_DAY) * SECONDS_OF_DAY;
  }

  get hasFraction(): boolean {
    return this.significantEnd() > this.fracStart;
  }

  /** Sign of this - other, with the given offsets from UTC. */
  minus(offset: number, operand: DateTime, operandOffset: number): number {
    const days =
      daysFromCivil(this.year, this.month, this.day) - daysFromCivil(operand.year, operand.month, operand.day);
    if (Math.abs(days) > 3) return days;
    const seconds = days * SECONDS_OF_DAY + this.seconds - operand.seconds - (offset - operandOffset) * 60;
    return seconds !== 0 ? seconds : compareFractions(this, operand);
  }

  /** The order of XML Schema Part 2 §3.2.7.4: NaN when one has a zone, the other none, and they are less than 14 hours apart. */
  compare(operand: DateTime): number {
    if (this.zoned === operand.zoned) return this.minus(this.offset, operand, operand.offset);
    if (!this.zoned) return -operand.compare(this);
    if (this.minus(this.offset, operand, WIDEST) < 0) return -1;
    return this.minus(this.offset, operand, -WIDEST) > 0 ? 1 : Number.NaN;
  }
}

/** A new value; undefined for invalid text. */
export function dateTimeOf(form: DateTimeForm, text: Uint8Array): DateTime | undefined {
  const value = new DateTime(form);
  return value.read(text, 0, text.length) ? value : undefined;
}
