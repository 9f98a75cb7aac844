// Limits concurrent calls, with a fair share for each client, and a short queue in which clients take turns. Further calls are refused at once.
// Knows nothing about failures.

import { SoapstoneError } from '../../../errors/errors.ts';
import type { Exchange, Filter } from '../../../rule/exchange.ts';
import { refused } from './failure-class.ts';

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

/** One of so many places is kept for clients that have none. */
const RESERVE_RATIO = 16;
/** A client has at most so many times the other places that are free (dynamic thresholds, Choudhury and Hahne 1998): one alone 7/8 of all. */
const SHARE = 15;

export class ConcurrencyLimit {
  /** Calls that were refused. */
  refused = 0;
  private free: number;
  private readonly reserve: number;
  private readonly options: QueueOptions;
  private readonly line = new FairQueue<Waiting>();
  /** Calls that run, by their client. */
  private readonly running = new Map<string, number>();

  constructor(options: QueueOptions) {
    this.options = options;
    this.free = options.running;
    this.reserve = Math.floor(options.running / RESERVE_RATIO);
  }

  get waiting(): number {
    return this.line.size;
  }

  /** Around each call. */
  readonly filter: Filter = (next) => async (exchange) => {
    const client = clientOf(exchange);
    if (this.mayRun(client)) this.enter(client);
    else await this.turn(client, exchange);
    try {
      return await next(exchange);
    } finally {
      this.leave(client);
    }
  };

  /** The first call of a client needs a free place and no more. */
  private readonly mayRun = (client: string): boolean => {
    const calls = this.runningCalls(client);
    return calls === 0 ? this.free > 0 : calls + 1 <= SHARE * (this.free - 1 - this.reserve);
  };

  /** It has less than an equal share of all places. */
  private readonly isBelowPart = (client: string): boolean =>
    this.runningCalls(client) * this.running.size < this.options.running && this.mayRun(client);

  private runningCalls(client: string): number {
    return this.running.get(client) ?? 0;
  }

  private enter(client: string): void {
    this.free--;
    this.running.set(client, this.runningCalls(client) + 1);
  }

  /** Resolves when the call has its place. */
  private turn(client: string, exchange: Exchange): Promise<void> {
    if (this.line.size >= this.options.waiting) this.makeRoom(client);
    return new Promise((resolve, reject) => {
      const cleanup = () => {
        clearTimeout(timer);
        exchange.onCancel(undefined);
      };
      const fail = (reason: Error) => {
        this.line.remove(entry);
        cleanup();
        reject(reason);
      };
      const go = () => {
        this.enter(client);
        cleanup();
        resolve();
      };
      const entry = this.line.add(client, { go, fail });
      const timer = setTimeout(() => fail(this.refuse()), this.options.longest);
      exchange.onCancel((reason) => fail(isLate(reason) ? this.refuse() : reason));
    });
  }

  /** The client with the most waiting calls gives up a place to one with less. */
  private makeRoom(client: string): void {
    const newest = this.line.surplus(client);
    if (newest === undefined) throw this.refuse();
    newest.fail(this.refuse());
  }

  /** One more place may let several calls go, or none where waiting clients have their share. */
  private leave(client: string): void {
    this.free++;
    const left = this.runningCalls(client) - 1;
    if (left === 0) this.running.delete(client);
    else this.running.set(client, left);
    for (let next = this.next(); next !== undefined; next = this.next()) next.go();
  }

  /** Otherwise slow calls of one client gather all places that fast calls of others free. */
  private next(): Waiting | undefined {
    return this.line.shift(this.isBelowPart) ?? this.line.shift(this.mayRun);
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

/** An unchecked credential is no client: anybody can make up many. */
function clientOf({ caller, address }: Exchange): string {
  return caller === undefined || caller.unchecked ? `at ${address}` : `by ${caller.key}`;
}

/** An entry of the queue. */
export class Entry<T> {
  readonly item: T;
  readonly line: OwnLine<T>;
  previous: Entry<T> | undefined = undefined;
  next: Entry<T> | undefined = undefined;

  constructor(item: T, line: OwnLine<T>) {
    this.item = item;
    this.line = line;
  }
}

/** The entries of one client. */
interface OwnLine<T> {
  readonly caller: string;
  first: Entry<T> | undefined;
  last: Entry<T> | undefined;
  length: number;
}

/** Clients take turns: one entry of each client in turn. However long the queue is, a step costs the same; finding the next client looks at each. */
export class FairQueue<T> {
  size = 0;
  /** In the order of their turns. */
  private readonly callers = new Map<string, OwnLine<T>>();
  /** Clients by their number of entries. */
  private readonly byLength: Set<OwnLine<T>>[] = [];
  private longest = 0;

  add(caller: string, item: T): Entry<T> {
    const line = this.callers.get(caller) ?? this.enter(caller);
    const entry = new Entry(item, line);
    entry.previous = line.last;
    if (line.last === undefined) line.first = entry;
    else line.last.next = entry;
    line.last = entry;
    this.resize(line, 1);
    return entry;
  }

  /** Not twice. */
  remove(entry: Entry<T>): void {
    const { line, previous, next } = entry;
    if (previous === undefined) line.first = next;
    else previous.next = next;
    if (next === undefined) line.last = previous;
    else next.previous = previous;
    this.resize(line, -1);
    if (line.length === 0) this.callers.delete(line.caller);
  }

  /** Takes out the first entry of the client whose turn it is, of those who may go. */
  shift(mayGo: (caller: string) => boolean): T | undefined {
    for (const line of this.callers.values()) if (mayGo(line.caller)) return this.take(line);
    return undefined;
  }

  private take(line: OwnLine<T>): T {
    const { first } = line as { first: Entry<T> };
    this.remove(first);
    this.toTheEnd(line);
    return first.item;
  }

  /** The newest entry of the client with the most, where `caller` would have fewer with one more. */
  surplus(caller: string): T | undefined {
    if (this.longest <= (this.callers.get(caller)?.length ?? 0) + 1) return undefined;
    const [line] = this.byLength[this.longest];
    return line.last?.item;
  }

  private enter(caller: string): OwnLine<T> {
    const line: OwnLine<T> = { caller, first: undefined, last: undefined, length: 0 };
    this.callers.set(caller, line);
    return line;
  }

  private toTheEnd(line: OwnLine<T>): void {
    if (!this.callers.delete(line.caller)) return;
    this.callers.set(line.caller, line);
  }

  private resize(line: OwnLine<T>, by: 1 | -1): void {
    this.size += by;
    this.byLength[line.length]?.delete(line);
    line.length += by;
    if (line.length > 0) (this.byLength[line.length] ??= new Set()).add(line);
    if (line.length > this.longest) this.longest = line.length;
    else if (this.byLength[this.longest]?.size === 0) this.longest--;
  }
}
