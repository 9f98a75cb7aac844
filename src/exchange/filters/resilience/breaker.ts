// A circuit breaker: refuses calls to a service that fails, and tries one call now and then. Knows nothing about other limits.
import type { Exchange, Filter, Handler } from '../../../rule/exchange.ts';
import { attempted, watched } from '../../model/watched.ts';
import { isOurs, isTrouble, refused } from './failure-class.ts';

export interface BreakerOptions {
  /** So many failures among the last 2 × so many calls open it; 0: never. */
  readonly failures: number;
  /** ms from opening to the call that tries again. */
  readonly pause: number;
  /** ms, monotonic. */
  readonly now: () => number;
}

export type BreakerState = 'closed' | 'half-open' | 'open';

export class Breaker {
  /** Calls that were refused. */
  refused = 0;
  private readonly options: BreakerOptions;
  /** The last calls, 1 for a failure, as a ring. */
  private readonly last: Uint8Array;
  private next = 0;
  private failed = 0;
  private opened: number | undefined = undefined;
  private probing = false;

  constructor(options: BreakerOptions) {
    this.options = options;
    this.last = new Uint8Array(2 * options.failures);
  }

  get state(): BreakerState {
    if (this.opened === undefined) return 'closed';
    return this.left > 0 && !this.probing ? 'open' : 'half-open';
  }

  /** Around each call. */
  readonly filter: Filter = (next) => {
    if (this.options.failures === 0) return next;
    const admitted: Handler = (exchange) => {
      const probe = this.admit();
      return watched(next, exchange, (failed, error) => {
        if (failed) this.settle(error, exchange, probe);
        else this.succeeded(probe);
      });
    };
    return (exchange) => attempted(admitted, exchange);
  };

  /** True for the one call that tries whether the service is back. */
  private admit(): boolean {
    if (this.opened === undefined) return false;
    const { left } = this;
    if (left > 0 || this.probing) {
      this.refused++;
      throw refused('BREAKER_OPEN', 'the service has failed too often: it is left alone for a while', left);
    }
    this.probing = true;
    return true;
  }

  private get left(): number {
    return (this.opened ?? 0) + this.options.pause - this.options.now();
  }

  private settle(error: unknown, exchange: Exchange, probe: boolean): void {
    if (probe) this.probing = false;
    if (isOurs(error, exchange)) return;
    if (!isTrouble(error, exchange)) this.succeeded(probe);
    else if (probe) this.open();
    else this.count(1);
  }

  private succeeded(probe: boolean): void {
    if (probe) this.close();
    else this.count(0);
  }

  /** Calls that were running when it opened do not count. */
  private count(failure: 0 | 1): void {
    if (this.opened !== undefined) return;
    this.failed += failure - this.last[this.next];
    this.last[this.next] = failure;
    this.next = (this.next + 1) % this.last.length;
    if (this.failed >= this.options.failures) this.open();
  }

  private open(): void {
    this.opened = this.options.now();
  }

  private close(): void {
    this.opened = undefined;
    this.probing = false;
    this.last.fill(0);
    this.failed = 0;
  }
}
