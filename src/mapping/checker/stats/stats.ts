// Counts a table: rows and compiled rules, which of them run both ways, and why the others do not.
import type { Steps } from '../../../event-loop/time-slices.ts';
import type { MappingRule } from '../../model/mapping.ts';
import type { Figures, JobFigures, OneWay, RowFigures } from '../../model/stats.ts';
import { PATTERN_KEYS } from '../../syntax/pattern-keys.ts';
import type { Row } from '../../syntax/row.ts';
import type { YamlMap, YamlNode } from '../../syntax/yaml.ts';
import type { AsyncRules } from '../flows/async.ts';
import type { RuleEnvironment } from '../rule.ts';
import { type CheckedRow, isRouted, restRoute, soapKey } from '../shadowed-rules.ts';
import { type TakenRequests, whyJobOneWay, whyOneWay } from './one-way.ts';

/** A row of the table with its columns filled in, and its rules. None where its `when` does not hold. */
export interface BuiltTableRow {
  readonly row: Row;
  readonly built: readonly CheckedRow[];
}

/** `root`: the table as written. */
export function* figuresOf(
  root: YamlNode,
  rows: readonly BuiltTableRow[],
  env: RuleEnvironment,
  jobs: AsyncRules | undefined,
  keys: ReadonlySet<string>,
  tableRules: readonly MappingRule[],
): Steps<Figures> {
  const copies = Map.groupBy(rows, ({ row }) => placeKey(row));
  const takenRequests = takenBy(
    rows.flatMap(({ built }) => built),
    env.base,
  );
  const figures: RowFigures[] = [];
  for (const node of ruleNodes(root)) {
    yield;
    const rowCopies = copies.get(placeKey(node)) ?? [];
    const rules = rowCopies.flatMap(({ built }) => built.map(({ rule }) => rule));
    const both = rules.filter(({ direction }) => direction === undefined).length;
    const [first] = rowCopies;
    const reason = both > 0 ? undefined : first && whyOneWay(first.row, env, takenRequests);
    const oneSided = rules.find(isPlain)?.oneSided ?? [];
    const oneWay = rules.length - both;
    const job = both > 0 && first && jobs ? jobOf(first, rowCopies, jobs, env) : undefined;
    figures.push({ id: idOf(node), place: node.place, both, oneWay, oneSided, reason: plain(reason), job });
  }
  const keywords = [...keys].filter((key) => !isRuleLine(key));
  const both = tableRules.filter(({ direction }) => direction === undefined).length;
  const ofTable = { both, oneWay: tableRules.length - both };
  return { rows: figures, tableRules: ofTable, keys: new Set([...keywords, ...patternKeys(root)]).size };
}

function jobOf(
  first: BuiltTableRow,
  copies: readonly BuiltTableRow[],
  jobs: AsyncRules,
  env: RuleEnvironment,
): JobFigures | undefined {
  const reason = whyJobOneWay(first.row, jobs, env);
  const rules = copies.flatMap(({ built }) => built.filter(({ row, rule }) => row.job && rule.direction));
  return reason && { oneWay: rules.length, reason: plain(reason)! };
}

/** A flow binds variables by itself. */
function isPlain({ direction, flow, restSide }: MappingRule): boolean {
  return direction === undefined && flow === undefined && restSide.job === undefined;
}

/** Copies of a row stand at its place. */
function placeKey({ place: { line, col } }: Pick<Row, 'place'>): string {
  return `${line}:${col}`;
}

function plain(reason: OneWay | undefined): OneWay | undefined {
  if (reason === undefined) return undefined;
  const { text, further = [] } = reason;
  const [first, ...others] = [text, ...further].map((one) => one.replace(/\s+/g, ' '));
  return { ...reason, text: first, further: others };
}

function takenBy(checked: readonly CheckedRow[], base: string): TakenRequests {
  const soap = checked.filter(({ row }) => row.direction !== 'rest-to-soap');
  const rest = checked.filter(({ row }) => row.direction !== 'soap-to-rest' && isRouted(row));
  return {
    soap: new Map(soap.map(({ row, rule }) => [soapKey(row, rule), row])),
    rest: new Map(rest.map(({ row }) => [restRoute(row, base), row])),
  };
}

/** `GET /path`, the key of a short row: no word of the language. */
function isRuleLine(key: string): boolean {
  return /^[A-Z]+ /.test(key);
}

function ruleNodes(root: YamlNode): readonly YamlMap[] {
  const rules = root.kind === 'map' ? root.entries.find(({ key }) => key === 'rules')?.value : undefined;
  return rules?.kind === 'list' ? rules.items.filter((node) => node.kind === 'map') : [];
}

/** The id, or the line of a short row. */
function idOf({ entries }: YamlMap): string {
  const id = entries.find(({ key }) => key === 'id')?.value;
  return id?.kind === 'scalar' ? id.source : (entries.find(({ key }) => isRuleLine(key))?.key ?? '');
}

const KEYS_OF_PATTERNS: ReadonlySet<string> = new Set(['forEach', ...PATTERN_KEYS.keys]);

function patternKeys(node: YamlNode): string[] {
  if (node.kind === 'scalar') return [];
  if (node.kind === 'list') return node.items.flatMap(patternKeys);
  return node.entries.flatMap(({ key, value }) => [...(KEYS_OF_PATTERNS.has(key) ? [key] : []), ...patternKeys(value)]);
}
