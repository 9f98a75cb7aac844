// Samples in the form of prom-client. Knows nothing about the sources of the numbers.
import type { Metric, Registry, RegistryContentType } from 'prom-client';
import type { Distribution, Exemplar } from './distribution.ts';

export type AnyRegistry = Registry<RegistryContentType>;

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly value: number;
  readonly labels: Labels;
  readonly metricName?: string;
  /** In OpenMetrics only. `timestamp`: s. */
  readonly exemplar?: {
    readonly labelSet: { readonly trace_id: string };
    readonly value: number;
    readonly timestamp: number;
  };
}

export const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

type MetricType = 'counter' | 'gauge' | 'histogram';

/** What the values of several workers make together; `each`: a series for each of them. */
export type Merging = 'sum' | 'min' | 'max' | 'each';

/** Reads `values` at each scrape. The name of a counter ends with `_total`. `merging`: of several workers. */
export function register(
  registry: AnyRegistry,
  name: string,
  help: string,
  type: MetricType,
  values: () => readonly Sample[],
  merging: Merging = 'sum',
): void {
  // In OpenMetrics a family of counters has no suffix, and prom-client writes one to each sample.
  const bare = registry.contentType === OPEN_METRICS && type === 'counter' ? name.replace(/_total$/, '') : name;
  const metric = {
    name: bare,
    help,
    type,
    aggregator: merging,
    get: async () => ({ name: bare, help, type, aggregator: merging, values: values() }),
  };
  registry.registerMetric(metric as unknown as Metric);
}

/** One series of a histogram. */
export function histogram(name: string, labels: Labels, distribution: Distribution): Sample[] {
  const { bounds, counts, exemplars } = distribution;
  const samples: Sample[] = [];
  let total = 0;
  counts.forEach((count, i) => {
    total += count;
    const le = i < bounds.length ? String(bounds[i]) : '+Inf';
    const exemplar = exemplarOf(exemplars?.[i]);
    samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le }, value: total, exemplar });
  });
  samples.push({ metricName: `${name}_sum`, labels, value: distribution.sum });
  samples.push({ metricName: `${name}_count`, labels, value: total });
  return samples;
}

function exemplarOf(exemplar: Exemplar | undefined): Sample['exemplar'] {
  if (exemplar === undefined) return undefined;
  return { labelSet: { trace_id: exemplar.traceId }, value: exemplar.value, timestamp: exemplar.at };
}
