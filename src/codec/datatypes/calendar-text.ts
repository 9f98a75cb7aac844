// What dates, times and durations have in common: a cursor over the lexical form, and the proleptic Gregorian calendar.

export const SECONDS_OF_DAY = 86400;

/** A lexical form while it is read. */
export abstract class CalendarText {
  bytes: Uint8Array = new Uint8Array(0);
  /** Digits after the seconds' point. */
  fracStart = 0;
  fracEnd = 0;
  protected at = 0;
  protected end = 0;

  protected start(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
    this.fracStart = this.fracEnd = 0;
  }

  protected take(byte: number): boolean {
    if (this.at >= this.end || this.bytes[this.at] !== byte) return false;
    this.at++;
    return true;
  }

  /** End of the fraction without its trailing zeros. */
  protected significantEnd(): number {
    let end = this.fracEnd;
    while (end > this.fracStart && this.bytes[end - 1] === 0x30) end--;
    return end;
  }
}

/** Days since 1970-01-01. XSD 1.0 has no year 0: that leaves a gap, but does not change order and leap days. */
export function daysFromCivil(year: number, month: number, day: number): number {
  // The year starts in March, so that the leap day is its last.
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/** The way back: `2026-01-31`. The gap is the year 0000. */
export function civilDay(days: number): string {
  const shifted = days + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return `${year < 0 ? '-' : ''}${digits(Math.abs(year), 4)}-${digits(month)}-${digits(day)}`;
}

/** With leading zeros. */
export function digits(number: number, least = 2): string {
  return String(number).padStart(least, '0');
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
