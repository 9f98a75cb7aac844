// Counts what the exchanges of one connection hold of the memory budget. Knows nothing about HTTP.
import type { ArrivingBytes, MemoryShare } from '../rule/exchange.ts';
import { type MemoryBudget, type PausedResponse, SMALL } from './memory-budget.ts';
import type { Arrival, Client } from './memory-turns.ts';
import { upstream } from './upstream-response-error.ts';

/** The exchanges of one connection. */
export class MemoryAccount {
  readonly budget: MemoryBudget;
  private readonly clientOf: () => string;
  private client: string | undefined = undefined;
  private readonly open: MemoryReservation[] = [];
  private closed = false;

  /** `clientOf`: the client of the connection, unless a credential names one. Called once, when the first bytes are counted. */
  constructor(budget: MemoryBudget, clientOf: () => string) {
    this.budget = budget;
    this.clientOf = clientOf;
  }

  /** Bytes of all its exchanges. */
  get heldBytes(): number {
    return this.open.reduce((sum, entry) => sum + entry.heldBytes, 0);
  }

  reserve(): MemoryReservation | undefined {
    if (this.closed) return undefined;
    this.client ??= this.clientOf();
    const reservation = new MemoryReservation(this.budget, this.client, this);
    this.open.push(reservation);
    return reservation;
  }

  remove(reservation: MemoryReservation): void {
    const at = this.open.lastIndexOf(reservation);
    if (at >= 0) this.open.splice(at, 1);
  }

  /** Releases everything: the connection is closed. */
  close(): void {
    this.closed = true;
    for (const entry of this.open.splice(0)) entry.release();
  }
}

/** What one exchange holds. */
export class MemoryReservation implements Arrival, MemoryShare {
  readonly number: number;
  client: Client;
  /** Bytes of the request, of complete responses of the service, and of the response that waits for the client. */
  heldBytes = 0;
  /** Bytes of responses of the service that are still coming in. */
  arriving = 0;
  movedAt = 0;
  private readonly budget: MemoryBudget;
  private readonly account: MemoryAccount;
  private over = false;
  /** Over, and no response is arriving: it counts for no client. */
  private ended = false;

  constructor(budget: MemoryBudget, client: string, account: MemoryAccount) {
    this.budget = budget;
    this.client = budget.join(client);
    this.account = account;
    this.number = budget.next();
  }

  get clientName(): string {
    return this.client.name;
  }

  /** Moves it to the share of this client: a credential tells clients behind one proxy apart. */
  assign(name: string | undefined): void {
    if (name === undefined || name === this.client.name || this.ended) return;
    const { budget, client } = this;
    const next = budget.join(name);
    const isArriving = budget.turns.delete(this);
    next.heldBytes += this.heldBytes + this.arriving;
    client.heldBytes -= this.heldBytes + this.arriving;
    this.client = next;
    if (isArriving) budget.turns.add(this);
    budget.leave(client);
  }

  fits(bytes: number): boolean {
    return this.budget.fits(this.client, this.heldBytes + this.arriving, bytes);
  }

  /** False where there is no room; then nothing is counted. */
  take(bytes: number): boolean {
    if (this.over) return true;
    if (!this.fits(bytes)) return false;
    this.hold(bytes);
    return true;
  }

  couldHold(bytes: number): boolean {
    return this.budget.couldHold(this.heldBytes + bytes);
  }

  /** Bytes that it could ever hold. */
  get maxHeld(): number {
    return this.budget.maxHeld;
  }

  refuse(): void {
    this.budget.refused++;
  }

  /** Counts bytes even if there is no room for them. */
  hold(bytes: number): void {
    if (this.over) return;
    this.heldBytes += bytes;
    this.budget.count(this.client, bytes);
  }

  /** Releases bytes. */
  give(bytes: number): void {
    this.hold(-Math.min(bytes, this.heldBytes));
  }

  /** Replaces all that it holds by `bytes`. */
  replace(bytes: number): void {
    this.hold(bytes - this.heldBytes);
  }

  receive(resumed: () => void, failed: (error: unknown) => void): ArrivingBytes {
    return new ArrivingResponse(this, resumed, failed);
  }

  /** Counts bytes that arrive from the service, even if the client has disconnected. False: pause. */
  arrive(bytes: number): boolean {
    this.rejoin();
    const ready = this.mayArrive(bytes);
    this.arriving += bytes;
    this.movedAt = performance.now();
    this.budget.count(this.client, bytes);
    return ready;
  }

  mayArrive(bytes: number): boolean {
    if (this.heldBytes + this.arriving + bytes <= SMALL) return this.fits(bytes);
    this.budget.turns.add(this);
    return this.fits(bytes) && this.budget.isNext(this);
  }

  /** A response is complete: `retainedBytes` of it are held from now on. */
  arrived(bytes: number, retainedBytes: number): void {
    this.arriving -= bytes;
    this.budget.turns.delete(this);
    this.budget.count(this.client, -bytes);
    if (retainedBytes > 0) this.hold(retainedBytes);
    this.budget.hasRoom();
    this.leave();
  }

  pause(response: PausedResponse): void {
    this.rejoin();
    this.budget.pause(response);
  }

  withdraw(response: PausedResponse): void {
    this.budget.withdraw(response);
    if (this.arriving === 0) this.budget.turns.delete(this);
    this.leave();
  }

  /** The response has been sent, or the connection is closed. */
  release(): void {
    if (this.over) return;
    this.hold(-this.heldBytes);
    this.over = true;
    this.account.remove(this);
    this.leave();
  }

  private leave(): void {
    if (!this.over || this.arriving > 0 || this.ended) return;
    this.ended = true;
    this.budget.turns.delete(this);
    this.budget.leave(this.client);
  }

  /** The client may have been forgotten; bytes for it still arrive. */
  private rejoin(): void {
    if (!this.ended) return;
    this.ended = false;
    this.client = this.budget.join(this.client.name);
  }
}

/** Counts what arrives of one response of the service, and pauses it while there is no room. */
class ArrivingResponse implements PausedResponse, ArrivingBytes {
  readonly memory: MemoryReservation;
  private readonly resumed: () => void;
  private readonly failed: (error: unknown) => void;
  private counted = 0;
  private waiting = false;

  /** `resumed`: there is room again. `failed`: there was none for too long. */
  constructor(memory: MemoryReservation, resumed: () => void, failed: (error: unknown) => void) {
    this.memory = memory;
    this.resumed = resumed;
    this.failed = failed;
  }

  /** False: wait until it is resumed. */
  add(bytes: number): boolean {
    this.counted += bytes;
    if (this.memory.arrive(bytes)) return true;
    if (!this.waiting) this.memory.pause(this);
    this.waiting = true;
    return false;
  }

  resume(): void {
    this.waiting = false;
    this.resumed();
  }

  giveUp(): void {
    this.waiting = false;
    this.memory.refuse();
    this.failed(upstream('UPSTREAM_LIMIT', 'the gateway has no memory for the response'));
  }

  /** The response is over; `retainedBytes`: bytes of it that are still held. */
  end(retainedBytes: number): void {
    if (this.waiting) this.memory.withdraw(this);
    this.waiting = false;
    this.memory.arrived(this.counted, retainedBytes);
    this.counted = 0;
  }
}
