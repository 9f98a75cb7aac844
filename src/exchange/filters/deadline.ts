import type { Filter } from '../../rule/exchange.ts';
import { ServiceClock } from './service-clock.ts';

/**
 * Cancels an exchange at its deadline: UPSTREAM_TIMEOUT, unless its client or the memory holds the service back. One timer an
 * exchange: node keeps timers of equal duration in one list, which makes this cheaper than an AbortSignal by far.
 */
export const deadline: Filter = (next) => (exchange) => {
  const left = Math.max(1, exchange.deadline - performance.now());
  const clock = new ServiceClock(exchange, left, 'the upstream did not respond in time');
  return next(exchange).then(
    (response) => {
      clock.stop();
      return response;
    },
    (error: unknown) => {
      clock.stop();
      throw error;
    },
  );
};
