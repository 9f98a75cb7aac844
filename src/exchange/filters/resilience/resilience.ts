// Resilience of the calls of one bridge: retries, circuit breaker, concurrency limit. Knows nothing about protocols.

import { setTimeout as wait } from 'node:timers/promises';
import type { Filter } from '../../../rule/exchange.ts';
import { Breaker, type BreakerOptions, type BreakerState } from './breaker.ts';
import { ConcurrencyLimit, type QueueOptions } from './concurrency-limit.ts';
import { Retries, type RetryOptions } from './retries.ts';

type Clocks = 'wait' | 'random' | 'now';

export interface GuardOptions {
  readonly retries: Omit<RetryOptions, Clocks> & Partial<Pick<RetryOptions, Clocks>>;
  readonly breaker: Omit<BreakerOptions, 'now'> & Partial<Pick<BreakerOptions, 'now'>>;
  readonly queue: QueueOptions;
}

export interface GuardStats {
  /** Retries that were made. */
  readonly retries: number;
  readonly breaker: BreakerState;
  /** Calls that wait for their turn. */
  readonly waiting: number;
  /** Calls that were refused. */
  readonly refused: { readonly breaker: number; readonly queue: number };
}

export interface Guard {
  /** Around each call to the service. */
  readonly filters: Readonly<Record<'retries' | 'breaker' | 'concurrencyLimit', Filter>>;
  stats(): GuardStats;
}

export function createGuard(options: GuardOptions): Guard {
  const retries = new Retries({ wait, random: Math.random, now: () => performance.now(), ...options.retries });
  const breaker = new Breaker({ now: () => performance.now(), ...options.breaker });
  const queue = new ConcurrencyLimit(options.queue);
  return {
    filters: { retries: retries.filter, breaker: breaker.filter, concurrencyLimit: queue.filter },
    stats: () => ({
      retries: retries.retryCount,
      breaker: breaker.state,
      waiting: queue.waiting,
      refused: { breaker: breaker.refused, queue: queue.refused },
    }),
  };
}
