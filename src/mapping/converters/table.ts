// `{type|table(name)}`, `{type|table(name.column)}`: the other value of a row of a value table.
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { Json } from '../../json/value.ts';
import { scalarText } from '../../json/walk.ts';
import { type Converter, type Ends, identity, type Text } from '../../pattern/text/converter.ts';
import type { ConverterEntry, ConverterUse, ListedValues, Tables } from '../model/converter-entry.ts';
import type { Report } from '../syntax/report.ts';
import type { Side } from '../syntax/sides.ts';
import { checkColumn, keyColumn, REST, SOAP, type ValueTable } from '../syntax/value-tables.ts';
import type { YamlScalar } from '../syntax/yaml.ts';

/** One row of a two-column view of a table, each value in the JSON form of its end. */
export interface TablePair {
  readonly place: Json;
  readonly variable: Json;
}

/** Values are found by their text; the columns are known to be bijections. */
export function pairsConverter(pairs: readonly TablePair[]): Converter {
  const byPlace = new Map(pairs.map((p) => [scalarText(p.place), p.variable]));
  const byVariable = new Map(pairs.map((p) => [scalarText(p.variable), p.place]));
  return {
    values: pairs.map((p) => scalarText(p.place) ?? ''),
    in: (place) => byPlace.get(scalarText(place)),
    out: (variable) => byVariable.get(scalarText(variable)),
  };
}

function compile({ names, ends, side, tables, place, report }: ConverterUse): Converter {
  const { name, column, table } = named(names, tables);
  if (table === undefined) {
    const hint = suggest(name, tables.keys()) ?? 'write table(name) or table(name.column)';
    report.add('MAPPING_UNKNOWN_TABLE', `unknown table "${name}"`, place, hint);
  }
  if (table === undefined || table.rows.length === 0) return identity;
  const columns = columnsOf(table, column, side);
  const missing = columns.find((columnName) => !table.columns.includes(columnName));
  if (missing !== undefined) {
    const hint = suggest(missing, table.columns) ?? `its columns: ${table.columns.join(', ')}`;
    report.add('MAPPING_UNKNOWN_TABLE', `table "${name}" has no column "${missing}"`, place, hint);
    return identity;
  }
  const part = table.rows.flatMap((row) => columns.filter((name) => row.get(name)?.part))[0];
  if (part !== undefined) {
    report.add('MAPPING_TABLE', `column "${part}" of table "${name}" holds parts of messages`, place);
    return identity;
  }
  if (column !== undefined) checkColumn(table, column, report);
  return pairsConverter(pairsOf(table, columns, ends, place, report));
}

function named([text = '']: readonly string[], tables: Tables) {
  const dot = text.indexOf('.');
  const [name, column] = dot < 0 ? [text] : [text.slice(0, dot), text.slice(dot + 1)];
  return { name, column, table: tables.get(name) };
}

function values(names: readonly string[], side: Side, tables: Tables): ListedValues | undefined {
  const { column, table } = named(names, tables);
  if (table === undefined) return undefined;
  const [place, variable] = columnsOf(table, column, side);
  const rows = table.rows.filter((row) => row.has(place) && row.has(variable));
  const valuesOf = (columnName: string) => rows.map((row) => row.get(columnName)!.source);
  return { table, place: valuesOf(place), variable: valuesOf(variable) };
}

/** [column of the position, column of the variable] */
function columnsOf(valueTable: ValueTable, column: string | undefined, side: Side): readonly [string, string] {
  if (column !== undefined) return [column, column === keyColumn(valueTable) ? SOAP : keyColumn(valueTable)];
  return side === 'soap' ? [SOAP, REST] : [REST, SOAP];
}

function pairsOf(
  valueTable: ValueTable,
  columns: readonly [string, string],
  ends: Ends,
  place: Place,
  report: Report,
): TablePair[] {
  const pairs: TablePair[] = [];
  for (const row of valueTable.rows) {
    const at = row.get(columns[0]);
    const of = row.get(columns[1]);
    if (at === undefined || of === undefined) continue;
    const cell = {
      place: cellOf(at, ends.place, valueTable, place, report),
      variable: cellOf(of, ends.variable, valueTable, place, report),
    };
    if (cell.place && cell.variable) pairs.push(cell as TablePair);
  }
  return pairs;
}

function cellOf(cell: YamlScalar, text: Text, valueTable: ValueTable, place: Place, report: Report): Json | undefined {
  try {
    return text.fromText(cell.source);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    // `types:` has reported the same mistake at the cell.
    if (report.has('MAPPING_TYPE', cell.place)) return undefined;
    report.add('MAPPING_TYPE', `"${cell.source}" of table "${valueTable.name}" does not fit here: ${e.message}`, place);
    return undefined;
  }
}

export const table: ConverterEntry = {
  keyword: 'table',
  parameters: [{ name: 'name', kind: 'name' }],
  docs: 'the other value of a [table](#tables); `table(name.column)` names the column of the place',
  value: {
    makes: 'text',
    single: true,
    ofContract: true,
    selects: true,
    compile,
    values,
    schema: (names, tables) => {
      const listed = values(names, 'rest', tables);
      return listed && { type: 'string', enum: [...listed.place] };
    },
  },
};
