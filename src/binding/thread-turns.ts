// Turns of the threads that compress and inflate messages. Knows nothing about what they do.
import { AsyncLocalStorage } from 'node:async_hooks';
import { FairPlaces } from '../concurrency/fair-queue.ts';

/** Messages at the same time: as many as node has threads. More would only hold memory. */
const lanes = new FairPlaces(4);

/** `run` calls its argument when it is over. What nobody needs any more leaves later: thousands of them would fill the stack. */
export function inTurn(client: string, isNeeded: () => boolean, run: (over: () => void) => void): void {
  const over = () => lanes.leave(client);
  const go = () => (isNeeded() ? run(over) : queueMicrotask(over));
  if (lanes.enter(client)) go();
  // In the context of its own request, not of the one that leaves.
  else lanes.wait({ client, go: AsyncLocalStorage.bind(go), fail: () => {} });
}
