// Content models made ready for the machines: a tree over numbered positions, repeated groups taken out as levels of their own.
// The order of positions is document order (XSD Part 1 §3.8).
import type { ElementDecl, GroupParticle, Occurs, Particle, Wildcard } from '../../contract/model/model.ts';

/** One place of a level where children may stand. `max` counts the children (or repetitions of the group) in a row. */
export interface Position extends Occurs {
  readonly index: number;
  readonly kind: 'element' | 'any' | 'group';
  readonly element?: ElementDecl;
  readonly wildcard?: Wildcard;
  /** A repeated group: the content of one repetition. */
  readonly level?: Level;
  readonly group?: GroupParticle;
}

export type Node =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'sequence' | 'choice' | 'all'; readonly nodes: readonly Node[]; readonly optional: boolean };

export interface Level {
  readonly positions: readonly Position[];
  readonly root: Node;
}

export function levelOf(particle: Particle): Level {
  const positions: Position[] = [];
  const root = nodeOf(particle, positions) ?? { kind: 'sequence', nodes: [], optional: true };
  return { positions, root };
}

function nodeOf(p: Particle, positions: Position[]): Node | undefined {
  if (p.max === 0) return undefined;
  if (p.kind === 'element') return place({ kind: 'element', element: p.element, min: p.min, max: p.max }, positions);
  if (p.kind === 'any') return place({ kind: 'any', wildcard: p.wildcard, min: p.min, max: p.max }, positions);
  if (p.max > 1) return repeated(p, positions);
  const nodes = p.particles.map((child) => nodeOf(child, positions)).filter((n) => n !== undefined);
  if (nodes.length === 0) return undefined;
  return { kind: p.kind, nodes, optional: p.min === 0 };
}

function place(p: Omit<Position, 'index'>, positions: Position[]): Node {
  const position: Position = { ...p, index: positions.length };
  positions.push(position);
  return { kind: 'position', position };
}

/** A repeated group around one particle is that particle, repeated; any other is a level of its own. */
function repeated(p: GroupParticle, positions: Position[]): Node | undefined {
  const inside = p.particles.filter((c) => c.max !== 0);
  if (inside.length === 0) return undefined;
  if (inside.length === 1) {
    const particle = inside[0];
    return nodeOf({ ...particle, min: p.min * particle.min, max: p.max * particle.max }, positions);
  }
  const level = levelOf({ ...p, min: 1, max: 1 });
  return place({ kind: 'group', level, group: p, min: nullable(level.root) ? 0 : p.min, max: p.max }, positions);
}

export function nullable(n: Node): boolean {
  if (n.kind === 'position') return n.position.min === 0;
  if (n.optional) return true;
  return n.kind === 'choice' ? n.nodes.some(nullable) : n.nodes.every(nullable);
}

/** How often each element name can stand in one instance of the level: [min, max] by Clark name of the declaration. */
export function occurrences(n: Node, keyOf: (p: Position) => string): Map<string, Occurs> {
  if (n.kind === 'position') return new Map([[keyOf(n.position), { min: n.position.min, max: n.position.max }]]);
  const sum = new Map<string, Occurs & { nodes: number }>();
  for (const child of n.nodes) {
    for (const [key, { min, max }] of occurrences(child, keyOf)) {
      const previous = sum.get(key) ?? { min: n.kind === 'choice' ? Number.POSITIVE_INFINITY : 0, max: 0, nodes: 0 };
      const nodes = previous.nodes + 1;
      if (n.kind === 'choice') sum.set(key, { min: Math.min(previous.min, min), max: Math.max(previous.max, max), nodes });
      else sum.set(key, { min: previous.min + min, max: previous.max + max, nodes });
    }
  }
  const result = new Map<string, Occurs>();
  for (const [key, { min, max, nodes }] of sum) {
    // Another alternative of a choice does without.
    const least = n.optional || (n.kind === 'choice' && nodes < n.nodes.length) ? 0 : min;
    result.set(key, { min: least, max });
  }
  return result;
}

/**
 * Which positions may follow which (Glushkov). `follow[p]` and `first` are bit sets over positions; `last` those at which the level may end.
 */
export interface Automaton {
  readonly wordCount: number;
  readonly follow: readonly Uint32Array[];
  readonly first: Uint32Array;
  readonly last: Uint32Array;
  readonly nullable: boolean;
}

export function automatonOf(level: Level): Automaton {
  const wordCount = Math.max(1, (level.positions.length + 31) >> 5);
  const follow = level.positions.map(() => new Uint32Array(wordCount));
  const { first, last } = link(level.root, follow, wordCount);
  return { wordCount, follow, first, last, nullable: nullable(level.root) };
}

interface Ends {
  first: Uint32Array;
  last: Uint32Array;
}

function link(n: Node, follow: Uint32Array[], wordCount: number): Ends {
  const ends: Ends = { first: new Uint32Array(wordCount), last: new Uint32Array(wordCount) };
  if (n.kind === 'position') {
    const i = n.position.index;
    ends.first[i >> 5] |= 1 << (i & 31);
    ends.last[i >> 5] |= 1 << (i & 31);
    return ends;
  }
  const parts = n.nodes.map((c) => ({ ends: link(c, follow, wordCount), nullable: nullable(c) }));
  if (n.kind === 'sequence') linkSequence(parts, ends, follow);
  else for (const p of parts) joinEnds(ends, p.ends);
  if (n.kind === 'all')
    for (const p of parts) for (const q of parts) if (p !== q) connect(p.ends.last, q.ends.first, follow);
  return ends;
}

function linkSequence(parts: { ends: Ends; nullable: boolean }[], ends: Ends, follow: Uint32Array[]): void {
  let open = new Uint32Array(ends.first.length);
  let leading = true;
  for (const p of parts) {
    connect(open, p.ends.first, follow);
    if (leading) or(ends.first, p.ends.first);
    leading &&= p.nullable;
    if (!p.nullable) open = new Uint32Array(open.length);
    or(open, p.ends.last);
  }
  or(ends.last, open);
}

function joinEnds(to: Ends, from: Ends): void {
  or(to.first, from.first);
  or(to.last, from.last);
}

function or(to: Uint32Array, from: Uint32Array): void {
  for (let w = 0; w < to.length; w++) to[w] |= from[w];
}

function connect(from: Uint32Array, to: Uint32Array, follow: Uint32Array[]): void {
  for (let i = 0; i < follow.length; i++) if (has(from, i)) or(follow[i], to);
}

export function has(set: Uint32Array, i: number): boolean {
  return ((set[i >> 5] >>> (i & 31)) & 1) === 1;
}

/** Does a wildcard admit this namespace (XSD Part 1 §3.10.4)? */
export function admits(w: Wildcard, ns: string): boolean {
  const { namespaces } = w;
  if (namespaces.kind === 'any') return true;
  return namespaces.kind === 'not' ? ns !== namespaces.ns && ns !== '' : namespaces.set.includes(ns);
}
