// `/exchanges` of the admin port: captured exchanges as JSON, for this machine alone. Bodies of messages are nobody else's business.
import type { IncomingMessage } from 'node:http';
import type { CaptureStore } from '../../capture/capture-store.ts';
import type { CapturedExchange } from '../../capture/captured.ts';
import { isLoopback } from '../settings/loopback.ts';

/** Does the request come from this machine? */
export function isLocal({ socket: { remoteAddress = '' } }: IncomingMessage): boolean {
  return isLoopback(remoteAddress);
}

export interface ExchangesPage {
  /** Oldest first. */
  readonly exchanges: readonly CapturedExchange[];
  /** Exchanges that had to go for later ones. */
  readonly dropped: number;
}

/** `query`: `id`, `rule` and `bridge` select. */
export function exchangesPage(store: CaptureStore, query: string): ExchangesPage {
  const selected = new URLSearchParams(query);
  const matches = (exchange: CapturedExchange) =>
    (['id', 'rule', 'bridge'] as const).every((key) => !selected.has(key) || selected.get(key) === exchange[key]);
  return { exchanges: store.list().filter(matches), dropped: store.dropped };
}
