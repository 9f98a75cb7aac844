// Where the members of a JSON object stand, in a content model that has names at several positions.
import { type Level, type Node, nullable } from './content.ts';

/** In place of infinity, so that bounds can be taken away again. */
const UNBOUNDED = 2 ** 31;
/** The search is exponential in content models of choices that share names: hostile counts must not cost more. */
const MOST_TRIED = 10_000;

/** By member; `lower` has those above 0 only. */
interface Bounds {
  readonly lower: ReadonlyMap<number, number>;
  readonly upper: ReadonlyMap<number, number>;
}

/** Content that is written as a whole: positions, and what is still to be decided inside. */
interface Part extends Bounds {
  readonly positions: readonly number[];
  readonly decisions: readonly Decision[];
}

/** A choice, or an optional group. */
interface Decision extends Bounds {
  readonly branches: readonly Part[];
}

interface Open {
  readonly decision: Decision;
  readonly next: Open | undefined;
}

interface Taken {
  readonly open: Open;
  readonly index: number;
}

const NOTHING: Part = { lower: new Map(), upper: new Map(), positions: [], decisions: [] };

export type Arranged = Int32Array | 'no order' | 'too many orders';

export class Arrangement {
  private readonly level: Level;
  private readonly members: readonly number[];
  private readonly root: Part;

  /** `members`: index of the member of each position. */
  constructor(level: Level, members: readonly number[]) {
    this.level = level;
    this.members = members;
    this.root = partOf(level.root, members);
  }

  /** Bounds of a member over the whole content. */
  lower(member: number): number {
    return this.root.lower.get(member) ?? 0;
  }

  upper(member: number): number {
    const upper = this.root.upper.get(member) ?? 0;
    return upper >= UNBOUNDED ? Number.POSITIVE_INFINITY : upper;
  }

  /**
   * Children at each position, -1 where its branch is not taken. `lower` and `upper`: how many values JSON has of each member.
   * Of several orders the one whose early positions have most children.
   */
  arrange(lower: readonly number[], upper: readonly number[]): Arranged {
    const search = new Search(this.root, lower, upper);
    const chosenBranches = search.run();
    return typeof chosenBranches === 'string' ? chosenBranches : this.distributed(chosenBranches, lower);
  }

  private distributed(branches: readonly Part[], counts: readonly number[]): Int32Array {
    const { positions } = this.level;
    const out = new Int32Array(positions.length).fill(-1);
    const required = counts.map(() => 0);
    for (const { positions: chosen } of branches)
      for (const p of chosen) {
        out[p] = 0;
        required[this.members[p]] += positions[p].min;
      }
    const left = [...counts];
    for (const { index, min, max } of positions) {
      if (out[index] < 0) continue;
      const member = this.members[index];
      required[member] -= min;
      out[index] = Math.max(Math.min(max, left[member] - required[member]), 0);
      left[member] -= out[index];
    }
    return out;
  }
}

/** Depth first, with bounds on what the parts not yet decided can hold. No recursion: contracts have thousands of choices. */
class Search {
  private readonly root: Part;
  private readonly lower: readonly number[];
  private readonly upper: readonly number[];
  private readonly present: readonly number[];
  /** Bounds by member, with the decisions taken so far. */
  private readonly low: Float64Array;
  private readonly high: Float64Array;

  constructor(whole: Part, lower: readonly number[], upper: readonly number[]) {
    this.root = whole;
    this.lower = lower;
    this.upper = upper;
    this.present = lower.flatMap((n, member) => (n > 0 ? [member] : []));
    this.low = Float64Array.from(lower, (_, member) => whole.lower.get(member) ?? 0);
    this.high = Float64Array.from(lower, (_, member) => whole.upper.get(member) ?? 0);
  }

  /** The parts taken. */
  run(): readonly Part[] | 'no order' | 'too many orders' {
    if (!this.lower.every((_, member) => this.fits(member))) return 'no order';
    const trail: Taken[] = [];
    let open = opened(this.root.decisions, undefined);
    let index = 0;
    for (let tried = 0; open !== undefined; tried++) {
      if (tried > MOST_TRIED) return 'too many orders';
      const { branches: parts }: Decision = open.decision;
      if (index < parts.length) {
        if (!this.take(open.decision, parts[index])) index++;
        else {
          trail.push({ open, index });
          open = opened(parts[index].decisions, open.next);
          index = 0;
        }
        continue;
      }
      const last = trail.pop();
      if (last === undefined) return 'no order';
      ({ open } = last);
      this.move(open.decision, open.decision.branches[last.index], -1);
      index = last.index + 1;
    }
    return [this.root, ...trail.map((t) => t.open.decision.branches[t.index])];
  }

  private take(decision: Decision, part: Part): boolean {
    this.move(decision, part, 1);
    for (const member of part.lower.keys()) if (!this.fits(member)) return this.giveBack(decision, part);
    for (const member of this.present)
      if (decision.upper.has(member) && !this.fits(member)) return this.giveBack(decision, part);
    return true;
  }

  private giveBack(decision: Decision, part: Part): false {
    this.move(decision, part, -1);
    return false;
  }

  /** Upper bounds of absent members refuse nothing. */
  private move(decision: Decision, part: Part, sign: 1 | -1): void {
    for (const [member, n] of part.lower) this.low[member] += sign * (n - (decision.lower.get(member) ?? 0));
    for (const member of this.present) {
      const upper = decision.upper.get(member);
      if (upper !== undefined) this.high[member] += sign * ((part.upper.get(member) ?? 0) - upper);
    }
  }

  private fits(member: number): boolean {
    return this.low[member] <= this.upper[member] && this.high[member] >= this.lower[member];
  }
}

function opened(decisions: readonly Decision[], next: Open | undefined): Open | undefined {
  return decisions.reduceRight<Open | undefined>((rest, decision) => ({ decision, next: rest }), next);
}

function partOf(n: Node, members: readonly number[]): Part {
  if (n.kind === 'position') {
    const { index, min, max } = n.position;
    const member = members[index];
    const lower = new Map(min > 0 ? [[member, min]] : []);
    return { lower, upper: new Map([[member, Math.min(max, UNBOUNDED)]]), positions: [index], decisions: [] };
  }
  const children = n.nodes.map((child) => partOf(child, members));
  if (n.kind === 'choice') return decided(n.optional ? [...children, NOTHING] : children);
  const whole: Part = {
    lower: joined(
      children.map((p) => p.lower),
      plus,
    ),
    upper: joined(
      children.map((p) => p.upper),
      plus,
    ),
    positions: children.flatMap((p) => p.positions),
    decisions: children.flatMap((p) => p.decisions),
  };
  return n.optional && !n.nodes.every(nullable) ? decided([whole, NOTHING]) : whole;
}

function decided(branches: readonly Part[]): Part {
  const [first = NOTHING] = branches;
  const always = [...first.lower.keys()].filter((member) => branches.every((p) => p.lower.has(member)));
  const lower = new Map(always.map((member) => [member, Math.min(...branches.map((p) => p.lower.get(member)!))]));
  const upper = joined(
    branches.map((p) => p.upper),
    Math.max,
  );
  return { lower, upper, positions: [], decisions: [{ lower, upper, branches: branches }] };
}

function joined(
  maps: readonly ReadonlyMap<number, number>[],
  join: (a: number, b: number) => number,
): ReadonlyMap<number, number> {
  const all = new Map<number, number>();
  for (const map of maps) for (const [member, n] of map) all.set(member, join(all.get(member) ?? 0, n));
  return all;
}

function plus(a: number, b: number): number {
  return a + b;
}
