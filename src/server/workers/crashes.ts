// How often workers have ended by themselves. Knows nothing about workers.

/** So many within so many ms are a loop. */
const LOOP_LENGTH = 5;
const WITHIN_MS = 60_000;

export class Crashes {
  /** All so far. */
  total = 0;
  private readonly now: () => number;
  private latest: number[] = [];

  /** `now`: ms, monotonic. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** One more: true where there were too many lately. */
  add(): boolean {
    const now = this.now();
    this.total++;
    this.latest = [...this.latest.filter((at) => now - at < WITHIN_MS), now];
    return this.latest.length >= LOOP_LENGTH;
  }
}
