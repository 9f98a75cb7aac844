// A histogram of one series as plain numbers: an observation is a few array reads, everything else happens at scrape time.

/** One traced request that fell into a bucket. */
export interface Exemplar {
  readonly traceId: string;
  readonly value: number;
  /** s since 1970. */
  readonly at: number;
}

export class Distribution {
  readonly bounds: readonly number[];
  /** Not cumulative; the last one counts what is above every bound. */
  readonly counts: Float64Array;
  sum = 0;
  /** The last one of each bucket, at the bucket's index; undefined while nothing was traced. */
  exemplars: (Exemplar | undefined)[] | undefined = undefined;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  /** `traceId`: of a request whose trace is recorded. */
  observe(value: number, traceId?: string): void {
    const { bounds } = this;
    let i = 0;
    while (i < bounds.length && value > bounds[i]) i++;
    this.counts[i]++;
    this.sum += value;
    if (traceId !== undefined) (this.exemplars ??= [])[i] = { traceId, value, at: Date.now() / 1000 };
  }
}
