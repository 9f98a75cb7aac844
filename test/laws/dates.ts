// Random lexical forms of the date and time types, on the real calendar.
import type { Builtin } from '../../src/contract/model/model.ts';
import type { Source } from './source.ts';

const two = (n: number): string => String(n).padStart(2, '0');

export function moment(builtin: Builtin, source: Source): string {
  const y = year(source);
  const month = 1 + source.below(12);
  const day = 1 + source.below(daysIn(Number(y), month));
  switch (builtin) {
    case 'dateTime':
      return `${y}-${two(month)}-${two(day)}T${clock(source)}${zone(source)}`;
    case 'date':
      return `${y}-${two(month)}-${two(day)}${zone(source)}`;
    case 'time':
      return `${clock(source)}${zone(source)}`;
    case 'gYearMonth':
      return `${y}-${two(month)}${zone(source)}`;
    case 'gYear':
      return `${y}${zone(source)}`;
    case 'gMonthDay':
      return `--${two(month)}-${two(1 + source.below(daysIn(2000, month)))}${zone(source)}`;
    case 'gDay':
      return `---${two(1 + source.below(31))}${zone(source)}`;
    case 'gMonth':
      return `--${two(month)}${zone(source)}`;
    default:
      return duration(source);
  }
}

function year(source: Source): string {
  if (source.chance(8)) return source.pick(['-0044', '0001', '9999', '12345', '-12345']);
  return String(1900 + source.below(200));
}

function daysIn(y: number, month: number): number {
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  return month === 2 ? (leap && y > 0 ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function clock(source: Source): string {
  const fraction = source.pick(['', '', '.5', '.123', '.000', '.123456789']);
  return `${two(source.below(24))}:${two(source.below(60))}:${two(source.below(60))}${fraction}`;
}

function zone(source: Source): string {
  return source.pick(['', 'Z', '+01:00', '-05:30', '+14:00', '-14:00', '+00:00']);
}

function duration(source: Source): string {
  const field = (unit: string): string => (source.chance(40) ? `${source.below(400)}${unit}` : '');
  const date = field('Y') + field('M') + field('D');
  const seconds = source.chance(30) ? `${source.below(100)}.${source.below(1000)}S` : field('S');
  const time = field('H') + field('M') + seconds;
  const sign = source.chance(20) ? '-' : '';
  return date + time === '' ? `${sign}P1D` : `${sign}P${date}${time === '' ? '' : `T${time}`}`;
}
