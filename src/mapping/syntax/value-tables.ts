// `tables:` of a mapping: rows of equal values; a value occurs once in its column.
import type { Place } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import { type Cell, type Cells, columnsOf, filledScalar, NONE } from './cells.ts';
import { isNull, mapOf as mapOfEntries } from './fields.ts';
import { define, listOf, mapOf, SCALAR } from './keywords.ts';
import type { Report } from './report.ts';
import type { YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar } from './yaml.ts';

export interface ValueTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** column → value; a row may lack columns. */
  readonly rows: readonly Cells[];
  readonly place: Place;
}

const CELLS = { ...mapOf(SCALAR), minProperties: 1 };
const PART = { type: ['object', 'array'] };
const ROW = { ...mapOf({ anyOf: [SCALAR, PART, { type: 'null' }] }), minProperties: 1 };
/** Key of the row with what all rows have in common. */
const EVERY = '*';
const EVERY_CELLS = { ...mapOf({ anyOf: [SCALAR, PART, { type: 'null' }] }), minProperties: 1 };
const EVERY_ROW = {
  type: 'object',
  required: [EVERY],
  additionalProperties: false,
  properties: { [EVERY]: EVERY_CELLS },
};

/** Rows in a file beside the table. */
const FILE = /\.(?:csv|ya?ml|json)$/;
const FILE_NAME = { type: 'string', pattern: FILE.source };

export const VALUE_TABLES = define(
  'valueTables',
  mapOf({ anyOf: [CELLS, listOf({ anyOf: [EVERY_ROW, ROW] }, 1), FILE_NAME] }),
);

/** The name of a file with the rows: CSV, YAML or JSON. */
export function isTableFile(node: YamlNode): node is YamlScalar {
  return node.kind === 'scalar' && typeof node.value === 'string' && FILE.test(node.value);
}

export const REST = 'rest';
export const SOAP = 'soap';

export function readValueTables(entries: readonly YamlEntry[], report: Report): ReadonlyMap<string, ValueTable> {
  const tables = new Map<string, ValueTable>();
  for (const entry of entries) {
    const rows = rowsOf(entry, report);
    const columns = [...new Set([...openColumns(entry), ...rows.flatMap((row) => [...row.keys()])])];
    const table = { name: entry.key, columns, rows, place: entry.place };
    tables.set(entry.key, table);
    for (const column of [REST, SOAP]) checkColumn(table, column, report);
  }
  return tables;
}

function rowsOf(entry: YamlEntry, report: Report): readonly Cells[] {
  const { value } = entry;
  if (value.kind !== 'list') return rowsOfMap(entry, report);
  const every = everyOf(value);
  if (every === undefined) return rowsOfList(value.items, report);
  return rowsWithColumns(mapOfEntries(every, report), value.items.slice(1), report);
}

/** The entry with what all rows have in common. */
function everyOf({ items: [first] }: YamlList): YamlEntry | undefined {
  return first?.kind === 'map' ? first.entries.find(({ key }) => key === EVERY) : undefined;
}

/** Those of the first row that say nothing there: rows may have them. */
function openColumns({ value }: YamlEntry): readonly string[] {
  const every = value.kind === 'list' ? everyOf(value)?.value : undefined;
  return every ? entriesOf(every).flatMap(({ key, value }) => (isNull(value) ? [key] : [])) : [];
}

/**
 * `[ { "*": { b: "<a>List", c: null } }, { a: x }, … ]`: each row has these columns too, unless it says another value, or null for none. Of a
 * column that is null there, rows may have a value.
 */
function rowsWithColumns(columns: readonly YamlEntry[], rows: readonly YamlNode[], report: Report): readonly Cells[] {
  const columnNames = new Set([...columns, ...rows.flatMap(entriesOf)].map(({ key }) => key));
  for (const { value } of columns) if (value.kind === 'scalar') checkColumns(value, columnNames, report);
  const common = columns.filter(({ value }) => !isNull(value));
  return rows.flatMap((item) => {
    if (item.kind !== 'map') return rowsOfList([item], report);
    const row = rowOf({ ...item, entries: item.entries.filter(({ value }) => !isNull(value)) }, report);
    for (const { key, value } of common)
      if (!item.entries.some((e) => e.key === key) && isComplete(value, row))
        row.set(
          key,
          value.kind === 'scalar' ? filledScalar(value, { cells: row, later: NONE, report }) : cellOf(value),
        );
    return [row];
  });
}

function entriesOf(node: YamlNode): readonly YamlEntry[] {
  return node.kind === 'map' ? node.entries : [];
}

/** Reports a column that no row has. */
function checkColumns(cell: YamlScalar, known: ReadonlySet<string>, report: Report): void {
  for (const name of columnsOf(cell.source))
    if (!known.has(name))
      report.add('MAPPING_UNKNOWN_TABLE', `no row of the table has "${name}"`, cell.place, suggest(name, known));
}

function isComplete(value: YamlNode, row: Cells): boolean {
  return value.kind !== 'scalar' || columnsOf(value.source).every((name) => row.has(name));
}

/** `{ rest: soap, … }` */
function rowsOfMap(entry: YamlEntry, report: Report): Map<string, YamlScalar>[] {
  const { value } = entry;
  if (value.kind !== 'map' || value.entries.length === 0) {
    report.add(
      'MAPPING_TABLE',
      `table "${entry.key}" must hold rows`,
      entry.place,
      'write { restValue: soapValue, … }, or the name of a .csv, .yaml or .json file',
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
function rowsOfList(items: readonly YamlNode[], report: Report): Map<string, Cell>[] {
  return items.flatMap((item) => {
    if (item.kind === 'map') return [rowOf(item, report)];
    report.add('MAPPING_TABLE', 'a row of a table must hold columns and values', item.place);
    return [];
  });
}

function rowOf(item: YamlMap, report: Report): Map<string, Cell> {
  const row = new Map<string, Cell>();
  for (const { key, value } of item.entries) {
    const isPart = value.kind !== 'scalar' && key !== REST && key !== SOAP;
    const cell = isPart ? cellOf(value) : scalarOf(value, report);
    if (cell) row.set(key, cell);
  }
  return row;
}

function cellOf(part: YamlMap | YamlList): Cell {
  return { kind: 'scalar', value: '', source: '', place: part.place, part };
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
