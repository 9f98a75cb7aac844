import { describe, expect, it } from 'vitest';
import { nearestKey, Suggestions, suggest, suggestKey } from '../../src/errors/suggest.ts';

describe('a suggestion', () => {
  it('is the nearest candidate, without regard to case', () => {
    expect(suggest('Acount', ['mount', 'ACCOUNT'])).toBe('did you mean "ACCOUNT"?');
  });

  it('allows a third of the letters to differ, and one in a short name', () => {
    expect(suggest('transformations', ['transfrmatn'])).toBeDefined();
    expect(suggest('transformations', ['transfm'])).toBeUndefined();
    expect([suggest('ref', ['rel']), suggest('ref', ['rol'])]).toEqual(['did you mean "rel"?', undefined]);
  });

  it('prefers the same namespace', () => {
    expect(suggest('{a}Partyy', ['{b}Party', '{a}Party'])).toBe('did you mean "{a}Party"?');
  });

  it('is nearer by an edit in another namespace', () => {
    expect(suggest('{a}Nope', ['{a}Name'])).toBe('did you mean "{a}Name"?');
    expect(suggest('{a}Nope', ['{b}Name'])).toBeUndefined();
    expect(suggest('{a}Ref', ['{b}Ref'])).toBe('did you mean "{b}Ref"?');
  });

  it('for a key of a message is at most two edits away, and none for a long key', () => {
    expect(suggestKey('lenght', ['length'])).toBe('did you mean "length"?');
    expect(suggestKey('transformations', ['transformat'])).toBeUndefined();
    expect(nearestKey('x'.repeat(65), ['x'.repeat(65)])).toBeUndefined();
  });
});

describe('suggestions of one check', () => {
  const candidates = (n: number) => Array.from({ length: n }, (_, i) => `Type${i}Name`);

  it('are made for all names where there are few', () => {
    const suggestions = new Suggestions();
    const made = candidates(100).filter((name) => suggestions.of(`${name}s`, () => candidates(100)));
    expect(made).toHaveLength(100);
  });

  it('are made for the first 20 names where candidates are many', () => {
    const suggestions = new Suggestions();
    const many = candidates(5_000);
    const made = many.map((name) => suggestions.of(`${name}s`, () => many) !== undefined);
    expect([made.slice(0, 20).every(Boolean), made.slice(20).some(Boolean)]).toEqual([true, false]);
  });
});
