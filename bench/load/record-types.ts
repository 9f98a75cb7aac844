// The founding table with more record types: copies of its types under other names, in contract and table.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot } from '../erp/files.ts';

export const founding = join(import.meta.dirname, '..', '..', 'mappings', 'business-records');
/** Types that stand for one record type. */
const SUFFIXES = ['', 'Search', 'SearchAdvanced', 'SearchRow', 'SearchBasic', 'SearchRowBasic'];

interface RecordRow {
  readonly line: string;
  readonly rest: string;
  readonly name: string;
}

/** Rows with a search of their own, which the contract names everywhere. */
function rowsOf(table: string): RecordRow[] {
  const lines = table.match(/^ {6}- \{ rest: \w+, in: \w+, name: \w+, plain: true(?!.*optional).*\}$/gm) ?? [];
  return lines.map((line) => {
    const [, rest, name] = /rest: (\w+), in: \w+, name: (\w+)/.exec(line)!;
    return { line, rest, name };
  });
}

/** The folder of a table with `count` record types. */
export function writeRecordTypes(count: number): string {
  const folder = join(cacheRoot, `records-${count}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(founding, folder, { recursive: true });
  const file = join(folder, 'mapping.yaml');
  const table = readFileSync(file, 'utf8');
  const rows = rowsOf(table);
  const present = table.match(/^ {6}- \{ rest: \w+, in: .*$/gm)!;
  const copies = Array.from({ length: count - present.length }, (_, i) => ({
    of: rows[i % rows.length],
    mark: `No${i}`,
  }));
  const lines = copies.map(({ of: { line, rest, name }, mark }) =>
    line
      .replace(`rest: ${rest}, `, `rest: ${rest}${mark}, `)
      .replace(`name: ${name}, `, `name: ${name}${mark}, query: ${rest}Search, asks: ${rest}Criteria, `),
  );
  const last = present.at(-1)!;
  writeFileSync(file, table.replace(last, [last, ...lines].join('\n')));
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
