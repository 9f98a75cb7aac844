// Names the client that a request is charged to, where clients have shares. Knows nothing about what is shared.
import type { ExchangeInit } from '../../rule/exchange.ts';

/** An unchecked credential is no client: anybody can make up many. Keys begin with a line end, so they are no addresses. */
export function clientName({ caller, address }: Pick<ExchangeInit, 'caller' | 'address'>): string {
  return caller === undefined || caller.unchecked ? `at ${address}` : caller.key;
}
