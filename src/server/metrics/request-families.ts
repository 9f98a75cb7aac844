// Metrics of requests: count, duration and size; and of the steps of jobs.
import type { Collector } from './collector.ts';
import type { Distribution, Measures } from './distribution.ts';
import { type AnyRegistry, histogram, register, type Sample } from './samples.ts';
import type { BridgeSeries } from './series.ts';

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
    name: 'soapstone_upstream_queue_duration_seconds',
    help: 'Time spent waiting for a free connection to the upstream, in seconds',
    of: (m) => m.queueSeconds,
  },
  {
    name: 'soapstone_translation_duration_seconds',
    help: 'Time of exchanges not spent waiting for the upstream, for a connection to it or between tries, in seconds',
    of: (m) => m.gatewaySeconds,
  },
  { name: 'soapstone_http_request_size_bytes', help: 'Size of request bodies, in bytes', of: (m) => m.requestBytes },
  { name: 'soapstone_http_response_size_bytes', help: 'Size of response bodies, in bytes', of: (m) => m.responseBytes },
];

export function addRequests(registry: AnyRegistry, collector: Collector): void {
  const help = 'Requests by rule, or by operation and resource, and outcome';
  register(registry, 'soapstone_http_requests_total', help, 'counter', () =>
    eachBridge(collector, ({ requestGroups }, bridge, direction) =>
      requestGroups.flatMap(({ labels: { rule, operation, resource }, outcomes }) =>
        [...outcomes.values()].map(({ method, status, fault, count }) => ({
          value: count,
          labels: { bridge, rule, operation, resource, direction, method, status, fault },
        })),
      ),
    ),
  );
  for (const { name, help: text, of } of DISTRIBUTIONS) {
    register(registry, name, text, 'histogram', () =>
      eachBridge(collector, ({ measuredRequests }, bridge, direction) =>
        measuredRequests.flatMap(({ labels: { rule, operation, resource }, byStatus }) =>
          [...byStatus].flatMap(([status, measures]) =>
            histogram(name, { bridge, rule, operation, resource, direction, status }, of(measures)),
          ),
        ),
      ),
    );
  }
  register(registry, 'soapstone_jobs_total', 'Steps of jobs: submitted, polled, fetched', 'counter', () =>
    eachBridge(collector, ({ jobSteps }, bridge) =>
      jobSteps.map(({ job, step, status, count }) => ({ value: count, labels: { bridge, rule: job, step, status } })),
    ),
  );
}

function eachBridge(
  { bridges, bridgeSources }: Collector,
  samples: (series: BridgeSeries, bridge: string, direction: string) => readonly Sample[],
): Sample[] {
  return [...bridges].flatMap(([bridge, series]) =>
    samples(series, bridge, bridgeSources.get(bridge)?.direction ?? ''),
  );
}
