// `tables:` of a mapping: rows of equal values; a value occurs once in its column.
import type { Place } from '../../errors/errors.ts';
import { isNull } from './fields.ts';
import type { Report } from './report.ts';
import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from './yaml.ts';

export interface ValueTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** column → value; a row may lack columns. */
  readonly rows: readonly ReadonlyMap<string, YamlScalar>[];
  readonly place: Place;
}

export const REST = 'rest';
export const SOAP = 'soap';

export function readValueTables(entries: readonly YamlEntry[], report: Report): ReadonlyMap<string, ValueTable> {
  const tables = new Map<string, ValueTable>();
  for (const entry of entries) {
    const rows = entry.value.kind === 'list' ? rowsOfList(entry.value.items, report) : rowsOfMap(entry, report);
    const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    const table = { name: entry.key, columns, rows, place: entry.place };
    tables.set(entry.key, table);
    for (const column of [REST, SOAP]) checkColumn(table, column, report);
  }
  return tables;
}

/** `{ rest: soap, … }` */
function rowsOfMap(entry: YamlEntry, report: Report): Map<string, YamlScalar>[] {
  const { value } = entry;
  if (value.kind !== 'map' || value.entries.length === 0) {
    report.add(
      'MAPPING_TABLE',
      `table "${entry.key}" must hold rows`,
      entry.place,
      'write { restValue: soapValue, … }',
    );
    return [];
  }
  return value.entries.flatMap((e) => {
    const soap = scalarOf(e.value, report);
    const rest: YamlScalar = { kind: 'scalar', value: e.key, source: e.key, place: e.place };
    return soap ? [new Map([[REST, rest] as const, [SOAP, soap] as const])] : [];
  });
}

/** `[ { rest: a, soap: b, other: c }, … ]` */
function rowsOfList(items: readonly YamlNode[], report: Report): Map<string, YamlScalar>[] {
  return items.flatMap((item) => {
    if (item.kind === 'map') return [rowOf(item, report)];
    report.add('MAPPING_TABLE', 'a row of a table must hold columns and values', item.place);
    return [];
  });
}

function rowOf(item: YamlMap, report: Report): Map<string, YamlScalar> {
  const row = new Map<string, YamlScalar>();
  for (const e of item.entries) {
    const value = scalarOf(e.value, report);
    if (value) row.set(e.key, value);
  }
  return row;
}

function scalarOf(node: YamlNode, report: Report): YamlScalar | undefined {
  if (node.kind === 'scalar' && !isNull(node)) return node;
  report.add('MAPPING_TABLE', 'a value of a table must be a text, a number or a boolean', node.place);
  return undefined;
}

/** Every value of a column must occur once. */
export function checkColumn(table: ValueTable, column: string, report: Report): void {
  const places = new Map<string, Place>();
  for (const row of table.rows) {
    const cell = row.get(column);
    if (cell === undefined) continue;
    const first = places.get(cell.source);
    if (first === undefined) places.set(cell.source, cell.place);
    else {
      const message = `"${cell.source}" is listed twice in column "${column}" of table "${table.name}"`;
      report.add('MAPPING_TABLE', message, cell.place, `first at line ${first.line}; each value may occur once`);
    }
  }
}

/** The column of the variable: `rest`, or the first one. */
export function keyColumn(table: ValueTable): string {
  return table.columns.includes(REST) ? REST : table.columns[0];
}
