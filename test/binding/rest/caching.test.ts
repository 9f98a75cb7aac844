import { expect, test } from 'vitest';
import { cacheFields } from '../../../src/binding/rest/front/caching.ts';

const cached = { lifetime: 30_000, age: 12_900 };

test('a cached response is fresh for a while', () => {
  expect(cacheFields(cached, { fields: ['x-key'], ofConnection: false })).toEqual([
    'cache-control',
    'private, max-age=30',
    'age',
    '12',
  ]);
});

test('where only the connection shows whose it is, a cache has to ask', () => {
  expect(cacheFields(cached, { fields: [], ofConnection: true })).toEqual([
    'cache-control',
    'private, no-cache',
    'age',
    '12',
  ]);
});
