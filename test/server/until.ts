import { setImmediate } from 'node:timers/promises';

/** Waits until `condition` holds; the test's own time limit ends it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setImmediate();
}
