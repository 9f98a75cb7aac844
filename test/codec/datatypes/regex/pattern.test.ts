import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { automaton } from '../../../../src/codec/datatypes/regex/automaton.ts';
import { countedLength } from '../../../../src/codec/datatypes/regex/counted-length.ts';
import { Matcher } from '../../../../src/codec/datatypes/regex/matcher.ts';
import { parsePattern } from '../../../../src/codec/datatypes/regex/parse.ts';
import { checkPattern, compileAny, compilePattern } from '../../../../src/codec/datatypes/regex/pattern.ts';
import { programOf } from '../../../../src/codec/datatypes/regex/program.ts';
import { sample } from '../../../sample-size.ts';

/** Patterns that are too large as a whole. */
function matchesAny(pattern: string, text: string): boolean {
  const bytes = Buffer.from(`<${text}>`);
  return compileAny([pattern]).some((matcher) => matcher.matches(bytes, 1, bytes.length - 1));
}

function matches(pattern: string, text: string): boolean {
  const bytes = Buffer.from(`<${text}>`);
  return compilePattern(pattern).matches(bytes, 1, bytes.length - 1);
}

describe('matching', () => {
  test.each<[pattern: string, good: string[], bad: string[]]>([
    ['', [''], ['a']],
    ['abc', ['abc'], ['ab', 'abcd', 'xabc', '']],
    ['a|bc|', ['a', 'bc', ''], ['abc', 'b']],
    ['a?b*c+', ['c', 'abbcc', 'ac'], ['ab', 'aac']],
    ['(a|b){2}', ['ab', 'bb'], ['a', 'aba']],
    ['a{2,}', ['aa', 'aaaa'], ['a']],
    ['a{0,2}b', ['b', 'aab'], ['aaab']],
    ['a{0}', [''], ['a']],
    ['(a?){3}', ['', 'aaa'], ['aaaa']],
    ['(a*)*', ['', 'aaaa'], ['b']],
    ['(a*)+b', ['b', 'aab'], ['a']],
    ['(a|ab)(c|bcd)', ['abcd', 'ac', 'abc'], ['abbx']],
    ['.', ['a', '😀', ' ', '\t'], ['\n', '\r', '', 'ab']],
    ['^a$', ['^a$'], ['a']],
    ['[abc-]', ['a', '-'], ['d', '']],
    ['[-a]', ['-', 'a'], ['b']],
    ['[a\\-z]', ['a', '-', 'z'], ['m']],
    ['[^a-c]', ['d', '\n', '€'], ['a', 'c']],
    ['[a^]', ['a', '^'], ['b']],
    ['[a-z-[aeiou]]+', ['xyz'], ['abc', '-']],
    ['[a-z-[b-y-[m]]]', ['a', 'm', 'z'], ['b', 'y']],
    ['[^a-z-[0-9]]', ['A', '-'], ['5', 'b']],
    ['[\\w-.]+', ['a-b.c'], ['a b']],
    ['[\\d-x]+', ['1-x'], ['y']],
    ['[0-9-_]+', ['1-_'], ['a']],
    ['[\\]\\[\\\\]+', ['[]\\'], ['a']],
    ['\\d+', ['09', '٣'], ['a', 'Ⅷ']],
    ['\\D', ['a'], ['1']],
    ['\\s\\S', [' a', '\na'], ['aa', '\u00a0a']],
    ['\\i\\c*', ['a-b', ':1', '_', 'é·'], ['-a', '1', 'a b']],
    ['\\I\\C', ['1 ', '-/'], ['a ']],
    ['\\w+', ['aé1', '€', '漢'], ['a-', 'a b', '!']],
    ['\\W', ['-', ' ', '_'], ['a']],
    ['\\p{Lu}\\p{Ll}*', ['Éa', 'A'], ['éa', 'a']],
    ['\\P{L}', ['1', ' '], ['a', 'é']],
    ['[\\p{L}\\p{Nd}]+', ['aÉ1'], ['a-']],
    ['\\p{IsBasicLatin}+', ['az\u007f'], ['é']],
    ['\\p{IsLatin-1Supplement}', ['é'], ['a', 'ā']],
    ['\\P{IsCyrillic}', ['a'], ['Я']],
    ['\\p{IsPrivateUse}', ['\ue000', '\u{f0000}'], ['a']],
    ['\\p{IsSpecials}', ['\ufeff', '\ufffd'], ['a']],
    ['\\n\\r\\t\\.\\?\\*\\+\\(\\)\\{\\}\\|\\\\\\^\\-', ['\n\r\t.?*+(){}|\\^-'], ['x']],
    ['\\/\\@\\"\\,\\:\\$', ['/@",:$'], ['x']],
    ['a}b', ['a}b'], ['a']],
    ['😀{2}', ['😀😀'], ['😀', '😁😁']],
    ['[😀-😂]', ['😁'], ['😃']],
    ['[\\s\\S]{0,5}', ['', 'a\nb c'], ['123456']],
    ['((\\d{4})-(\\d{2}))?', ['', '2004-01'], ['2004']],
    ['\\p{L}{1,3}(, \\p{L}{1,3})*', ['ab, c', 'é'], ['ab,c', 'abcd']],
  ])('%s', (pattern, good, bad) => {
    expect(checkPattern(pattern)).toBeUndefined();
    for (const text of good) expect([text, matches(pattern, text)]).toEqual([text, true]);
    for (const text of bad) expect([text, matches(pattern, text)]).toEqual([text, false]);
  });
});

describe('what is no pattern of XSD', () => {
  test.each([
    ['a**', 'quantifier "*" after a quantifier, at character 3'],
    ['a+?', 'quantifier "?" after a quantifier, at character 3'],
    ['a{2}{3}', 'quantifier "{" after a quantifier, at character 5'],
    ['*a', '"*" where a character or group should stand, at character 2'],
    ['{2}', '"{" where a character or group should stand, at character 2'],
    ['a{', 'count expected, at character 3'],
    ['a{,2}', 'count expected, at character 3'],
    ['a{2', '"}" expected, at character 4'],
    ['a{3,2}', '{3,2} is empty, at character 6'],
    ['a{2147483649}', 'a count above 2147483648, at character 13'],
    ['(a', '")" expected, at character 3'],
    ['a)', '")" without its opening, at character 2'],
    ['(?:a)', '"(?" is no group of XSD, at character 2'],
    ['(?=a)', '"(?" is no group of XSD, at character 2'],
    ['[a', 'it ends too early, at character 3'],
    ['[]', '"]" inside a character class, at character 3'],
    ['[^]', '"]" inside a character class, at character 4'],
    ['[a[b]]', '"[" inside a character class, at character 4'],
    ['[a-z-[b]c]', '"]" expected after a subtraction, at character 9'],
    ['a]', '"]" where a character or group should stand, at character 3'],
    ['[z-a]', 'a range that runs backwards, at character 5'],
    ['\\b', '"\\b" is no escape of XSD, at character 3'],
    ['(a)\\1', '"\\1" is no escape of XSD, at character 6'],
    ['\\', 'it ends too early, at character 2'],
    ['\\p{Xx}', 'unknown category or block "Xx", at character 4'],
    ['\\p{IsKlingon}', 'unknown category or block "IsKlingon", at character 4'],
    ['\\pL', '"{name}" expected, at character 3'],
    ['(a?b{1000}){100}', 'its repetitions expand to too many states'],
    [`${'('.repeat(101)}${')'.repeat(101)}`, 'more than 100 groups inside each other, at character 101'],
  ])('%s', (pattern, message) => {
    expect(checkPattern(pattern)).toBe(message);
  });
});

/** A pattern and, told by its parts alone, where matches of it that start at one of `from` can end. */
interface Reference {
  readonly pattern: string;
  readonly ends: (text: string, from: ReadonlySet<number>) => Set<number>;
}

function oneOf(pattern: string, chars: string): Reference {
  const ends = (text: string, from: ReadonlySet<number>) =>
    new Set([...from].filter((i) => i < text.length && chars.includes(text[i])).map((i) => i + 1));
  return { pattern, ends };
}

function sequence(items: Reference[]): Reference {
  return {
    pattern: items.map((item) => item.pattern).join(''),
    ends: (text, from) => items.reduce((at, item) => item.ends(text, at), new Set(from)),
  };
}

function choice(items: Reference[]): Reference {
  return {
    pattern: `(${items.map((item) => item.pattern).join('|')})`,
    ends: (text, from) => new Set(items.flatMap((item) => [...item.ends(text, from)])),
  };
}

function repeat(item: Reference, [quantifier, min, max]: [string, number, number]): Reference {
  const ends = (text: string, from: ReadonlySet<number>) => {
    let at = new Set(from);
    const all = new Set(min === 0 ? from : []);
    // After as many rounds as there are characters only empty matches can follow.
    for (let i = 1; i <= Math.min(max, min + text.length); i++) {
      at = item.ends(text, at);
      if (i >= min) for (const end of at) all.add(end);
    }
    return all;
  };
  return { pattern: item.pattern + quantifier, ends };
}

const quantifiers = fc.constantFrom<[string, number, number]>(
  ['', 1, 1],
  ['?', 0, 1],
  ['*', 0, Number.POSITIVE_INFINITY],
  ['+', 1, Number.POSITIVE_INFINITY],
  ['{2}', 2, 2],
  ['{1,3}', 1, 3],
  ['{2,}', 2, Number.POSITIVE_INFINITY],
  ['{0}', 0, 0],
);
const letters = fc.constantFrom(
  oneOf('a', 'a'),
  oneOf('é', 'é'),
  oneOf('[ab]', 'ab'),
  oneOf('[^a]', 'béC-'),
  oneOf('[b-é-[C]]', 'bé'),
  oneOf('\\p{Lu}', 'C'),
  oneOf('[^\\p{L}]', '-'),
  oneOf('.', 'abéC-'),
);

function expressions(depth: number): fc.Arbitrary<Reference> {
  const atom =
    depth === 0
      ? letters
      : fc.oneof(letters, fc.array(expressions(depth - 1), { minLength: 1, maxLength: 3 }).map(choice));
  const piece = fc.tuple(atom, quantifiers).map(([item, quantifier]) => repeat(item, quantifier));
  return fc.array(piece, { maxLength: 3 }).map(sequence);
}

describe('by comparison', () => {
  test('a pattern matches what its parts say', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'C', '-'), maxLength: 8 });
    fc.assert(
      fc.property(expressions(2), fc.array(text, { minLength: 1, maxLength: 10 }), ({ pattern, ends }, texts) => {
        for (const t of texts) {
          const expected = ends(t, new Set([0])).has(t.length);
          expect([pattern, t, matches(pattern, t)]).toEqual([pattern, t, expected]);
        }
      }),
      { numRuns: sample(75, 300) },
    );
  });
});

describe('hostile texts', () => {
  // Each of these takes a backtracking engine longer than the age of the universe.
  test.each([
    ['(a+)+', 'a'],
    ['(a|a)*', 'a'],
    ['(a*)*', 'a'],
    ['(.*a){20}', 'a'],
    ['([a-zA-Z]+)*', 'aB'],
    ['(\\w+\\s?)*', 'a '],
  ])('%s', (pattern, unit) => {
    const bytes = Buffer.from(`${unit.repeat(20_000)}!`);
    expect(compilePattern(pattern).matches(bytes, 0, bytes.length)).toBe(false);
  });

  test('more positions than are remembered', () => {
    const matcher = compilePattern('(a|b)*a(a|b){14}');
    const random = (i: number) => (Math.imul(i ^ 0x5bd1e995, 0x2545f491) >>> 16) & 1;
    const text = Array.from({ length: 30_000 }, (_, i) => (random(i) ? 'a' : 'b'));
    for (const at of [text.length - 15, text.length - 16]) {
      const copy = [...text];
      copy[text.length - 15] = at === text.length - 15 ? 'a' : 'b';
      const bytes = Buffer.from(copy.join(''));
      expect(matcher.matches(bytes, 0, bytes.length)).toBe(at === text.length - 15);
    }
  });

  test('many different characters', () => {
    const matcher = compilePattern('[\\p{L}\\p{Nd}]*x');
    const letters = Array.from({ length: 20_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    const bytes = Buffer.from(`${letters}x`);
    expect(matcher.matches(bytes, 0, bytes.length)).toBe(true);
    expect(matcher.matches(bytes, 0, bytes.length - 1)).toBe(false);
  });
});

describe('a length that is counted apart', () => {
  test.each<[pattern: string, good: string[], bad: string[]]>([
    ['.{0,100000}', ['', 'é'.repeat(100_000)], ['é'.repeat(100_001), 'a\n']],
    ['[A-Z]x{2,200000}', ['Axx', `B${'x'.repeat(200_000)}`], ['Ax', 'xx', `B${'x'.repeat(200_001)}`]],
    ['(ab|cd){1,60000}-\\d{2}', ['ab-12', `${'cd'.repeat(60_000)}-12`], ['-12', 'abc-12', `${'cd'.repeat(60_001)}-12`]],
    ['x{150000}|y?', ['', 'y', 'x'.repeat(150_000)], ['x', 'x'.repeat(150_001)]],
  ])('%s', (pattern, good, bad) => {
    expect(checkPattern(pattern)).toBeUndefined();
    for (const text of good) expect(matchesAny(pattern, text)).toBe(true);
    for (const text of bad) expect(matchesAny(pattern, text)).toBe(false);
  });

  test('says what states would say', () => {
    const item = fc.constantFrom('a', '(ab|ba)', '[ab]', 'b{2}');
    const around = fc.array(item, { maxLength: 2 }).map((items) => items.join(''));
    const pattern = fc.tuple(around, item, fc.nat(3), fc.nat(3), around);
    const text = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(pattern, text, ([before, repeated, min, more, after], letters) => {
        const whole = `${before}(${repeated}){${min},${min + more}}${after}`;
        const counted = countedLength(parsePattern(whole));
        const fits = counted && letters.length >= counted.min && letters.length <= counted.max;
        const bytes = Buffer.from(letters);
        const said = fits && new Matcher(programOf(automaton(counted.expression))).matches(bytes, 0, bytes.length);
        expect(counted === undefined ? undefined : said).toBe(counted && matches(whole, letters));
        expect(counted).toBeDefined();
      }),
      { numRuns: sample(300, 3000) },
    );
  });
});
