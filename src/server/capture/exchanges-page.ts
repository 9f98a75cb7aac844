// `/exchanges` of the admin port: captured exchanges as JSON, for this machine alone. Bodies of messages are nobody else's business.
import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import type { CaptureStore } from '../../capture/capture-store.ts';
import type { CapturedExchange } from '../../capture/captured.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Does the request come from this machine? */
export function isLocal({ socket: { remoteAddress = '' } }: IncomingMessage): boolean {
  const address = remoteAddress.replace(/^::ffff:/, '');
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}

interface ExchangesPage {
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
