import fc from 'fast-check';
import { expect, it } from 'vitest';
import { carried, carriedShort } from '../../src/xml/carried.ts';
import { isXmlChar } from '../../src/xml/reader/chars.ts';

it('leaves what XML can carry, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      for (const text of [a + b, `${a}\ud800${b}\udc00\u0000`]) {
        const chars = [...text].map((c) => (isXmlChar(c.codePointAt(0)!) ? c : '\ufffd'));
        expect(carried(text)).toBe(chars.join(''));
      }
    }),
  );
  expect(carried('a\u0000\ufffe\ud800\t\r\n\u{10ffff}é')).toBe('a\ufffd\ufffd\ufffd\t\r\n\u{10ffff}é');
});

it('cuts what is too long', () => {
  expect([carriedShort('abc', 3), carriedShort('abcd', 3), carriedShort('ab\u{10000}', 3)]).toEqual([
    'abc',
    'abc…',
    'ab\ufffd…',
  ]);
});
