// What one client may claim in a store in memory.
import { expect, test } from 'vitest';
import { memoryStore } from '../../src/store/memory.ts';

const LONG = 60_000;
const FULL = { code: 'STORE_FULL' };

const keyOf = (n: number) => `key ${String(n).padStart(6, '0')}`;

function open(bytes = 1024 * 1024) {
  let time = 0;
  const store = memoryStore({ bytes, now: () => time });
  let last = 0;
  /** Claims until the client is refused, and returns how many it got. */
  const fill = async (client: string | undefined, most = 20_000) => {
    for (let claims = 0; claims < most; claims++)
      try {
        await store.add(keyOf(++last), Buffer.alloc(20), LONG, client);
      } catch (error) {
        expect(error).toMatchObject(FULL);
        return claims;
      }
    return most;
  };
  return { store, fill, pass: (ms: number) => (time += ms) };
}

test('one client alone gets four fifths, and others still find room', async () => {
  const whole = await open().fill(undefined);
  const { fill } = open();
  const first = await fill('a');
  expect(first / whole).toBeCloseTo(0.8, 1);
  expect(await fill('b', 400)).toBe(400);
  expect(await fill('c', 100)).toBe(100);
  expect(await fill('a')).toBe(0);
});

test('a client who has used its share is told so', async () => {
  const { store, fill } = open();
  await fill('a');
  await expect(store.add('k', Buffer.alloc(1), LONG, 'a')).rejects.toThrow(/share/);
  expect(await store.get('k')).toBeUndefined();
});

test('a claim that grows is charged to its client', async () => {
  const { store, fill } = open();
  for (let i = 0; i < 100; i++) await store.add(`once ${i}`, Buffer.alloc(20), LONG, 'a');
  const grown = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) => store.replace(`once ${i}`, Buffer.alloc(20), Buffer.alloc(10_000), LONG)),
  );
  const refused = grown.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(50);
  expect(refused[0]).toMatchObject({ reason: FULL });
  expect(await fill('b', 200)).toBe(200);
});

test('deleted, expired and smaller claims give the share back', async () => {
  const { store, fill, pass } = open();
  const first = await fill('a');
  for (let i = 1; i <= first; i++) await store.delete(keyOf(i));
  expect(await fill('a')).toBe(first);
  pass(LONG + 1);
  expect(await fill('a')).toBe(first);
  await store.close();
  expect(await fill('a')).toBe(first);
  await store.close();
  for (let i = 0; i < 50; i++) {
    await store.add('large', Buffer.alloc(300_000), LONG, 'a');
    expect(await store.replace('large', Buffer.alloc(300_000), Buffer.alloc(10), LONG)).toBe(true);
    await store.set('large', Buffer.alloc(5), LONG);
    await store.delete('large');
  }
  expect(await fill('a')).toBe(first);
});

test('many clients fill the store together', async () => {
  const { fill, store } = open();
  for (let i = 0; i < 30; i++) await fill(`client ${i}`);
  await expect(store.add('k', Buffer.alloc(2000), LONG, 'newcomer')).rejects.toMatchObject(FULL);
});
