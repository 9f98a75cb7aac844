// How many nonces one caller may leave in the store.
import { expect, test } from 'vitest';
import { Nonces } from '../../../src/auth/inbound/nonces.ts';
import { memoryStore } from '../../../src/store/memory.ts';

const HOUR = 3_600_000;
const callerOf = (key: string) => ({ key, fields: new Map() });

test('nonces of one caller leave room in a store in memory for those of others', async () => {
  const nonces = new Nonces(memoryStore({ bytes: 100_000 }), 'bridge');
  const fill = async () => {
    for (let i = 0; i < 1000; i++) await nonces.first(callerOf('a'), ['wsse', 'a', String(i)], HOUR);
  };
  await expect(fill()).rejects.toMatchObject({ code: 'STORE_FULL' });
  expect(await nonces.first(callerOf('b'), ['wsse', 'b', '1'], HOUR)).toBe(true);
  expect(await nonces.first(callerOf('b'), ['wsse', 'b', '1'], HOUR)).toBe(false);
});
