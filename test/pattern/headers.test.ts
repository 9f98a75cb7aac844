import { expect, it } from 'vitest';
import { preferencesOf } from '../../src/bytes/preferences.ts';
import { matchHeaders } from '../../src/pattern/headers.ts';
import { hole } from './holes.ts';

it('refuses bytes that the two sides would read differently', () => {
  const template = { literals: ['', ''], holes: [hole(0)] };
  const pattern = { name: 'X-Session', key: 'x-session', template };
  const zoe = Buffer.from('Zoë').toString('latin1');
  expect(() => matchHeaders([pattern], { 'x-session': zoe }, [])).toThrow('visible ASCII');
  expect(matchHeaders([pattern], { 'x-session': 'Zoe' }, [])).toBe(true);
});

it.each([
  ['Prefer', 'respond-async', true],
  ['Prefer', 'wait=10, Respond-Async', true],
  ['Prefer', ['wait=10', 'respond-async; foo="a, b"'], true],
  ['Prefer', 'note="respond-async, respond-async"', false],
  ['Prefer', 'note="a\\", respond-async"', false],
  ['Prefer', 'note="a\\", b", respond-async', true],
  ['Prefer', 'note="no end, respond-async', false],
  ['Prefer', 'respond-async-not', false],
  ['Prefer', undefined, false],
  ['X-Mode', 'respond-async', true],
  ['X-Mode', 'wait=10, respond-async', false],
])('takes a preference among others, and no other constant: %s: %s', (name, value, taken) => {
  const key = name.toLowerCase();
  const template = { literals: ['respond-async'], holes: [] };
  const preferences = key === 'prefer' ? preferencesOf('respond-async') : undefined;
  const pattern = { name, key, template, preferences };
  expect(matchHeaders([pattern], { [key]: value }, [])).toBe(taken);
});
