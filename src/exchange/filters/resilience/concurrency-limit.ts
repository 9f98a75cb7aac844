// Limits concurrent calls, with a fair share for each client, and a short queue in which clients take turns. Further calls are refused at once.
// Knows nothing about failures.

import { FairPlaces } from '../../../concurrency/fair-queue.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { Exchange, Filter } from '../../../rule/exchange.ts';
import { clientName } from '../../model/scoped-store.ts';
import { watched } from '../../model/watched.ts';
import { refused } from './failure-class.ts';

export interface QueueOptions {
  /** Most calls at once. */
  readonly running: number;
  /** Most calls that wait. */
  readonly waiting: number;
  /** Longest wait in ms. */
  readonly longest: number;
}

export class ConcurrencyLimit {
  /** Calls that were refused. */
  refused = 0;
  private readonly options: QueueOptions;
  private readonly places: FairPlaces;

  constructor(options: QueueOptions) {
    this.options = options;
    this.places = new FairPlaces(options.running);
  }

  get waiting(): number {
    return this.places.waiting;
  }

  /** Around each call. */
  readonly filter: Filter = (next) => (exchange) => {
    const client = clientName(exchange);
    const place = this.places.enter(client);
    const call = () => watched(next, exchange, () => this.places.leave(client));
    return place ? call() : this.timedTurn(client, exchange).then(call);
  };

  /** The wait is neither the service's nor the translation's. */
  private async timedTurn(client: string, exchange: Exchange): Promise<void> {
    const began = performance.now();
    try {
      await this.turn(client, exchange);
    } finally {
      exchange.queuedMs += performance.now() - began;
    }
  }

  /** Resolves when the call has its place. */
  private turn(client: string, exchange: Exchange): Promise<void> {
    if (this.waiting >= this.options.waiting) this.makeRoom(client);
    return new Promise((resolve, reject) => {
      const cleanup = () => {
        clearTimeout(timer);
        exchange.onCancel(undefined);
      };
      const fail = (reason: Error) => {
        this.places.giveUp(entry);
        cleanup();
        reject(reason);
      };
      const go = () => {
        cleanup();
        resolve();
      };
      const entry = this.places.wait({ client, go, fail });
      const timer = setTimeout(() => fail(this.refuse()), this.options.longest);
      exchange.onCancel((reason) => fail(isLate(reason) ? this.refuse() : reason));
    });
  }

  /** The client with the most waiting calls gives up a place to one with less. */
  private makeRoom(client: string): void {
    const newest = this.places.surplus(client);
    if (newest === undefined) throw this.refuse();
    newest.fail(this.refuse());
  }

  private refuse(): Error {
    this.refused++;
    return refused('OVERLOADED', 'too many requests are waiting for the service', this.options.longest);
  }
}

/** The time in the queue is not the service's: it has no request yet. */
function isLate(reason: Error): boolean {
  return reason instanceof SoapstoneError && reason.code === 'UPSTREAM_TIMEOUT';
}
