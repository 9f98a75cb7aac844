// How much of the heap is in use, as far as that ends a process. Knows nothing about what is done about it.
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

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
export function heapUse(): HeapUse {
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
