// The only user of prom-client: turns the collector's numbers into metrics at a scrape. Loaded by the first scrape.
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { GuardStats } from '../../exchange/filters/resilience/resilience.ts';
import type { TransportStats } from '../../transport/http.ts';
import { heapLimit } from '../http/heap-guard.ts';
import { type Life, lifeOf } from './certificates.ts';
import type { Collector } from './collector.ts';
import type { Format } from './format.ts';
import { addRequests } from './request-families.ts';
import {
  type AnyRegistry,
  histogram,
  type Labels,
  type Merging,
  OPEN_METRICS,
  register,
  type Sample,
} from './samples.ts';

interface Build {
  readonly version: string;
}

/** Gauges with names of counters, which OpenMetrics forbids. Other metrics have the same numbers by kind. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Those of prom-client count from the first scrape on, which loads it. These count from the start of the process. */
const CPU: readonly { name: string; help: string; of: (usage: NodeJS.CpuUsage) => number }[] = [
  { name: 'process_cpu_user_seconds_total', help: 'User CPU time in seconds', of: ({ user }) => user },
  { name: 'process_cpu_system_seconds_total', help: 'System CPU time in seconds', of: ({ system }) => system },
  { name: 'process_cpu_seconds_total', help: 'CPU time in seconds', of: ({ user, system }) => user + system },
];

/** A separate registry: it shares nothing with the default one of the process. */
export function createRegistry(collector: Collector, build: Build, format: Format = 'text'): AnyRegistry {
  const registry = processRegistry(format);
  addRequests(registry, collector);
  addProcess(registry, collector, build);
  for (const { name, help, of } of POOL) {
    register(registry, name, help, 'gauge', () =>
      [...collector.bridgeSources].map(([bridge, { pool }]) => ({ value: of(pool()), labels: { bridge } })),
    );
  }
  addReplicas(registry, collector);
  addGuards(registry, collector);
  addStores(registry, collector);
  addKept(registry, collector);
  addFetches(registry, collector);
  addAuthFailures(registry, collector);
  addDrift(registry, collector);
  return registry;
}

/** With what Node.js says about this process alone. */
export function processRegistry(format: Format = 'text'): AnyRegistry {
  const registry = emptyRegistry(format);
  collectDefaultMetrics({ register: registry });
  for (const name of [...MISNAMED, ...CPU.map(({ name }) => name)]) registry.removeSingleMetric(name);
  addCpu(registry);
  return registry;
}

export function emptyRegistry(format: Format): AnyRegistry {
  const registry: AnyRegistry = new Registry();
  if (format === 'openmetrics') registry.setContentType(OPEN_METRICS);
  return registry;
}

function addCpu(registry: AnyRegistry): void {
  for (const { name, help, of } of CPU)
    register(registry, name, help, 'counter', () => [{ value: of(process.cpuUsage()) / 1e6, labels: {} }]);
}

const POOL: readonly { name: string; help: string; of: (stats: TransportStats) => number }[] = [
  { name: 'soapstone_upstream_connections', help: 'Open connections to the upstream', of: (s) => s.connected },
  { name: 'soapstone_upstream_inflight', help: 'Requests in flight at the upstream', of: (s) => s.running },
  { name: 'soapstone_upstream_pending', help: 'Requests waiting for an upstream connection', of: (s) => s.pending },
];

function addReplicas(registry: AnyRegistry, { bridgeSources }: Collector): void {
  const each = () =>
    [...bridgeSources].flatMap(([bridge, { pool }]) => (pool().replicas ?? []).map((stats) => ({ bridge, ...stats })));
  const help = '1 while an address of the upstream gets requests, 0 while it is ejected or fails its health check';
  register(
    registry,
    'soapstone_upstream_replica_state',
    help,
    'gauge',
    () =>
      each().map(({ bridge, origin, problem }) => ({
        value: problem === undefined ? 1 : 0,
        labels: { bridge, origin },
      })),
    'min',
  );
  const counted = 'Requests to an address of the upstream, by outcome: success or failure';
  register(registry, 'soapstone_upstream_replica_requests_total', counted, 'counter', () =>
    each().flatMap(({ bridge, origin, requests }) =>
      Object.entries(requests).map(([outcome, value]) => ({ value, labels: { bridge, origin, outcome } })),
    ),
  );
}

function addProcess(registry: AnyRegistry, collector: Collector, build: Build): void {
  const gauge = (name: string, help: string, read: () => number, merging: Merging = 'sum', labels: Labels = {}) =>
    register(registry, name, help, 'gauge', () => [{ value: read(), labels }], merging);
  gauge('soapstone_http_requests_inflight', 'Requests in flight', () => collector.sources.inFlight());
  gauge('soapstone_http_connections', 'Open client connections', () => collector.sources.connections());
  const http2 = () => collector.sources.http2();
  gauge('soapstone_http2_connections', 'Open client connections of HTTP/2', () => http2().connections);
  gauge('soapstone_http2_requests_inflight', 'Requests in flight over HTTP/2', () => http2().streams);
  register(registry, 'soapstone_connections_cut_total', 'Client connections cut, by reason', 'counter', () =>
    Object.entries(collector.sources.cutConnections()).map(([reason, value]) => ({ value, labels: { reason } })),
  );
  const dropped = 'Log lines dropped because they could not be written';
  register(registry, 'soapstone_log_lines_dropped_total', dropped, 'counter', () => [
    { value: collector.sources.droppedLines(), labels: {} },
  ]);
  register(
    registry,
    'soapstone_trace_spans_total',
    'Spans sent to the collector of traces, by outcome',
    'counter',
    () =>
      Object.entries(collector.sources.traceExports() ?? {}).map(([outcome, value]) => ({
        value,
        labels: { outcome },
      })),
  );
  gauge(
    'soapstone_ready',
    '1 while ready, 0 while starting or draining',
    () => (collector.sources.ready() ? 1 : 0),
    'min',
  );
  gauge(
    'soapstone_config_last_reload_successful',
    '1 if the last reload succeeded, or there was none; 0 if it failed',
    () => (collector.sources.reloads().good ? 1 : 0),
    'min',
  );
  gauge(
    'soapstone_config_last_reload_success_timestamp_seconds',
    'Time of the last successful load of the configuration, in seconds since 1970',
    () => collector.sources.reloads().lastGood / 1000,
    'min',
  );
  register(
    registry,
    'soapstone_config_info',
    'Digest of the files of the configuration in use; always 1',
    'gauge',
    () => {
      const { digest } = collector.sources.reloads();
      return digest === undefined ? [] : [{ value: 1, labels: { digest } }];
    },
    'max',
  );
  // Workers reload together.
  register(
    registry,
    'soapstone_config_reloads_total',
    'Reloads of the configuration, by outcome',
    'counter',
    () => [
      { value: collector.sources.reloads().succeeded, labels: { outcome: 'success' } },
      { value: collector.sources.reloads().failed, labels: { outcome: 'failure' } },
    ],
    'max',
  );
  const certificates = (name: string, help: string, of: (life: Life) => number) =>
    register(
      registry,
      name,
      help,
      'gauge',
      () =>
        collector.sources.certificates().flatMap(({ bridge, use, pem }) => {
          const life = lifeOf(pem);
          return life === undefined ? [] : [{ value: of(life), labels: { bridge, use } }];
        }),
      'min',
    );
  certificates(
    'soapstone_certificate_expiration_timestamp_seconds',
    'End of validity of a certificate, in seconds since 1970; use: listener, upstream or signature',
    ({ end }) => end,
  );
  certificates(
    'soapstone_certificate_start_timestamp_seconds',
    'Start of validity of a certificate, in seconds since 1970',
    ({ start }) => start,
  );
  gauge(
    'soapstone_body_memory_bytes',
    'Memory of bodies outside the heap, in bytes',
    () => collector.sources.bodyMemory().used,
  );
  gauge(
    'soapstone_body_memory_limit_bytes',
    'Maximum memory of bodies outside the heap, in bytes; 0: unlimited',
    () => collector.sources.bodyMemory().size,
  );
  gauge('soapstone_heap_limit_bytes', 'Maximum heap size, in bytes', heapLimit, 'each');
  gauge('soapstone_build_info', 'Version of Soapstone and of Node.js; always 1', () => 1, 'max', {
    version: build.version,
    node_version: process.version,
  });
}

const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 } as const;

function addGuards(registry: AnyRegistry, collector: Collector): void {
  const { bridgeSources } = collector;
  const each = (read: (bridge: string, stats: GuardStats) => Sample[]) => () =>
    [...bridgeSources].flatMap(([bridge, { guard }]) => read(bridge, guard()));
  const gauge = (name: string, help: string, of: (stats: GuardStats) => number, merging: Merging = 'sum') =>
    register(
      registry,
      name,
      help,
      'gauge',
      each((bridge, stats) => [{ value: of(stats), labels: { bridge } }]),
      merging,
    );
  gauge('soapstone_upstream_queued', 'Requests waiting for the concurrency limit of the upstream', (s) => s.waiting);
  gauge(
    'soapstone_upstream_breaker_state',
    'State of the circuit breaker: 0 closed, 1 half-open, 2 open',
    (s) => BREAKER_STATES[s.breaker],
    'max',
  );
  register(
    registry,
    'soapstone_upstream_retries_total',
    'Retries of upstream calls',
    'counter',
    each((bridge, { retries }) => [{ value: retries, labels: { bridge } }]),
  );
  register(
    registry,
    'soapstone_limit_rejections_total',
    'Requests and connections refused by a limit; without a bridge: refused before a rule was found',
    'counter',
    () => [
      ...each((bridge, { refused }) => rejections(bridge, refused))(),
      ...[...bridgeSources].flatMap(([bridge, { limits }]) => rejections(bridge, limits())),
      ...rejections('', collector.sources.refused()),
    ],
  );
}

function addKept(registry: AnyRegistry, { bridgeSources }: Collector): void {
  register(
    registry,
    'soapstone_cache_requests_total',
    'Requests of cacheable rules, by outcome: hit, miss or shared',
    'counter',
    () =>
      [...bridgeSources].flatMap(([bridge, { responseCache }]) => {
        const { hits, misses, shared } = responseCache();
        return Object.entries({ hit: hits, miss: misses, shared }).map(([outcome, value]) => ({
          value,
          labels: { bridge, outcome },
        }));
      }),
  );
}

function addDrift(registry: AnyRegistry, { bridgeSources }: Collector): void {
  const help =
    'Parts of responses that differ from the contract and were accepted: unknown, namespace, missing, value, invalid, href, misplaced';
  register(registry, 'soapstone_contract_drift_total', help, 'counter', () =>
    [...bridgeSources].flatMap(([bridge, { drift }]) =>
      drift().map(({ count, ...labels }) => ({ value: count, labels: { bridge, ...labels } })),
    ),
  );
}

function addAuthFailures(registry: AnyRegistry, { bridgeSources }: Collector): void {
  const help = 'Requests without a valid credential, by its kind; none: they had no credential';
  register(registry, 'soapstone_auth_failures_total', help, 'counter', () =>
    [...bridgeSources].flatMap(([bridge, { authFailures }]) =>
      authFailures().map(([kind, value]) => ({ value, labels: { bridge, kind } })),
    ),
  );
}

function addFetches(registry: AnyRegistry, { bridgeSources }: Collector): void {
  const help = 'Fetches of token verification keys (keys) and of tokens (token), by outcome';
  register(registry, 'soapstone_credential_fetches_total', help, 'counter', () =>
    [...bridgeSources].flatMap(([bridge, { fetches }]) =>
      fetches().map(({ count, ...labels }) => ({ value: count, labels: { bridge, ...labels } })),
    ),
  );
}

const DURABLE = { durable: 1, volatile: 0, unknown: -1 } as const;

function addStores(registry: AnyRegistry, { bridgeSources }: Collector): void {
  register(registry, 'soapstone_store_failures_total', 'Failed store operations', 'counter', () =>
    [...bridgeSources].map(([bridge, { storeFailures }]) => ({ value: storeFailures(), labels: { bridge } })),
  );
  const help = 'Durability of the Redis: 1 durable, 0 may lose keys, -1 unknown';
  register(
    registry,
    'soapstone_store_durability_state',
    help,
    'gauge',
    () =>
      [...bridgeSources].flatMap(([bridge, { storeDurability }]) => {
        const durability = storeDurability();
        return durability === undefined ? [] : [{ value: DURABLE[durability.state], labels: { bridge } }];
      }),
    'min',
  );
  const times = 'soapstone_store_operation_duration_seconds';
  register(registry, times, 'Duration of store operations, in seconds', 'histogram', () =>
    [...bridgeSources].flatMap(([bridge, { storeTimes }]) =>
      [...storeTimes.operations].flatMap(([operation, distribution]) =>
        histogram(times, { bridge, operation }, distribution),
      ),
    ),
  );
}

function rejections(bridge: string, refused: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(refused).map(([limit, value]) => ({ value, labels: { bridge, limit } }));
}
