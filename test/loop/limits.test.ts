// The limits that the loops make allowance for are those of docs/reference/faults.md, no more and no fewer.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('are those of docs/reference/faults.md', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../docs/reference/faults.md'), 'utf8');
  const section = docs.slice(docs.indexOf('## Two gateways in a row'));
  const told = [...section.matchAll(/^\| (?!limit )([a-z][^|]*) \|/gm)].map(([, name]) => name);
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && file !== 'limits.test.ts');
  const text = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');
  const allowed = [...text.matchAll(/\* Limit: ([^.]*)\.|\/\/ Limit: ([^.]*)\./g)].map(([, a, b]) => a ?? b);
  expect([...new Set(allowed)].toSorted()).toEqual(told.toSorted());
});
