import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compilePattern } from '../../src/codec/datatypes/regex/pattern.ts';
import { textFor } from '../../src/samples/pattern-text.ts';

it.each([
  ['[SW]', 'S'],
  ['X[SW]', 'XS'],
  ['(WS|SS)[0-9]{2}', 'WS00'],
  ['[0-9]{4}(S|W)', '0000S'],
  ['(a[^A-Z0]){2,3}\\p{Lu}?', 'aaaa'],
  ['[A-Z-[A]]+', 'B'],
  ['^(?:\\d{2}\\/[é])$', '00/é'],
])('a text for %s', (pattern, text) => expect(textFor(pattern)).toBe(text));

it('has none for what XSD has no word for', () => expect(textFor('(?=a)b')).toBe(''));

it('fits each pattern that is made of sets, alternatives and repetitions', () => {
  const set = fc.constantFrom('a', '[SW]', '[^A0]', '\\d', '\\p{Lu}', '\\.', '[x-z]', '\\i', '\\S', '.');
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      set,
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}${b}`),
      fc.tuple(tie('pattern'), fc.constantFrom('?', '*', '+', '{2}', '{1,3}')).map(([a, times]) => `(${a})${times}`),
    ),
  }));
  fc.assert(
    fc.property(pattern, (text) => {
      const sample = Buffer.from(textFor(text));
      expect(compilePattern(text).matches(sample, 0, sample.length)).toBe(true);
    }),
  );
});
