// Histograms as plain numbers, and those of a rule and of a store: an observation is a few array reads, the rest happens at scrape time.

/** Seconds: buckets of OpenTelemetry's HTTP conventions, and 30 and 60 for SOAP back ends. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60];

const BYTES = [256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 10_485_760, 104_857_600];

/** Seconds: a store in memory takes microseconds, one beside the gateway a millisecond. */
const STORE_SECONDS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** One traced request of a bucket. */
export interface Exemplar {
  readonly traceId: string;
  readonly value: number;
  /** s since 1970. */
  readonly at: number;
}

export class Distribution {
  readonly bounds: readonly number[];
  /** Not cumulative; the last one counts values above all bounds. */
  readonly counts: Float64Array;
  sum = 0;
  /** The last exemplar of each bucket, at the bucket's index; undefined until a request was traced. */
  exemplars: (Exemplar | undefined)[] | undefined = undefined;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  /** `traceId`: of a sampled request. */
  observe(value: number, traceId?: string): void {
    const { bounds } = this;
    let i = 0;
    while (i < bounds.length && value > bounds[i]) i++;
    this.counts[i]++;
    this.sum += value;
    if (traceId !== undefined) (this.exemplars ??= [])[i] = { traceId, value, at: Date.now() / 1000 };
  }
}

/** Times and sizes of the requests of one rule, for one class of status. */
export class Measures {
  readonly seconds = new Distribution(SECONDS);
  readonly upstreamSeconds = new Distribution(SECONDS);
  readonly queueSeconds = new Distribution(SECONDS);
  readonly gatewaySeconds = new Distribution(SECONDS);
  readonly requestBytes = new Distribution(BYTES);
  readonly responseBytes = new Distribution(BYTES);
}

/** How long a bridge's store took for each kind of operation. */
export class StoreTimes {
  readonly operations = new Map<string, Distribution>();

  /** `operation`: a method of stores. */
  add(operation: string, ms: number): void {
    let times = this.operations.get(operation);
    if (!times) this.operations.set(operation, (times = new Distribution(STORE_SECONDS)));
    times.observe(ms / 1000);
  }
}
