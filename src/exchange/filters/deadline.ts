import { SoapstoneError } from '../../errors/errors.ts';
import type { Exchange, Filter } from '../model/exchange.ts';

/**
 * Cancels an exchange that is not done at its deadline: UPSTREAM_TIMEOUT. One timer an exchange: node keeps timers of equal
 * duration in one list, which makes this cheaper than an AbortSignal by far.
 */
export const deadline: Filter = (next) => (exchange) => {
  const timer = setTimeout(expire, Math.max(1, exchange.deadline - performance.now()), exchange);
  return next(exchange).then(
    (reply) => {
      clearTimeout(timer);
      return reply;
    },
    (error: unknown) => {
      clearTimeout(timer);
      throw error;
    },
  );
};

function expire(exchange: Exchange): void {
  exchange.cancel(new SoapstoneError('UPSTREAM_TIMEOUT', 'the peer did not reply in time'));
}
