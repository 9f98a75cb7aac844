// Which text format a scrape asks for.

export type Format = 'text' | 'openmetrics';

/** Prometheus accepts both and prefers OpenMetrics; only that has exemplars. */
export function formatFor(accept: string | undefined): Format {
  return accept?.includes('application/openmetrics-text') ? 'openmetrics' : 'text';
}
