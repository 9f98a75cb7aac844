import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const schema = JSON.parse(readFileSync(join(root, 'mappings', 'schema', 'mapping.schema.json'), 'utf8'));
const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);

const shipped = readdirSync(join(root, 'mappings')).filter((name) =>
  existsSync(join(root, 'mappings', name, 'mapping.yaml')),
);
const wrong = join(root, 'test', 'cases', 'wrong');

/** Mistakes of form, which an editor can show without the contract. */
const malformed = [
  '01-unknown-keys',
  '08-bad-patterns',
  '10-faults',
  '14-no-version',
  '15-types',
  '17-flows',
  '18-pages',
  '19-jobs',
];

function table(...path: string[]): unknown {
  return parse(readFileSync(join(...path, 'mapping.yaml'), 'utf8'));
}

describe('the JSON Schema of mapping tables', () => {
  it.each(shipped)('accepts %s', (name) => {
    validate(table(root, 'mappings', name));
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each(malformed)('refuses %s', (name) => {
    expect(validate(table(wrong, name))).toBe(false);
  });

  it('accepts wrong tables whose mistakes only the contract shows', () => {
    const others = [
      '03-unknown-names',
      '04-names-differ',
      '06-types',
      '07-same-rows',
      '11-comes-later',
      '12-unreachable',
      '13-shapes',
    ];
    expect(others.filter((name) => !validate(table(wrong, name)))).toEqual([]);
  });
});
