import { describe, expect, it } from 'vitest';
import { nearestKey, suggest, suggestKey } from '../../src/errors/suggest.ts';

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

  it('for a key of a message is at most two edits away, and none for a long key', () => {
    expect(suggestKey('lenght', ['length'])).toBe('did you mean "length"?');
    expect(suggestKey('transformations', ['transformat'])).toBeUndefined();
    expect(nearestKey('x'.repeat(65), ['x'.repeat(65)])).toBeUndefined();
  });
});
