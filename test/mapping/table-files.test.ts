// `tables:` in files beside the mapping.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatError, Problems } from '../../src/errors/errors.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { readCsvTable } from '../../src/mapping/syntax/csv-table.ts';
import { ask } from './tables.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const contract = join(import.meta.dirname, '../../mappings/20-shapes/contract/parcels.wsdl');
const TABLE = `soapstone: 2
tables: { speed: FILE }
rules:
  - rest: { request: "GET /parcels/{level|table(speed)}/{limit}", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: [ "{level}" ], limit: "{limit}" } }, response: { FindParcelsResponse: "{found}" } }
    only: rest-to-soap
`;

/** What the placeholder takes for these paths; or the problems of the table. */
async function taken(file: string, text: string | undefined, ...words: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'));
  folders.push(folder);
  writeFileSync(join(folder, 'mapping.yaml'), TABLE.replace('FILE', file));
  if (text !== undefined) writeFileSync(join(folder, file), text);
  try {
    const mapping = await loadMapping(folder, { contract });
    return words.map((word) => ask(mapping, `GET /parcels/${word}/1`)?.values.level);
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return error.problems.map((problem) => formatError(problem).replaceAll(`${folder}/`, ''));
  }
}

describe('a table in a file', () => {
  it.each([
    ['json,xml,json\nfast,AIR,x\n', 'speed.csv:1:10 MAPPING_SYNTAX: two columns are named "json"'],
    ['json,,xml\nfast,x,AIR\n', 'speed.csv:1:6 MAPPING_SYNTAX: column 2 has no name'],
    ['json,\nfast,AIR\n', 'speed.csv:1:6 MAPPING_SYNTAX: column 2 has no name'],
  ])('is refused where its columns have no names of their own: %j', async (text, problem) => {
    expect((await taken('speed.csv', text, 'fast')).join()).toContain(problem);
  });

  it.each([
    ['codes.csv', 'rest,soap\nslow,economy\nfast,express\n'],
    ['codes.csv', '\uFEFFrest,soap,"a, ""note"""\r\n"slow",economy,\r\n\r\nfast,express,"two\r\nlines"'],
    ['codes.yaml', 'slow: economy\nfast: express\n'],
    ['codes.json', '[ { "rest": "slow", "soap": "economy" }, { "rest": "fast", "soap": "express" } ]'],
  ])('may be %s', async (file, text) => {
    expect(await taken(file, text, 'slow', 'fast', 'express')).toEqual(['"economy"', '"express"', undefined]);
  });

  it('has rows for another contract, where they say so', async () => {
    const text = 'rest,soap,optional\nslow,economy,\nfast,express,ServiceLevel\nfast,rapid,ServiceLevel\n';
    expect(await taken('codes.csv', text, 'fast')).toEqual(['"express"']);
  });

  it.each([
    ['is not there', undefined, 'mapping.yaml:2:18 MAPPING_READ: cannot read codes.csv: ENOENT'],
    [
      'has a row too long',
      'rest,soap\na,b,c\n',
      'codes.csv:2:1 MAPPING_SYNTAX: the row has 3 values, and the table 2 columns',
    ],
    [
      'has a value twice',
      'rest,soap\na,economy\na,express\n',
      'codes.csv:3:1 MAPPING_TABLE: "a" is listed twice in column "rest" of table "speed" (first at line 2; each value may occur once)',
    ],
    ['has a value that the contract lacks', 'rest,soap\nslow,snail\n', '"snail" of table "speed" does not fit here'],
    ['is empty', '', 'codes.csv:1:1 MAPPING_SYNTAX: the file has no rows'],
  ])('that %s is a problem', async (_, text, problem) => {
    const [first] = await taken('codes.csv', text);
    expect(first).toContain(problem);
  });

  it('keeps quoted texts as they are', () => {
    const { items } = readCsvTable('a,b\n" x ", y \n"",z\n', 'f.csv');
    const rows = items.map(
      (row) => row.kind === 'map' && row.entries.map(({ value }) => value.kind === 'scalar' && value.source),
    );
    expect(rows).toEqual([[' x ', 'y'], ['z']]);
    expect(() => readCsvTable('a\n"b"c\n', 'f.csv')).toThrow(Problems);
  });
});
