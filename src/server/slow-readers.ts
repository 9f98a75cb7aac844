// Which connections are cut when responses that wait for their clients fill the memory: the slowest. Knows nothing about sockets.
import type { MemoryBudget } from '../binding/memory-budget.ts';

/** A response whose client has not taken all of it yet. */
export interface WaitingResponse {
  /** The same object each time. */
  readonly connection: object;
  /** Bytes that are held until it has gone. */
  readonly waitingBytes: number;
  /** Bytes that the connection has taken so far. */
  readonly sentBytes: number;
  cut(): void;
}

interface Progress {
  since: number;
  sent: number;
  /** Bytes in a ms, once it has been watched for long enough. */
  rate: number | undefined;
}

/** ms over which a rate is measured. */
const WATCH = 1000;
/** Bytes in a ms: who takes less counts as taking nothing. */
const LEAST_RATE = 16;
/** Part of the budget that may be in use after those were cut who take nothing, and after the slowest of the others were. */
const WITHOUT_STALLED = 0.5;
const WITHOUT_SLOW = 0.75;

export class SlowReaders {
  /** Connections that were cut. */
  cut = 0;
  private readonly budget: MemoryBudget;
  private readonly list: () => Iterable<WaitingResponse>;
  private readonly now: () => number;
  private readonly progress = new WeakMap<object, Progress>();

  constructor(
    budget: MemoryBudget,
    list: () => Iterable<WaitingResponse>,
    now: () => number = () => performance.now(),
  ) {
    this.budget = budget;
    this.list = list;
    this.now = now;
    budget.makeRoom = () => this.makeRoom();
  }

  private makeRoom(): void {
    const known = [...this.list()].filter((one) => this.watch(one).rate !== undefined);
    const { budget } = this;
    if (budget.pausedResponses === 0 && budget.used <= budget.size * WITHOUT_SLOW) return;
    const rateOf = ({ connection }: WaitingResponse) => this.progress.get(connection)?.rate ?? 0;
    let left = budget.used;
    for (const one of known.toSorted((a, b) => rateOf(a) - rateOf(b) || b.waitingBytes - a.waitingBytes)) {
      const part = rateOf(one) < LEAST_RATE ? WITHOUT_STALLED : WITHOUT_SLOW;
      if (left <= budget.size * part) break;
      left -= one.waitingBytes;
      this.cut++;
      one.cut();
    }
  }

  private watch({ connection, sentBytes }: WaitingResponse): Progress {
    const now = this.now();
    let found = this.progress.get(connection);
    if (!found) this.progress.set(connection, (found = { since: now, sent: sentBytes, rate: undefined }));
    else if (now - found.since >= WATCH) {
      found.rate = (sentBytes - found.sent) / (now - found.since);
      found.since = now;
      found.sent = sentBytes;
    }
    return found;
  }
}
