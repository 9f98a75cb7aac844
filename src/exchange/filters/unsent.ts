// Responds where the request has nothing to send. Outside of retries and breaker: the service has no part in it.
import { Unsent } from '../../fault/unsent.ts';
import type { Exchange, Filter, Handler, Response } from '../../rule/exchange.ts';

export const unsent: Filter = (next) => (exchange) =>
  exchange.rule.tolerance === undefined ? next(exchange) : responded(exchange, next);

async function responded(exchange: Exchange, next: Handler): Promise<Response> {
  try {
    return await next(exchange);
  } catch (error) {
    if (error instanceof Unsent) return { bindings: error.bindings, streamed: false };
    throw error;
  }
}
