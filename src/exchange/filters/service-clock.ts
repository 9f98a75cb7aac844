// Cancels an exchange when the service has used its time. The clock stops while the gateway pauses the response.

import { SoapstoneError } from '../../errors/errors.ts';
import type { Exchange } from '../../rule/exchange.ts';

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
