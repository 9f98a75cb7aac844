// The seventeen words of `types:` in version 1: ten in version 2.
import { type Document, isMap, isScalar, type Node } from 'yaml';
import {
  asMap,
  type EditableMap,
  type EditablePair,
  flowPair,
  keyOf,
  type Log,
  pairOf,
  renameKey,
  tableMap,
} from './document.ts';

interface Place {
  readonly document: Document.Parsed;
  /** What is said of one type, or of many. */
  readonly entry: EditableMap;
  /** Its key, for names of tables. */
  readonly name: string;
  /** The old word: the first new one takes its place. */
  readonly old: EditablePair;
}

type Rewrite = (value: Node, at: Place) => string;

/** What takes the place of a word; the text says it to the reader. Words that nobody finds again are left, and `check` says so. */
const REWRITES: readonly (readonly [old: string, rewrite: Rewrite])[] = [
  ['case', (value, at) => merge(at, 'rename', { '*': value })],
  ['list', (value, at) => merge(at, 'rename', { $list: value })],
  ['enums', (value, at) => merge(at, 'values', members(value), prefixAsMember(at))],
  ['as', (value, at) => merge(at, 'values', value)],
  ['unwrap', (value, at) => merge(at, 'flatten', flattened(value))],
  ['spread', (value, at) => merge(at, 'keyed', keyedIntoParent(value))],
  ['discriminator', discriminator],
  ['computed', (value, at) => merge(at, 'add', value)],
];

const REPLACED: ReadonlySet<string> = new Set(REWRITES.map(([old]) => old));

export function migrateTypes(document: Document.Parsed, log: Log): void {
  for (const pair of asMap(pairOf(asMap(document.contents), 'types')?.value)?.items ?? []) {
    const entry = asMap(pair.value);
    for (const [word, rewrite] of entry ? REWRITES : []) {
      const old = pairOf(entry, word);
      if (!entry || !old?.value) continue;
      const now = rewrite(old.value, { document, entry, name: keyOf(pair) ?? '', old });
      log(old, word, now);
      if (keyOf(old) === word) remove(old, entry, now);
    }
  }
}

/** Its comment goes to the word that says it now. */
function remove(old: EditablePair, entry: EditableMap, now: string): void {
  entry.items.splice(entry.items.indexOf(old), 1);
  const target = pairOf(entry, now)?.key as Node | undefined;
  const comments = [target?.commentBefore, (old.key as Node).commentBefore].filter(Boolean);
  if (target && comments.length > 0) target.commentBefore = comments.join('\n');
}

type Value = Members | Node | string | readonly string[];

type Members = Readonly<Record<string, unknown>>;

/** Adds members to a word, or sets it. `scalarAs`: the member that a text which stands there becomes. */
function merge({ document, entry, old }: Place, word: string, value: Value, scalarAs?: string): string {
  const existing = pairOf(entry, word);
  if (existing) addMembers(document, existing, value, scalarAs);
  else if (REPLACED.has(keyOf(old) ?? '')) {
    renameKey(old, word);
    old.value = flow(document, value);
  } else entry.items.splice(entry.items.indexOf(old) + 1, 0, flowPair(document, word, value));
  return word;
}

function addMembers(document: Document.Parsed, pair: EditablePair, value: Value, scalarAs?: string): void {
  if (scalarAs !== undefined && isScalar(pair.value)) pair.value = flow(document, { [scalarAs]: pair.value });
  if (typeof value === 'string' || isScalar(value)) return;
  for (const [key, member] of Object.entries(value)) asMap(pair.value)?.items.push(flowPair(document, key, member));
}

function flow(document: Document.Parsed, value: unknown): Node {
  return document.createNode(value, { flow: true }) as Node;
}

function prefixAsMember({ entry }: Place): string | undefined {
  return isScalar(pairOf(entry, 'values')?.value) ? '*' : undefined;
}

function members(value: Node): Members {
  return isMap(value) ? Object.fromEntries(value.items.map((pair) => [keyOf(pair) ?? '', pair.value])) : {};
}

/** `{ holder: list }` is `holder/list`; several are a list. */
function flattened(value: Node): Node | string | string[] {
  const paths = Object.entries(members(value)).map(([holder, list]) => `${holder}/${isScalar(list) ? list.value : ''}`);
  return paths.length === 1 ? paths[0] : paths;
}

function keyedIntoParent(value: Node): Members {
  const { item, ...others } = members(value);
  return { [String(isScalar(item) ? item.value : '')]: { ...others, into: 'parent' } };
}

/** Its values become a value table, the other way round. */
function discriminator(value: Node, at: Place): string {
  const { key, values } = members(value);
  if (key !== undefined) merge(at, 'rename', { $type: key });
  const names = isMap(values)
    ? values.items.map((pair) => [isScalar(pair.value) ? String(pair.value.value) : '', keyOf(pair)])
    : [];
  if (names.length === 0) return 'rename: { $type }';
  const table = tableName(at);
  tableMap(at.document, 'tables').items.push(flowPair(at.document, table, Object.fromEntries(names)));
  merge(at, 'values', { $type: table }, prefixAsMember(at));
  return 'rename: { $type }, values: { $type }';
}

function tableName({ document, name }: Place): string {
  const local = name.replace(/^.*:/, '').replace(/\W/g, '');
  const base = `${local.charAt(0).toLowerCase()}${local.slice(1)}Type`;
  const taken = tableMap(document, 'tables');
  let free = base;
  for (let n = 2; taken.has(free); n++) free = `${base}${n}`;
  return free;
}
