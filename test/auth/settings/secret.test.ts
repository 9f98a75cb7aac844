import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Secret } from '../../../src/auth/settings/secret.ts';
import { temp } from '../../server/temp.ts';

function open() {
  const file = join(temp({ secret: 'first\n' }), 'secret');
  const clock = { now: 0 };
  return { file, clock, secret: new Secret({ file }, () => clock.now) };
}

test('a file that changes is read again, after a second at most', () => {
  const { file, clock, secret } = open();
  expect(secret.read()).toBe('first');
  writeFileSync(file, 'the second');
  clock.now = 999;
  expect(secret.read()).toBe('first');
  clock.now = 1000;
  expect(secret.read()).toBe('the second');
});

test('a secret of auth whose file is gone stays as it was; of an empty file there is none', () => {
  const { file, clock, secret } = open();
  expect(secret.read()).toBe('first');
  rmSync(file);
  clock.now = 1000;
  expect(secret.read()).toBe('first');
  writeFileSync(file, '');
  clock.now = 2000;
  expect(secret.read()).toBeUndefined();
});
