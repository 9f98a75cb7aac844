// Content models for encoder and decoder: a tree over numbered positions; repeated groups are separate levels.
// The order of positions is document order (XSD Part 1 §3.8).
import type { ElementDecl, GroupParticle, Occurs, Particle, Wildcard } from '../../contract/model/model.ts';

/** One position of children in a level. `max` counts the children (or repetitions of the group) in a row. */
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

/** A repeated group of one particle is that particle, repeated; other repeated groups are separate levels. */
function repeated(p: GroupParticle, positions: Position[]): Node | undefined {
  const inside = p.particles.filter((c) => c.max !== 0);
  if (inside.length === 0) return undefined;
  if (inside.length === 1) {
    const single = inside[0];
    // None at all, or as many as one repetition needs.
    const orNone = p.min === 0 && single.min > 1;
    const min = orNone ? single.min : p.min * single.min;
    const node = nodeOf({ ...single, min, max: p.max * single.max }, positions);
    return orNone && node !== undefined ? { kind: 'sequence', nodes: [node], optional: true } : node;
  }
  const level = levelOf({ ...p, min: 1, max: 1 });
  return place({ kind: 'group', level, group: p, min: nullable(level.root) ? 0 : p.min, max: p.max }, positions);
}

export function nullable(n: Node): boolean {
  if (n.kind === 'position') return n.position.min === 0;
  if (n.optional) return true;
  return n.kind === 'choice' ? n.nodes.some(nullable) : n.nodes.every(nullable);
}

/** Names that may stand at several positions of one instance: in different members of one sequence or `all` group. */
export function scatteredNames(n: Node, keyOf: (p: Position) => string): ReadonlySet<string> {
  const scattered = new Set<string>();
  gatherNames(n, keyOf, scattered);
  return scattered;
}

/** Merges into the largest set, so nested groups cost no more than their names. */
function gatherNames(n: Node, keyOf: (p: Position) => string, scattered: Set<string>): Set<string> {
  if (n.kind === 'position') return new Set([keyOf(n.position)]);
  const sets = n.nodes.map((child) => gatherNames(child, keyOf, scattered));
  const all = sets.reduce((a, b) => (b.size > a.size ? b : a), new Set<string>());
  for (const set of sets) {
    if (set === all) continue;
    for (const name of set) {
      if (n.kind !== 'choice' && all.has(name)) scattered.add(name);
      all.add(name);
    }
  }
  return all;
}

/** How often each element name can stand in one instance of the level: [min, max] by Clark name of the declaration. */
export function occurrences(n: Node, keyOf: (p: Position) => string): Map<string, Occurs> {
  const plain = new Map<string, Occurs>();
  return ofSequence(n, keyOf, plain) ? plain : ofAny(n, keyOf);
}

/** Most types are sequences of different names, of a base and of their own. False where that is not so. */
function ofSequence(n: Node, keyOf: (p: Position) => string, all: Map<string, Occurs>): boolean {
  if (n.kind !== 'position')
    return n.kind !== 'choice' && !n.optional && n.nodes.every((c) => ofSequence(c, keyOf, all));
  const { min, max } = n.position;
  const { size } = all;
  return all.set(keyOf(n.position), { min, max }).size > size;
}

function ofAny(n: Node, keyOf: (p: Position) => string): Map<string, Occurs> {
  const { minTotals: minimum, maxTotals: maximum } = totalsOf(n, keyOf);
  return new Map([...maximum].map(([key, max]) => [key, { min: minimum.get(key) ?? 0, max }]));
}

/** By name. `least` has required names only. */
interface Totals {
  readonly minTotals: Map<string, number>;
  readonly maxTotals: Map<string, number>;
}

function totalsOf(n: Node, keyOf: (p: Position) => string): Totals {
  if (n.kind === 'position') {
    const { min, max } = n.position;
    const key = keyOf(n.position);
    return { minTotals: new Map(min > 0 ? [[key, min]] : []), maxTotals: new Map([[key, max]]) };
  }
  const childTotals = n.nodes.map((child) => totalsOf(child, keyOf));
  const [minimum, maximum] = [childTotals.map((p) => p.minTotals), childTotals.map((p) => p.maxTotals)];
  if (n.kind === 'choice')
    return { minTotals: n.optional ? new Map() : common(minimum), maxTotals: merged(maximum, Math.max) };
  return { minTotals: n.optional ? new Map() : merged(minimum, plus), maxTotals: merged(maximum, plus) };
}

function plus(a: number, b: number): number {
  return a + b;
}

/** Merges into the largest map, so nested groups cost no more than their names. */
function merged(maps: readonly Map<string, number>[], join: (a: number, b: number) => number): Map<string, number> {
  const all = maps.reduce((a, b) => (b.size > a.size ? b : a), new Map<string, number>());
  for (const map of maps) {
    if (map === all) continue;
    for (const [key, n] of map) all.set(key, all.has(key) ? join(all.get(key)!, n) : n);
  }
  return all;
}

/** The minimum over the names that all maps have: another alternative of a choice lacks the others. */
function common(maps: readonly Map<string, number>[]): Map<string, number> {
  const shared = maps.reduce((a, b) => (b.size < a.size ? b : a), maps[0] ?? new Map<string, number>());
  for (const [key, n] of shared) {
    const minimum = maps.reduce((min, map) => Math.min(min, map.get(key) ?? 0), n);
    if (minimum === 0) shared.delete(key);
    else shared.set(key, minimum);
  }
  return shared;
}

/** Does a wildcard admit this namespace (XSD Part 1 §3.10.4)? */
export function admits(w: Wildcard, ns: string): boolean {
  const { namespaces } = w;
  if (namespaces.kind === 'any') return true;
  return namespaces.kind === 'not' ? ns !== namespaces.ns && ns !== '' : namespaces.set.includes(ns);
}
