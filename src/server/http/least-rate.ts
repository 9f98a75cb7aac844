// A minimum rate of bytes: each byte earns time, and a connection that is slower on average runs out of it. Knows nothing about sockets.

/** Half-life of the average rate, ms. */
const HALF_LIFE = 1000;

/** A rate in bytes a second, times in ms. */
export interface RateBound {
  /** 0: any byte restores `grace`. */
  readonly least: number;
  /** Time at the start. */
  readonly grace: number;
  /** Most time that bytes can earn. */
  readonly maxGrace: number;
}

export class LeastRate {
  /** Bytes in a ms, on average; older ones count less. */
  rate = 0;
  /** ms since the first check, and since bytes moved. */
  watched = 0;
  still = 0;
  /** ms left; undefined: the next check begins it. */
  private left: number | undefined = undefined;
  private lastBytes = 0;

  /** Starts again. `bytes`: all that have moved before. */
  restart(bytes: number): void {
    this.left = undefined;
    this.lastBytes = bytes;
    this.watched = 0;
    this.still = 0;
  }

  /**
   * Whether the time is up: `grace` at first, less the time passed, plus the time that the bytes need at `least`; at most `maxGrace`.
   * `bytes`: all that have moved so far. `passed`: ms since the last check.
   */
  isOver(bytes: number, passed: number, bound: RateBound): boolean {
    const moved = bytes - this.lastBytes;
    this.lastBytes = bytes;
    this.measure(moved, passed);
    if (this.left === undefined) {
      this.left = bound.grace;
      return false;
    }
    this.left = wound(this.left - passed, moved, bound);
    return this.left <= 0;
  }

  private measure(moved: number, passed: number): void {
    if (passed <= 0) return;
    const old = this.left === undefined ? 0 : 2 ** (-passed / HALF_LIFE);
    this.rate = old * this.rate + ((1 - old) * moved) / passed;
    if (this.left === undefined) return;
    this.watched += passed;
    this.still = moved > 0 ? 0 : this.still + passed;
  }
}

function wound(left: number, moved: number, { least, grace, maxGrace }: RateBound): number {
  if (moved <= 0) return left;
  return least === 0 ? grace : Math.min(maxGrace, left + (moved / least) * 1000);
}
