import { describe, expect, it } from 'vitest';
import { preferencesOf, prefers, withPreference } from '../../src/bytes/preferences.ts';

describe('Prefer (RFC 7240 §2)', () => {
  it.each([
    'respond-async',
    'Respond-Async',
    'respond-async, wait=10',
    'return=minimal, respond-async',
    ', ,respond-async;foo="a, b" ; bar',
    'respond-async=""',
    'respond-async = ',
    'note="one, \\"two", respond-async',
    'not a preference, respond-async',
  ])('says respond-async: %s', (field) => {
    expect(prefers(field, preferencesOf('respond-async'))).toBe(true);
  });

  it.each([
    '',
    'wait=10',
    'respond-asynchronously',
    'note="respond-async"',
    'note="a, respond-async, b"',
    'wait=1; respond-async',
    'respond-async=no',
    // The first of them counts.
    'respond-async=no, respond-async',
  ])('does not say respond-async: %s', (field) => {
    expect(prefers(field, preferencesOf('respond-async'))).toBe(false);
  });

  it('has values, whose letters count, and quotes around them do not', () => {
    const wanted = preferencesOf('return=minimal, wait=10');
    expect(prefers('wait="10", Return = minimal', wanted)).toBe(true);
    expect(prefers('wait=10, return=Minimal', wanted)).toBe(false);
    expect(prefers('return=minimal', wanted)).toBe(false);
  });

  it('is one field with what it said before, and says nothing twice', () => {
    expect(withPreference(undefined, 'respond-async')).toBe('respond-async');
    expect(withPreference('return=minimal', 'respond-async')).toBe('return=minimal, respond-async');
    expect(withPreference('Respond-Async, wait=5', 'respond-async')).toBe('Respond-Async, wait=5');
  });

  it('is read in one pass, whatever is in it', () => {
    const odd = ['"\\"', '" ', 'a= ', '\\"', ',"'].map((part) => part.repeat(200_000));
    for (const field of odd) expect(prefers(field, preferencesOf('respond-async'))).toBe(false);
  });
});
