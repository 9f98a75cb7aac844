// Repetitions of groups that meet inside of the items of one position.
import { type Frame, GROUP } from '../model/frame.ts';
import { Runs } from '../model/runs.ts';
import type { Action } from '../model/shaped.ts';
import type { PositionTable } from '../model/tables.ts';
import { type Moved, WrittenRun } from '../model/written-run.ts';
import { KeyedItemsDecoder } from './keyed-items.ts';
import { mixedOwner } from './literals.ts';

export abstract class RunDecoder extends KeyedItemsDecoder {
  protected readonly runs = new Runs((position) => {
    const isWritten = !this.top.skipped && mixedOwner(this.top) === undefined;
    return new WrittenRun(position, isWritten ? this.out : undefined, this.moved);
  });

  private readonly moved: Moved = (...bytes) => {
    for (const run of this.openRuns()) run.follow(...bytes);
  };

  override restart(...options: Parameters<KeyedItemsDecoder['restart']>): this {
    this.runs.clear();
    return super.restart(...options);
  }

  /** As `enter`; `f` may go on with items of an earlier repetition of its group. */
  protected enterInRun(f: Frame, p: PositionTable): Action | undefined {
    if (!f.level!.elastic) {
      if (p.groupLevel === undefined) this.runs.clear();
      return this.enter(f, p);
    }
    const end = f.pos === p.index ? this.out.length : undefined;
    this.runs.take(f, p);
    const action = this.enter(f, p);
    f.run?.item(this.out.length, end);
    return action;
  }

  /** Ends one, where another one may follow. */
  protected endRepetition(f: Frame): void {
    this.runs.end(f);
    this.endGroup(f);
  }

  /** Runs that may still change what was written. */
  protected openRuns(): readonly WrittenRun[] {
    const groups = this.stack.slice(1, this.depth + 1).filter(({ kind }) => kind === GROUP);
    return [...this.runs.ended, ...groups.flatMap(({ run }) => run ?? [])];
  }
}
