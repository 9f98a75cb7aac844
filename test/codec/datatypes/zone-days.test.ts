// The days of time zones, against what a clock of the zone shows.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateTimeOf } from '../../../src/codec/datatypes/date-time.ts';
import { isZone, ZoneDays } from '../../../src/codec/datatypes/zone-days.ts';
import { sample } from '../../sample-size.ts';

const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', '+05:30', '-11:00'];
const DAY = 86_400_000;

/** What the day of the dateTime is, as the way back sees it. */
function shown(days: ZoneDays, text: string): string | undefined {
  const moment = dateTimeOf('dateTime', Buffer.from(text))!;
  return days.beginningAt(moment.utcDay, moment.utcSecond);
}

/** The date that a clock of the zone shows. */
function clockOf(zone: string): (moment: number) => string {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return (moment) => clock.format(moment);
}

describe('a day', () => {
  it('begins where clocks of its zone first show it, and comes back as the same day', () => {
    const days = fc.integer({ min: Date.UTC(1700, 0, 1) / DAY, max: Date.UTC(2500, 0, 1) / DAY });
    const nearNow = fc.integer({ min: Date.UTC(1940, 0, 1) / DAY, max: Date.UTC(2040, 0, 1) / DAY });
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.oneof(days, nearNow), (zone, number) => {
        const day = new Date(number * DAY).toISOString().slice(0, 10);
        const clock = clockOf(zone);
        const text = ZoneDays.of(zone).startOf(day);
        const start = Date.parse(text);
        const first = clock(start);
        // A day that the zone left out begins with the next one.
        fc.pre(first === day);
        expect(clock(start - 1000) < day, `${zone} ${text}`).toBe(true);
        expect(shown(ZoneDays.of(zone), text)).toBe(day);
        expect(shown(ZoneDays.of(zone), new Date(start).toISOString())).toBe(day);
        expect(shown(ZoneDays.of(zone), new Date(start + 60_000).toISOString())).toBeUndefined();
      }),
      { numRuns: sample(2000, 50_000) },
    );
  });

  it('comes back over all days of two years with a change of clocks at midnight', () => {
    for (const zone of [
      'America/Sao_Paulo',
      'Asia/Beirut',
      'America/Havana',
      'Atlantic/Azores',
      'America/Los_Angeles',
    ]) {
      const days = ZoneDays.of(zone);
      let last = Number.NEGATIVE_INFINITY;
      for (let at = Date.UTC(2017, 0, 1); at < Date.UTC(2019, 0, 1); at += DAY) {
        const day = new Date(at).toISOString().slice(0, 10);
        const text = days.startOf(day);
        expect(shown(days, text), zone).toBe(day);
        expect(Date.parse(text)).toBeGreaterThan(last);
        last = Date.parse(text);
      }
    }
  });

  it.each([
    ['America/Los_Angeles', '2026-01-31', '2026-01-31T00:00:00-08:00'],
    ['America/Los_Angeles', '2026-07-31', '2026-07-31T00:00:00-07:00'],
    // Midnight was skipped: clocks went from 0:00 to 1:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T00:00:00-03:00'],
    ['Asia/Beirut', '2022-03-27', '2022-03-27T00:00:00+02:00'],
    // Midnight came twice: clocks went from 0:01 to 23:01, and from 1:00 to 0:00.
    ['America/St_Johns', '2010-11-07', '2010-11-07T00:00:00-02:30'],
    ['America/Havana', '2018-11-04', '2018-11-04T00:00:00-04:00'],
    // From 23:30 to 0:30.
    ['America/Toronto', '1919-03-31', '1919-03-31T00:00:00-04:30'],
    // Offsets of seconds, and wider ones than a dateTime has.
    ['Africa/Monrovia', '1971-01-01', '1971-01-01T00:44:30Z'],
    ['Asia/Manila', '1840-01-01', '1840-01-01T15:56:08Z'],
    ['Europe/London', '2026-01-31', '2026-01-31T00:00:00Z'],
    ['America/Los_Angeles', '123456789012-07-31', '123456789012-07-31T00:00:00-07:00'],
    ['America/Los_Angeles', '-0044-03-15', '-0044-03-15T07:52:58Z'],
    ['+05:30', '2026-01-31', '2026-01-31T00:00:00+05:30'],
  ])('of %s, %s, is %s', (zone, day, text) => {
    expect(ZoneDays.of(zone).startOf(day)).toBe(text);
    expect(shown(ZoneDays.of(zone), text)).toBe(day);
  });

  it('that a zone left out begins with the next one', () => {
    const days = ZoneDays.of('Pacific/Apia');
    expect(Date.parse(days.startOf('2011-12-30'))).toBe(Date.parse(days.startOf('2011-12-31')));
    expect(shown(days, days.startOf('2011-12-30'))).toBe('2011-12-31');
  });

  it('that does not exist is no dateTime either', () => {
    const text = ZoneDays.of('America/Los_Angeles').startOf('2026-02-30');
    expect(dateTimeOf('dateTime', Buffer.from(text))).toBeUndefined();
  });

  it('of the year 0 does not exist', () => {
    expect(shown(ZoneDays.of('Etc/GMT+12'), '0001-01-01T00:00:00+12:00')).toBeUndefined();
    expect(dateTimeOf('dateTime', Buffer.from(ZoneDays.of('Asia/Shanghai').startOf('0001-01-01')))).toBeUndefined();
  });
});

it('names of zones are those of the database', () => {
  expect(['UTC', 'america/new_york', 'EST', '-08:00'].filter(isZone)).toHaveLength(4);
  expect(['', 'Pacific', 'America/Los_Angles', 'GMT-8', '../UTC'].filter(isZone)).toEqual([]);
});
