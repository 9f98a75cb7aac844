// `optional: [ login, passport ]` of the table: what names something that the contract lacks is left out, with what cannot be without it.
import type { YamlEntry, YamlList, YamlMap, YamlNode } from './yaml.ts';

/** Is this a name that the table calls optional, and that the contract lacks? */
export type IsMissing = (name: string) => boolean;

type Path = readonly string[];

/** Keys without which the map around them says nothing, such as a rule without its request. */
const BEARING: ReadonlySet<string> = new Set(['request', 'operation', 'soap', 'calls', 'login', 'submit']);
/** Their keys are names of body elements, header parts or types. */
const NAMING: ReadonlySet<string> = new Set(['request', 'headers', 'responseHeaders', 'auth.soap', 'types']);
/** Of these, each key is needed. */
const CLOSED: ReadonlySet<string> = new Set(['request', 'auth.soap']);
/** A list that holds all of its items or none. */
const WHOLE = 'calls';
const LINE = /^[A-Z]+ \//;

/** The table without the parts that the contract has no room for. Parts that stay are the same objects. */
export function withoutMissing(root: YamlNode, isMissing: IsMissing): YamlNode {
  return new Pruner(isMissing).pruned(root, []) ?? root;
}

/** The table with those rows of its value tables that `keeps` wants. */
export function withRows(root: YamlNode, keeps: (row: YamlMap) => boolean): YamlNode {
  const kept = (node: YamlNode): YamlNode =>
    node.kind === 'list'
      ? same(
          node,
          node.items.filter((item) => item.kind !== 'map' || keeps(item)),
        )
      : node;
  return withValue(root, 'tables', (tables) =>
    tables.kind === 'map'
      ? { ...tables, entries: tables.entries.map((e) => ({ ...e, value: kept(e.value) })) }
      : tables,
  );
}

/** The node with another value for the key, where it has the key. */
export function withValue(node: YamlNode, key: string, change: (value: YamlNode) => YamlNode): YamlNode {
  if (node.kind !== 'map') return node;
  return { ...node, entries: node.entries.map((e) => (e.key === key ? { ...e, value: change(e.value) } : e)) };
}

function same(list: YamlList, items: readonly YamlNode[]): YamlList {
  return items.length === list.items.length ? list : { ...list, items };
}

class Pruner {
  private readonly isMissing: IsMissing;

  constructor(isMissing: IsMissing) {
    this.isMissing = isMissing;
  }

  /** undefined: nothing remains. `path`: the keys above. */
  pruned(node: YamlNode, path: Path): YamlNode | undefined {
    if (node.kind === 'scalar') return isName(path) && this.isMissing(node.source.split(/\s/, 1)[0]) ? undefined : node;
    if (node.kind === 'map') return this.map(node, path);
    const items = node.items.map((item) => this.pruned(item, path));
    if (items.every((item, i) => item === node.items[i])) return node;
    const remaining = items.filter((item) => item !== undefined);
    const isShort = path.at(-1) === WHOLE && remaining.length < items.length;
    return remaining.length === 0 || isShort ? undefined : { ...node, items: remaining };
  }

  private map(node: YamlMap, path: Path): YamlMap | undefined {
    const at = path.join('.') === 'auth.soap' ? 'auth.soap' : (path.at(-1) ?? '');
    const hasNames = NAMING.has(at);
    const entries = node.entries.map((entry) =>
      hasNames && this.isMissing(entry.key) ? undefined : this.entry(entry, path),
    );
    if (entries.every((entry, i) => entry === node.entries[i])) return node;
    const lost = node.entries.filter((_, i) => entries[i] === undefined);
    const isEmpty = CLOSED.has(at) || lost.some(({ key }) => BEARING.has(key) || LINE.test(key));
    return isEmpty ? undefined : { ...node, entries: entries.filter((entry) => entry !== undefined) };
  }

  /** Cells of tables name what they like: their rows are left out where a rule uses them. */
  private entry(entry: YamlEntry, path: Path): YamlEntry | undefined {
    if (path.length === 0 && entry.key === 'tables') return entry;
    const value = this.pruned(entry.value, [...path, entry.key]);
    return value === entry.value ? entry : value && { ...entry, value };
  }
}

/** A text that is the name of an operation or its body element, or of an enumeration that lists values of `q`. */
function isName(path: Path): boolean {
  const key = path.at(-1) ?? '';
  return (
    key === 'request' || key === 'operation' || LINE.test(key) || (path[0] === 'converters' && path[2] === 'values')
  );
}
