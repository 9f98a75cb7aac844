// The days of a time zone: the instant at which each begins, and the way back.

import { civilDay, daysFromCivil, digits, SECONDS_OF_DAY } from './calendar-text.ts';
import { dateTimeOf } from './date-time.ts';

/** Days of 400 years: the calendar begins again, on the same weekday. */
const CYCLE = 146097;
/** Rules of zones are known in between. Before and after, years repeat those of the nearest cycle. */
const FIRST = daysFromCivil(1500, 1, 1);
const END = daysFromCivil(2600, 1, 1);
/** Farther from UTC than any zone was, local mean times included. */
const WIDEST = 16 * 3600;
/** Widest offset of a dateTime (XML Schema Part 2 §3.2.7.3). */
const WIDEST_WRITTEN = 14 * 3600;
const MOST_KEPT = 4096;

const byZone = new Map<string, ZoneDays>();

/** Days that begin at midnight, or at the first instant that a clock of the zone shows of them. */
export class ZoneDays {
  private readonly clock: Intl.DateTimeFormat | undefined;
  /** Day → second, both since 1970-01-01T00:00:00Z. */
  private readonly starts = new Map<number, number>();

  /** @throws RangeError: no such zone */
  private constructor(zone: string) {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
    this.clock = clock.resolvedOptions().timeZone === 'UTC' ? undefined : clock;
  }

  /** `zone`: a name of the IANA database, or an offset. @throws RangeError: no such zone */
  static of(zone: string): ZoneDays {
    const days = byZone.get(zone) ?? new ZoneDays(zone);
    byZone.set(zone, days);
    return days;
  }

  /** `2026-01-31` → the dateTime at which it begins there, with its offset from UTC. Of an impossible day: a dateTime that is none either. */
  startOf(text: string): string {
    const day = this.clock && dateTimeOf('date', Buffer.from(text))?.utcDay;
    if (day === undefined) return `${text}T00:00:00Z`;
    const near = inKnownYears(day);
    const start = this.start(near);
    const offset = near * SECONDS_OF_DAY - start;
    if (offset % 60 === 0 && Math.abs(offset) <= WIDEST_WRITTEN) return `${text}T00:00:00${offsetText(offset / 60)}`;
    const startDay = Math.floor(start / SECONDS_OF_DAY);
    return `${civilDay(startDay + day - near)}T${clockText(start - startDay * SECONDS_OF_DAY)}Z`;
  }

  /** The day that begins at this second of a day in UTC; undefined: none does. Where a zone left out a day, it is the next one. */
  beginningAt(day: number, second: number): string | undefined {
    const near = inKnownYears(day);
    const start = near * SECONDS_OF_DAY + second;
    for (const candidate of [near + 1, near])
      if (Math.abs(candidate * SECONDS_OF_DAY - start) <= WIDEST && this.start(candidate) === start)
        return existing(civilDay(candidate + day - near));
    return undefined;
  }

  private start(day: number): number {
    if (this.clock === undefined) return day * SECONDS_OF_DAY;
    const cached = this.starts.get(day);
    if (cached !== undefined) return cached;
    if (this.starts.size >= MOST_KEPT) this.starts.clear();
    const start = this.firstInstant(day * SECONDS_OF_DAY, this.clock);
    this.starts.set(day, start);
    return start;
  }

  /** `midnight`: as a clock of the zone shows it. The first of two; where it is skipped, the end of the gap. */
  private firstInstant(midnight: number, clock: Intl.DateTimeFormat): number {
    const offsets = [midnight - SECONDS_OF_DAY, midnight + SECONDS_OF_DAY].map((at) => shownBy(clock, at) - at);
    const [early, late] = [midnight - Math.max(...offsets), midnight - Math.min(...offsets)];
    for (const instant of [early, late]) if (shownBy(clock, instant) === midnight) return instant;
    let [low, high] = [early, late];
    while (high - low > 1) {
      const between = Math.floor((low + high) / 2);
      if (shownBy(clock, between) < midnight) low = between;
      else high = between;
    }
    return high;
  }
}

/** XML Schema 1.0 has no year 0. */
function existing(day: string): string | undefined {
  return day.startsWith('0000') ? undefined : day;
}

/** Is it a name of the IANA database, or an offset? */
export function isZone(text: string): boolean {
  try {
    return ZoneDays.of(text) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function inKnownYears(day: number): number {
  if (day < FIRST) return day + Math.ceil((FIRST - day) / CYCLE) * CYCLE;
  return day < END ? day : day - (Math.floor((day - END) / CYCLE) + 1) * CYCLE;
}

const CLOCK = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/;

/** What a clock shows at this second in UTC, as the second at which a clock of UTC shows the same. */
function shownBy(clock: Intl.DateTimeFormat, second: number): number {
  const [, month, day, year, hour, minute, seconds] = CLOCK.exec(clock.format(second * 1000))!.map(Number);
  return daysFromCivil(year, month, day) * SECONDS_OF_DAY + hour * 3600 + minute * 60 + seconds;
}

function clockText(second: number): string {
  return `${digits(Math.floor(second / 3600))}:${digits(Math.floor(second / 60) % 60)}:${digits(second % 60)}`;
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
}
