import { expect, it } from 'vitest';
import { countedStore } from '../../src/store/counted.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { storeSuite } from '../suites/store.ts';

storeSuite('a counted store', () => {
  let time = 0;
  const pass = (ms: number) => {
    time += ms;
  };
  return { store: countedStore(memoryStore({ bytes: 1e6, now: () => time })), pass };
});

it('counts what was rejected, and passes it on', async () => {
  const store = countedStore(memoryStore({ bytes: 1000 }));
  await store.get('k');
  await expect(store.add('k', Buffer.alloc(1000), 1)).rejects.toMatchObject({ code: 'STORE_FULL' });
  expect(store.failures()).toBe(1);
});
