// The founding table with more record types: copies of its types under other names, in contract and table.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot } from '../erp/files.ts';

export const founding = join(import.meta.dirname, '..', '..', 'mappings', 'business-records');
/** Types that stand for one record type. */
const SUFFIXES = ['', 'Search', 'SearchAdvanced', 'SearchRow', 'SearchBasic', 'SearchRowBasic'];

interface RecordRow {
  readonly row: string;
  readonly rest: string;
  readonly name: string;
}

/** The rows of record types, as they stand in the table. */
const ROW = /\{ rest: (\w+), (?:in: \w+, )?name: (\w+)[^{}]*\}/g;
/** Rows of other types that share their search, or that another contract may lack. */
const SHARED = /\b(?:of|search|optional|eid):/;

function rowsOf(table: string): RecordRow[] {
  return [...table.matchAll(ROW)].map(([row, rest, name]) => ({ row, rest, name }));
}

/** The folder of a table with `count` record types. */
export function writeRecordTypes(count: number): string {
  const folder = join(cacheRoot, `records-${count}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(founding, folder, { recursive: true });
  const file = join(folder, 'mapping.yaml');
  const table = readFileSync(file, 'utf8');
  const present = rowsOf(table);
  const whole = present.filter(({ row }) => !SHARED.test(row));
  const copies = Array.from({ length: count - present.length }, (_, i) => ({
    of: whole[i % whole.length],
    mark: `No${i}`,
  }));
  const rows = copies.map(({ of: { row, rest, name }, mark }) =>
    row
      .replace(`rest: ${rest}, `, `rest: ${rest}${mark}, `)
      .replace(new RegExp(`name: ${name}\\b`), `name: ${name}${mark}`),
  );
  const last = present.at(-1)!.row;
  writeFileSync(file, table.replace(last, [last, ...rows].join(', ')));
  const schemas = join(folder, 'contract', 'xsd');
  for (const name of readdirSync(schemas)) {
    const path = join(schemas, name);
    let text = readFileSync(path, 'utf8');
    for (const { of, mark } of copies) text = withCopy(text, of, mark);
    writeFileSync(path, text);
  }
  return folder;
}

function withCopy(schema: string, { rest, name }: RecordRow, mark: string): string {
  const names = SUFFIXES.map((suffix) => name + suffix);
  const blocks = names.flatMap((type) => {
    const start = schema.indexOf(`  <xs:complexType name="${type}">`);
    const end = schema.indexOf('\n  </xs:complexType>', start);
    return start < 0 ? [] : [schema.slice(start, end + '\n  </xs:complexType>'.length)];
  });
  const renamed = blocks.map((block) =>
    block.replace(new RegExp(`([":])${name}(${SUFFIXES.join('|')})"`, 'g'), `$1${name}${mark}$2"`),
  );
  const end = schema.lastIndexOf('</xs:schema>');
  const all = `${schema.slice(0, end)}${renamed.map((block) => `${block}\n`).join('')}${schema.slice(end)}`;
  return all.replaceAll(
    `<xs:enumeration value="${rest}"/>`,
    (text) => `${text}<xs:enumeration value="${rest}${mark}"/>`,
  );
}
