// What the tutorials' READMEs show, holds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { expandMapping, loadMapping } from '../../../src/mapping/load.ts';
import { ask, refusal } from '../tables.ts';

const root = join(import.meta.dirname, '..', '..', '..', 'mappings');
const readme = (name: string) => readFileSync(join(root, name, 'README.md'), 'utf8');
const requests = (text: string) => [...text.matchAll(/soapstone explain \S+ '([^']+)'/g)].map((m) => m[1]);

/** Fenced YAML of a README, without its indentation. */
function yamlBlocks(text: string): unknown[] {
  return [...text.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```$/gm)].map(([, indent, block]) =>
    parse(block.replaceAll(new RegExp(`^${indent}`, 'gm'), '')),
  );
}

const wrong = ['GET /v1/accounts/7?currency=euro', 'GET /v1/accounts/7?curency=EUR'];

describe.each([
  '10-first-row',
  '20-shapes',
  '30-types',
  '40-paging',
  '60-jobs',
  '50-calls',
  '70-faults',
  '80-foreign-errors',
  '90-credentials',
])('%s', (name) => {
  it('explains requests that the mapping takes', async () => {
    const mapping = await loadMapping(join(root, name));
    const lines = requests(readme(name));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      if (wrong.includes(line)) expect(refusal(() => ask(mapping, line))).toMatch(/^BAD_QUERY/);
      else expect(ask(mapping, line, line.startsWith('POST') ? { body: { year: 2024 } } : {}), line).toBeDefined();
    }
  });
});

describe('10-first-row', () => {
  it('shows the table, and its long form', async () => {
    const [table, long] = yamlBlocks(readme('10-first-row'));
    expect(table).toEqual(parse(readFileSync(join(root, '10-first-row', 'mapping.yaml'), 'utf8')));
    expect(long).toEqual(parse(await expandMapping(join(root, '10-first-row'))).rules);
  });
});

/** Every map of a table, at any depth. */
function mapsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(mapsOf)];
}

describe.each(['40-paging', '60-jobs', '50-calls'])('%s', (name) => {
  it('shows pieces of the table', () => {
    const maps = mapsOf(parse(readFileSync(join(root, name, 'mapping.yaml'), 'utf8')));
    const shown = yamlBlocks(readme(name)).flat();
    expect(shown.length).toBeGreaterThan(0);
    for (const piece of shown) expect(maps).toContainEqual(expect.objectContaining(piece as object));
  });
});

describe('30-types', () => {
  it('shows what the table says', () => {
    const { types } = parse(readFileSync(join(root, '30-types', 'mapping.yaml'), 'utf8'));
    const shown = yamlBlocks(readme('30-types'));
    expect(shown.length).toBeGreaterThan(1);
    for (const block of shown) expect(types).toMatchObject(block as object);
  });
});

describe.each(['70-faults', '80-foreign-errors'])('%s', (name) => {
  it('shows rows of the table', () => {
    const { rest, responses, rules } = parse(readFileSync(join(root, name, 'mapping.yaml'), 'utf8'));
    const ofRules = rules.flatMap((rule: { responses?: unknown[] }) => rule.responses ?? []);
    const rows = [...(rest.errors ?? []), ...responses, ...ofRules];
    const shown = yamlBlocks(readme(name)).flat();
    expect(shown.length).toBeGreaterThan(3);
    for (const row of shown) expect(rows).toContainEqual(row);
  });
});
