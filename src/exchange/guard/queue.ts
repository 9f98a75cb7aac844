// So many calls at once, a short line behind them, and a prompt no to everyone else. Knows nothing about failures.
import type { Exchange, Filter } from '../exchange.ts';
import { refused } from './refused.ts';

export interface QueueOptions {
  /** Most calls at once. */
  readonly running: number;
  /** Most calls that wait. */
  readonly waiting: number;
  /** Longest wait in ms. */
  readonly longest: number;
}

interface Waiting {
  go(): void;
}

export class Queue {
  /** Calls that were refused. */
  refused = 0;
  running = 0;
  private readonly options: QueueOptions;
  /** In the order in which they came. */
  private readonly line = new Set<Waiting>();

  constructor(options: QueueOptions) {
    this.options = options;
  }

  get waiting(): number {
    return this.line.size;
  }

  /** Around each call. */
  readonly filter: Filter = (next) => async (exchange) => {
    if (this.running >= this.options.running) await this.turn(exchange);
    else this.running++;
    try {
      return await next(exchange);
    } finally {
      this.leave();
    }
  };

  /** Resolves with the place of somebody who has left. */
  private turn(exchange: Exchange): Promise<void> {
    if (this.line.size >= this.options.waiting) throw this.refuse();
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        exchange.onCancel(undefined);
        this.line.delete(waiting);
      };
      const fail = (reason: Error) => {
        done();
        reject(reason);
      };
      const waiting = {
        go: () => {
          done();
          resolve();
        },
      };
      const timer = setTimeout(() => fail(this.refuse()), this.options.longest);
      this.line.add(waiting);
      exchange.onCancel(fail);
    });
  }

  private leave(): void {
    const [first] = this.line;
    if (first === undefined) this.running--;
    else first.go();
  }

  private refuse(): Error {
    this.refused++;
    return refused('OVERLOADED', 'too many requests are waiting for the service', this.options.longest);
  }
}
