// What is written about the owners of jobs, and when.

import { expect, test } from 'vitest';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { jobOwners } from '../../../src/exchange/filters/job-owners.ts';
import { scan } from '../../../src/json/tape.ts';
import { fromJs } from '../../../src/json/value.ts';
import type { Exchange } from '../../../src/rule/exchange.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import type { Store } from '../../../src/store/store.ts';

const HOUR = 3_600_000;

function open(shared: boolean, bytes = 1e6) {
  const store: Store = memoryStore({ bytes });
  const clock = { time: 1_000_000 };
  const seen = { sets: 0, away: false };
  const watched: Store = Object.assign(Object.create(store), {
    set: async (...parameters: Parameters<Store['set']>) => {
      seen.sets++;
      await store.set(...parameters);
    },
    add: async (...parameters: Parameters<Store['add']>) => {
      if (seen.away) throw new SoapstoneError('STORE_UNAVAILABLE', 'away');
      const added = await store.add(...parameters);
      if (added) seen.sets++;
      return added;
    },
  });
  const options = { store: watched, space: 'b', shared, now: () => clock.time, present: 'rest' as const };
  const handle = jobOwners(options)(async ({ bindings }) => ({ bindings, streamed: false }));
  const call = (phase: 'submit' | 'state', name: unknown = 'T-1', client = 'a') =>
    handle({
      rule: { job: { phase, row: 'r', name: [0] } },
      caller: { key: client },
      bindings: [name instanceof Uint8Array ? scan(name) : fromJs(name as string)],
    } as unknown as Exchange);
  return { call, clock, seen, store };
}

test('questions for a job write nothing for a day', async () => {
  const { call, clock, seen } = open(true);
  await call('submit');
  expect(seen.sets).toBe(1);
  for (let hour = 0; hour < 24; hour++) {
    clock.time += HOUR;
    await call('state');
  }
  expect(seen.sets).toBe(1);
  clock.time += 1;
  await call('state');
  expect(seen.sets).toBe(2);
  await call('state');
  expect(seen.sets).toBe(2);
});

test('a job that the service has taken is told though the store has failed', async () => {
  const { call, seen } = open(true);
  seen.away = true;
  expect((await call('submit')).bindings).toHaveLength(1);
  // The replica that has told it remembers whose it is.
  seen.away = false;
  expect((await call('state')).bindings).toHaveLength(1);
  seen.away = true;
  expect((await call('state')).bindings).toHaveLength(1);
  await expect(call('state', 'T-1', 'b')).rejects.toThrow();
});

test('a store that is not shared refuses only whom a job does not belong to', async () => {
  const { call } = open(false);
  await call('submit');
  await expect(call('state', 'T-1', 'b')).rejects.toThrow();
  expect((await call('state', 'T-2', 'b')).bindings).toHaveLength(1);
  await call('submit', 'T-1', 'b');
  for (const client of ['a', 'b']) expect((await call('state', 'T-1', client)).bindings).toHaveLength(1);
});

test('newer entries of a store in memory do not push an owner out', async () => {
  const { call, store } = open(false);
  await call('submit');
  for (let i = 0; i < 2000; i++) await store.set(`other-${i}`, Buffer.alloc(1000), HOUR);
  await expect(call('state', 'T-1', 'b')).rejects.toThrow();
  expect((await call('state')).bindings).toHaveLength(1);
});

test('while a store in memory is full, nobody else sees a new job', async () => {
  const { call, clock, seen } = open(false);
  clock.time += 48 * HOUR;
  seen.away = true;
  await call('submit');
  await call('submit', 'T-2', 'b');
  seen.sets = 0;
  for (const isAway of [true, false]) {
    seen.away = isAway;
    expect((await call('state')).bindings).toHaveLength(1);
    await expect(call('state', 'T-1', 'b')).rejects.toThrow('not known');
    await expect(call('state', 'T-2', 'a')).rejects.toThrow('not known');
  }
  // What the store had no room for is written later.
  expect(seen.sets).toBe(2);
});

test('the last 1000 jobs that the store had no room for are hidden', async () => {
  const { call, seen } = open(false);
  seen.away = true;
  for (let i = 0; i <= 1000; i++) await call('submit', `T-${i}`);
  await expect(call('state', 'T-1', 'b')).rejects.toThrow('not known');
  expect((await call('state', 'T-1')).bindings).toHaveLength(1);
  expect((await call('state', 'T-0', 'b')).bindings).toHaveLength(1);
});

test("one client's jobs leave room in the store for what others keep", async () => {
  const { call, store } = open(false, 1024 * 1024);
  for (let i = 0; i < 3000; i++) await call('submit', `A-${i}`);
  await expect(store.add('k', Buffer.alloc(300), HOUR, 'a')).rejects.toThrow('share');
  expect(await store.add('k', Buffer.alloc(1), HOUR, 'b')).toBe(true);
  await call('submit', 'B-1', 'b');
  expect(await store.add('l', Buffer.alloc(1), HOUR)).toBe(true);
  await expect(call('state', 'B-1', 'a')).rejects.toThrow('not known');
  await expect(call('state', 'A-2999', 'b')).rejects.toThrow('not known');
});

test.each(['42 ', '042', ' 42'])('a text is one name as it was told: "%s" is another one than "42"', async (asked) => {
  const inMemory = open(false);
  await inMemory.call('submit', '42');
  await expect(inMemory.call('state', '42', 'b')).rejects.toThrow('not known');
  expect((await inMemory.call('state', asked, 'b')).bindings).toHaveLength(1);
  const inRedis = open(true);
  await inRedis.call('submit', '42');
  await expect(inRedis.call('state', asked, 'b')).rejects.toThrow('not known');
});

test.each([
  ['7', '7.0'],
  ['7.00', '7'],
  ['0.5', '0.50'],
  ['-0', '0'],
  ['70', '7e1'],
])('%s and %s are one job', async (told, asked) => {
  const { call } = open(false);
  await call('submit', Buffer.from(told));
  await expect(call('state', Buffer.from(asked), 'b')).rejects.toThrow();
  await expect(call('state', Buffer.from(`1${told.replace('-', '')}`), 'b')).resolves.toBeDefined();
});
