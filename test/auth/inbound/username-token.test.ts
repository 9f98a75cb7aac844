// Which times of messages name an instant (XML Schema Part 2 §3.2.7, SOAP Message Security 1.1.1 §10), and which one.
import { describe, expect, test } from 'vitest';
import { notATime, notZoned } from '../../../src/auth/inbound/authenticator.ts';
import { messageTime } from '../../../src/auth/inbound/username-token.ts';

describe('the time of a message', () => {
  test.each([
    ['2026-02-01T00:00:00Z', '2026-02-01T00:00:00.000Z'],
    ['2026-02-01T00:00:00.5Z', '2026-02-01T00:00:00.500Z'],
    ['2026-02-01T00:00:00.123456789Z', '2026-02-01T00:00:00.123Z'],
    ['2026-02-01T02:00:00+02:00', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T10:00:00-14:00', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T24:00:00Z', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T24:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(new Date(messageTime(text) as number).toISOString()).toBe(instant);
  });

  test.each([
    '',
    'never',
    '2026-02-01',
    '2026-02-01 00:00:00Z',
    '2026-02-01T00:00Z',
    '2026-02-01T00:00:00z',
    '2026-02-01T00:00:00.Z',
    '2026-02-01T00:00:00,5Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-02-00T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '-2026-02-01T00:00:00Z',
    '12026-02-01T00:00:00Z',
    '2026-02-01T24:00:01Z',
    '2026-02-01T24:00:00.1Z',
    '2026-02-01T25:00:00Z',
    '2026-02-01T00:60:00Z',
    // A leap second.
    '2016-12-31T23:59:60Z',
    '2026-02-01T00:00:00+14:01',
    '2026-02-01T00:00:00+15:00',
    '2026-02-01T00:00:00+0200',
    '2026-02-01T00:00:00 UTC',
    `2026-02-01T00:00:00.${'0'.repeat(1000)}Z`,
    'Sun, 01 Feb 2026 00:00:00 GMT',
    '1769904000000',
  ])('"%s" is none', (text) => {
    expect(messageTime(text)).toBe(notATime);
  });

  test('without a zone it is another instant on another machine', () => {
    expect(messageTime('2026-02-01T00:00:00')).toBe(notZoned);
    expect(messageTime('2026-02-01T00:00:00.5')).toBe(notZoned);
  });

  test('fractions count at both ends of a window', () => {
    const [a, b] = ['2026-02-01T00:00:00.0005Z', '2026-02-01T00:00:00.0004Z'].map(
      (text) => messageTime(text) as number,
    );
    expect(a).toBeGreaterThan(b);
  });
});
