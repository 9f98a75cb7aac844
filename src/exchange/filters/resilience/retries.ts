// Retries calls that may be repeated, within a retry budget. Knows nothing about breakers and queues.
import type { Exchange, Filter, Handler, Response } from '../../../rule/exchange.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import { attempted } from '../../model/watched.ts';
import { ServiceClock } from '../service-clock.ts';
import { isPassing } from './failure-class.ts';

export interface RetryOptions {
  /** Most retries of one call; 0: none. */
  readonly max: number;
  /** Retries in percent of all calls. */
  readonly budget: number;
  /** Longest time of one try in ms; undefined: that of the whole. */
  readonly tryTimeout?: number;
  /** ms between two tries. */
  readonly wait: (ms: number) => Promise<void>;
  /** 0 up to 1. */
  readonly random: () => number;
  /** ms, on the clock of deadlines (`performance.now`). */
  readonly now: () => number;
}

/** Most retries saved up while calls succeed. */
const SAVED = 10;
/** Longest wait before the first retry, in ms; it doubles. */
const FIRST_WAIT = 50;
/** ms that a retry must have before the deadline: a shorter one only burdens a service in trouble. */
export const LEAST_TRY = 50;

export class Retries {
  /** Retries that were made. */
  retryCount = 0;
  private readonly options: RetryOptions;
  private left = SAVED;

  constructor(options: RetryOptions) {
    this.options = options;
  }

  /** Around each call. */
  readonly filter: Filter = (next) => {
    const { max, tryTimeout } = this.options;
    if (max === 0 && tryTimeout === undefined) return next;
    return (exchange) => {
      this.left = Math.min(SAVED, this.left + this.options.budget / 100);
      // A try that fails in the middle of its response may have bound variables already.
      const request = exchange.bindings.slice();
      if (tryTimeout !== undefined) return this.carry(exchange, request, next, 0);
      exchange.resend = 0;
      return attempted(next, exchange).catch(async (error: unknown) => {
        await this.pause(error, exchange, exchange, 0);
        return this.carry(exchange, request, next, 1);
      });
    };
  };

  /** Tries again until a response, or an error after which there is no further try. `from`: tries before. */
  private async carry(exchange: Exchange, request: Bindings, next: Handler, from: number): Promise<Response> {
    const { sink, deferred } = exchange;
    for (let further = from; ; further++) {
      const attempt = exchange.child({ bindings: request, sink, deferred });
      attempt.resend = further;
      try {
        return await this.bounded(attempt, exchange, next);
      } catch (error) {
        await this.pause(error, attempt, exchange, further);
      }
    }
  }

  /** Waits before the next try. Throws the error of the last one where there is none. */
  private async pause(error: unknown, attempt: Exchange, exchange: Exchange, further: number): Promise<void> {
    const { random, now } = this.options;
    if (!this.mayRetry(error, attempt, further)) throw error;
    const pause = random() * FIRST_WAIT * 2 ** further;
    if (exchange.deadline - now() < pause + LEAST_TRY) throw error;
    this.left--;
    this.retryCount++;
    await this.timedWait(exchange, pause);
    if (exchange.cancelled) throw exchange.cancelled;
  }

  /** The pause is neither the service's nor the translation's. */
  private async timedWait(exchange: Exchange, ms: number): Promise<void> {
    const { wait, now } = this.options;
    const began = now();
    await wait(ms);
    exchange.retryWaitMs += now() - began;
  }

  /** A call that was not sent may always be retried. One that was sent needs a safe rule, and a client that has seen nothing of the response. */
  private mayRetry(error: unknown, attempt: Exchange, further: number): boolean {
    if (further >= this.options.max || this.left < 1 || !isPassing(error, attempt)) return false;
    return !attempt.requestSent || (attempt.rule.safe && attempt.sink === undefined);
  }

  /** Also cancels the try when its own time ends before the whole's. */
  private async bounded(attempt: Exchange, exchange: Exchange, next: Handler): Promise<Response> {
    const { tryTimeout = Number.POSITIVE_INFINITY, now } = this.options;
    const began = now();
    const short = began + tryTimeout < exchange.deadline;
    if (short) attempt.deadline = began + tryTimeout;
    const clock = short
      ? new ServiceClock(attempt, tryTimeout, 'the upstream did not respond in the time of one try')
      : undefined;
    try {
      return await next(attempt);
    } finally {
      clock?.stop();
      attempt.end();
    }
  }
}
