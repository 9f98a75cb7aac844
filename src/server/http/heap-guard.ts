// How much of the heap is in use, and whether it is nearly full. Knows nothing about requests.
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

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

const MIB = 1024 * 1024;
/** V8 adds three semi-spaces of at most this part of the old generation to the limit that it tells. */
const SEMI_SPACE = 1 / 64;
/** Looks over which the least of the young generation is taken: what each collection leaves of it is in use, the rest is garbage. */
const YOUNG_LOOKS = 8;

/** Part of the largest heap that is in use, 0 to 1; above 1 shortly before the end. */
export type HeapUse = () => number;

/**
 * Largest old generation in bytes. A process ends when that is full: `heap_size_limit` has the young generation in it too, which
 * never fills (V8 13 gives it 192 MiB beside an old one of 64). `flags`: of V8, those that win last.
 */
export function heapLimit(
  flags: readonly string[] = [...(process.env.NODE_OPTIONS ?? '').split(/\s+/), ...process.execArgv],
  all = getHeapStatistics().heap_size_limit,
): number {
  const old = flagOf(flags, 'max-old-space-size');
  if (old !== undefined) return Math.min(old * MIB, all);
  const semi = flagOf(flags, 'max-semi-space-size');
  return semi !== undefined ? all - 3 * semi * MIB : all / (1 + 3 * SEMI_SPACE);
}

function flagOf(flags: readonly string[], name: string): number | undefined {
  const at = flags.findLastIndex((flag) => flag.replaceAll('_', '-').split('=')[0] === `--${name}`);
  if (at < 0) return undefined;
  const value = Number(flags[at].split('=')[1] ?? flags[at + 1]);
  return value > 0 ? value : undefined;
}

/** V8 collects before what may be collected takes so much that this says nothing: it halves the way to its limit each time. */
function heapUse(): HeapUse {
  const limit = heapLimit();
  const young: number[] = [];
  return () => {
    let [old, now] = [0, 0];
    for (const { space_name, space_used_size } of getHeapSpaceStatistics()) {
      if (space_name.startsWith('new_')) now += space_used_size;
      else old += space_used_size;
    }
    if (young.push(now) > YOUNG_LOOKS) young.shift();
    return (old + Math.min(...young)) / limit;
  };
}
