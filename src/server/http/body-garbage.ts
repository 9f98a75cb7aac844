// Bytes of bodies that nobody has any more, and that V8 has not collected. Knows nothing about requests.

/** What is in use and what is garbage may have so many times the budget together; and so many while collections take much of the time. */
const MOST = 1.5;
const MOST_OF_ALL = 2;
/** Part of the budget that is worth a collection. */
const WORTH = 1 / 4;
/** Part of the time that collections take until then. */
const SHARE = 1 / 10;

/** What it looks at. */
export interface Memory {
  /** Bytes outside of the heap, garbage too. */
  all(): number;
  /** Bytes that are known to be in use. */
  counted(): number;
  collect(): void;
  /** ms */
  now(): number;
}

/**
 * Bodies are small objects in the heap, with large buffers outside of it. V8 sees a heap that hardly fills, and leaves more garbage than the
 * budget has bytes. So somebody looks, and has it collected. As long as little is in use that is left to V8, which does it beside other work.
 */
export class BodyGarbage {
  private readonly size: number;
  private readonly memory: Memory;
  /** Bytes that are not counted, and are no garbage either: the least that was seen since the last collection. */
  private uncountedFloor = Number.POSITIVE_INFINITY;
  /** ms until which collections have had their share of the time. */
  private rest = 0;

  /** `size`: bytes of the budget. */
  constructor(size: number, memory: Memory) {
    this.size = size;
    this.memory = memory;
  }

  /** To be called after a part of the budget has come or gone. */
  look(): void {
    const { size, memory, rest } = this;
    const counted = memory.counted();
    const uncounted = this.uncounted();
    this.uncountedFloor = Math.min(this.uncountedFloor, uncounted);
    const garbage = uncounted - this.uncountedFloor;
    const most = size * (memory.now() < rest ? MOST_OF_ALL : MOST);
    if (garbage > size * WORTH && counted + garbage > most) this.collect();
  }

  private collect(): void {
    const { memory } = this;
    const began = memory.now();
    memory.collect();
    const ended = memory.now();
    this.rest = ended + (ended - began) / SHARE;
    this.uncountedFloor = this.uncounted();
  }

  private uncounted(): number {
    return Math.max(0, this.memory.all() - this.memory.counted());
  }
}
