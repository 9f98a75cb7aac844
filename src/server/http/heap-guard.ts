// How much of the heap is in use, and whether it is nearly full. Knows nothing about requests.
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

/** ms between two checks. */
const LOOK_MS = 100;
/** ms between two checks when the heap is nearly full. */
const SOON_MS = 5;
/** Part of the limit at which the heap is nearly full. */
const NEAR = 0.6;
/** Most checks between two admitted requests. */
const MOST_LOOKS = 32;

export class HeapGuard {
  /** Refused requests. */
  refused = 0;
  private readonly limit: number;
  private readonly use: HeapUse;
  private timer: NodeJS.Timeout | undefined;
  private full = false;
  /** Checks until the next admitted request, and how many the last time. */
  private wait = 0;
  private waited = 0;

  /** `limit`: percent of the largest heap at which it is full; 0: never. */
  constructor(limit: number, use: HeapUse = heapUse()) {
    this.limit = limit / 100;
    this.use = use;
    if (limit > 0) this.look();
  }

  /** Called for each request: whether to refuse it. */
  refuses(): boolean {
    if (!this.full) return false;
    // Now and then one is admitted: without work V8 collects nothing, and a heap full of garbage would stay full.
    // Ever less often while that does not help: then the heap is full of live objects.
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
/** V8 adds three semi-spaces of at most this part of the old generation to the limit that it reports. */
const SEMI_SPACE = 1 / 64;
/** Checks over which the minimum of the young generation counts: what a collection leaves is in use, the rest is garbage. */
const YOUNG_LOOKS = 8;

/** Part of the largest heap that is in use, 0 to 1; above 1 shortly before the end. */
export type HeapUse = () => number;

/**
 * Largest old generation in bytes. A process ends when that is full: `heap_size_limit` has the young generation in it too, which
 * never fills (V8 13 gives it 192 MiB beside an old one of 64). `flags`: of V8; later ones win.
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

/** Garbage of the old generation counts as in use: V8 collects it well before the limit. */
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
