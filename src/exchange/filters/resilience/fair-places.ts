// Places for so many at once, with a fair share for each client. Who gets none waits in turn. Knows nothing about calls.
import { type Entry, FairQueue } from './fair-queue.ts';

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
