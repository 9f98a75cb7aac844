import { expect, it } from 'vitest';
import { collectAll, IdleCollection } from '../../../src/server/http/garbage-collection.ts';

function scene() {
  const looks: (() => void)[] = [];
  const state = { inFlight: 0, collected: 0 };
  const quiet = new IdleCollection(
    () => state.inFlight,
    (run) => looks.push(run),
    () => state.collected++,
  );
  return { quiet, state, looks, look: () => looks.shift()?.() };
}

it('collects once, after a while in which nothing was asked', () => {
  const { quiet, state, looks, look } = scene();
  quiet.want();
  expect(state.collected).toBe(0);
  look();
  expect([state.collected, looks.length]).toEqual([1, 0]);
});

it('waits as long as there are requests, new ones or long ones', () => {
  const { quiet, state, look } = scene();
  quiet.want();
  quiet.disturb();
  look();
  state.inFlight = 1;
  look();
  expect(state.collected).toBe(0);
  state.inFlight = 0;
  look();
  expect(state.collected).toBe(1);
});

it('collects again when there is something again, and looks no oftener for that', () => {
  const { quiet, state, looks, look } = scene();
  quiet.want();
  quiet.want();
  expect(looks.length).toBe(1);
  look();
  expect(looks.length).toBe(1);
  look();
  quiet.want();
  look();
  expect(state.collected).toBe(2);
});

it('looks again after two seconds', () => {
  const pauses: number[] = [];
  const quiet = new IdleCollection(
    () => 0,
    (_run, ms) => pauses.push(ms),
    () => {},
  );
  quiet.want();
  expect(pauses).toEqual([2000]);
});

it('leaves a server alone that ends', () => {
  const { quiet, state, looks, look } = scene();
  quiet.want();
  quiet.stop();
  look();
  expect([state.collected, looks.length]).toEqual([0, 0]);
});

it('frees what nothing refers to', async () => {
  const gone = new WeakRef({ large: new Array(1000).fill('text') });
  // What a WeakRef has shown is kept until the turn ends.
  await new Promise(setImmediate);
  collectAll();
  expect(gone.deref()).toBeUndefined();
});
