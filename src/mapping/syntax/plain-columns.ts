// `<column>` where no `forEach` fills it in: plain text, which is seldom meant.
import type { Place } from '../../errors/errors.ts';
import { isForAllOperations } from './all-operations.ts';
import { columnsOf } from './cells.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

export interface PlainColumn {
  readonly column: string;
  readonly place: Place;
  /** Value tables that have the column. */
  readonly tables: readonly string[];
}

/** The first in each rule and fault rule of the table. */
export function plainColumns(root: YamlNode): readonly PlainColumn[] {
  const tables = entriesOf(entriesOf(root).find(({ key }) => key === 'tables')?.value);
  return ['rules', 'responses'].flatMap((key) =>
    itemsOf(root, key).flatMap((rule) => {
      if (rule.entries.some((entry) => entry.key === 'forEach') || isForAllOperations(rule)) return [];
      const [first] = columnsIn(rule);
      return first
        ? [{ ...first, tables: tables.filter((table) => hasColumn(table, first.column)).map((t) => t.key) }]
        : [];
    }),
  );
}

function itemsOf(root: YamlNode, key: string): readonly YamlMap[] {
  const list = entriesOf(root).find((entry) => entry.key === key)?.value;
  return list?.kind === 'list' ? list.items.filter((item) => item.kind === 'map') : [];
}

function entriesOf(node: YamlNode | undefined): readonly YamlEntry[] {
  return node?.kind === 'map' ? node.entries : [];
}

function columnsIn(node: YamlNode): readonly Omit<PlainColumn, 'tables'>[] {
  if (node.kind === 'list') return node.items.flatMap(columnsIn);
  if (node.kind === 'scalar') return columnsOf(node.source).map((column) => ({ column, place: node.place }));
  return node.entries.flatMap(({ key, place, value }) => [
    ...columnsOf(key).map((column) => ({ column, place })),
    ...columnsIn(value),
  ]);
}

/** A table of pairs has the columns `rest` and `soap`. */
function hasColumn({ value }: YamlEntry, column: string): boolean {
  if (value.kind !== 'list') return column === 'rest' || column === 'soap';
  return value.items.some((row) =>
    entriesOf(row).some(
      ({ key, value: cells }) => key === column || entriesOf(cells).some((cell) => cell.key === column),
    ),
  );
}
