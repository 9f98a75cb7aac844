// docs/guides/business-records.md says what the tables say.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCases } from '../../src/mapping/cases/cases.ts';
import { contractFolder, operations, restRecords, rows, table } from './tables.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/guides/business-records.md'), 'utf8');

/** Cells of the table whose head begins with this line, without code marks. */
function cells(head: string): string[][] {
  const [, , ...rest] = text
    .slice(text.indexOf(`\n| ${head}`))
    .trimStart()
    .split('\n');
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end).map((line) =>
    line
      .replaceAll('`', '')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const list = (text: string) => text.split(', ');

describe('docs/guides/business-records.md', () => {
  it('has the operations with their headers and faults', () => {
    const headers = new Map(cells('headers | parts').map(([set, parts]) => [set, list(parts)]));
    const faults = new Map(cells('faults | names').map(([set, names]) => [set, list(names)]));
    const found = cells('operation | group').map(([name, , h, f]) => [name, headers.get(h), faults.get(f)]);
    expect(found).toEqual(operations().map((o) => [o.name, o.input, o.faults]));
  });

  it('names cases that are there', () => {
    const names = new Set(readCases(join(contractFolder, '..')).map((c) => c.name));
    const shown = [...cells('what | request'), ...cells('declared fault')].map((row) => row.at(-1)!);
    expect(shown.length).toBe(34 + 12);
    expect(shown.filter((name) => !names.has(name))).toEqual([]);
  });

  it('has the record types', () => {
    const found = cells('REST name').map(([name, type, how, search]) => [name, type, how, search]);
    expect(found).toEqual(restRecords().map((r) => [r.name, r.type, r.how, r.search === '' ? 'none' : r.search]));
  });
});

describe("the contract's README", () => {
  const readme = readFileSync(join(contractFolder, 'README.md'), 'utf8');

  it('counts right', () => {
    const types = ['core', 'messages', 'faults', 'records', 'search', 'modelled'].flatMap((t) => [...table(t)]);
    const enumerations = new Set([...table('enumerations').keys(), ...table('modelled-enumerations').keys()]);
    const counts = `${types.length} complex, ${enumerations.size} enumerations, ${rows('elements').length} global elements`;
    expect(readme).toContain(counts);
    const codes = table('enumerations').get('platformFaultTyp:StatusDetailCodeType')!.split(' | ').length;
    expect(readme).toContain(`has the ${codes} codes`);
  });

  it('names every record as what it is', () => {
    const exact = readme.slice(
      readme.indexOf('## Which records are exact'),
      readme.indexOf('## Which are our own model'),
    );
    const modelled = readme.slice(readme.indexOf('## Which are our own model'), readme.indexOf('## Searches'));
    const named = (text: string) => restRecords().filter((r) => new RegExp(`\\b${r.name}\\b`).test(text));
    expect(named(exact).map((r) => r.name)).toEqual(
      restRecords()
        .filter((r) => r.how === 'exact')
        .map((r) => r.name),
    );
    for (const { name, type } of restRecords().filter((r) => r.how === 'modelled'))
      expect(modelled).toContain(`| ${name} | \`${type}\` |`);
  });
});
