// Metrics of requests: count, duration and size; and of the steps of jobs.
import type { Collector } from './collector.ts';
import type { Distribution, Measures } from './distribution.ts';
import { type AnyRegistry, histogram, type Labels, register, type Sample } from './samples.ts';
import type { RuleSeries } from './series.ts';

const DISTRIBUTIONS: readonly { name: string; help: string; of: (measures: Measures) => Distribution }[] = [
  {
    name: 'soapstone_http_request_duration_seconds',
    help: 'Time from request to finished response, in seconds',
    of: (m) => m.seconds,
  },
  {
    name: 'soapstone_upstream_request_duration_seconds',
    help: 'Time spent waiting for the upstream, in seconds',
    of: (m) => m.upstreamSeconds,
  },
  {
    name: 'soapstone_translation_duration_seconds',
    help: 'Time of exchanges not spent waiting for the upstream, in seconds',
    of: (m) => m.gatewaySeconds,
  },
  { name: 'soapstone_http_request_size_bytes', help: 'Size of request bodies, in bytes', of: (m) => m.requestBytes },
  { name: 'soapstone_http_response_size_bytes', help: 'Size of response bodies, in bytes', of: (m) => m.responseBytes },
];

export function addRequests(registry: AnyRegistry, collector: Collector): void {
  register(registry, 'soapstone_http_requests_total', 'Requests by rule and outcome', 'counter', () =>
    [...seriesOf(collector)].flatMap(({ labels, series }) =>
      [...series.outcomes.values()].map(({ method, status, fault, count }) => ({
        value: count,
        labels: { ...labels, method, status, fault },
      })),
    ),
  );
  for (const { name, help, of } of DISTRIBUTIONS) {
    register(registry, name, help, 'histogram', () =>
      [...seriesOf(collector)].flatMap(({ labels, series }) =>
        [...series.measures].flatMap(([status, measures]) => histogram(name, { ...labels, status }, of(measures))),
      ),
    );
  }
  register(registry, 'soapstone_jobs_total', 'Steps of jobs: submitted, polled, fetched', 'counter', () =>
    jobs(collector),
  );
}

interface LabelledSeries {
  readonly labels: Labels;
  readonly series: RuleSeries;
}

function* seriesOf({ bridges, bridgeSources }: Collector): Generator<LabelledSeries> {
  for (const [bridge, all] of bridges) {
    const direction = bridgeSources.get(bridge)?.direction ?? '';
    for (const series of all.rules()) yield { labels: { bridge, rule: series.rule, direction }, series };
  }
}

function jobs({ bridges, bridgeSources }: Collector): Sample[] {
  return [...bridgeSources].flatMap(([bridge, { jobs: steps }]) =>
    steps.flatMap(({ job, step, rule }) =>
      [...countsByStatus(bridges.get(bridge)?.rule(rule))].map(([status, value]) => ({
        value,
        labels: { bridge, rule: job, step, status },
      })),
    ),
  );
}

function countsByStatus(series: RuleSeries | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { status, count } of series?.outcomes.values() ?? [])
    counts.set(status, (counts.get(status) ?? 0) + count);
  return counts;
}
