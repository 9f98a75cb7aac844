import { expect, test } from 'vitest';
import { LeastRate } from '../../../src/server/http/least-rate.ts';

const STEP = 1_500_000;
const bound = { least: 1024, grace: 60_000, maxGrace: 600_000 };

/** Looks once a second; `bytes` at each, until the time is up or there are no more looks. Returns the seconds. */
function watch(bytes: (second: number) => number, seconds: number, within = bound): number {
  const clock = new LeastRate();
  let moved = 0;
  for (let second = 0; second < seconds; second++) {
    moved += bytes(second);
    if (clock.isOver(moved, 1000, within)) return second;
  }
  return seconds;
}

test('who takes 12 kB a second has time, though the system tells of it in steps of megabytes', () => {
  expect(watch((second) => (second % 125 === 32 ? STEP : 0), 3000)).toBe(3000);
});

test('who takes nothing is cut after the grace, whatever the buffers of the system took at once', () => {
  expect(watch((second) => (second === 0 ? 2 * STEP : 0), 3000)).toBe(60);
});

test('what was taken buys no more than the most', () => {
  expect(watch((second) => (second === 1 ? 100 * STEP : 0), 3000)).toBe(601);
  expect(watch((second) => (second === 1 ? 100 * STEP : 0), 3000, { ...bound, maxGrace: 60_000 })).toBe(61);
});

test('with a least rate of 0 any byte gives back the grace, and no more', () => {
  expect(watch((second) => (second <= 100 && second % 50 === 0 ? 1 : 0), 3000, { ...bound, least: 0 })).toBe(160);
});

test('a rate is an average in which each second counts half of the one after it', () => {
  const clock = new LeastRate();
  clock.isOver(0, 1000, bound);
  clock.isOver(8000, 1000, bound);
  const rates = [clock.rate];
  for (let second = 0; second < 3; second++) {
    clock.isOver(8000, 1000, bound);
    rates.push(clock.rate);
  }
  expect(rates).toEqual([4, 2, 1, 0.5]);
});

test('bytes of responses before count for nothing', () => {
  const clock = new LeastRate();
  clock.isOver(50 * STEP, 1000, bound);
  clock.restart(100 * STEP);
  clock.isOver(100 * STEP + 1000, 1000, bound);
  expect([clock.rate, clock.watched]).toEqual([1, 0]);
});
