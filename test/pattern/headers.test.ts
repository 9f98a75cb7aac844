import { expect, it } from 'vitest';
import { matchHeaders } from '../../src/pattern/headers.ts';
import { hole } from './holes.ts';

it('refuses bytes that the two sides would read differently', () => {
  const template = { literals: ['', ''], holes: [hole(0)] };
  const pattern = { name: 'X-Session', key: 'x-session', template };
  const zoe = Buffer.from('Zoë').toString('latin1');
  expect(() => matchHeaders([pattern], { 'x-session': zoe }, [])).toThrow('visible ASCII');
  expect(matchHeaders([pattern], { 'x-session': 'Zoe' }, [])).toBe(true);
});
