// Calls of one exchange that run at the same time.
import type { Exchange } from '../../rule/exchange.ts';

/** Waits of calls that overlap count once: each sum grows by the time that has passed at most. */
export async function sideBySide<T>(exchange: Exchange, run: () => Promise<T>): Promise<T> {
  const { upstreamMs, queuedMs, retryWaitMs } = exchange;
  const began = performance.now();
  const result = await run();
  const elapsed = performance.now() - began;
  exchange.upstreamMs = Math.min(exchange.upstreamMs, upstreamMs + elapsed);
  exchange.queuedMs = Math.min(exchange.queuedMs, queuedMs + elapsed);
  exchange.retryWaitMs = Math.min(exchange.retryWaitMs, retryWaitMs + elapsed);
  return result;
}
