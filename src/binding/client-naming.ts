// What records say of the client of a request. Knows nothing about addresses and claims.
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../rule/exchange.ts';

export interface ClientNaming {
  /** Asked when a request begins: a connection that is gone has no address any more. */
  address(req: IncomingMessage): string | undefined;
  caller(caller: Caller): string | undefined;
}
