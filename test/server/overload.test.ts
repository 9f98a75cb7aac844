// When there is more to do than can be done.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Overload } from '../../src/server/overload.ts';

/** A process whose turns last as long as they are told to. */
function open(longest: number) {
  let time = 0;
  const overload = new Overload(longest, () => time);
  /** `requests` of `each` ms; how many of them were refused, which costs nothing. */
  const run = async (requests: number, each: number) => {
    let refused = 0;
    for (let i = 0; i < requests; i++) {
      if (overload.refuses()) refused++;
      else time += each;
    }
    await turn();
    return refused;
  };
  return {
    overload,
    run,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('turns of the event loop', () => {
  test('that are too long for a while let the rest of the work be refused', async () => {
    const { overload, run } = open(5);
    for (let i = 0; i < 10; i++) expect(await run(100, 1)).toBe(0);
    expect(await run(100, 1)).toBe(95);
    expect(await run(100, 1)).toBe(95);
    expect(overload.refused).toBe(190);
  });

  test('that are too long now and then are no overload', async () => {
    const { run, pass } = open(5);
    for (let i = 0; i < 100; i++) {
      expect(await run(1, 1000)).toBe(0);
      expect(await run(1, 1)).toBe(0);
      pass(10);
    }
    for (let i = 0; i < 9; i++) expect(await run(100, 10)).toBe(0);
    expect(await run(1, 1)).toBe(0);
    expect(await run(100, 10)).toBe(0);
  });

  test('that are short for a second end it', async () => {
    const { run, pass } = open(5);
    for (let i = 0; i < 10; i++) await run(100, 1);
    expect(await run(10, 1)).toBe(5);
    pass(900);
    expect(await run(10, 1)).toBe(5);
    pass(1001);
    expect(await run(10, 1)).toBe(0);
  });

  test('may be as long as they like where nothing is asked for', async () => {
    const { run } = open(0);
    for (let i = 0; i < 50; i++) expect(await run(100, 10)).toBe(0);
  });
});
