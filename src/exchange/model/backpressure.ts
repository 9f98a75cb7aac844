// Counts the time in which the gateway pauses responses of the service. It does not count as the service's. Knows nothing about deadlines.

import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import type { Backpressure, Holder } from '../../rule/exchange.ts';

const FAILURES: Record<Holder, readonly [ErrorCode, string]> = {
  client: ['CLIENT_SLOW', 'the client did not take the response in time'],
  memory: ['UPSTREAM_LIMIT', 'the gateway had no memory for the response in time'],
};

/** Of one exchange and its children. */
export class CountedBackpressure implements Backpressure {
  /** Responses that wait now. */
  private waiting = 0;
  private holder: Holder = 'client';
  private began = 0;
  private waitedMs = 0;

  hold(holder: Holder): void {
    this.holder = holder;
    if (this.waiting++ === 0) this.began = performance.now();
  }

  release(): void {
    if (--this.waiting === 0) this.waitedMs += performance.now() - this.began;
  }

  get ms(): number {
    return this.waiting === 0 ? this.waitedMs : this.waitedMs + performance.now() - this.began;
  }

  get failure(): SoapstoneError | undefined {
    return this.waiting === 0 ? undefined : new SoapstoneError(...FAILURES[this.holder]);
  }
}
