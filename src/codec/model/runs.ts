// Items of one position that stand in several repetitions of its group, with nothing between them. How many each repetition has is free: of
// `(a{2,3} | b)*`, four a are two and two. The first repetitions take what they can, and give back what the last one lacks.
import type { PositionTable } from './tables.ts';

export class Run {
  readonly position: PositionTable;
  /** Items of the repetitions that have ended. */
  private readonly sizes: number[] = [];
  /** How many of them those can do without. */
  spare = 0;

  constructor(position: PositionTable) {
    this.position = position;
  }

  end(count: number): void {
    this.sizes.push(count);
    this.spare += count - this.position.min;
  }

  /** The last repetition, which has `count` items, takes those that it lacks from the ones before it: each of them ends earlier. */
  borrow(count: number): void {
    const { sizes, position } = this;
    const { min } = position;
    let first = sizes.reduce((sum, size) => sum + size, 0);
    let lacking = min - count;
    this.spare -= lacking;
    for (let i = sizes.length - 1; lacking > 0; i--) {
      this.beginEarlier(first, lacking);
      first -= sizes[i];
      const left = sizes[i] - lacking;
      sizes[i] = Math.max(left, min);
      lacking = sizes[i] - left;
    }
  }

  /** The repetition that begins with item `first` begins `by` items earlier. */
  protected beginEarlier(_first: number, _by: number): void {}
}

/** A cursor that can stand in a run. */
interface RunCursor<R extends Run> {
  pos: number;
  count: number;
  run: R | undefined;
}

/** Hands runs from one repetition to the next. */
export class Runs<R extends Run> {
  /** Of groups that have ended, where no child has been taken since. */
  ended: readonly R[] = [];
  private readonly create: (position: PositionTable) => R;

  constructor(create: (position: PositionTable) => R) {
    this.create = create;
  }

  /** Before a child is taken at `p`. */
  take(c: RunCursor<R>, p: PositionTable): void {
    if (c.pos !== p.index) {
      settle(c);
      c.run = p.elastic ? (this.ended.find(({ position }) => position === p) ?? this.create(p)) : undefined;
    }
    if (p.groupLevel === undefined) this.clear();
  }

  /** The repetition ends, and another one may follow. */
  end(c: RunCursor<R>): void {
    if (c.run === undefined || settle(c)) return;
    c.run.end(c.count);
    this.ended = [...this.ended, c.run];
  }

  clear(): void {
    if (this.ended.length > 0) this.ended = [];
  }
}

/** True: the cursor had too few items, and now has enough; or the document deviates. The run ends either way. */
function settle<R extends Run>(c: RunCursor<R>): boolean {
  const { run, count } = c;
  if (run === undefined || count >= run.position.min) return false;
  c.run = undefined;
  if (count + run.spare < run.position.min) return true;
  run.borrow(count);
  c.count = run.position.min;
  return true;
}
