import { expect, test } from 'vitest';
import { fromJs, toJs } from '../../src/json/value.ts';
import { repeating } from '../../src/mock/sample-value.ts';

test('a sample repeats values of the request; what it refers to has ids of its own', () => {
  const sample = { order: { id: 'text', currency: 'text', customer: { id: 'text', currency: 'text' } } };
  const repeated = repeating(fromJs(sample), { orderId: 7, currency: 'EUR' }, () => true);
  expect(toJs(repeated)).toEqual({
    order: { id: '7', currency: 'EUR', customer: { id: 'text', currency: 'EUR' } },
  });
});
