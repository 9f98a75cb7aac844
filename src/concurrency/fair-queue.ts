// Fair shares: a queue in which clients take turns, and places of which each client has a share. Knows nothing about calls.

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

/** One of so many places is kept for clients that have none. */
const RESERVE_RATIO = 16;
/** A client has at most so many times the other places that are free (dynamic thresholds, Choudhury and Hahne 1998): one alone 7/8 of all. */
const SHARE = 15;

export interface Waiting {
  readonly client: string;
  /** There is a place now, and it is taken. */
  go(): void;
  fail(reason: Error): void;
}

export class FairPlaces {
  private readonly places: number;
  private free: number;
  private readonly reserve: number;
  private readonly line = new FairQueue<Waiting>();
  /** Places in use, by their client. */
  private readonly running = new Map<string, number>();

  constructor(places: number) {
    this.places = places;
    this.free = places;
    this.reserve = Math.floor(places / RESERVE_RATIO);
  }

  get waiting(): number {
    return this.line.size;
  }

  /** Takes a place; false where the client has to wait for one. */
  enter(client: string): boolean {
    if (!this.mayRun(client)) return false;
    this.take(client);
    return true;
  }

  wait(waiting: Waiting): Entry<Waiting> {
    return this.line.add(waiting.client, waiting);
  }

  /** Not twice, and not after `go`. */
  giveUp(entry: Entry<Waiting>): void {
    this.line.remove(entry);
  }

  /** The newest of the client with the most that wait, where `client` would have fewer with one more. */
  surplus(client: string): Waiting | undefined {
    return this.line.surplus(client);
  }

  /** One more place may let several go, or none where waiting clients have their share. */
  leave(client: string): void {
    this.free++;
    const left = this.placesOf(client) - 1;
    if (left === 0) this.running.delete(client);
    else this.running.set(client, left);
    for (let next = this.next(); next !== undefined; next = this.next()) next.go();
  }

  private take(client: string): void {
    this.free--;
    this.running.set(client, this.placesOf(client) + 1);
  }

  /** The first place of a client needs a free one and no more. */
  private readonly mayRun = (client: string): boolean => {
    const used = this.placesOf(client);
    return used === 0 ? this.free > 0 : used + 1 <= SHARE * (this.free - 1 - this.reserve);
  };

  /** It has less than an equal share of all places. */
  private readonly isBelowPart = (client: string): boolean =>
    this.placesOf(client) * this.running.size < this.places && this.mayRun(client);

  private placesOf(client: string): number {
    return this.running.get(client) ?? 0;
  }

  /** Otherwise slow calls of one client gather all places that fast calls of others free. */
  private next(): Waiting | undefined {
    const next = this.line.shift(this.isBelowPart) ?? this.line.shift(this.mayRun);
    if (next !== undefined) this.take(next.client);
    return next;
  }
}
