// Whether things that nobody should hold any more can be collected.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../until.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Waits until all of them are gone; the test's own time limit ends it. */
export function untilCollected(things: readonly WeakRef<object>[]): Promise<void> {
  return until(() => {
    collect();
    return things.every((thing) => thing.deref() === undefined);
  });
}
