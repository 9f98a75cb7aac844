import { expect, it } from 'vitest';
import { countOf } from '../../../src/codec/encode/messages.ts';

it.each([
  [1, Number.POSITIVE_INFINITY, 'at least 1 item'],
  [2, Number.POSITIVE_INFINITY, 'at least 2 items'],
  [1, 1, 'exactly 1 item'],
  [0, 3, '0 to 3 items'],
])('%d to %d is "%s"', (min, max, words) => {
  expect(countOf({ min, max })).toBe(words);
});
