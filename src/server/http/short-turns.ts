// Keeps turns of the event loop short while many requests come at once: the others wait in a queue, and the loop looks for news between them. So a
// request that is refused hears so soon, and new connections are taken: libuv accepts one in each turn. Knows nothing about requests.

/** ms of work in one turn. */
const TURN_MS = 2;
/** Requests that are begun in one turn from the queue, at most. */
const BATCH = 16;
/** Turns without such work in a row, while each of them brings a new connection. */
const MOST_LOOKS = 32;

export interface TurnTools {
  /** ms, monotonic. */
  now(): number;
  /** Calls `run` in the next turn. */
  next(run: () => void): void;
}

const NODE: TurnTools = { now: () => performance.now(), next: (run) => void setImmediate(run) };

export class ShortTurns {
  private readonly tools: TurnTools;
  private readonly queue: { readonly run: () => void; readonly since: number }[] = [];
  /** Of `queue`: what is before it has run. */
  private head = 0;
  /** When the work of this turn began; undefined: there was none. */
  private began: number | undefined = undefined;
  /** Calls of `step` that are to come in the next turn. */
  private steps = 0;
  /** A connection has come in this turn: more may wait. */
  private hasNews = false;
  /** Turns in a row that were for new connections. */
  private looks = 0;
  private isLooking = false;

  constructor(tools: TurnTools = NODE) {
    this.tools = tools;
  }

  /** Runs at once where the turn has time for it, else in a later one, in order. */
  run(work: () => void): void {
    const now = this.tools.now();
    if (this.head < this.queue.length || !this.hasTime(now)) {
      this.queue.push({ run: work, since: now });
      this.schedule();
    } else work();
  }

  /** A connection was accepted. */
  connected(): void {
    this.hasNews = true;
  }

  /** ms for which the first one in the queue has waited; 0 where nothing waits. */
  get waited(): number {
    const first = this.queue[this.head];
    return first === undefined ? 0 : this.tools.now() - first.since;
  }

  /** How many wait. */
  get length(): number {
    return this.queue.length - this.head;
  }

  private hasTime(now: number): boolean {
    if (this.began === undefined) {
      this.began = now;
      this.tools.next(() => (this.began = undefined));
    }
    return now - this.began < TURN_MS;
  }

  private schedule(): void {
    if (this.steps > 0) return;
    this.steps = Math.min(BATCH, this.queue.length - this.head);
    this.tools.next(this.look);
    for (let i = 0; i < this.steps; i++) this.tools.next(this.step);
  }

  private readonly look = () => {
    this.isLooking = this.hasNews && this.looks < MOST_LOOKS;
    this.looks = this.isLooking ? this.looks + 1 : 0;
    this.hasNews = false;
  };

  /** One piece of work: what it has promised is done before the next one. */
  private readonly step = () => {
    this.steps--;
    const first = this.queue[this.head];
    if (first !== undefined && !this.isLooking && this.hasTime(this.tools.now())) {
      this.head++;
      this.forget();
      first.run();
    }
    if (this.head < this.queue.length) this.schedule();
  };

  private forget(): void {
    if (this.head < this.queue.length && this.head < 1024) return;
    this.queue.splice(0, this.head);
    this.head = 0;
  }
}
