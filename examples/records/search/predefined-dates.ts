// The dates that have names: spans of days around today, in UTC. Weeks begin on Sunday, the fiscal year is the calendar's.
import { Refusal } from '../store/status.ts';

/** First and last day, YYYY-MM-DD or a moment of that day. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'half' | 'year';

/** Months of the units that are made of months. */
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, half: 6, year: 12 };
const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBER_WORDS = new Map(
  [...NUMBERS.entries()]
    .map(([number, word]) => [word, number])
    .concat([
      ['thirty', 30],
      ['sixty', 60],
      ['ninety', 90],
    ] as never) as [string, number][],
);

/** Throws Refusal for a name that this service does not work out. */
export function predefinedDays(name: string, now: number): DayRange {
  const start = /^startOf([A-Z])(\w*)$/.exec(name);
  if (start) {
    const { from } = predefinedDays(start[1].toLowerCase() + start[2], now);
    return { from, to: from };
  }
  const today = new Date(now);
  const range = simple(name, today) ?? relative(name, today) ?? rolling(name, today) ?? distant(name, today);
  if (!range)
    throw new Refusal('INVALID_SEARCH_VALUE', `The date ${name} is not worked out here: send the days themselves.`);
  return range;
}

function simple(name: string, today: Date): DayRange | undefined {
  const days: Record<string, number> = { today: 0, yesterday: -1, tomorrow: 1 };
  return Object.hasOwn(days, name) ? range(shift(today, days[name]), shift(today, days[name])) : undefined;
}

/** thisMonth, lastFiscalQuarter, nextYear, lastMonthToDate, monthBeforeLast, weekAfterNext */
function relative(name: string, today: Date): DayRange | undefined {
  const near = /^(this|last|next)(Fiscal)?(Week|Month|Quarter|Half|Year)(ToDate)?$/.exec(name);
  const far = /^(fiscal)?(week|month|quarter|half|year)(BeforeLast|AfterNext)(ToDate)?$/i.exec(name);
  if (near)
    return upTo(unitOf(near[3]), { this: 0, last: -1, next: 1 }[near[1]] as number, near[4] !== undefined, today);
  if (far) return upTo(unitOf(far[2]), far[3] === 'BeforeLast' ? -2 : 2, far[4] !== undefined, today);
  return undefined;
}

/** lastRollingQuarter, previousOneMonth, nextOneWeek */
function rolling(name: string, today: Date): DayRange | undefined {
  const found = /^(?:lastRolling|previousRolling|previousOne|(nextOne))(Day|Week|Month|Quarter|Half|Year)$/.exec(name);
  if (!found) return undefined;
  const unit = unitOf(found[2]);
  return found[1] ? range(today, moved(today, unit, 1)) : range(moved(today, unit, -1), today);
}

/** fiveDaysAgo, twoWeeksFromNow */
function distant(name: string, today: Date): DayRange | undefined {
  const found = /^([a-z]+)(Day|Week|Month|Quarter|Year)s?(Ago|FromNow)$/.exec(name);
  const number = found && NUMBER_WORDS.get(found[1]);
  if (!found || !number) return undefined;
  const day = moved(today, unitOf(found[2]), found[3] === 'Ago' ? -number : number);
  return range(day, day);
}

function unitOf(word: string): Unit {
  return word.toLowerCase() as Unit;
}

/** The unit that is `by` from this one; `toDate`: only as much of it as has passed of this one. */
function upTo(unit: Unit, by: number, toDate: boolean, today: Date): DayRange {
  const first = startOf(unit, moved(startOf(unit, today), unit, by));
  if (toDate) return range(first, shift(first, daysBetween(startOf(unit, today), today)));
  return range(first, shift(moved(first, unit, 1), -1));
}

function startOf(unit: Unit, day: Date): Date {
  if (unit === 'day') return day;
  if (unit === 'week') return shift(day, -day.getUTCDay());
  const months = MONTHS[unit];
  return new Date(Date.UTC(day.getUTCFullYear(), Math.floor(day.getUTCMonth() / months) * months, 1));
}

function moved(day: Date, unit: Unit, by: number): Date {
  if (unit === 'day') return shift(day, by);
  if (unit === 'week') return shift(day, 7 * by);
  const month = day.getUTCMonth() + by * MONTHS[unit];
  const last = new Date(Date.UTC(day.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(day.getUTCFullYear(), month, Math.min(day.getUTCDate(), last)));
}

function shift(day: Date, days: number): Date {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + days));
}

function daysBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 86_400_000);
}

function range(from: Date, to: Date): DayRange {
  return { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) };
}
