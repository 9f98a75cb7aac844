// Numbers that a double would round keep their digits; a number has one plain spelling.
import { describe, expect, it } from 'vitest';
import { parseExactly, plainNumber } from '../../src/json/exact-numbers.ts';

describe('JSON that loses no digit', () => {
  it.each(['12345678901234567890.125', '9007199254740993', '1e400', '1e-400', '-0.30000000000000004441'])(
    'keeps %s',
    (number) => {
      const text = `{"a":[${number}],"b":{"c":${number}}}`;
      expect(JSON.stringify(parseExactly(text))).toBe(text);
    },
  );

  it('has plain numbers where they are exact', () => {
    expect(parseExactly('{"a":1204.50,"b":[1e3,7,0.1],"c":"12345678901234567890"}')).toEqual({
      a: 1204.5,
      b: [1000, 7, 0.1],
      c: '12345678901234567890',
    });
  });

  it('takes no longer for many zeros that are not at the end', () => {
    const text = `1${'0'.repeat(2_000_000)}1`;
    expect(JSON.stringify(parseExactly(text))).toBe(text);
  });
});

describe('the plain spelling of a number', () => {
  it.each([
    ['5.10', '5.1'],
    ['007', '7'],
    ['-0.0', '0'],
    ['1.5e3', '1500'],
    ['1.5E-3', '0.0015'],
    ['-12.340', '-12.34'],
    ['12345678901234567890.120', '12345678901234567890.12'],
    ['1e400', undefined],
    ['1e-999999999999', undefined],
    ['', undefined],
    ['+1', undefined],
    ['.5', undefined],
    ['0x10', undefined],
  ])('of "%s" is %s', (text, plain) => {
    expect(plainNumber(text, 100)).toBe(plain);
  });
});
