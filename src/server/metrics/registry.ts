// The one door to prom-client: turns the collector's numbers into metrics when they are scraped. Loaded by the first scrape.
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import type { GuardStats } from '../../exchange/guard/guard.ts';
import type { TransportStats } from '../../transport/http.ts';
import type { Collector } from './collector.ts';
import type { Distribution } from './distribution.ts';
import type { RuleSeries } from './rule-series.ts';

type Labels = Record<string, string>;

interface Sample {
  readonly value: number;
  readonly labels: Labels | { readonly le: string | number };
  readonly metricName?: string;
}

export interface Build {
  readonly version: string;
}

/** A registry of its own: nothing of the process's default one shows, and nothing of ours shows there. */
export function createRegistry(collector: Collector, build: Build): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addRequests(registry, collector);
  addProcess(registry, collector, build);
  for (const { name, help, of } of DISTRIBUTIONS) {
    register(registry, name, help, 'histogram', () =>
      [...seriesOf(collector)].flatMap((s) => histogram(name, s, of(s.rule))),
    );
  }
  for (const { name, help, of } of POOL) {
    register(registry, name, help, 'gauge', () =>
      [...collector.bridgeSources].map(([bridge, { pool }]) => ({ value: of(pool()), labels: { bridge } })),
    );
  }
  addGuards(registry, collector);
  register(registry, 'soapstone_store_failures_total', 'Operations that the store did not carry out', 'counter', () =>
    [...collector.bridgeSources].map(([bridge, { storeFailures }]) => ({ value: storeFailures(), labels: { bridge } })),
  );
  return registry;
}

const DISTRIBUTIONS: readonly { name: string; help: string; of: (series: RuleSeries) => Distribution }[] = [
  {
    name: 'soapstone_http_request_duration_seconds',
    help: 'Time from request to finished reply',
    of: (s) => s.seconds,
  },
  {
    name: 'soapstone_upstream_request_duration_seconds',
    help: 'Time spent waiting for the peer',
    of: (s) => s.upstreamSeconds,
  },
  {
    name: 'soapstone_translation_duration_seconds',
    help: 'Time of exchanges with the peer that was not spent waiting for it',
    of: (s) => s.gatewaySeconds,
  },
  { name: 'soapstone_http_request_size_bytes', help: 'Size of request bodies', of: (s) => s.requestBytes },
  { name: 'soapstone_http_response_size_bytes', help: 'Size of reply bodies', of: (s) => s.replyBytes },
];

const POOL: readonly { name: string; help: string; of: (stats: TransportStats) => number }[] = [
  { name: 'soapstone_upstream_connections', help: 'Open connections to the peer', of: (s) => s.connected },
  { name: 'soapstone_upstream_inflight', help: 'Requests at the peer', of: (s) => s.running },
  { name: 'soapstone_upstream_pending', help: 'Requests waiting for a connection to the peer', of: (s) => s.pending },
];

function addRequests(registry: Registry, collector: Collector): void {
  register(registry, 'soapstone_http_requests_total', 'Requests by rule and outcome', 'counter', () =>
    [...seriesOf(collector)].flatMap(({ labels, rule }) =>
      [...rule.outcomes.values()].map(({ method, status, fault, count }) => ({
        value: count,
        labels: { ...labels, method, status, fault },
      })),
    ),
  );
}

function addProcess(registry: Registry, collector: Collector, build: Build): void {
  const { sources } = collector;
  const gauge = (name: string, help: string, read: () => number, labels: Labels = {}) =>
    register(registry, name, help, 'gauge', () => [{ value: read(), labels }]);
  gauge('soapstone_http_requests_inflight', 'Requests whose reply is not finished', () => sources.inFlight());
  gauge('soapstone_http_connections', 'Open connections of callers', () => sources.connections());
  gauge('soapstone_ready', '1 while the process takes requests, 0 while it starts or drains', () =>
    sources.ready() ? 1 : 0,
  );
  gauge('soapstone_config_last_reload_successful', '1 while what is configured is what runs', () =>
    sources.reloads().good ? 1 : 0,
  );
  gauge(
    'soapstone_config_last_reload_success_timestamp_seconds',
    'When a configuration was last loaded, the start included',
    () => sources.reloads().lastGood / 1000,
  );
  register(registry, 'soapstone_config_reloads_total', 'Reloads of the configuration', 'counter', () => [
    { value: sources.reloads().succeeded, labels: { outcome: 'success' } },
    { value: sources.reloads().failed, labels: { outcome: 'failure' } },
  ]);
  gauge('soapstone_build_info', 'Always 1', () => 1, { version: build.version, node_version: process.version });
}

const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 } as const;

function addGuards(registry: Registry, { bridgeSources, sources }: Collector): void {
  const each = (read: (bridge: string, stats: GuardStats) => Sample[]) => () =>
    [...bridgeSources].flatMap(([bridge, { guard }]) => read(bridge, guard()));
  const gauge = (name: string, help: string, of: (stats: GuardStats) => number) =>
    register(
      registry,
      name,
      help,
      'gauge',
      each((bridge, stats) => [{ value: of(stats), labels: { bridge } }]),
    );
  gauge('soapstone_upstream_queued', 'Requests waiting for their turn at the peer', (s) => s.waiting);
  gauge('soapstone_upstream_breaker_state', '0 closed, 1 trying again, 2 open', (s) => BREAKER_STATES[s.breaker]);
  register(
    registry,
    'soapstone_upstream_retries_total',
    'Further tries of calls',
    'counter',
    each((bridge, { retries }) => [{ value: retries, labels: { bridge } }]),
  );
  register(
    registry,
    'soapstone_limit_rejections_total',
    'What was refused before it was sent: calls, and before a bridge was known requests and connections',
    'counter',
    () => [...each((bridge, { refused }) => rejections(bridge, refused))(), ...rejections('', sources.refused())],
  );
}

function rejections(bridge: string, refused: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(refused).map(([limit, value]) => ({ value, labels: { bridge, limit } }));
}

interface LabelledSeries {
  readonly labels: Labels;
  readonly rule: RuleSeries;
}

function* seriesOf(collector: Collector): Generator<LabelledSeries> {
  for (const [bridge, series] of collector.bridges) {
    for (const rule of series.rules()) yield { labels: { bridge, rule: rule.rule }, rule };
  }
}

function histogram(name: string, { labels }: LabelledSeries, distribution: Distribution): Sample[] {
  const samples: Sample[] = [];
  let total = 0;
  distribution.counts.forEach((count, i) => {
    total += count;
    const le = i < distribution.bounds.length ? distribution.bounds[i] : '+Inf';
    samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le: String(le) }, value: total });
  });
  samples.push({ metricName: `${name}_sum`, labels, value: distribution.sum });
  samples.push({ metricName: `${name}_count`, labels, value: total });
  return samples;
}

function register(registry: Registry, name: string, help: string, type: string, values: () => readonly Sample[]): void {
  const metric = {
    name,
    help,
    type,
    aggregator: 'sum',
    get: async () => ({ name, help, type, aggregator: 'sum', values: values() }),
  };
  registry.registerMetric(metric as unknown as Metric);
}
