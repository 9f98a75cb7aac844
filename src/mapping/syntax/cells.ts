// `<column>` in texts stands for the value of that column in one row of a value table. `<column?>` may be absent, and then so is what it stands in.
import { suggest } from '../../errors/suggest.ts';
import type { Report } from './report.ts';
import type { YamlList, YamlMap, YamlNode, YamlScalar } from './yaml.ts';

/** A value, or a part of a message: then its text is empty. */
export interface Cell extends YamlScalar {
  readonly part?: YamlMap | YamlList;
}

/** Column → value. */
export type Cells = ReadonlyMap<string, Cell>;

/** What fills texts: the cells of one row. */
export interface Filling {
  readonly cells: Cells;
  /** Columns of other tables, which are filled in later. */
  readonly later: ReadonlySet<string>;
  readonly report: Report;
}

export const NONE: Filling['later'] = new Set();

const COLUMN = /<([A-Za-z_]\w*)\??>/g;
const COLUMN_CELL = /^<([A-Za-z_]\w*)\??>$/;
const OPTIONAL_CELL = /^<([A-Za-z_]\w*)\?>$/;

export function columnsOf(text: string): string[] {
  return [...text.matchAll(COLUMN)].map(([, name]) => name);
}

/** The column of `<column?>`, which stands alone. */
export function optionalColumn({ value }: YamlScalar): string | undefined {
  return typeof value === 'string' ? OPTIONAL_CELL.exec(value)?.[1] : undefined;
}

/** `<column?>` in a row without the column. */
export function isAbsent(node: YamlScalar, { cells, later }: Filling): boolean {
  const name = optionalColumn(node);
  return name !== undefined && !cells.has(name) && !later.has(name);
}

/** What `<column>` alone stands for, where the cell holds more than a value. */
export function partIn({ value }: YamlScalar, { cells }: Filling): Cell['part'] {
  return typeof value === 'string' ? cells.get(COLUMN_CELL.exec(value)?.[1] ?? '')?.part : undefined;
}

/** A value that is only a column keeps its kind: a number stays a number. */
export function filledScalar(node: YamlScalar, filling: Filling): YamlScalar {
  if (typeof node.value !== 'string') return node;
  const cell = filling.cells.get(COLUMN_CELL.exec(node.value)?.[1] ?? '');
  if (cell !== undefined) return { ...cell, place: node.place };
  const value = filledText(node.value, node.place, filling);
  if (value === node.value) return node.source === value ? node : { ...node, source: value };
  return { ...node, value, source: value, lead: undefined };
}

export function filledText(pattern: string, place: YamlNode['place'], { cells, later, report }: Filling): string {
  if (!pattern.includes('<')) return pattern;
  return pattern.replace(COLUMN, (column, name: string) => {
    const cell = cells.get(name);
    if (cell?.part)
      report.add('MAPPING_SHAPE', `"${name}" is a part of a message here: <${name}> must stand alone`, place);
    if (cell !== undefined) return cell.source;
    if (later.has(name)) return column;
    const columns = [...cells.keys(), ...later];
    const hint = suggest(name, columns) ?? `its columns: ${columns.join(', ')}`;
    report.add('MAPPING_UNKNOWN_TABLE', `a row of the table has no "${name}"`, place, hint);
    return name;
  });
}
