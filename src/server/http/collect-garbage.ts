// Has V8 collect garbage now. Knows nothing about when that is good.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of V8's kinds only this one makes the heap smaller. */
const LAST_RESORT = { type: 'major', execution: 'sync', flavor: 'last-resort' };
const REGULAR = { type: 'major', execution: 'sync', flavor: 'regular' };

type Collector = (how: object) => void;

/** Takes some hundredths of a second, and the heap gets as small as it can be. */
export function collectAll(): void {
  collector()(LAST_RESORT);
}

let kept: Collector | undefined;

/** The same without making the heap smaller: there is more to come. */
export function collectGarbage(): void {
  kept ??= collector();
  kept(REGULAR);
}

/** V8 shows its collector to contexts that are made after the flag was set; the context goes with the collector. */
function collector(): Collector {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as Collector;
  setFlagsFromString('--no-expose-gc');
  return gc;
}
