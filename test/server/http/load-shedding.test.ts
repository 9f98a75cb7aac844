// When there is more to do than can be done.
import { describe, expect, test } from 'vitest';
import { Overload } from '../../../src/server/http/load-shedding.ts';

/** A process that takes a ms for each request that it takes on, and nothing for those that it refuses. */
function open(longest: number, excused?: () => boolean, busy = () => 1, queue = { length: 0, waited: 0 }) {
  let time = 0;
  let timer: { at: number; run: () => void } | undefined;
  const overload = new Overload(
    longest,
    excused,
    () => time,
    (run, ms) => {
      timer = { at: time + ms, run };
    },
    busy,
    queue,
  );
  const fire = () => {
    while (timer && timer.at <= time) {
      const { run } = timer;
      timer = undefined;
      run();
    }
  };
  /** `requests` that came in while the process was busy: one turn. Returns how many were taken on. */
  const turn = (requests: number, each = 1) => {
    let taken = 0;
    for (let i = 0; i < requests; i++) {
      if (overload.refuses()) continue;
      overload.begin();
      taken++;
    }
    time += Math.max(1, taken * each);
    fire();
    return taken;
  };
  const rest = (ms: number) => {
    for (const end = time + ms; time < end; ) {
      time = Math.min(end, timer?.at ?? end);
      fire();
    }
  };
  /** Somebody else has the CPU. */
  const stall = (ms: number) => {
    time += ms;
  };
  return { overload, turn, rest, stall, time: () => time, looking: () => timer !== undefined };
}

describe('too much to do', () => {
  test('lets as much be refused as keeps the rest in time', () => {
    const { overload, turn, time } = open(50);
    // Twice as many as can be done: what came in during the last turn is there at the next.
    let came = 100;
    let taken = 0;
    let longest = 0;
    const turns: number[] = [];
    for (let before = time(); time() < 20_000; before = time()) {
      const done = turn(came);
      came = Math.round(2 * (time() - before));
      if (time() > 5000) {
        taken += done;
        longest = Math.max(longest, time() - before);
        turns.push(time() - before);
      }
    }
    // Who is refused waits for a turn.
    expect(turns.sort((a, b) => a - b)[turns.length >> 1]).toBeLessThan(5);
    expect(overload.refused).toBeGreaterThan(5000);
    expect(taken / 15_000).toBeGreaterThan(0.9);
    expect(longest).toBeLessThan(150);
  });

  test('is over a second after the last that was refused', () => {
    const { overload, turn, rest, looking } = open(50);
    for (let i = 0; i < 10; i++) turn(200);
    expect(overload.refused).toBeGreaterThan(0);
    rest(2000);
    const { refused } = overload;
    for (let i = 0; i < 4; i++) expect(turn(200)).toBe(200);
    expect(overload.refused).toBe(refused);
    rest(5000);
    expect(looking()).toBe(false);
  });

  test('is over when the loop has time again, also for requests that are refused', () => {
    let busy = 1;
    const { overload, turn, rest } = open(50, undefined, () => busy);
    for (let i = 0; i < 10; i++) turn(12, 20);
    busy = 0.1;
    for (let i = 0; i < 20; i++) {
      turn(1);
      rest(10);
    }
    const { refused } = overload;
    expect(refused).toBeGreaterThan(0);
    for (let i = 0; i < 100; i++) {
      turn(4);
      rest(40);
    }
    expect(overload.refused).toBe(refused);
  });

  test('is not one long task, nor one now and then, nor work that is done in time', () => {
    const { overload, turn, rest } = open(50);
    for (let i = 0; i < 50; i++) {
      turn(1, 1000);
      turn(20);
      rest(5);
    }
    for (let i = 0; i < 1000; i++) turn(50);
    expect(overload.refused).toBe(0);
    for (let i = 0; i < 1000; i++) turn(10, 100);
    expect(overload.refused).toBe(0);
    const other = open(50, () => true);
    for (let i = 0; i < 50; i++) other.turn(500);
    expect(other.overload.refused).toBe(0);
  });

  test('that others make refuses no more than a quarter', () => {
    const { overload, turn, stall } = open(50);
    let taken = 0;
    for (let i = 0; i < 1000; i++) {
      stall(100);
      taken += turn(20);
    }
    expect(overload.refused).toBeGreaterThan(0);
    expect(taken).toBeGreaterThan(14_000);
  });

  test('that others make while there is time to wait refuses less and less', () => {
    let busy = 1;
    const { overload, turn, stall } = open(50, undefined, () => busy);
    for (let i = 0; i < 10; i++) turn(200);
    busy = 0.5;
    let [before, taken] = [0, 0];
    for (let i = 0; i < 2000; i++) {
      if (i === 1900) before = taken;
      stall(20);
      taken += turn(20);
    }
    expect(overload.refused).toBeGreaterThan(0);
    expect(taken - before).toBe(100 * 20);
  });

  test('is seen by what waits, where no timer is late', () => {
    const queue = { length: 100, waited: 60 };
    const { overload, turn, rest } = open(50, undefined, undefined, queue);
    const serve = (ms: number) => {
      for (let i = 0; i < ms / 10; i++) {
        turn(5, 0.4);
        rest(8);
      }
    };
    serve(1000);
    expect(overload.refused).toBe(0);
    queue.length = 101;
    serve(1000);
    expect(overload.refused).toBeGreaterThan(0);
    queue.length = 0;
    serve(20_000);
    const { refused } = overload;
    serve(1000);
    expect(overload.refused).toBe(refused);
  });

  test('is nothing that anybody looks for where nothing is asked for', () => {
    const { overload, turn, looking } = open(0);
    for (let i = 0; i < 50; i++) turn(500);
    expect([overload.refused, looking()]).toEqual([0, false]);
  });
});
