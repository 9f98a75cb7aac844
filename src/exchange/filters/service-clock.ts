// Cancels an exchange when the service has used its time: by a deadline, or by a try. The clock stops while the gateway pauses the response.

import { SoapstoneError } from '../../errors/errors.ts';
import type { Exchange, Filter } from '../../rule/exchange.ts';
import { watched } from '../model/watched.ts';

export class ServiceClock {
  private readonly exchange: Exchange;
  private readonly message: string;
  /** ms of backpressure that were added to the service's time. */
  private granted: number;
  private timer: NodeJS.Timeout;

  /** `ms`: time of the service. `message`: of the error. */
  constructor(exchange: Exchange, ms: number, message: string) {
    this.exchange = exchange;
    this.message = message;
    this.granted = exchange.backpressure.ms;
    this.timer = setTimeout(expire, ms, this);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  expire(): void {
    const { exchange, granted } = this;
    const { ms, failure } = exchange.backpressure;
    if (failure !== undefined) exchange.cancel(failure);
    else if (ms - granted >= 1) this.grant(ms);
    else exchange.cancel(new SoapstoneError('UPSTREAM_TIMEOUT', this.message));
  }

  private grant(ms: number): void {
    this.timer = setTimeout(expire, ms - this.granted, this);
    this.granted = ms;
  }
}

function expire(clock: ServiceClock): void {
  clock.expire();
}

/**
 * Cancels an exchange at its deadline: UPSTREAM_TIMEOUT, unless its client or the memory holds the service back. One timer an
 * exchange: node keeps timers of equal duration in one list, which makes this cheaper than an AbortSignal by far.
 */
export const deadline: Filter = (next) => (exchange) => {
  const left = Math.max(1, exchange.deadline - performance.now());
  const clock = new ServiceClock(exchange, left, 'the upstream did not respond in time');
  return watched(next, exchange, () => clock.stop());
};
