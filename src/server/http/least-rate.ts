// How fast bytes move, and a clock that they wind up: whoever moves fewer than so many a second, on average, runs out of it. Knows nothing about sockets.

/** ms after which what was moved before counts half. */
const HALF_LIFE = 1000;

/** A rate in bytes a second, times in ms. */
export interface RateBound {
  /** 0: any byte gives back all of `grace`. */
  readonly least: number;
  /** Time at first. */
  readonly grace: number;
  /** Most time that bytes can earn. */
  readonly maxGrace: number;
}

export class LeastRate {
  /** Bytes in a ms, on average; what was moved long ago counts less and less. */
  rate = 0;
  /** ms since the first look, and those of them since something moved. */
  watched = 0;
  still = 0;
  /** ms; undefined: it begins with the next look. */
  private left: number | undefined = undefined;
  private lastBytes = 0;

  /** What moves from now on has all its time. `bytes`: all that have moved before. */
  restart(bytes: number): void {
    this.left = undefined;
    this.lastBytes = bytes;
    this.watched = 0;
    this.still = 0;
  }

  /**
   * Whether the time is up: `grace` at first, less what has passed, more by what the bytes would have taken at `least`, and never more than `maxGrace`.
   * `bytes`: all that have moved so far. `passed`: ms since the last look.
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
