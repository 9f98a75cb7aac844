// Finds rules by request path: literal segments first, then texts with holes, then plain holes.

import type { Segment } from '../../pattern/segments.ts';
import type { MappingRule } from '../model/mapping.ts';

interface Node {
  readonly literals: Map<string, Node>;
  /** Segments with text around their holes, by their text. */
  readonly mixed: Map<string, MixedNode>;
  open: Node | undefined;
  readonly rules: Map<string, MappingRule[]>;
}

interface MixedNode {
  readonly first: string;
  readonly last: string;
  readonly node: Node;
}

export interface Route {
  readonly method: string;
  readonly segments: readonly Segment[];
  readonly rule: MappingRule;
}

export class Trie {
  private readonly root = emptyNode();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.add(route);
  }

  private add({ method, segments, rule }: Route): void {
    let node = this.root;
    for (const segment of segments) node = childOf(node, segment);
    const rules = node.rules.get(method);
    if (rules) rules.push(rule);
    else node.rules.set(method, [rule]);
  }

  /** Leaves that the path leads to, the most literal first. */
  find(segments: readonly string[]): ReadonlyMap<string, MappingRule[]>[] {
    return this.collected(segments, fits);
  }

  /** The leaves if texts around holes are ignored. */
  near(segments: readonly string[]): ReadonlyMap<string, MappingRule[]>[] {
    return this.collected(segments, () => true);
  }

  private collected(segments: readonly string[], take: Take): ReadonlyMap<string, MappingRule[]>[] {
    const leaves: ReadonlyMap<string, MappingRule[]>[] = [];
    collect(this.root, segments, 0, take, leaves);
    return leaves;
  }
}

function emptyNode(): Node {
  return { literals: new Map(), mixed: new Map(), open: undefined, rules: new Map() };
}

function childOf(node: Node, segment: Segment): Node {
  if (typeof segment === 'string') return getOrAdd(node.literals, segment, emptyNode);
  const { literals } = segment;
  if (literals.every((text) => text === '')) return (node.open ??= emptyNode());
  const key = literals.join('{}');
  return getOrAdd(node.mixed, key, () => ({ first: literals[0], last: literals.at(-1) as string, node: emptyNode() }))
    .node;
}

function getOrAdd<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

type Take = (mixed: MixedNode, text: string) => boolean;

function fits({ first, last }: MixedNode, text: string): boolean {
  return text.length > first.length + last.length && text.startsWith(first) && text.endsWith(last);
}

/** Each node stands at one depth, so no node is visited twice. */
function collect(
  node: Node,
  segments: readonly string[],
  at: number,
  take: Take,
  leaves: ReadonlyMap<string, MappingRule[]>[],
): void {
  if (at === segments.length) {
    if (node.rules.size > 0) leaves.push(node.rules);
    return;
  }
  const text = segments[at];
  const literal = node.literals.get(text);
  if (literal) collect(literal, segments, at + 1, take, leaves);
  for (const mixed of node.mixed.values()) if (take(mixed, text)) collect(mixed.node, segments, at + 1, take, leaves);
  if (node.open) collect(node.open, segments, at + 1, take, leaves);
}
