import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/store/memory.ts';
import { storeSuite } from '../suites/store.ts';

const LONG = 60_000;

function open(bytes = 1024 * 1024) {
  let time = 0;
  const pass = (ms: number) => {
    time += ms;
  };
  return { store: memoryStore({ bytes, now: () => time }), pass };
}

storeSuite('memory', () => open());

describe('a full memory store', () => {
  const value = Buffer.alloc(1000);

  it('forgets the values that were used least lately', async () => {
    const { store } = open(8 * 1200);
    for (const key of ['a', 'b', 'c']) await store.set(key, value, LONG);
    await store.get('a');
    await store.set('d', value, LONG);
    await store.set('e', value, LONG);
    expect(await store.get('b')).toBeUndefined();
    expect(await store.get('a')).toBeDefined();
    expect(await store.get('e')).toBeDefined();
  });

  it('refuses new claims and keeps the old ones', async () => {
    const { store, pass } = open(8 * 1200);
    const claims = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((key) => store.add(key, value, 1000)));
    expect(claims.map((c) => c.status)).toEqual([...Array(4).fill('fulfilled'), 'rejected']);
    expect(claims[4]).toMatchObject({ reason: { code: 'STORE_FULL' } });
    for (let i = 0; i < 100; i++) await store.set(`other ${i}`, value, LONG);
    for (const key of ['a', 'b', 'c', 'd']) expect(await store.get(key)).toBeDefined();
    pass(1001);
    expect(await store.add('e', value, 1000)).toBe(true);
  });

  it('looks for room once a second, however often it is asked', async () => {
    const { store, pass } = open(8 * 1200);
    for (const key of ['a', 'b', 'c', 'd']) await store.add(key, value, 100);
    await expect(store.add('e', value, 100)).rejects.toMatchObject({ code: 'STORE_FULL' });
    pass(500);
    await expect(store.add('e', value, 100)).rejects.toMatchObject({ code: 'STORE_FULL' });
    pass(500);
    expect(await store.add('e', value, 100)).toBe(true);
  });

  it('keeps a claim whose outcome is too large, as it was', async () => {
    const { store } = open(8 * 1200);
    await store.add('a', Buffer.from('running'), LONG);
    await expect(store.set('a', Buffer.alloc(10_000), LONG)).rejects.toMatchObject({ code: 'STORE_FULL' });
    expect(Buffer.from((await store.get('a')) as Uint8Array).toString()).toBe('running');
    expect(await store.add('a', value, LONG)).toBe(false);
    await store.set('a', Buffer.from('done'), LONG);
    for (let i = 0; i < 100; i++) await store.set(`other ${i}`, value, LONG);
    expect(Buffer.from((await store.get('a')) as Uint8Array).toString()).toBe('done');
  });

  it('takes room again when claims are deleted', async () => {
    const { store } = open(8 * 1200);
    for (let i = 0; i < 50; i++) {
      await store.add('a', value, LONG);
      await store.delete('a');
    }
    expect(await store.add('b', value, LONG)).toBe(true);
  });
});
