// Limits the bytes outside of the heap that all exchanges hold, with a fair share for each client. Knows nothing about HTTP.
import { type Arrival, type Client, MemoryTurns } from './memory-turns.ts';

/** A client holds at most so many times the bytes that are free: one alone 4/5 of all, and there is always room for one more (dynamic thresholds, Choudhury and Hahne 1998). */
const SHARE = 4;
/** Bytes that an exchange may hold of the larger share: small requests pass beside large ones of the same client, or of the same proxy. */
export const SMALL = 65_536;
/** With exchanges up to that size a client holds at most so many times the bytes that are free: alone 16/17 of all. */
const SMALL_SHARE = 16;
/** Room that a paused response needs to continue: one more piece. */
const PIECE = 65_536;
/** ms between two attempts to make room while responses are paused. */
const INTERVAL = 100;
/** ms that the response in its turn waits for room before a paused response is given up: longer than slow clients are left alone. */
const LONGEST_WAIT = 8000;
/** The same where arriving responses fill the memory: only they can make room. */
const STUCK = 500;

/** Part of the budget that is taken or released between two checks for garbage. */
const LOOK = 1 / 16;

/** A response of the service that is paused for lack of room. */
export interface PausedResponse {
  readonly memory: Arrival;
  resume(): void;
  /** There was no room for too long. */
  giveUp(): void;
}

export class MemoryBudget {
  /** Requests that were refused. */
  refused = 0;
  /** Bytes */
  readonly size: number;
  used = 0;
  /** Called now and then while more than half is in use, or responses are paused: cuts responses whose clients do not read. */
  makeRoom: () => void = () => {};
  /** Called each time that a part of the budget has been taken or released: released bytes may still be garbage in memory. */
  collect: () => void = () => {};
  readonly turns = new MemoryTurns();
  /** Bytes taken or released since then. */
  private handled = 0;
  private readonly clients = new Map<string, Client>();
  /** The oldest first. */
  private readonly paused: PausedResponse[] = [];
  private timer: NodeJS.Timeout | undefined = undefined;
  private planned = false;
  private last = 0;

  constructor(size: number) {
    this.size = size;
  }

  /** True where there is no room for even a small request. Checked for each request. */
  refuses(): boolean {
    if (this.used < this.size) return false;
    this.refused++;
    return true;
  }

  /** More than half is in use. */
  get tight(): boolean {
    return this.used > this.size / 2;
  }

  get pausedResponses(): number {
    return this.paused.length;
  }

  /** Number of known clients. */
  get clientCount(): number {
    return this.clients.size;
  }

  /** Adds a reservation to its client. */
  join(name: string): Client {
    let client = this.clients.get(name);
    if (!client) this.clients.set(name, (client = { name, heldBytes: 0, reservations: 0, arrivals: new Set() }));
    client.reservations++;
    return client;
  }

  leave(client: Client): void {
    client.reservations--;
    if (client.reservations === 0) this.clients.delete(client.name);
  }

  /** Number of the next reservation: the oldest paused response goes on first. */
  next(): number {
    return ++this.last;
  }

  fits(client: Client, heldBytes: number, bytes: number): boolean {
    const left = this.size - this.used - bytes;
    const share = heldBytes + bytes <= SMALL ? SMALL_SHARE : SHARE;
    return left >= 0 && client.heldBytes + bytes <= share * left;
  }

  /** Large responses arrive one by one where as many bytes arrive as are free: many at once would all stop halfway. */
  isNext(arrival: Arrival): boolean {
    return this.turns.arrivingBytes <= this.size - this.used || this.turns.first === arrival;
  }

  /** Could a client that is alone ever hold so many? */
  couldHold(bytes: number): boolean {
    return bytes <= SMALL || bytes <= this.maxHeld;
  }

  /** Bytes that a client holds at most, alone. */
  get maxHeld(): number {
    return (this.size * SHARE) / (SHARE + 1);
  }

  /** Negative: bytes that are free again. */
  count(client: Client, bytes: number): void {
    this.used += bytes;
    client.heldBytes += bytes;
    this.handled += Math.abs(bytes);
    if (this.handled > this.size * LOOK) {
      this.handled = 0;
      this.collect();
    }
    if (bytes < 0) this.hasRoom();
    else if (this.timer === undefined && this.tight) this.start();
  }

  /** Resumes paused responses later in this turn: the code that makes room must finish first. */
  hasRoom(): void {
    if (this.planned || this.paused.length === 0) return;
    this.planned = true;
    setImmediate(() => {
      this.planned = false;
      this.resume();
    });
  }

  /** Pauses a response until there is room; the oldest continues first. */
  pause(response: PausedResponse): void {
    const { memory } = response;
    memory.movedAt = performance.now();
    let at = this.paused.length;
    while (at > 0 && this.paused[at - 1].memory.number > memory.number) at--;
    this.paused.splice(at, 0, response);
    if (this.timer === undefined) this.start();
  }

  withdraw(response: PausedResponse): void {
    const at = this.paused.indexOf(response);
    if (at >= 0) this.paused.splice(at, 1);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private start(): void {
    this.timer = setInterval(() => this.tick(), INTERVAL).unref();
  }

  private tick(): void {
    this.makeRoom();
    if (this.paused.length === 0) {
      if (!this.tight) this.stop();
      return;
    }
    this.resume();
    this.unblock(performance.now());
  }

  /** Other responses wait for the one in its turn, for a while also when that waits for the service or for room. */
  private unblock(now: number): void {
    const first = this.turns.first ?? this.paused[0]?.memory;
    if (first === undefined) return;
    if (!this.paused.some(({ memory }) => memory === first)) {
      if (this.turns.pass(first, now)) this.hasRoom();
    } else if (this.blocksOthers(first)) {
      this.turns.skip(first.client);
      this.hasRoom();
    } else if (now - first.movedAt > (this.isCrowded ? STUCK : LONGEST_WAIT)) this.giveUp(this.youngestOfLargest());
  }

  /** Its client has used its share, and the response of another client has room. */
  private blocksOthers(first: Arrival): boolean {
    if (first.fits(PIECE)) return false;
    return this.paused.some(({ memory }) => memory.client !== first.client && memory.fits(PIECE));
  }

  /** Do arriving responses hold most of what is in use? */
  private get isCrowded(): boolean {
    return this.turns.arrivingBytes > this.used / 2;
  }

  /** The youngest paused response of the client that holds the most. */
  private youngestOfLargest(): PausedResponse {
    let [largest] = this.paused;
    for (const response of this.paused)
      if (response.memory.client.heldBytes >= largest.memory.client.heldBytes) largest = response;
    return largest;
  }

  private giveUp(response: PausedResponse): void {
    this.withdraw(response);
    response.giveUp();
  }

  /** Resumes the responses that have room. */
  private resume(): void {
    const ready: PausedResponse[] = [];
    for (const response of this.paused) if (response.memory.mayArrive((ready.length + 1) * PIECE)) ready.push(response);
    for (const response of ready) {
      this.withdraw(response);
      response.memory.movedAt = performance.now();
      response.resume();
    }
  }
}
