// `for: table` on a rule: a copy of the rule for each row of a value table, with `<column>` replaced by the row's value. `for: [ a, b ]`: a copy
// for each pair of rows.

import { suggest } from '../../errors/suggest.ts';
import { mapped, type Steps } from '../../event-loop/time-slices.ts';
import {
  type Cells,
  columnsOf,
  type Filling,
  filledScalar,
  filledText,
  isAbsent,
  NONE,
  optionalColumn,
  partIn,
} from './cells.ts';
import { listOf, textField } from './fields.ts';
import { type Lacking, OPTIONAL } from './lacking.ts';
import { Report } from './report.ts';
import { readValueTables, type ValueTable } from './value-tables.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

/** A rule as it stands in the table, or one of several that `for` makes of it. */
export type Spread<Node extends YamlNode = YamlNode> = Node | Copy;

/** What makes a copy of a rule: kept in its place, for a table has hundreds of copies. */
export interface Copy {
  /** One object for all copies of a rule. Cells of further tables are filled in. */
  readonly rule: YamlMap;
  readonly cells: Cells;
}

export function copyOf(spread: Spread): Copy | undefined {
  return 'cells' in spread ? spread : undefined;
}

/** What a rule says. Copies are made when they are read, and not kept: all of them at once would cost much garbage collection. */
export function nodeOf<Node extends YamlNode>(spread: Spread<Node>, report: Report): Node | YamlMap {
  if (!('cells' in spread)) return spread;
  const { rule, cells } = spread;
  return filledRule(rule, { cells, later: NONE, report });
}

function filledRule(rule: YamlMap, filling: Filling): YamlMap {
  return (filled(rule, filling) as YamlMap | undefined) ?? { ...rule, entries: [] };
}

/** Has the node a column, in a text or in a key? Rules are copied for hundreds of rows. */
const withColumns = new WeakMap<YamlNode, boolean>();

function hasColumns(node: YamlNode): boolean {
  let has = withColumns.get(node);
  if (has === undefined) withColumns.set(node, (has = looksForColumns(node)));
  return has;
}

function looksForColumns(node: YamlNode): boolean {
  if (node.kind === 'scalar') return node.source.includes('<');
  if (node.kind === 'list') return node.items.some(hasColumns);
  return node.entries.some(({ key, value }) => key.includes('<') || hasColumns(value));
}

/**
 * Copies rules with `for` once for each row, or for each tuple of rows. `table.column` skips rows without the column. Skips a copy for an
 * row that uses a cell with a name of `optional:` that the contract lacks; of an optional row, with the name of such a type.
 */
export function* spreadRules(
  rules: readonly YamlNode[],
  tables: readonly YamlEntry[],
  lacking: Lacking,
  report: Report,
): Steps<Spread[]> {
  // Mistakes of the tables are reported where the rules read them.
  const valueTables = readValueTables(tables, new Report());
  const spread = yield* mapped(rules, (node): Spread[] => {
    const entry = node.kind === 'map' ? node.entries.find((e) => e.key === 'forEach') : undefined;
    if (entry === undefined) return [node];
    const rule = { ...(node as YamlMap), entries: (node as YamlMap).entries.filter((e) => e !== entry) };
    const selections = selectionsOf(entry, valueTables, report);
    if (selections.length > 0) refuseUnknown(rule, selections, report);
    return copiesOf(rule, selections, lacking, report);
  });
  return spread.flat();
}

/** Fills in the cells of further tables: copies that differ in the first table alone share all else. */
function copiesOf(rule: YamlMap, selections: readonly Selection[], lacking: Lacking, report: Report): Copy[] {
  const used = usedColumns(rule, selections);
  const [first, ...further] = selections;
  const families = further.reduceRight<readonly YamlMap[]>(
    (rules, selection, i) => {
      const later = new Set(selections.slice(0, i + 1).flatMap(({ table }) => table.columns));
      const rows = rowsOf(selection, used, lacking);
      return rules.flatMap((family) => rows.map((cells) => filledRule(family, { cells, later, report })));
    },
    [rule],
  );
  const rows = first ? rowsOf(first, used, lacking) : [];
  return families.flatMap((family) => rows.map((cells) => ({ rule: family, cells })));
}

function rowsOf({ table, column }: Selection, used: ReadonlySet<string>, lacking: Lacking): readonly Cells[] {
  const columns = [...used, ...(column === undefined ? [] : [column])];
  const isLacking = (cells: Cells) => {
    const texts = columns.flatMap((name) => cells.get(name)?.source ?? []);
    const isOptional = cells.get(OPTIONAL)?.value === true;
    return (
      texts.some((text) => lacking.isMissing(text)) ||
      (isOptional && texts.filter((text) => lacking.lacks(text)).length > 0)
    );
  };
  return table.rows.filter((cells) => (column === undefined || cells.has(column)) && !isLacking(cells));
}

/** Those of the rule, and of the parts that rows put into it. */
function usedColumns(rule: YamlMap, selections: readonly Selection[]): ReadonlySet<string> {
  const used = columnsIn(rule);
  const rows = selections.flatMap(({ table }) => table.rows);
  const parts = rows.flatMap((cells) => [...used].flatMap((name) => cells.get(name)?.part ?? []));
  return new Set([...used, ...parts.flatMap((part) => [...columnsIn(part)])]);
}

/** Columns that a rule or a part of it uses, in texts and in keys. */
function columnsIn(node: YamlNode): ReadonlySet<string> {
  const texts: string[] = [];
  const visit = (child: YamlNode): void => {
    if (child.kind === 'list') child.items.forEach(visit);
    else if (child.kind === 'scalar') texts.push(child.source);
    else
      for (const { key, value } of child.entries) {
        texts.push(key);
        visit(value);
      }
  };
  visit(node);
  return new Set(texts.flatMap(columnsOf));
}

/** A cell that may be absent must be one of some row. */
function refuseUnknown(node: YamlNode, selections: readonly Selection[], report: Report): void {
  const columns = selections.flatMap(({ table }) => table.columns);
  const visit = (child: YamlNode): void => {
    if (child.kind === 'list') child.items.forEach(visit);
    else if (child.kind === 'map') for (const { value } of child.entries) visit(value);
    else {
      const name = optionalColumn(child);
      if (name !== undefined && !columns.includes(name))
        report.add('MAPPING_UNKNOWN_TABLE', `no row of the table has "${name}"`, child.place, suggest(name, columns));
    }
  };
  visit(node);
}

/** A table of `for`, and the column that its rows must have. */
interface Selection {
  readonly table: ValueTable;
  readonly column: string | undefined;
}

/** Bounds the copies of one rule: those of several tables multiply. */
const MOST_COPIES = 20_000;

/** Empty where one of them is wrong. */
function selectionsOf(entry: YamlEntry, tables: ReadonlyMap<string, ValueTable>, report: Report): readonly Selection[] {
  const values = entry.value.kind === 'list' ? listOf(entry, report) : [entry.value];
  const selections = values.map((value) => selectionOf({ ...entry, value }, tables, report));
  const known = selections.filter((selection) => selection !== undefined);
  if (values.length === 0) report.add('MAPPING_MISSING', '"forEach" names no table', entry.place, 'write for: table');
  const copies = known.reduce((product, { table }) => product * table.rows.length, 1);
  if (copies > MOST_COPIES) {
    report.add('MAPPING_SHAPE', `"forEach" makes ${copies} rules, more than ${MOST_COPIES}`, entry.place);
    return [];
  }
  return known.length === values.length && haveOwnColumns(known, entry, report) ? known : [];
}

/** `<column>` must mean one of them. */
function haveOwnColumns(selections: readonly Selection[], { place }: YamlEntry, report: Report): boolean {
  const owners = new Map<string, string>();
  for (const { table } of selections)
    for (const column of table.columns) {
      const owner = owners.get(column);
      if (owner !== undefined && column !== OPTIONAL) {
        const message = `the tables "${owner}" and "${table.name}" both have a column "${column}"`;
        report.add('MAPPING_TABLE', message, place, 'rename one of the columns');
        return false;
      }
      owners.set(column, table.name);
    }
  return true;
}

function selectionOf(entry: YamlEntry, tables: ReadonlyMap<string, ValueTable>, report: Report): Selection | undefined {
  const text = textField(entry, report);
  if (text === undefined) return undefined;
  const [name, column] = text.value.split('.') as [string, string | undefined];
  const table = tables.get(name);
  if (table === undefined) {
    report.add('MAPPING_UNKNOWN_TABLE', `unknown table "${name}"`, text.place, suggest(name, tables.keys()));
    return undefined;
  }
  if (column === undefined || table.columns.includes(column)) return { table, column };
  const hint = suggest(column, table.columns);
  report.add('MAPPING_UNKNOWN_TABLE', `table "${name}" has no column "${column}"`, text.place, hint);
  return undefined;
}

/**
 * The node itself where no row says anything in it: copies share what they have in common. undefined: a cell that may be absent is, and
 * beside it are no more than constants.
 */
function filled(node: YamlNode, filling: Filling): YamlNode | undefined {
  if (!hasColumns(node)) return node;
  if (node.kind === 'scalar') {
    if (isAbsent(node, filling)) return undefined;
    const part = partIn(node, filling);
    return part ? filled(part, filling) : filledScalar(node, filling);
  }
  if (node.kind === 'list') {
    const items = node.items.map((item) => filled(item, filling));
    if (items.every((item, i) => item === node.items[i])) return node;
    return saysNothing(node.items, items) ? undefined : { ...node, items: items.filter((item) => item !== undefined) };
  }
  const entries = node.entries.map((entry) => filledEntry(entry, filling));
  if (entries.every((entry, i) => entry === node.entries[i])) return node;
  const present = entries.filter((entry) => entry !== undefined);
  const valuesOf = (all: readonly (YamlEntry | undefined)[]) => all.map((entry) => entry?.value);
  if (present.length < entries.length && saysNothing(valuesOf(node.entries), valuesOf(entries))) return undefined;
  return { ...node, entries: present };
}

type Nodes = readonly (YamlNode | undefined)[];

/** Some went away, and the others have neither a cell of the row nor a placeholder. */
function saysNothing(sources: Nodes, after: Nodes): boolean {
  return after.includes(undefined) && after.every((node, i) => !node || (node === sources[i] && !hasPlaceholder(node)));
}

function hasPlaceholder(node: YamlNode): boolean {
  if (node.kind === 'scalar') return typeof node.value === 'string' && /[{<]/.test(node.source);
  if (node.kind === 'list') return node.items.some(hasPlaceholder);
  return node.entries.some(({ value }) => hasPlaceholder(value));
}

/** undefined: its value goes away. */
function filledEntry(entry: YamlEntry, filling: Filling): YamlEntry | undefined {
  const value = filled(entry.value, filling);
  if (value === undefined) return undefined;
  const key = filledText(entry.key, entry.place, filling);
  if (key === entry.key) return value === entry.value ? entry : { ...entry, value };
  return { ...entry, key, value, lead: undefined };
}
