// Bodies that are over take little memory, although the heap beside them hardly fills.
import { describe, expect, test } from 'vitest';
import { BodyGarbage, LoadGarbage, WorkGarbage } from '../../../src/server/http/garbage-collection.ts';
import { nodeRun } from '../node-run.ts';

const MIB = 1024 * 1024;
const uploads = new URL('body-uploads.ts', import.meta.url);

/** A budget of 100 bytes. A collection takes 10 ms, and all that may be collected. */
function scene() {
  const state = { all: 0, counted: 0, kept: 0, now: 0, collected: 0 };
  const garbage = new BodyGarbage(100, {
    all: () => state.all,
    counted: () => state.counted,
    now: () => state.now,
    collect: () => {
      state.collected++;
      state.now += 10;
      state.all = state.counted + state.kept;
    },
  });
  const look = (all: number, counted = state.counted) => {
    Object.assign(state, { all, counted });
    garbage.look();
    return state.collected;
  };
  return { state, look };
}

describe('garbage of bodies', () => {
  test('stays within a small part of the budget for real requests, with the flags of the chart', async () => {
    const { code, out, err } = await nodeRun(['--max-old-space-size=256', '--max-semi-space-size=8'], uploads);
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(/^most: \d+ of \d+\n$/)]);
    const [most, budget] = out.match(/\d+/g)!.map(Number);
    // Twice the budget, what comes between two looks, and one body as pieces and as a whole.
    expect(most).toBeLessThan(3 * budget);
    expect(budget).toBe(16 * MIB);
  });

  test('is collected when it fills one and a half of the budget with what is in use', () => {
    const { look } = scene();
    expect([look(0), look(140), look(149), look(151)]).toEqual([0, 0, 0, 1]);
  });

  test('may be less while more is in use', () => {
    const { look } = scene();
    expect([look(90, 90), look(145, 90), look(155, 90)]).toEqual([0, 0, 1]);
  });

  test('is not collected for a few bytes', () => {
    const { look } = scene();
    look(0);
    expect([look(175, 151), look(177, 151)]).toEqual([0, 1]);
  });

  test('does not mean bytes that stay for another reason', () => {
    const { state, look } = scene();
    state.kept = 500;
    expect([look(500), look(640), look(651), look(640), look(651)]).toEqual([0, 0, 1, 1, 1]);
  });

  test('may be more while collections take much of the time', () => {
    const { state, look } = scene();
    look(0);
    look(151);
    expect([look(199), look(201)]).toEqual([1, 2]);
    state.now += 101;
    expect(look(151)).toBe(3);
  });
});

test('long work is collected each time that it has grown by 175 MB; it looks each 50 ms', () => {
  const state = { resident: 200e6, now: 0, collections: 0 };
  const garbage = new WorkGarbage(
    () => state.resident,
    () => {
      state.collections++;
      state.resident -= 100e6;
    },
    () => state.now,
  );
  for (const [resident, now, expected] of [
    [374e6, 0, 0],
    [375e6, 49, 0],
    [375e6, 50, 1],
    [449e6, 100, 1],
    [450e6, 149, 1],
    [450e6, 150, 2],
  ]) {
    Object.assign(state, { resident, now });
    garbage.look();
    expect([resident, now, state.collections]).toEqual([resident, now, expected]);
  }
});

describe('garbage of loads', () => {
  test('is collected after the first large one, and when 50 MB have come since', () => {
    let [resident, collected] = [0, 0];
    const garbage = new LoadGarbage(
      () => resident,
      () => {
        collected++;
        resident -= 60e6;
      },
    );
    const grown = (bytes: number) => {
      resident += bytes;
      garbage.look();
      return collected;
    };
    expect(grown(190e6)).toBe(0);
    expect(grown(70e6)).toBe(1);
    // 200 MB stay. Small documents leave little each.
    expect([grown(20e6), grown(20e6), grown(20e6)]).toEqual([1, 1, 2]);
    // What something else has collected counts as collected.
    resident -= 30e6;
    expect([grown(0), grown(100e6)]).toEqual([2, 3]);
  });
});
