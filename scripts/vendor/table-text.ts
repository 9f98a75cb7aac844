// The table of business records with further rows and namespaces: its text is kept, comments too.
import { isMap, isSeq, parseDocument } from 'yaml';
import type { RecordRow } from './record-rows.ts';

/** `text`: a table whose `tables.records` and `namespaces` stand in brackets. `note`: a comment above the rows. */
export function withRows(
  text: string,
  rows: readonly RecordRow[],
  namespaces: ReadonlyMap<string, string>,
  note: string,
): string {
  const document = parseDocument(text);
  const records = document.getIn(['tables', 'records'], true);
  const prefixes = document.get('namespaces', true);
  if (!isSeq(records) || !isMap(prefixes)) throw new Error('the table has no records or no namespaces');
  const lines = rows.map((row) => `    ${rowText(row)}`);
  const declared = [...namespaces].map(([prefix, pattern]) => `  ${prefix}: ${JSON.stringify(pattern)}`);
  const edits = [
    {
      at: closing(text, records.range![1], ']'),
      added: rows.length === 0 ? '' : `,\n    # ${note}\n${lines.join(',\n')} `,
    },
    { at: closing(text, prefixes.range![1], '}'), added: declared.length === 0 ? '' : `,\n${declared.join(',\n')} ` },
  ];
  return edits
    .filter(({ added }) => added !== '')
    .toSorted((a, b) => b.at - a.at)
    .reduce((all, { at, added }) => all.slice(0, at).trimEnd() + added + all.slice(at), text);
}

/** The table with the searches of record types that its own contract has none for. */
export function withSearches(text: string, names: readonly string[]): string {
  return names.reduce((all, name) => all.replace(`name: ${name}, search: null`, `name: ${name}`), text);
}

function closing(text: string, end: number, bracket: string): number {
  return text.lastIndexOf(bracket, end);
}

function rowText(row: RecordRow): string {
  return `{ ${Object.entries(row)
    .map(
      ([column, value]) =>
        `${column}: ${typeof value === 'string' && value.includes(':') ? JSON.stringify(value) : value}`,
    )
    .join(', ')} }`;
}

/** Names of the types that the table has a row for, and its prefixes with their patterns. */
export function readTable(text: string): {
  readonly names: ReadonlySet<string>;
  readonly namespaces: ReadonlyMap<string, string>;
} {
  const { namespaces, tables } = parseDocument(text).toJS() as {
    readonly namespaces: Readonly<Record<string, string>>;
    readonly tables: { readonly records: readonly { readonly name?: string }[] };
  };
  return {
    names: new Set(tables.records.flatMap(({ name }) => name ?? [])),
    namespaces: new Map(Object.entries(namespaces)),
  };
}
