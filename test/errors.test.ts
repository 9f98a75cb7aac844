import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorTable } from '../src/errors/errors.ts';

const root = join(import.meta.dirname, '..');

/** `CODE class status title` of each row; the other two cells say something. */
function rowsOf(page: string): string[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
    .map(([code, kind, status, title, when, what, ...more]) => {
      expect([code, when?.length > 3, what?.length > 3, more]).toEqual([code, true, true, []]);
      return `${code.replaceAll('`', '')} ${kind} ${status} ${title}`;
    });
}

describe('docs/reference/errors.md', () => {
  test('has one row for each code, and no other', () => {
    const rows = rowsOf(readFileSync(join(root, 'docs', 'reference', 'errors.md'), 'utf8'));
    const codes = Object.entries(errorTable).map(
      ([code, [kind, status, title]]) => `${code} ${kind} ${status} ${title}`,
    );
    expect(rows.toSorted()).toEqual(codes.toSorted());
  });
});

describe('the table of errors', () => {
  const sources = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => file !== join('src', 'errors.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

  test.each(Object.keys(errorTable))('%s is thrown somewhere', (code) => {
    expect(sources.includes(`'${code}'`)).toBe(true);
  });
});
