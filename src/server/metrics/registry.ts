// The one door to prom-client: turns the collector's numbers into metrics when they are scraped. Loaded by the first scrape.
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { GuardStats } from '../../exchange/filters/resilience/resilience.ts';
import type { TransportStats } from '../../transport/http.ts';
import { heapLimit } from '../http/heap-use.ts';
import { type Life, lifeOf } from './certificate-life.ts';
import type { Collector } from './collector.ts';
import { addRequests } from './request-families.ts';
import { type AnyRegistry, histogram, type Labels, OPEN_METRICS, register, type Sample } from './samples.ts';

export interface Build {
  readonly version: string;
}

export type Format = 'text' | 'openmetrics';

/** Gauges whose names end like those of counters: OpenMetrics forbids it. The same numbers are there by kind. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** A registry of its own: nothing of the process's default one shows, and nothing of ours shows there. */
export function createRegistry(collector: Collector, build: Build, format: Format = 'text'): AnyRegistry {
  const registry: AnyRegistry = new Registry();
  if (format === 'openmetrics') registry.setContentType(OPEN_METRICS);
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  addRequests(registry, collector);
  addProcess(registry, collector, build);
  for (const { name, help, of } of POOL) {
    register(registry, name, help, 'gauge', () =>
      [...collector.bridgeSources].map(([bridge, { pool }]) => ({ value: of(pool()), labels: { bridge } })),
    );
  }
  addGuards(registry, collector);
  addStores(registry, collector);
  addKept(registry, collector);
  addFetches(registry, collector);
  return registry;
}

const POOL: readonly { name: string; help: string; of: (stats: TransportStats) => number }[] = [
  { name: 'soapstone_upstream_connections', help: 'Open connections to the peer', of: (s) => s.connected },
  { name: 'soapstone_upstream_inflight', help: 'Requests at the peer', of: (s) => s.running },
  { name: 'soapstone_upstream_pending', help: 'Requests waiting for a connection to the peer', of: (s) => s.pending },
];

function addProcess(registry: AnyRegistry, collector: Collector, build: Build): void {
  const gauge = (name: string, help: string, read: () => number, labels: Labels = {}) =>
    register(registry, name, help, 'gauge', () => [{ value: read(), labels }]);
  gauge('soapstone_http_requests_inflight', 'Requests whose response is not finished', () =>
    collector.sources.inFlight(),
  );
  gauge('soapstone_http_connections', 'Open connections of callers', () => collector.sources.connections());
  register(
    registry,
    'soapstone_connections_cut_total',
    'Connections of clients that were cut, by reason',
    'counter',
    () => Object.entries(collector.sources.cutConnections()).map(([reason, value]) => ({ value, labels: { reason } })),
  );
  const dropped = 'Lines of the log that nobody took and that were dropped';
  register(registry, 'soapstone_log_lines_dropped_total', dropped, 'counter', () => [
    { value: collector.sources.droppedLines(), labels: {} },
  ]);
  gauge('soapstone_ready', '1 while the process takes requests, 0 while it starts or drains', () =>
    collector.sources.ready() ? 1 : 0,
  );
  gauge('soapstone_config_last_reload_successful', '1 unless the last reload failed', () =>
    collector.sources.reloads().good ? 1 : 0,
  );
  gauge(
    'soapstone_config_last_reload_success_timestamp_seconds',
    'When a configuration was last loaded, the start included',
    () => collector.sources.reloads().lastGood / 1000,
  );
  register(registry, 'soapstone_config_reloads_total', 'Reloads of the configuration', 'counter', () => [
    { value: collector.sources.reloads().succeeded, labels: { outcome: 'success' } },
    { value: collector.sources.reloads().failed, labels: { outcome: 'failure' } },
  ]);
  const certificates = (name: string, help: string, of: (life: Life) => number) =>
    register(registry, name, help, 'gauge', () =>
      collector.sources.certificates().flatMap(({ bridge, use, pem }) => {
        const life = lifeOf(pem);
        return life === undefined ? [] : [{ value: of(life), labels: { bridge, use } }];
      }),
    );
  certificates(
    'soapstone_certificate_expiration_timestamp_seconds',
    'When a certificate that is shown ends: to callers (listener), to the service (upstream), in signatures (signature)',
    ({ end }) => end,
  );
  certificates(
    'soapstone_certificate_start_timestamp_seconds',
    'Since when that certificate is good: with its end, how long it lives',
    ({ start }) => start,
  );
  gauge(
    'soapstone_body_memory_bytes',
    'Bytes of bodies that are held outside of the heap',
    () => collector.sources.bodyMemory().used,
  );
  gauge(
    'soapstone_body_memory_limit_bytes',
    'Most bytes of bodies outside of the heap; 0: unlimited',
    () => collector.sources.bodyMemory().size,
  );
  gauge('soapstone_heap_limit_bytes', 'Largest heap that the process may have', heapLimit);
  gauge('soapstone_build_info', 'Always 1', () => 1, { version: build.version, node_version: process.version });
}

const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 } as const;

function addGuards(registry: AnyRegistry, collector: Collector): void {
  const { bridgeSources } = collector;
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
    () => [
      ...each((bridge, { refused }) => rejections(bridge, refused))(),
      ...[...bridgeSources].flatMap(([bridge, { limits }]) => rejections(bridge, limits())),
      ...rejections('', collector.sources.refused()),
    ],
  );
}

function addKept(registry: AnyRegistry, { bridgeSources }: Collector): void {
  register(registry, 'soapstone_cache_requests_total', 'Requests for responses that may be kept', 'counter', () =>
    [...bridgeSources].flatMap(([bridge, { responseCache }]) => {
      const { hits, misses, shared } = responseCache();
      return Object.entries({ hit: hits, miss: misses, shared }).map(([outcome, value]) => ({
        value,
        labels: { bridge, outcome },
      }));
    }),
  );
}

function addFetches(registry: AnyRegistry, { bridgeSources }: Collector): void {
  const help = 'Questions for the keys that tokens are checked with (keys), and for tokens of the gateway (token)';
  register(registry, 'soapstone_credential_fetches_total', help, 'counter', () =>
    [...bridgeSources].flatMap(([bridge, { fetches }]) =>
      fetches().map(({ count, ...labels }) => ({ value: count, labels: { bridge, ...labels } })),
    ),
  );
}

const DURABLE = { durable: 1, volatile: 0, unknown: -1 } as const;

function addStores(registry: AnyRegistry, { bridgeSources }: Collector): void {
  register(registry, 'soapstone_store_failures_total', 'Operations that the store did not carry out', 'counter', () =>
    [...bridgeSources].map(([bridge, { storeFailures }]) => ({ value: storeFailures(), labels: { bridge } })),
  );
  const help = '1 if the Redis keeps claims through a crash, 0 if it may lose them, -1 if it does not say';
  register(registry, 'soapstone_store_durability_state', help, 'gauge', () =>
    [...bridgeSources].flatMap(([bridge, { storeDurability }]) => {
      const durability = storeDurability();
      return durability === undefined ? [] : [{ value: DURABLE[durability.state], labels: { bridge } }];
    }),
  );
  const times = 'soapstone_store_operation_duration_seconds';
  register(registry, times, 'Time that the store took, by kind of operation', 'histogram', () =>
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
