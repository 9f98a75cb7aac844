// Which positions of a level may follow which (Glushkov). Computed from the tree of groups: follow sets would need quadratic space.
import type { Level, Node } from './content.ts';

const POSITION = 0;
const SEQUENCE = 1;
const CHOICE = 2;
const ALL = 3;
const KINDS = { position: POSITION, sequence: SEQUENCE, choice: CHOICE, all: ALL } as const;

/** Nodes are numbered in pre-order. */
export class Automaton {
  readonly nullable: boolean;
  private readonly kind: Uint8Array;
  private readonly parent: Int32Array;
  private readonly depth: Int32Array;
  /** Number of required nodes of the same group before a node, and up to its end. */
  private readonly requiredBefore: Int32Array;
  private readonly through: Int32Array;
  /** Depth of the outermost group that may begin, or end, with a node; its own depth if none may. */
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  /** Nodes of the positions. */
  private readonly leaf: Int32Array;

  constructor({ root, positions }: Level) {
    const size = sizeOf(root);
    this.kind = new Uint8Array(size);
    this.parent = new Int32Array(size);
    this.depth = new Int32Array(size);
    this.requiredBefore = new Int32Array(size);
    this.through = new Int32Array(size);
    this.first = new Int32Array(size);
    this.last = new Int32Array(size);
    this.leaf = new Int32Array(positions.length);
    const required = new Uint8Array(size);
    this.number(root, -1, 0, required);
    this.nullable = required[0] === 0;
    this.countRequired(required);
  }

  isFirst(position: number): boolean {
    return this.first[this.leaf[position]] === 0;
  }

  isLast(position: number): boolean {
    return this.last[this.leaf[position]] === 0;
  }

  /** May `to` directly follow `from`, another position? */
  mayFollow(from: number, to: number): boolean {
    const { parent, depth, leaf } = this;
    let a = leaf[from];
    let b = leaf[to];
    // Ascend to nodes of the same group.
    while (parent[a] !== parent[b]) {
      const difference = depth[a] - depth[b];
      if (difference >= 0) a = parent[a];
      if (difference <= 0) b = parent[b];
    }
    if (this.last[leaf[from]] > depth[a] || this.first[leaf[to]] > depth[b]) return false;
    const kind = this.kind[parent[a]];
    return kind === SEQUENCE ? a < b && this.through[a] === this.requiredBefore[b] : kind === ALL;
  }

  /** Numbers from `id` on; returns the next number. */
  private number(n: Node, parent: number, id: number, required: Uint8Array): number {
    this.kind[id] = KINDS[n.kind];
    this.parent[id] = parent;
    this.depth[id] = parent < 0 ? 0 : this.depth[parent] + 1;
    if (n.kind === 'position') {
      this.leaf[n.position.index] = id;
      required[id] = n.position.min > 0 ? 1 : 0;
      return id + 1;
    }
    let next = id + 1;
    let nullable = n.optional;
    let inside = 0;
    for (const child of n.nodes) {
      const at = next;
      next = this.number(child, id, at, required);
      inside += required[at];
    }
    nullable ||= n.kind === 'choice' ? inside < n.nodes.length : inside === 0;
    required[id] = nullable ? 0 : 1;
    return next;
  }

  private countRequired(required: Uint8Array): void {
    const { kind, parent, depth, requiredBefore: requiredNodes, through, first, last } = this;
    const total = new Int32Array(required.length);
    for (let id = 1; id < required.length; id++) {
      requiredNodes[id] = total[parent[id]];
      through[id] = total[parent[id]] += required[id];
    }
    for (let id = 1; id < required.length; id++) {
      const up = parent[id];
      const anywhere = kind[up] !== SEQUENCE;
      first[id] = anywhere || requiredNodes[id] === 0 ? first[up] : depth[id];
      last[id] = anywhere || through[id] === total[up] ? last[up] : depth[id];
    }
  }
}

function sizeOf(n: Node): number {
  let size = 1;
  if (n.kind !== 'position') for (const child of n.nodes) size += sizeOf(child);
  return size;
}
