// Whether the heap is nearly full. Knows nothing about requests.
import { getHeapStatistics } from 'node:v8';

const LOOK_MS = 100;

/** Part of the largest heap that is in use, 0 to 1. */
export type HeapUse = () => number;

export class HeapRoom {
  /** What was refused. */
  refused = 0;
  private readonly most: number;
  private readonly use: HeapUse;
  private readonly timer: NodeJS.Timeout | undefined;
  private full = false;
  private asked = false;

  /** `most`: percent of the largest heap from which on it is full; 0: never. */
  constructor(most: number, use: HeapUse = heapUse) {
    this.most = most / 100;
    this.use = use;
    if (most === 0) return;
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Asked for each request: true for those that are to be refused. */
  refuses(): boolean {
    if (!this.full) return false;
    // One from look to look is taken on: where nothing is done, nothing is collected, and a heap full of what is over would stay full.
    if (!this.asked) {
      this.asked = true;
      return false;
    }
    this.refused++;
    return true;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    this.full = this.use() > this.most;
    this.asked = false;
  }
}

/** V8 collects before what may be collected takes so much that this says nothing: it halves the way to its limit each time. */
function heapUse(): number {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size / heap_size_limit;
}
