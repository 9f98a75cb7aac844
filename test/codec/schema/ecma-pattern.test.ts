import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ecmaPattern } from '../../../src/codec/schema/ecma-pattern.ts';
import { matches, parseRegex, sample } from '../../laws/regex.ts';
import { Source } from '../../laws/source.ts';

const exact = [
  'abc',
  'a|b|',
  '(ab|c)*d?',
  '[A-Z]{2}[0-9]{3,5}',
  'x{2,}',
  '\\d{3}-\\d{4}',
  '[\\w.-]+@[\\w.-]+',
  '[^a-c]+',
  '[a-z-[aeiou]]+',
  '[^x-[y]]',
  '\\p{Lu}\\p{L}*',
  '\\P{L}+',
  '.+',
  '^a$',
  'a/b',
  '[\\-+]?\\d+',
  '[+-]\\s\\S',
  '[\\S]+',
  '\\(\\d\\)\\.\\n',
  'é漢😀+',
  '[.^$]',
  '\\[x\\]',
  '[\\s\\S]*',
  '[x\\D]\\W?',
];

/** XML 1.0 §2.2. */
const isXmlText = (text: string) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(text);

describe('ecmaPattern', () => {
  it.each(exact)('%s matches the same strings', (pattern) => {
    const regex = new RegExp(ecmaPattern(pattern)!, 'u');
    const parsed = parseRegex(pattern);
    const drawn = fc.uint8Array({ minLength: 4, maxLength: 40 }).map((bytes) => sample(parsed, new Source(bytes))!);
    fc.assert(fc.property(drawn, (text) => !isXmlText(text) || regex.test(text)));
    const others = fc.oneof(
      drawn.map((t) => `${t}x`),
      drawn.map((t) => t.slice(1)),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    fc.assert(
      fc.property(others, (text) => {
        if (!text.isWellFormed()) return;
        const known = isXmlText(text);
        expect(regex.test(text)).toBe(known && matches(parsed, text));
      }),
    );
  });

  it.each(['\\p{IsGreek}', '(a', '[a', 'a{1', 'a**', 'a)'])('%s has no translation', (pattern) => {
    expect(ecmaPattern(pattern)).toBeUndefined();
  });
});
