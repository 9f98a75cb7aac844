import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { keysPage, referencePage, tableSchema } from '../scripts/mapping-keys.ts';
import { CONVERTERS } from '../src/mapping/converters/registry.ts';

const read = (...path: string[]) => readFileSync(join(import.meta.dirname, '..', ...path), 'utf8');

test('docs/reference/mapping.md has keys and converters as scripts/mapping-keys.ts writes them', () => {
  const page = read('docs', 'reference', 'mapping.md');
  expect(page).toBe(referencePage(page));
  for (const { keyword } of CONVERTERS) expect(page).toMatch(new RegExp(`^\\| \`${keyword}[(\`]`, 'm'));
});

test('docs/reference/mapping-keys.md is as scripts/mapping-keys.ts writes it', () => {
  expect(read('docs', 'reference', 'mapping-keys.md')).toBe(keysPage());
});

test('readers of tables take their keys from declarations', () => {
  const folders = ['syntax', 'checker', 'converters'].map((name) => join('src', 'mapping', name));
  const files = folders.flatMap((folder) =>
    readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => /\bkeys: \[\s*'/.test(read(file)))).toEqual([]);
});

test('the JSON Schema of tables is as scripts/mapping-keys.ts writes it', () => {
  const text = read('mappings', 'schema', 'mapping.schema.json');
  expect(text).toBe(tableSchema());
  const schema = JSON.parse(text);
  const valid = new Ajv2020({ strict: false }).compile(schema);
  const table = (converters: object) => ({ soapstone: 2, contract: 'c.wsdl', rules: [], converters });
  expect(valid(table({ view: { always: ['id'] }, lines: [{ of: 'flags', member: 'x' }, { when: { a: 1 } }] }))).toBe(
    true,
  );
  expect(valid(table({ view: { alwys: ['id'] } }))).toBe(false);
  expect(valid(table({ lines: { of: 'csv' } }))).toBe(false);
});
