// T-SEC-29: how long a proof is compared says nothing about it: every text is hashed, and digests are compared in constant time.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallerRegistry } from '../../src/auth/inbound/caller-registry.ts';
import { callerEntry } from '../../src/auth/inbound/grants.ts';
import { Secret } from '../../src/auth/settings/secret.ts';
import { WHOLE } from '../sample-size.ts';

const compared = vi.hoisted(() => ({ lengths: [] as (readonly [number, number])[] }));
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const timingSafeEqual: typeof crypto.timingSafeEqual = (a, b) => {
    compared.lengths.push([a.byteLength, b.byteLength]);
    return crypto.timingSafeEqual(a, b);
  };
  return { ...crypto, timingSafeEqual };
});

const KEY = 'k3y-0123456789abcdef0123456789abcdef';
process.env.TIMING_KEY = KEY;

const known = new CallerRegistry([
  callerEntry(
    new Map<string, string | Secret>([
      ['user', 'anna'],
      ['key', new Secret({ env: 'TIMING_KEY' })],
    ]),
  ),
]);
const find = (key: string, user = 'anna') =>
  known.find(
    new Map([
      ['user', user],
      ['key', key],
    ]),
  );

const WRONG: Readonly<Record<string, string>> = {
  'in its first byte': `x${KEY.slice(1)}`,
  'in its last byte': `${KEY.slice(0, -1)}x`,
  'in all bytes': 'x'.repeat(KEY.length),
  'in its length': KEY.slice(0, 3),
  'and empty': '',
  'and long': KEY.repeat(1000),
};

afterEach(() => void compared.lengths.splice(0));

describe('T-SEC-29: a key', () => {
  test('that is right is compared as digests, beside the name that is none', () => {
    expect(find(KEY)).toBeDefined();
    expect(compared.lengths).toEqual([
      [32, 32],
      [32, 32],
    ]);
  });

  test.each(Object.entries(WRONG))('that is wrong %s is compared as often, with as many bytes', (_how, key) => {
    expect(find(key)).toBeUndefined();
    expect(compared.lengths).toEqual([
      [32, 32],
      [32, 32],
    ]);
  });

  test('of a caller who is not known is compared too', () => {
    expect(find(KEY, 'eve')).toBeUndefined();
    expect(compared.lengths).toEqual([
      [32, 32],
      [32, 32],
    ]);
  });

  // By the clock: only where the suite is run for itself.
  if (WHOLE) {
    test('takes as long whether its first byte is right or wrong', () => {
      expect(Math.abs(welch(100_000, WRONG['in its first byte'], WRONG['in its last byte']))).toBeLessThan(4.5);
    });
  }
});

/** Welch's t of the times that two keys take, asked for in random order; what the machine does between is left out: the slowest tenth of both. */
function welch(samples: number, one: string, other: string): number {
  const times: [number[], number[]] = [[], []];
  let state = 20261121;
  for (let i = 0; i < 2 * samples; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const which = (state >>> 31) as 0 | 1;
    const key = which === 0 ? one : other;
    const began = process.hrtime.bigint();
    find(key);
    times[which].push(Number(process.hrtime.bigint() - began));
  }
  const all = times.flat().toSorted((a, b) => a - b);
  const limit = all[Math.floor(all.length * 0.9)];
  const [a, b] = times.map((list) => momentsOf(list.filter((time) => time <= limit)));
  return (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count);
}

function momentsOf(list: readonly number[]): {
  readonly mean: number;
  readonly variance: number;
  readonly count: number;
} {
  const mean = list.reduce((sum, x) => sum + x, 0) / list.length;
  const variance = list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (list.length - 1);
  return { mean, variance, count: list.length };
}
