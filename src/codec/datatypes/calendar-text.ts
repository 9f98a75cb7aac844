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

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
