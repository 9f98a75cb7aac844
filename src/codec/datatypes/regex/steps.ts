// The budget of one message for patterns, in steps: about one character read by an ordinary pattern. Knows nothing about patterns.

/** Steps of every message, and further steps for each of its bytes. */
export const FIRST_STEPS = 50_000_000;
export const STEPS_PER_BYTE = 8;

/** Matching is synchronous, so one variable holds the steps left for the current message. */
let left = FIRST_STEPS;
let open = false;

export function allowance(bytes: number): number {
  return FIRST_STEPS + STEPS_PER_BYTE * bytes;
}

/** A match outside of a message has its own budget. */
export function beginMatch(): void {
  if (!open) left = FIRST_STEPS;
}

/** Spends `count` steps; false if there are not enough. */
export function take(count: number): boolean {
  left -= count;
  return left >= 0;
}

export function exhausted(): boolean {
  return left < 0;
}

/** Starts the budget of a message. False if one is open already: the caller is a part of that message. */
export function beginSteps(steps: number): boolean {
  if (open) return false;
  open = true;
  left = steps;
  return true;
}

/** `opened`: the result of `beginSteps`. Returns the steps left. */
export function endSteps(opened: boolean): number {
  const rest = left;
  if (opened) {
    open = false;
    left = FIRST_STEPS;
  }
  return rest;
}

/** Runs `run` as a message of `bytes`, or as a part of the current one. */
export function withSteps<T>(bytes: number, run: () => T): T {
  const opened = beginSteps(allowance(bytes));
  try {
    return run();
  } finally {
    endSteps(opened);
  }
}
