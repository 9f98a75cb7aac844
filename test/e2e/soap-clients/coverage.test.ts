// Every tutorial has its tests with every client; those tests say themselves that no operation is left out.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tutorial } from '../scene.ts';

const texts = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));

function named(pattern: RegExp): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name));
  return [...new Set(found)].toSorted();
}

it('is called by PHP, zeep, node-soap, strong-soap and gSOAP, each tutorial', () => {
  const tutorials = readdirSync(tutorial('.')).filter((name) => /^\d/.test(name));
  expect(named(/eachClient\(\s*'([^']+)'/g)).toEqual(tutorials.toSorted());
  expect(named(/(?:\bname: |\buse\()'(\d\d-[^']+)'/g)).toEqual(tutorials.toSorted());
});
