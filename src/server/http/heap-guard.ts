// Whether the heap is nearly full. Knows nothing about requests.
import { type HeapUse, heapUse } from './heap-use.ts';

/** ms between two looks. */
const LOOK_MS = 100;
/** ms between two looks while little room is left: what comes in between them must find it. */
const SOON_MS = 5;
/** Part of what may be in use from which on little room is left. */
const NEAR = 0.6;
/** Most looks from one that is taken on to the next. */
const MOST_LOOKS = 32;

export class HeapRoom {
  /** What was refused. */
  refused = 0;
  private readonly limit: number;
  private readonly use: HeapUse;
  private timer: NodeJS.Timeout | undefined;
  private full = false;
  /** Looks until the next one is taken on, and how many that were the last time. */
  private wait = 0;
  private waited = 0;

  /** `limit`: percent of the largest heap from which on it is full; 0: never. */
  constructor(limit: number, use: HeapUse = heapUse()) {
    this.limit = limit / 100;
    this.use = use;
    if (limit > 0) this.look();
  }

  /** Asked for each request: true for those that are to be refused. */
  refuses(): boolean {
    if (!this.full) return false;
    // One now and then is taken on: where nothing is done, nothing is collected, and a heap full of what is over would stay full.
    // Ever more seldom, as long as that does not help: then it is full of what is not over.
    if (this.wait === 0) {
      this.waited = Math.min(MOST_LOOKS, this.waited * 2 || 1);
      this.wait = this.waited;
      return false;
    }
    this.refused++;
    return true;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private look(): void {
    const use = this.use();
    this.full = use > this.limit;
    if (!this.full) [this.wait, this.waited] = [0, 0];
    else if (this.wait > 0) this.wait--;
    const soon = !this.full && use > this.limit * NEAR;
    this.timer = setTimeout(() => this.look(), soon ? SOON_MS : LOOK_MS).unref();
  }
}
