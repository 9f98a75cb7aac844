// How many bytes outside of the heap all exchanges may hold at once, and which share of them a client has. Knows nothing about HTTP.

/** A client holds at most so many times the bytes that are free: one alone 4/5 of all, and there is always room for one more (dynamic thresholds, Choudhury and Hahne 1998). */
const SHARE = 4;
/** An exchange may hold so many bytes whatever else its client holds. */
const SMALL = 65_536;
/** A paused response goes on when there is room for one more piece. */
const PIECE = 65_536;
/** ms between two attempts to make room while responses are paused. */
const INTERVAL = 100;
/** ms that a paused response waits for room, and that the oldest one does before the youngest makes room for it. */
const LONGEST_WAIT = 4000;
const STUCK = 500;
/** Part of the budget in use from which on large responses for a client come in one by one: many at once would all come to a stop halfway. */
const IN_TURN = 0.25;

interface Client {
  readonly name: string;
  held: number;
  /** Accounts whose client it is. */
  accounts: number;
  /** Exchanges with large responses of the service that are still coming in, the oldest first. */
  readonly arrivals: Set<MemoryReservation>;
}

/** A response of the service that is paused because there is no room for more of it. */
export interface PausedResponse {
  readonly memory: MemoryReservation;
  resume(): void;
  /** There was no room for too long. */
  giveUp(): void;
}

interface Waiting {
  readonly response: PausedResponse;
  readonly since: number;
}

export class MemoryBudget {
  /** Requests that were refused. */
  refused = 0;
  /** Bytes */
  readonly size: number;
  used = 0;
  /** Asked now and then while more than half is in use, or responses are paused: cuts responses that their clients do not take. */
  makeRoom: () => void = () => {};
  private readonly clients = new Map<string, Client>();
  private readonly paused: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined = undefined;
  private planned = false;
  private last = 0;

  constructor(size: number) {
    this.size = size;
  }

  /** Asked for each request: true where there is no room for even a small one. */
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

  client(name: string): Client {
    let found = this.clients.get(name);
    if (!found) this.clients.set(name, (found = { name, held: 0, accounts: 0, arrivals: new Set() }));
    return found;
  }

  /** Number of the next reservation: the oldest paused response goes on first. */
  next(): number {
    return ++this.last;
  }

  fits(client: Client, held: number, bytes: number): boolean {
    const free = this.size - this.used;
    if (bytes > free) return false;
    return held + bytes <= SMALL || client.held + bytes <= SHARE * (free - bytes);
  }

  /** Is it the turn of a large response? */
  isNext(client: Client, reservation: MemoryReservation): boolean {
    if (this.used <= this.size * IN_TURN) return true;
    const [oldest = reservation] = client.arrivals;
    return oldest === reservation;
  }

  /** Could a client that is alone ever hold so many? */
  couldHold(bytes: number): boolean {
    return bytes <= SMALL || bytes <= (this.size * SHARE) / (SHARE + 1);
  }

  /** Negative: bytes that are free again. */
  count(client: Client, bytes: number): void {
    this.used += bytes;
    client.held += bytes;
    if (bytes < 0) {
      this.forget(client);
      if (this.paused.length > 0) this.plan();
    } else if (this.timer === undefined && this.tight) this.start();
  }

  forget(client: Client): void {
    if (client.held === 0 && client.accounts === 0) this.clients.delete(client.name);
  }

  /** The response goes on when there is room, the oldest first. */
  pause(response: PausedResponse): void {
    let at = this.paused.length;
    while (at > 0 && this.paused[at - 1].response.memory.number > response.memory.number) at--;
    this.paused.splice(at, 0, { response, since: performance.now() });
    if (this.timer === undefined) this.start();
  }

  withdraw(response: PausedResponse): void {
    const at = this.paused.findIndex((one) => one.response === response);
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
    const now = performance.now();
    const [oldest] = this.paused;
    const stuck = oldest !== undefined && now - oldest.since > STUCK;
    const youngest = this.paused.at(-1);
    const given = this.paused.filter((one) => now - one.since > LONGEST_WAIT || (stuck && one === youngest));
    for (const { response } of given) {
      this.withdraw(response);
      response.giveUp();
    }
  }

  /** Later in this turn: whoever gives bytes back is in the middle of something. */
  private plan(): void {
    if (this.planned) return;
    this.planned = true;
    setImmediate(() => {
      this.planned = false;
      this.resume();
    });
  }

  /** Lets those go on that have room. */
  private resume(): void {
    const ready: PausedResponse[] = [];
    for (const { response } of this.paused)
      if (response.memory.mayArrive((ready.length + 1) * PIECE)) ready.push(response);
    for (const response of ready) {
      this.withdraw(response);
      response.resume();
    }
  }
}

/** The exchanges of one connection. */
export class MemoryAccount {
  readonly budget: MemoryBudget;
  private readonly clientOf: () => string;
  private client: Client | undefined = undefined;
  private readonly open: MemoryReservation[] = [];
  private closed = false;

  /** `clientOf`: whose connection it is, unless a credential says it. Asked for once, when the first bytes are counted. */
  constructor(budget: MemoryBudget, clientOf: () => string) {
    this.budget = budget;
    this.clientOf = clientOf;
  }

  /** Bytes of all its exchanges. */
  get held(): number {
    return this.open.reduce((sum, one) => sum + one.held, 0);
  }

  reserve(): MemoryReservation | undefined {
    if (this.closed) return undefined;
    if (this.client === undefined) {
      this.client = this.budget.client(this.clientOf());
      this.client.accounts++;
    }
    const reservation = new MemoryReservation(this.budget, this.client, this);
    this.open.push(reservation);
    return reservation;
  }

  remove(reservation: MemoryReservation): void {
    const at = this.open.lastIndexOf(reservation);
    if (at >= 0) this.open.splice(at, 1);
  }

  /** The connection is gone, and what waited for it. */
  close(): void {
    this.closed = true;
    for (const one of this.open.splice(0)) one.release();
    if (this.client === undefined) return;
    this.client.accounts--;
    this.budget.forget(this.client);
  }
}

/** What one exchange holds. */
export class MemoryReservation {
  readonly number: number;
  /** Bytes of the request, of complete responses of the service, and of the response that waits for the client. */
  held = 0;
  /** Bytes of responses of the service that are still coming in. */
  private arriving = 0;
  private readonly budget: MemoryBudget;
  private readonly account: MemoryAccount;
  private client: Client;
  private over = false;

  constructor(budget: MemoryBudget, client: Client, account: MemoryAccount) {
    this.budget = budget;
    this.client = client;
    this.account = account;
    this.number = budget.next();
  }

  /** Whose share it is from now on: a credential tells clients behind one proxy apart. */
  assign(name: string | undefined): void {
    if (name === undefined || name === this.client.name) return;
    const { budget, client } = this;
    client.arrivals.delete(this);
    this.client = budget.client(name);
    this.client.held += this.held + this.arriving;
    client.held -= this.held + this.arriving;
    budget.forget(client);
  }

  fits(bytes: number): boolean {
    return this.budget.fits(this.client, this.held + this.arriving, bytes);
  }

  /** False, and nothing counted, where there is no room. */
  take(bytes: number): boolean {
    if (this.over) return true;
    if (!this.fits(bytes)) return false;
    this.hold(bytes);
    return true;
  }

  couldHold(bytes: number): boolean {
    return this.budget.couldHold(this.held + bytes);
  }

  refuse(): void {
    this.budget.refused++;
  }

  /** Bytes that are there, whether or not there is room for them. */
  hold(bytes: number): void {
    if (this.over) return;
    this.held += bytes;
    this.budget.count(this.client, bytes);
  }

  /** Bytes that it holds no longer. */
  give(bytes: number): void {
    this.hold(-Math.min(bytes, this.held));
  }

  /** In place of all that it holds: the rest has been dropped. */
  replace(bytes: number): void {
    this.hold(bytes - this.held);
  }

  /** Counts bytes that have come from the service, even where the client is gone; false: no more for now. */
  arrive(bytes: number): boolean {
    const more = this.mayArrive(bytes);
    this.arriving += bytes;
    this.budget.count(this.client, bytes);
    return more;
  }

  mayArrive(bytes: number): boolean {
    if (this.held + this.arriving + bytes <= SMALL) return this.fits(bytes);
    this.client.arrivals.add(this);
    return this.fits(bytes) && this.budget.isNext(this.client, this);
  }

  /** All of a response is there: what of it is kept is held from now on. */
  arrived(bytes: number, kept: number): void {
    this.arriving -= bytes;
    this.client.arrivals.delete(this);
    this.budget.count(this.client, -bytes);
    if (kept > 0) this.hold(kept);
  }

  pause(response: PausedResponse): void {
    this.budget.pause(response);
  }

  withdraw(response: PausedResponse): void {
    this.budget.withdraw(response);
  }

  /** The response has gone, or the connection. */
  release(): void {
    if (this.over) return;
    this.hold(-this.held);
    this.over = true;
    this.account.remove(this);
  }
}
