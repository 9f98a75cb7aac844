// Output of a build is whole or stays away.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { replaceFolder } from '../../scripts/replace-folder.ts';
import { temp } from '../server/temp.ts';

beforeEach(() => {
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(temp({ 'dist/old.js': 'old' }));
});

test('the old folder serves until the new one is whole', async () => {
  await replaceFolder('dist', async (fresh) => {
    writeFileSync(join(fresh, 'new.js'), 'new');
    expect(readdirSync('dist')).toEqual(['old.js']);
  });
  expect(readdirSync('dist')).toEqual(['new.js']);
  expect(statSync('dist').mode & 0o777).toBe(0o777 & ~process.umask());
  expect(readdirSync('.')).toEqual(['dist']);
});

test('a build that fails half-way leaves the old folder, and nothing of its own', async () => {
  const failed = replaceFolder('dist', async (fresh) => {
    writeFileSync(join(fresh, 'half.js'), 'half');
    throw new Error('no space left');
  });
  await expect(failed).rejects.toThrow('no space left');
  expect(readFileSync('dist/old.js', 'utf8')).toBe('old');
  expect(readdirSync('dist')).toEqual(['old.js']);
  expect(readdirSync('.')).toEqual(['dist']);
});

test('the first build needs no old folder', async () => {
  await replaceFolder('other', async (fresh) => writeFileSync(join(fresh, 'new.js'), 'new'));
  expect(existsSync('other/new.js')).toBe(true);
});

test('a folder that another build has put there meanwhile is replaced too', async () => {
  await replaceFolder('dist', async (fresh) => {
    writeFileSync(join(fresh, 'first.js'), '');
    writeFileSync('dist/second.js', '');
  });
  expect(readdirSync('dist')).toEqual(['first.js']);
});
