/** ms since 1970, with fractions. */
export type Clock = () => number;

/** Set by the wall clock once, monotonic from then on: spans of one request add up, and long-lived processes do not drift away. */
export function newClock(): Clock {
  const offset = Date.now() - performance.now();
  return () => offset + performance.now();
}
