// So many calls at once, a short line behind them in which callers take turns, and a prompt no to everyone else. Knows nothing about failures.
import type { Exchange, Filter } from '../../model/exchange.ts';
import { FairLine } from './fair-queue.ts';
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
  fail(reason: Error): void;
}

export class Queue {
  /** Calls that were refused. */
  refused = 0;
  running = 0;
  private readonly options: QueueOptions;
  private readonly line = new FairLine<Waiting>();

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
    const caller = callerOf(exchange);
    if (this.line.size >= this.options.waiting) this.makeRoom(caller);
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        exchange.onCancel(undefined);
      };
      const fail = (reason: Error) => {
        this.line.remove(entry);
        done();
        reject(reason);
      };
      const go = () => {
        done();
        resolve();
      };
      const entry = this.line.add(caller, { go, fail });
      const timer = setTimeout(() => fail(this.refuse()), this.options.longest);
      exchange.onCancel(fail);
    });
  }

  /** Whoever has most of the line gives up a place to whoever has less. */
  private makeRoom(caller: string): void {
    const newest = this.line.surplus(caller);
    if (newest === undefined) throw this.refuse();
    newest.fail(this.refuse());
  }

  private leave(): void {
    const next = this.line.shift();
    if (next === undefined) this.running--;
    else next.go();
  }

  private refuse(): Error {
    this.refused++;
    return refused('OVERLOADED', 'too many requests are waiting for the service', this.options.longest);
  }
}

/** A credential that nobody has checked is no caller: anybody can make up many. */
function callerOf({ caller, address }: Exchange): string {
  return caller === undefined ? `at ${address}` : `by ${caller.key}`;
}
