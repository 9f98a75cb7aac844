// Which connections are cut when responses that wait for their clients fill the memory: the slowest. Knows nothing about sockets.
import type { MemoryBudget } from '../../binding/memory-budget.ts';
import type { LeastRate } from './least-rate.ts';

/** A response whose client has not taken all of it yet. */
export interface WaitingResponse {
  /** Bytes that are held until it has gone. */
  readonly waitingBytes: number;
  /** How fast the client takes bytes. */
  readonly sending: Pick<LeastRate, 'rate' | 'watched' | 'still'>;
  cut(): void;
}

/** ms over which a rate is measured before it counts. */
const WATCH = 1000;
/** ms: the system tells of what a client takes in steps, when a third of its send buffer is free. Who reads steadily may be still between two of them. */
const BETWEEN_STEPS = 4000;
/** Bytes in a ms: who takes less counts as taking nothing. */
const LEAST_RATE = 16;
/** Part of the budget that may be in use after those were cut who take nothing, and after the slowest of the others were. */
const WITHOUT_STALLED = 0.5;
const WITHOUT_SLOW = 0.75;

/** Cuts those whose responses are in the way. */
export function cutSlowReaders(budget: MemoryBudget, responses: Iterable<WaitingResponse>): void {
  if (budget.pausedResponses === 0 && budget.used <= budget.size * WITHOUT_SLOW) return;
  const candidates = [...responses].filter(({ sending }) => sending.watched >= WATCH);
  let left = budget.used;
  for (const response of candidates.toSorted(slowestFirst)) {
    if (left <= budget.size * (isStalled(response) ? WITHOUT_STALLED : WITHOUT_SLOW)) break;
    left -= response.waitingBytes;
    response.cut();
  }
}

function slowestFirst(a: WaitingResponse, b: WaitingResponse): number {
  return rateOf(a) - rateOf(b) || b.waitingBytes - a.waitingBytes;
}

function rateOf(response: WaitingResponse): number {
  return isStalled(response) ? 0 : response.sending.rate;
}

function isStalled({ sending }: WaitingResponse): boolean {
  const { still, watched, rate } = sending;
  return still >= BETWEEN_STEPS || (watched >= BETWEEN_STEPS && rate < LEAST_RATE);
}
