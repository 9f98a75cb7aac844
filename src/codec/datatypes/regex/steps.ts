// What the patterns of one message may cost, in steps: about one character read by an ordinary pattern. Knows nothing about patterns.

/** Steps that every message has, and those that it has more for each of its bytes. */
export const FIRST_STEPS = 50_000_000;
export const STEPS_PER_BYTE = 8;

/** Matching is synchronous, so what is left to the message at hand stands in one place. */
let left = FIRST_STEPS;
let open = false;

/** Steps of a message that has `bytes`. */
export function allowance(bytes: number): number {
  return FIRST_STEPS + STEPS_PER_BYTE * bytes;
}

/** A match outside of any account has one of its own. */
export function beginMatch(): void {
  if (!open) left = FIRST_STEPS;
}

/** Takes `count` steps; false when there are not so many. */
export function take(count: number): boolean {
  left -= count;
  return left >= 0;
}

export function exhausted(): boolean {
  return left < 0;
}

/** Opens the account of a message. False where one is open: what follows is a part of that message. */
export function beginSteps(steps: number): boolean {
  if (open) return false;
  open = true;
  left = steps;
  return true;
}

/** `opened`: what `beginSteps` has answered. Answers the steps that are left. */
export function endSteps(opened: boolean): number {
  const rest = left;
  if (opened) {
    open = false;
    left = FIRST_STEPS;
  }
  return rest;
}

/** Runs something that is a message of `bytes`, or a part of the one at hand. */
export function withSteps<T>(bytes: number, run: () => T): T {
  const opened = beginSteps(allowance(bytes));
  try {
    return run();
  } finally {
    endSteps(opened);
  }
}
