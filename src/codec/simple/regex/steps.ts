// What the patterns of one message may cost, in steps: about one character read by an ordinary pattern. Knows nothing about patterns.

/** Steps that every message has, and those that it has more for each of its bytes. */
export const FIRST_STEPS = 50_000_000;
export const STEPS_PER_BYTE = 8;

/** Matching is synchronous, so what is left to the message at hand stands in one place. */
let left = Number.MAX_SAFE_INTEGER;
let open = false;

/** Steps of a message that has `bytes`. */
export function allowance(bytes: number): number {
  return FIRST_STEPS + STEPS_PER_BYTE * bytes;
}

/** Takes `count` steps; false when there are not so many. */
export function take(count: number): boolean {
  left -= count;
  return left >= 0;
}

export function exhausted(): boolean {
  return left < 0;
}

/** Runs a part of a message that has `steps`, and answers those that are left. */
export function runWith(steps: number, run: () => void): number {
  const [outer, wasOpen] = [left, open];
  left = steps;
  open = true;
  try {
    run();
  } finally {
    steps = left;
    left = outer;
    open = wasOpen;
  }
  return steps;
}

/** Runs something that is a message of its own, unless it is a part of one. */
export function runBounded<T>(bytes: number, run: () => T): T {
  if (open) return run();
  const outer = left;
  left = allowance(bytes);
  open = true;
  try {
    return run();
  } finally {
    left = outer;
    open = false;
  }
}
