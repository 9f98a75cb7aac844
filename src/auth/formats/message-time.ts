// Times of messages: xsd:dateTime with a time zone.

/** Years of four digits; seconds of a day, so no leap seconds (SOAP Message Security 1.1.1 §10 forbids them). At most 12 digits of a fraction. */
const FORM =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>[0-5]\d):(?<second>[0-5]\d)(?<fraction>\.\d{1,12})?(?<zone>Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;
const MINUTE = 60_000;
const WIDEST = 14 * 60 * MINUTE;
const DAY = 24 * 60 * MINUTE;

/** ms since 1970, with a fraction. `form`: not an xsd:dateTime; `zone`: without a zone it means another instant on another machine. */
export function timeOf(text: string): number | 'form' | 'zone' {
  const groups = FORM.exec(text)?.groups;
  if (groups === undefined) return 'form';
  const { year, month, day, hour, minute, second, fraction = '', zone } = groups;
  const midnight = midnightOf(Number(year), Number(month), Number(day));
  const within = (Number(hour) * 60 + Number(minute)) * MINUTE + Number(`${second}${fraction}`) * 1000;
  // 24:00:00 is the end of the day (XML Schema Part 2 §3.2.7.1).
  if (midnight === undefined || within > DAY || (hour === '24' && within !== DAY)) return 'form';
  if (zone === undefined) return 'zone';
  const offset = offsetOf(zone);
  return Math.abs(offset) > WIDEST ? 'form' : midnight + within - offset;
}

/** undefined: no such day. There is no year 0000. */
function midnightOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : undefined;
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const [hours, minutes] = zone.slice(1).split(':').map(Number);
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}
