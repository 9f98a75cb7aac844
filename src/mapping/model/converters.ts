// Converters by name: those built in, value tables, and the functions of the mapping's module.ts.
import type { SimpleType } from '../../contract/model/model.ts';
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { Json } from '../../json/value.ts';
import { bool, csv, int, int32, quoted, type TablePair, table } from '../../pattern/converters/builtin.ts';
import { type FunctionPair, pair } from '../../pattern/converters/pair.ts';
import type { Converter, Ends, Text } from '../../pattern/text/converter.ts';
import type { ConverterCall } from '../../pattern/text/hole.ts';
import type { Report } from '../syntax/report.ts';
import type { Side } from '../syntax/sides.ts';
import { checkColumn, keyColumn, REST, SOAP, type ValueTable } from '../syntax/value-tables.ts';
import type { YamlScalar } from '../syntax/yaml.ts';
import type { Coverage } from './coverage.ts';

/** Value tables and functions that placeholders may use. */
export interface Library {
  readonly tables: ReadonlyMap<string, ValueTable>;
  readonly functions: ReadonlyMap<string, FunctionPair>;
  /** Finds values of enumerations that value tables lack. */
  readonly coverage: Coverage;
}

const BUILT_IN = ['int', 'int32', 'bool', 'csv', 'quoted', 'table'];
/** Stands in for a wrong converter. */
const identity: Converter = { in: (v) => v, out: (v) => v };

/** `ends`: lexical forms at both ends. `args`: variables that a function of module.ts takes. A wrong converter is reported and becomes the identity. */
export function compileConverter(
  call: ConverterCall,
  ends: Ends,
  side: Side,
  library: Library,
  place: Place,
  report: Report,
  args?: readonly number[],
): Converter {
  switch (call.name) {
    case 'int':
      return int(ends);
    case 'int32':
      return int32(ends);
    case 'bool':
      return bool(ends);
    case 'csv':
      return csv(ends);
    case 'quoted':
      return quoted;
    case 'table':
      return compileTable(call, ends, side, library, place, report);
  }
  const functions = library.functions.get(call.name);
  if (functions) return pair(functions, args);
  const names = [...BUILT_IN, ...library.functions.keys()];
  const hint = suggest(call.name, names) ?? `known converters: ${names.join(', ')}`;
  report.add('MAPPING_UNKNOWN_CONVERTER', `unknown converter "${call.name}"`, place, hint);
  return identity;
}

/** The kind of variable that a converter makes at a SOAP position. */
export function kindMade(call: ConverterCall): 'int' | 'bool' | 'texts' | 'text' | 'any' {
  switch (call.name) {
    case 'int':
    case 'bool':
      return call.name;
    case 'int32':
      return 'int';
    case 'csv':
      return 'texts';
    case 'quoted':
    case 'table':
      return 'text';
    default:
      return 'any';
  }
}

function compileTable(
  call: ConverterCall,
  ends: Ends,
  side: Side,
  library: Library,
  place: Place,
  report: Report,
): Converter {
  const [name, column] = (call.args[0] ?? '').split('.');
  const valueTable = library.tables.get(name);
  if (valueTable === undefined || valueTable.rows.length === 0) {
    if (valueTable === undefined) {
      const hint = suggest(name, library.tables.keys()) ?? 'write table(name) or table(name.column)';
      report.add('MAPPING_UNKNOWN_TABLE', `unknown table "${name}"`, place, hint);
    }
    return identity;
  }
  const columns = columnsOf(valueTable, column, side);
  for (const columnName of columns) {
    if (valueTable.columns.includes(columnName)) continue;
    const hint = suggest(columnName, valueTable.columns) ?? `its columns: ${valueTable.columns.join(', ')}`;
    report.add('MAPPING_UNKNOWN_TABLE', `table "${name}" has no column "${columnName}"`, place, hint);
    return identity;
  }
  if (column !== undefined) checkColumn(valueTable, column, report);
  return table(pairsOf(valueTable, columns, ends, place, report));
}

/** The values of a table at both ends of its converter; undefined for other converters and unknown tables. */
export function tableValues(
  { name, args }: ConverterCall,
  side: Side,
  tables: Library['tables'],
): { readonly place: readonly string[]; readonly variable: readonly string[] } | undefined {
  const [key, column] = (args[0] ?? '').split('.');
  const valueTable = name === 'table' ? tables.get(key) : undefined;
  if (valueTable === undefined) return undefined;
  const [place, variable] = columnsOf(valueTable, column, side);
  const rows = valueTable.rows.filter((row) => row.has(place) && row.has(variable));
  const valuesOf = (columnName: string) => rows.map((row) => row.get(columnName)!.source);
  return { place: valuesOf(place), variable: valuesOf(variable) };
}

/** Records which enumeration values the table of a placeholder covers. The contract's values are at the position (SOAP) or in the variable (REST). */
export function recordCoverage(
  call: ConverterCall | undefined,
  side: Side,
  { tables, coverage }: Library,
  type: SimpleType | undefined,
  label: string,
): void {
  const values = call && tableValues(call, side, tables);
  const table = call && tables.get((call.args[0] ?? '').split('.')[0]);
  if (values && table) coverage.look(table, side === 'soap' ? values.place : values.variable, type, label);
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
