// A run whose items are JSON in a buffer: `[{"a":[1,2,3]},{"a":[4]}]` becomes `[{"a":[1,2]},{"a":[3,4]}]`.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import { Run } from './runs.ts';
import type { PositionTable } from './tables.ts';

const COMMA = 0x2c;

/** What stood at bytes [start, end) of the buffer has moved by `distance` bytes to the front. */
export type Moved = (start: number, end: number, distance: number) => void;

export class WrittenRun extends Run {
  /** Undefined: nothing is written. */
  private readonly out: ByteBuffer | undefined;
  private readonly moved: Moved;
  /** Start of each item, and end of the one before it. */
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private endOfRepetition = 0;

  constructor(position: PositionTable, out: ByteBuffer | undefined, moved: Moved) {
    super(position);
    this.out = out;
    this.moved = moved;
  }

  /** `end`: of the item before it; by default that of its repetition. */
  item(start: number, end: number = this.endOfRepetition): void {
    this.starts.push(start);
    this.ends.push(end);
  }

  override end(count: number): void {
    super.end(count);
    this.endOfRepetition = this.out?.length ?? 0;
  }

  /** What stands between two repetitions changes places with items and the comma before them. */
  protected override beginEarlier(first: number, by: number): void {
    if (this.out === undefined) return;
    const { bytes } = this.out;
    const from = this.ends[first - by];
    const [end, start] = [this.ends[first], this.starts[first]];
    const between = this.out.slice(end, start);
    bytes.copyWithin(from + between.length, from + 1, end);
    bytes.set(between, from);
    bytes[start - 1] = COMMA;
    this.moved(end, start, end - from);
  }

  /** Items of a run around this one stand between its repetitions. */
  follow(start: number, end: number, distance: number): void {
    const { starts, ends } = this;
    for (let i = starts.length - 1; i >= 0 && starts[i] > start; i--) {
      if (starts[i] < end) starts[i] -= distance;
      if (ends[i] > start && ends[i] < end) ends[i] -= distance;
    }
    if (this.endOfRepetition > start && this.endOfRepetition < end) this.endOfRepetition -= distance;
  }
}
