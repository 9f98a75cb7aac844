// Bodies of responses that are inflated when there is room for what they become.
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ArrivedBody } from '../../src/binding/arrived-body.ts';
import type { InflateProblem } from '../../src/binding/inflate.ts';

/** Memory that has room for so many bytes until more is made. */
function memory(room: number) {
  const state = { held: 0, resume: () => {} };
  const share = {
    clientName: 'a',
    receive: (resumed: () => void) => {
      state.resume = resumed;
      return {
        add: (bytes: number) => {
          state.held += bytes;
          return state.held <= room;
        },
        end: () => {
          state.held = 0;
        },
      };
    },
  };
  return { state, share };
}

function packed(text: string, room: number) {
  const { state, share } = memory(room);
  const body = new ArrivedBody();
  const resumed: string[] = [];
  body.count(
    share,
    () => resumed.push('transport'),
    () => {},
  );
  body.add(gzipSync(text));
  const target = new EventTarget();
  let problem: InflateProblem | undefined;
  let isOver = false;
  const done = once(target, 'done');
  body.inflate(
    'gzip',
    10_000,
    2,
    (error) => {
      problem = error;
      isOver = true;
      target.dispatchEvent(new Event('done'));
    },
    () => true,
  );
  return { state, body, resumed, done, problem: () => problem, isOver: () => isOver };
}

test('what fits is inflated at once, and counted', async () => {
  const { state, body, done, problem } = packed('a'.repeat(1000), 2000);
  expect(state.held).toBe(2000);
  await done;
  expect(problem()).toBeUndefined();
  expect(body.joined()).toEqual(Buffer.from('a'.repeat(1000)));
  expect(state.held).toBe(2000);
});

test('what does not fit waits for room, and the transport is not resumed in its place', async () => {
  const { state, body, resumed, done, isOver } = packed('a'.repeat(1000), 1999);
  await new Promise(setImmediate);
  expect(isOver()).toBe(false);
  expect(body.joined()).toHaveLength(0);
  state.resume();
  await done;
  expect(body.joined()).toHaveLength(1000);
  expect(resumed).toEqual([]);
  state.resume();
  expect(resumed).toEqual(['transport']);
});
