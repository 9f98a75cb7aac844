// One small change to a JSON value. Members are kept as pairs, so that a name may stand twice.
import type { Source } from './source.ts';

export type Tree = Branch | readonly Tree[] | string | number | boolean | null;

export class Branch {
  readonly members: readonly (readonly [string, Tree])[];
  constructor(members: readonly (readonly [string, Tree])[]) {
    this.members = members;
  }
}

export function parseTree(json: string): Tree {
  return treeOf(JSON.parse(json));
}

function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOf);
  if (value === null || typeof value !== 'object') return value as Tree;
  return new Branch(Object.entries(value).map(([k, v]) => [k, treeOf(v)] as const));
}

export function textOfTree(tree: Tree): string {
  if (tree instanceof Branch)
    return `{${tree.members.map(([k, v]) => `${JSON.stringify(k)}:${textOfTree(v)}`).join(',')}}`;
  return Array.isArray(tree) ? `[${tree.map(textOfTree).join(',')}]` : JSON.stringify(tree);
}

/** The tree with one of its values changed. */
export function mutateTree(tree: Tree, source: Source): Tree {
  const all = values(tree);
  const at = source.below(all.length);
  return replacedAt(tree, { left: at }, change(all[at], source));
}

/** Values in the order in which `replacedAt` counts them. */
function values(tree: Tree): Tree[] {
  return [tree, ...childrenOf(tree).flatMap(values)];
}

function childrenOf(tree: Tree): readonly Tree[] {
  if (tree instanceof Branch) return tree.members.map(([, v]) => v);
  return Array.isArray(tree) ? tree : [];
}

function replacedAt(tree: Tree, count: { left: number }, to: Tree): Tree {
  if (count.left-- === 0) return to;
  if (tree instanceof Branch) return new Branch(tree.members.map(([k, v]) => [k, replacedAt(v, count, to)] as const));
  return Array.isArray(tree) ? tree.map((v) => replacedAt(v, count, to)) : tree;
}

const SCALARS: readonly Tree[] = [
  null,
  true,
  false,
  '',
  'x',
  '\u0001',
  '7',
  0,
  -1,
  1.5,
  1e21,
  99999999999,
  [],
  new Branch([]),
];

function change(value: Tree, source: Source): Tree {
  if (source.chance(25)) return source.pick(SCALARS);
  if (source.chance(15)) return [value];
  if (value instanceof Branch) return changeMembers(value, source);
  if (Array.isArray(value)) return changeItems(value, source);
  return source.pick(SCALARS);
}

function changeMembers({ members }: Branch, source: Source): Tree {
  const at = source.below(members.length || 1);
  const added = (name: string, v: Tree): Branch => new Branch([...members, [name, v]]);
  switch (source.below(8)) {
    case 0:
      return new Branch(members.toSpliced(at, 1));
    case 1:
      return new Branch(members.map(([k, v], i) => [i === at ? `${k}x` : k, v] as const));
    case 2:
      return added('nope', 'x');
    case 3:
      return added('@nope', 'x');
    case 4:
      return added('$type', source.pick(['nope', '{urn:x}y', 'xs:string', 7]));
    case 5:
      return added(
        source.pick(['$nil', '$value', '$mixed', '$any', '$items', '__proto__', '@xmlns', '$xmlns']),
        source.pick(SCALARS),
      );
    case 6:
      return new Branch(members.toReversed());
    default:
      return members.length === 0 ? added('nope', 1) : added(...members[at]);
  }
}

function changeItems(items: readonly Tree[], source: Source): Tree {
  const at = source.below(items.length || 1);
  switch (source.below(4)) {
    case 0:
      return items.toSpliced(at, 1);
    case 1:
      return [...items, ...items.slice(at, at + 1)];
    case 2:
      return items.length === 1 ? items[0] : items.toReversed();
    default:
      return items.toSpliced(at, 0, source.pick(SCALARS));
  }
}
