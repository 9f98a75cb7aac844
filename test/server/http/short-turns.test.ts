// Turns of the event loop while many requests come at once.
import { expect, test } from 'vitest';
import { ShortTurns } from '../../../src/server/http/short-turns.ts';

/** An event loop whose clock goes on by the work alone. */
function loop() {
  let time = 0;
  let coming: (() => void)[] = [];
  const turns = new ShortTurns({ now: () => time, next: (run) => void coming.push(run) });
  const begun: number[] = [];
  /** Work of so many ms. */
  const ask = (number: number, ms = 1) =>
    turns.run(() => {
      begun.push(number);
      time += ms;
    });
  /** Returns the ms that it took. */
  const turn = () => {
    const [before, now] = [time, coming];
    coming = [];
    for (const run of now) run();
    return time - before;
  };
  const isIdle = () => coming.length === 0;
  return { turns, ask, turn, begun, isIdle, wait: (ms: number) => (time += ms) };
}

test('what fits into a turn is begun at once', () => {
  const { ask, turn, begun, isIdle, turns } = loop();
  for (let i = 0; i < 3; i++) {
    ask(2 * i);
    ask(2 * i + 1);
    expect(begun).toHaveLength(2 * i + 2);
    turn();
  }
  expect(turns.waited).toBe(0);
  expect(isIdle()).toBe(true);
});

test('the rest waits, in order, and no turn takes longer than its time and one request', () => {
  const { turns, ask, turn, begun, isIdle } = loop();
  for (let i = 0; i < 100; i++) ask(i);
  expect(begun).toEqual([0, 1]);
  let longest = 0;
  for (let i = 0; !isIdle(); i++) {
    if (i === 3) ask(100);
    longest = Math.max(longest, turn());
  }
  expect(begun).toEqual(Array.from({ length: 101 }, (_, i) => i));
  expect(longest).toBeLessThanOrEqual(3);
  expect(turns.waited).toBe(0);
});

test('one long piece of work ends its turn', () => {
  const { ask, turn, begun } = loop();
  ask(0, 500);
  ask(1, 1);
  expect(begun).toEqual([0]);
  while (begun.length < 2) turn();
  expect(begun).toEqual([0, 1]);
});

test('small pieces share a turn; thousands of them leave nothing behind', () => {
  const { turns, ask, turn, begun, isIdle } = loop();
  ask(0, 3);
  for (let i = 1; i <= 5000; i++) ask(i, 0.05);
  let count = 0;
  for (; !isIdle(); count++) turn();
  expect(begun).toHaveLength(5001);
  // Sixteen in each turn.
  expect(count).toBeLessThan(5000 / 16 + 10);
  ask(5001);
  expect(begun.at(-1)).toBe(5001);
  expect(turns.waited).toBe(0);
});

test('connections that wait are taken first, but not for ever', () => {
  const { turns, ask, turn, begun } = loop();
  for (let i = 0; i < 10; i++) ask(i);
  const before = begun.length;
  for (let i = 0; i < 20; i++) {
    turns.connected();
    turn();
  }
  expect(begun).toHaveLength(before);
  for (let i = 0; i < 20; i++) {
    turns.connected();
    turn();
  }
  expect(begun.length).toBeGreaterThan(before);
  const later = begun.length;
  turn();
  turn();
  expect(begun.length).toBeGreaterThan(later);
});

test('says for how long the first one has waited', () => {
  const { turns, ask, wait } = loop();
  ask(0, 10);
  ask(1);
  wait(30);
  expect(turns.waited).toBe(30);
});
