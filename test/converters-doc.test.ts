import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { converterPage, converterSchema } from '../scripts/converters-doc.ts';
import { CONVERTERS } from '../src/mapping/converters/registry.ts';

const read = (...path: string[]) => readFileSync(join(import.meta.dirname, '..', ...path), 'utf8');

test('docs/reference/mapping.md has the converters as scripts/converters-doc.ts writes them', () => {
  const page = read('docs', 'reference', 'mapping.md');
  expect(page).toBe(converterPage(page));
  for (const { keyword } of CONVERTERS) expect(page).toMatch(new RegExp(`^\\| \`${keyword}[(\`]`, 'm'));
});

test('the JSON Schema of tables has their options as scripts/converters-doc.ts writes them', () => {
  const text = read('mappings', 'schema', 'mapping.schema.json');
  expect(text).toBe(converterSchema(text));
  const schema = JSON.parse(text);
  const valid = new Ajv2020({ strict: false }).compile({ ...schema.properties.converters, $defs: schema.$defs });
  expect(valid({ view: { always: ['id'] }, lines: [{ of: 'flags', member: 'x' }, { when: { a: 1 } }] })).toBe(true);
  expect(valid({ view: { alwys: ['id'] } })).toBe(false);
  expect(valid({ lines: { of: 'csv' } })).toBe(false);
});
