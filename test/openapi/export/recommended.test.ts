// Redocly's recommended rules, on the documents of the shipped tables.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../cli/spawn-cli.ts';
import { sample } from '../../sample-size.ts';
import { lintRecommended } from './lint.ts';

const mappings = join(import.meta.dirname, '../../../mappings');
const tables = readdirSync(mappings, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'schema')
  .map(({ name }) => name)
  // The large one takes a minute on a busy machine.
  .filter((name) => sample(name !== 'business-records', true));

test.each(tables)('%s', { timeout: 120_000 }, async (name) => {
  const { code, out } = await run(['openapi', join(mappings, name)]);
  expect(code).toBe(0);
  // Two paths of the vendor's API have an external id in one segment and an id in another.
  const justified = name === 'business-records' ? 'no-ambiguous-paths' : undefined;
  expect(await lintRecommended(out, justified)).toEqual([]);
});
