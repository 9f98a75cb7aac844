// A histogram of one series as plain numbers: an observation is a few array reads, everything else happens at scrape time.

export class Distribution {
  readonly bounds: readonly number[];
  /** Not cumulative; the last one counts what is above every bound. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const { bounds } = this;
    let i = 0;
    while (i < bounds.length && value > bounds[i]) i++;
    this.counts[i]++;
    this.sum += value;
  }
}
