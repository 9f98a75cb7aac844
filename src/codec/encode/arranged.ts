// Members whose names have several positions: written where the content model has room for them, in an order that is valid.
import { scanned } from '../../json/tape.ts';
import { ARRAY, NULL } from '../../json/value.ts';
import { kindAt, nextNode } from '../../json/walk.ts';
import { positionsOf } from '../fast-path/tape-reader.ts';
import type { Arranged, Arrangement } from '../model/arrangement.ts';
import type { Node } from '../model/content.ts';
import { type Action, provides } from '../model/shaped.ts';
import { HOLDER, type LevelTable, type PositionTable } from '../model/tables.ts';
import { ContentEncoder } from './content.ts';

/** How many values JSON has of each member. Where the bounds differ, any number between will do. */
interface Amounts {
  readonly lower: number[];
  readonly upper: number[];
}

type Group = Exclude<Node, { kind: 'position' }>;

const ANY = Number.POSITIVE_INFINITY;

export abstract class ArrangedEncoder extends ContentEncoder {
  protected arranged(level: LevelTable, arrangement: Arrangement, base: number, object: number): void {
    const amounts = this.amountsOf(level, base);
    const counts = arrangement.arrange(amounts.lower, amounts.upper);
    if (typeof counts === 'string') return this.misfit(level, arrangement, amounts, counts, base, object);
    const written = amounts.lower.map(() => 0);
    for (const p of level.positions) {
      const count = counts[p.index];
      if (count < 0) continue;
      const node = this.nodes[base + p.member];
      if (!p.shared) this.single(p, node, object);
      else if (count > 0 && p.list) this.items(p, node, written[p.member], count);
      else if (count > 0) this.position(p, node, object);
      written[p.member] += count;
    }
  }

  private amountsOf(level: LevelTable, base: number): Amounts {
    const lower = level.members.map(() => 0);
    const upper = level.members.map(() => 0);
    const seen = new Set<number>();
    for (const p of level.positions) {
      if (seen.has(p.member)) continue;
      seen.add(p.member);
      [lower[p.member], upper[p.member]] = this.amountOf(p, base);
    }
    return { lower, upper };
  }

  private amountOf(p: PositionTable, base: number): readonly [number, number] {
    const action = this.listed(p);
    if (this.shapes(p) && action === undefined && !this.override!.rest) return [0, ANY];
    if (p.shared && p.list) {
      const count = action === undefined ? this.countAt(this.nodes[base + p.member]) : this.countOf(action);
      return [count, count];
    }
    if (this.stands(p, base)) return p.shared ? [1, 1] : [this.isEmptyList(this.nodes[base + p.member]) ? 0 : 1, ANY];
    // A list that is a member by member, or its holder, says nothing when it is absent.
    return p.hidden === HOLDER || p.items?.entry?.spread === true ? [0, ANY] : [0, 0];
  }

  private isEmptyList(node: number): boolean {
    return node >= 0 && kindAt(this.tape!, node) === ARRAY && nextNode(this.tape!, node) === node + 1;
  }

  private countAt(node: number): number {
    if (node < 0) return 0;
    const tape = this.tape!;
    if (kindAt(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    let count = 0;
    for (let item = node + 1; item < nextNode(tape, node); item = nextNode(tape, item)) count++;
    return count;
  }

  private countOf(action: Action): number {
    const { slots } = this.override!;
    if (action.kind === 'ordered') return action.items.filter((item) => provides(item, slots)).length;
    if (!provides(action, slots)) return 0;
    if (action.kind !== 'hole' && action.kind !== 'each') return 1;
    const { tape, node } = scanned(slots[action.slot]!);
    if (this.lenient && kindAt(tape, node) === NULL) return 0;
    let count = 0;
    this.inTape(tape, () => {
      count = this.countAt(node);
    });
    return count;
  }

  /** Writes `count` items of a list, from item `from` on. */
  private items(p: PositionTable, node: number, from: number, count: number): void {
    const element = p.element!;
    const action = this.listed(p);
    if (action === undefined) {
      if (!this.shapes(p) || this.override!.rest) this.list(element, node, count, count, from);
      return;
    }
    const { override } = this;
    if (node >= 0) this.repeated(action, override!.slots, undefined, node);
    this.override = undefined;
    this.act(action, element, override!.slots, count, count, true, from);
    this.override = override;
  }

  /** Says which member is missing, too many or beside another one. */
  protected misfit(
    level: LevelTable,
    arrangement: Arrangement,
    { lower, upper }: Amounts,
    reason: Exclude<Arranged, Int32Array>,
    base: number,
    object: number,
  ): void {
    for (const p of level.positions) {
      const node = this.nodes[base + p.member];
      const min = arrangement.lower(p.member);
      if (upper[p.member] === 0 && min > 0) this.missing(p, object);
      if (p.shared) this.checkCount(lower[p.member], min, arrangement.upper(p.member), Math.max(node, object));
    }
    this.explain(level.level.root, level, base, object);
    const names = [...new Set(level.positions.filter((p) => p.shared).map((p) => `"${p.key}"`))].join(', ');
    const message =
      reason === 'no order'
        ? `the number of ${names} fits no order of elements that the contract allows`
        : `there are too many ways to put ${names} in order`;
    this.fail('CODEC_CHOICE', message, object);
  }

  private explain(n: Node, level: LevelTable, base: number, object: number): void {
    if (n.kind === 'position') {
      const p = level.positions[n.position.index];
      if (p.min > 0 && !this.stands(p, base) && !this.leftOut(n, level)) this.missing(p, object);
    } else if (n.kind === 'choice') {
      const branch = this.clearBranch(n, level, base, object);
      if (branch !== undefined) this.explain(branch, level, base, object);
    } else if (!n.optional || this.present(n, level, base))
      for (const child of n.nodes) this.explain(child, level, base, object);
  }

  /** The branch that a member with one position tells. */
  private clearBranch(n: Group, level: LevelTable, base: number, object: number): Node | undefined {
    const clear = n.nodes.filter((c) => positionsOf(c, level).some((p) => !p.shared && this.stands(p, base)));
    if (clear.length > 0) return this.branchOf({ ...n, nodes: clear }, level, base, object);
    return this.present(n, level, base) ? undefined : this.branchOf(n, level, base, object);
  }
}
