// A clock that bytes wind up: whoever moves fewer than so many a second, on average, runs out of it. Knows nothing about sockets.

export class LeastRate {
  /** ms; undefined: it begins with the next look. */
  private left: number | undefined = undefined;
  private seen = 0;

  /** What moves from now on has all its time. */
  restart(): void {
    this.left = undefined;
  }

  /**
   * Whether the time is up: `grace` ms at first, less what has passed, more by what the bytes would have taken at `least` a second, and never more than
   * `grace`. With `least` 0 any byte winds it up. `bytes`: all that have moved so far. `passed`: ms since the last look.
   */
  isOver(bytes: number, passed: number, least: number, grace: number): boolean {
    const moved = bytes - this.seen;
    this.seen = bytes;
    if (this.left === undefined) {
      this.left = grace;
      return false;
    }
    this.left = Math.min(grace, this.left - passed + earned(moved, least));
    return this.left <= 0;
  }
}

/** ms */
function earned(bytes: number, least: number): number {
  if (least === 0) return bytes > 0 ? Number.POSITIVE_INFINITY : 0;
  return (bytes / least) * 1000;
}
