// Patterns of JSON Schema in the language of XML Schema. The engine's own RegExp is the judge of what they mean.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../src/codec/datatypes/regex/pattern.ts';
import { xsdPattern } from '../../../src/openapi/import/pattern.ts';

const PATTERNS = [
  '^[A-Z]{3}$',
  '^a|b$',
  'a',
  '^a',
  'a$',
  'a|b',
  '^(a|b)$',
  '^\\d+$',
  '^[\\d-]+$',
  '^[\\w.-]*$',
  '^\\w+\\.\\S*$',
  '^[^\\s/]+$',
  '^(?:ab)+$',
  '^a\\/b$',
  '^a\\-b$',
  '^\\u0061\\x62$',
  '^[a\\-z]$',
  '^[-a]$',
  '^[a-]$',
  '^[[]$',
  '^a\\$',
  '^\\^$',
  '^a{2,}b?c*$',
  '^\\D\\W$',
  '',
  '^$',
  '^[\\x00-\\x1fa]$',
  '^[^\\x00-\\x08]$',
  '^[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x21-\\x5a\\x53-\\x7f]*$',
  '^[\\w\\x2d\\x5b-\\x5d]*$',
  '^\\x09[\\t\\x0a]$',
  '^[^]$',
  '^[\\b-z]$',
];

describe('a pattern', () => {
  it.each(PATTERNS.filter((p) => p !== '^a|b$'))('means the same: %s', (pattern) => {
    const translated = xsdPattern(pattern);
    expect(translated).toBeDefined();
    const ours = compilePattern(translated!);
    const theirs = new RegExp(pattern, 'u'.repeat(Number(!/\\[-/$]/.test(pattern) || /\\\$/.test(pattern))));
    const text = fc.string({ unit: fc.constantFrom(...'ab-c.z/ 1_[^$AZ\t\n'), maxLength: 5 });
    fc.assert(
      fc.property(text, (one) => {
        expect([one, matches(ours, one)]).toEqual([one, theirs.test(one)]);
      }),
    );
  });

  it.each([
    '^a|b$',
    '(?=a)b',
    'a\\b',
    '(a)\\1',
    '(?<n>a)',
    '^a*?$',
    'a^b',
    '[\\W]',
    '\\p{L}x(?!y)',
    '[',
    'a{2,1}',
    '^[\\x01-\\x08]$',
    'a\\x00',
    '[]',
    '[z-a]',
    '\\ud800',
  ])('without words in XML Schema is none: %s', (pattern) => {
    expect(xsdPattern(pattern)).toBeUndefined();
  });
});

it('leaves characters out of a class that XML has not', () => {
  expect(xsdPattern('^[\\x01-\\x08\\x21-\\x7e]+$')).toBe('[!-~]+');
  expect(xsdPattern('^[\\x00-\\x20]$')).toBe('[\\t-\\n\\r ]');
});

function matches(matcher: ReturnType<typeof compilePattern>, text: string): boolean {
  const bytes = Buffer.from(text);
  return matcher.matches(bytes, 0, bytes.length);
}
