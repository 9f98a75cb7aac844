// What patterns cost, in steps and bytes: linear in the text whatever the pattern, and bounded for all of them together.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { automaton } from '../../../../src/codec/datatypes/regex/automaton.ts';
import { cachedBytes, MAX_ALL_BYTES, MAX_BYTES } from '../../../../src/codec/datatypes/regex/cache.ts';
import type { Matcher } from '../../../../src/codec/datatypes/regex/matcher.ts';
import { parsePattern } from '../../../../src/codec/datatypes/regex/parse.ts';
import { checkPattern, compileAny, compilePattern } from '../../../../src/codec/datatypes/regex/pattern.ts';
import { allowance, beginSteps, endSteps, exhausted } from '../../../../src/codec/datatypes/regex/steps.ts';
import { sample } from '../../../sample-size.ts';

const PLENTY = 1e15;

/** `random(i)` is the same in each run. */
const random = (i: number, below: number) => (Math.imul(i ^ 0x5bd1e995, 0x2545f491) >>> 8) % below;
const of = (characters: string) => (n: number) =>
  Array.from({ length: n }, (_, i) => characters[random(i, characters.length)]).join('');
const literals = Array.from({ length: 5_000 }, (_, i) => `w${i.toString(36)}x${((i * 7919) % 5_000).toString(36)}`);
const characters = Array.from({ length: 5_000 }, (_, i) => String.fromCodePoint(0x4e00 + i));

function stepsOf(matcher: Matcher, text: string): number {
  const bytes = Buffer.from(text);
  const opened = beginSteps(PLENTY);
  matcher.matches(bytes, 0, bytes.length);
  return PLENTY - endSteps(opened);
}

test('a match outside of any message has steps of its own, and no more', () => {
  const matcher = compilePattern('(.*a.{0,2000}){2}');
  const text = Buffer.from(of('ab')(1_000_000));
  expect(matcher.matches(text, 0, text.length)).toBe(false);
  expect(exhausted()).toBe(true);
  const short = Buffer.from('aa');
  expect(matcher.matches(short, 0, short.length)).toBe(true);
  expect(exhausted()).toBe(false);
});

const attacks: [pattern: string, text: (n: number) => string][] = [
  ['.+@.{1,255}', of('ab@')],
  ['.+@.{1,255}', (n) => '@'.repeat(n)],
  ['[\\s\\S]*\\S[\\s\\S]{0,255}', of('a ')],
  ['(a?){1000}a{1000}', (n) => 'a'.repeat(n)],
  ['(.*a){200}', of('ab')],
  ['(.*a){200}', (n) => 'a'.repeat(n)],
  ['.*.*.*=.*', of('a=')],
  ['(a+)+', (n) => `${'a'.repeat(n)}!`],
  ['((a{1,16}){1,16}){1,16}', (n) => 'a'.repeat(n)],
  ['.*a.{0,2000}', of('ab')],
  [
    `(${literals.join('|')})*`,
    (n) =>
      Array.from({ length: n }, (_, i) => literals[random(i, 5_000)])
        .join('')
        .slice(0, n),
  ],
  [`(.*)(${literals.join('|')})`, of('w0123xab')],
  [
    '[\\p{L}\\p{Nd}]*x',
    (n) => Array.from({ length: n }, (_, i) => String.fromCodePoint(0x4e00 + (i % 20_000))).join(''),
  ],
  [`(${characters.join('|')})*`, (n) => Array.from({ length: n }, (_, i) => characters[i % 5_000]).join('')],
  ['(\\w|\\d|\\p{Lu}|[a-z-[aeiou]]|\\i\\c)*', of('aZ9\u00e9\u0416\u4e2d')],
];

describe('steps', () => {
  it.each(attacks.map(([pattern, text]) => [pattern.slice(0, 60), pattern, text] as const))(
    '%s: twice the text',
    (_, pattern, text) => {
      const matcher = compilePattern(pattern);
      stepsOf(matcher, text(10_000));
      const [one, two, four] = [20_000, 40_000, 80_000].map((n) => stepsOf(matcher, text(n)));
      expect(two / one).toBeLessThan(2.3);
      expect(four / two).toBeLessThan(2.3);
    },
  );

  it.each([
    ['[A-Z]{3}', 'ABC'],
    ['\\d{4}-\\d{2}', '2004-02'],
    ['[^@]+@[^@\\.]+\\.[a-z]{2,6}', 'somebody@example.com'],
    ['[\\s\\S]{0,4000}', 'some words '.repeat(300)],
    ['(\\p{L}|[ \\-])+', 'Gro\u00dfe Stra\u00dfe '.repeat(20)],
  ])('%s: one for a character, once its positions are known', (pattern, text) => {
    const matcher = compilePattern(pattern);
    for (let i = 0; i < 20; i++) stepsOf(matcher, text);
    expect(stepsOf(matcher, text)).toBe(Buffer.byteLength(text));
  });

  it('for a character grow with the counts of a pattern', () => {
    const [short, long] = [of('ab@')(200_000), of('ab')(100_000)];
    const perCharacter = (pattern: string, text: string) => stepsOf(compilePattern(pattern), text) / text.length;
    expect(Math.round(perCharacter('.+@.{1,255}', short))).toBe(27);
    expect(Math.round(perCharacter('.*a.{0,2000}', long) / 100)).toBe(1);
    expect(Math.round(perCharacter('.*a.{0,20000}', long) / 1000)).toBe(1);
  });

  it('many short texts that lead to new positions cost no more than one long one', () => {
    const matcher = compilePattern('.+@.{1,255}');
    const text = of('ab@')(200_000);
    let short = 0;
    for (let i = 0; i < text.length; i += 100) short += stepsOf(matcher, text.slice(i, i + 100));
    expect(short / stepsOf(compilePattern('.+@.{1,255}'), text)).toBeLessThan(2.3);
  });

  it('end where there are no more, whatever the text', () => {
    const matcher = compilePattern('.*a.{0,20000}');
    const bytes = Buffer.from(of('ab')(100_000));
    const opened = beginSteps(1_000_000);
    expect(matcher.matches(bytes, 0, bytes.length)).toBe(false);
    expect(exhausted()).toBe(true);
    // One character costs some thousands.
    expect(endSteps(opened)).toBeGreaterThan(-10_000);
    expect(exhausted()).toBe(false);
    const plenty = beginSteps(PLENTY);
    expect(matcher.matches(bytes, 0, bytes.length)).toBe(true);
    endSteps(plenty);
  });

  it('a part of a message has no account of its own', () => {
    const outer = beginSteps(100);
    const inner = beginSteps(1000);
    expect([outer, inner, endSteps(inner), endSteps(outer)]).toEqual([true, false, 100, 100]);
  });

  it('a message of 10 MiB has enough for a dozen ordinary patterns over each of its bytes', () => {
    const size = 10 * 1024 * 1024;
    expect(allowance(size) / size).toBeGreaterThan(12);
  });
});

describe('memory', () => {
  it.each([
    ['.+@.{1,255}', of('ab@')(100_000)],
    ['((a{1,46}){1,46}){1,46}', 'a'.repeat(1_000)],
    [`(${characters.join('|')})*`, characters.join('')],
    ['[\\p{L}\\p{Nd}]*x', characters.join('')],
    ['(a|b)*a(a|b){14}', of('ab')(100_000)],
  ])('%s stays inside its bound', (pattern, text) => {
    const matcher = compilePattern(pattern);
    for (let i = 0; i < 3; i++) {
      stepsOf(matcher, text);
      // A row may be made wider or longer by half of the bound before that is looked at.
      expect(matcher.bytes).toBeLessThan(1.5 * MAX_BYTES);
    }
  });

  it('all patterns together stay inside theirs', () => {
    const text = of('abcdefghij')(5_000);
    const matchers = Array.from({ length: 60 }, (_, i) =>
      compilePattern(`.*[a-${'cdefghi'[i % 7]}].{${i},${i + 200}}`),
    );
    for (const matcher of matchers) {
      for (let i = 0; i < 5; i++) stepsOf(matcher, text);
      expect(cachedBytes()).toBeLessThan(MAX_ALL_BYTES + MAX_BYTES);
    }
  });

  it('patterns of one step are one program', () => {
    expect(compileAny(['a+', 'b+', 'c+'])).toHaveLength(1);
    expect(compileAny(['a{60000}', 'b{60000}'])).toHaveLength(2);
  });

  it('a pattern that grows too large is refused before it is made', () => {
    for (const pattern of [
      '((a{1,100}){1,100}){1,100}',
      'a?a{100000}',
      '(((((a?b{99}){99}){99}){99}){99}){99}',
      'a?'.repeat(5_000),
    ])
      expect(checkPattern(pattern)).toBe('its repetitions expand to too many states');
    const largest = automaton(parsePattern('((a{1,46}){1,46}){1,46}'));
    expect(largest.set.length).toBe(46 ** 3 + 1);
  });
});

/** Sets of states, one character at a time, from the same automaton: nothing is remembered. */
function bySets(pattern: string, text: string): boolean {
  const { sets, set, links, accept } = automaton(parsePattern(pattern));
  let at = new Set([0]);
  for (const character of text) {
    const next = new Set<number>();
    for (const { from, to } of links) {
      if (!from.some((state) => at.has(state))) continue;
      for (const state of to) if (sets[set[state]](character.codePointAt(0)!)) next.add(state);
    }
    at = next;
  }
  return accept.some((state) => at.has(state));
}

describe('by comparison', () => {
  const pieces = ['a', 'b', '.', '[ab]', '\\p{Lu}', '\\w', '(ab|b)', '(a|bA?)', '[^a]', '\u00e9'];
  const counts = ['', '*', '+', '?', '{0,40}', '{3,70}', '{2}', '{33,}'];
  const pattern = fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...counts)), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.map(([piece, count]) => piece + count).join(''));
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '\u00e9', '\n'), maxLength: 150 });

  test('looked up, by bits, and after all was forgotten: the same', () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 4 }), (p, texts) => {
        const matcher = compilePattern(p);
        for (const t of [...texts, ...texts]) {
          const bytes = Buffer.from(t);
          const expected = bySets(p, t);
          expect([p, t, matcher.matches(bytes, 0, bytes.length)]).toEqual([p, t, expected]);
          matcher.useBitsOnly();
          expect([p, t, matcher.matches(bytes, 0, bytes.length)]).toEqual([p, t, expected]);
        }
      }),
      { numRuns: sample(50, 200) },
    );
  });
});
