import { expect, test } from 'vitest';
import { joinVary } from '../../src/binding/vary.ts';

test.each([
  [
    ['age', '0'],
    ['age', '0'],
  ],
  [
    ['vary', 'Origin, origin', 'age', '0'],
    ['age', '0', 'vary', 'Origin'],
  ],
  [
    ['Vary', 'Origin', 'age', '0', 'vary', 'accept, origin', 'VARY', 'x-key'],
    ['age', '0', 'vary', 'Origin, accept, x-key'],
  ],
  [
    ['vary', 'accept', 'vary', '*'],
    ['vary', '*'],
  ],
])('%j is %j', (fields, joined) => {
  expect(joinVary(fields)).toEqual(joined);
});
