// What the collector reads at a scrape: of the listener, the log, reloads, and each bridge. Knows nothing about names of metrics.

import type { Mapping } from '../mapping/model/mapping.ts';
import type { Rule } from '../rule/rule.ts';
import type { Lifecycle } from './admin/admin.ts';
import type { Bridge } from './bridges/bridge.ts';
import type { HttpServer } from './http/http-server.ts';
import type { LineWriter } from './log/open-log.ts';
import type { ShownCertificate } from './metrics/certificates.ts';
import type { Collector } from './metrics/collector.ts';
import { jobSteps } from './metrics/job-steps.ts';
import type { RuleLabels } from './metrics/series.ts';
import type { Reloads } from './reload/reload.ts';
import type { Tracing } from './traces/tracing.ts';

interface ProcessSources {
  readonly data: HttpServer;
  readonly log: LineWriter;
  readonly lifecycle: Lifecycle;
  readonly reloads: Reloads;
  /** Absent where traces are off. */
  readonly tracing: Pick<Tracing, 'exports'> | undefined;
  /** PEM of the listener's certificate; undefined without TLS. */
  listenerCertificate(): string | undefined;
}

/** Called for each configuration: series of bridges that are not among `bridges` end. */
export function collectMetrics(collector: Collector, bridges: readonly Bridge[], sources: ProcessSources): void {
  const { data, log, lifecycle, reloads } = sources;
  for (const bridge of bridges) collectBridge(collector, bridge);
  collector.keepBridges(bridges.map(({ settings }) => settings.name));
  collector.sources = {
    inFlight: () => data.inFlight,
    connections: () => data.connections,
    http2: () => ({ connections: data.http2Connections, streams: data.streams }),
    refused: () => ({
      load: data.refused,
      heap: data.refusedByHeap,
      bodies: data.refusedBodies,
      connections: data.dropped,
    }),
    cutConnections: () => data.cut,
    droppedLines: () => log.droppedLines,
    bodyMemory: () => data.bodyMemory,
    ready: () => lifecycle.ready,
    reloads: () => reloads.stats(),
    traceExports: () => sources.tracing?.exports,
    certificates: () => certificatesInUse(sources.listenerCertificate(), bridges),
  };
}

/** `listener`: PEM; undefined without TLS. */
export function certificatesInUse(
  listener: string | undefined,
  bridges: readonly Pick<Bridge, 'certificates'>[],
): readonly ShownCertificate[] {
  const listenerCertificates = listener ? [{ bridge: '', use: 'listener' as const, pem: listener }] : [];
  return [...listenerCertificates, ...bridges.flatMap((bridge) => bridge.certificates())];
}

const DIRECTIONS = { rest: 'rest-to-soap', soap: 'soap-to-rest', mcp: 'mcp-to-soap' } as const;

function collectBridge(collector: Collector, bridge: Bridge): void {
  const { settings, rules, stats: pool, guardStats: guard, storeFailures, storeTimes, storeWatch, resources } = bridge;
  const { limitStats: limits, cacheStats: responseCache, fetchCounts: fetches, authFailures } = bridge;
  const direction = DIRECTIONS[settings.present];
  const { requestCounters: counters, histograms } = settings;
  const sources = {
    direction,
    jobs: jobSteps(rules),
    pool,
    guard,
    limits,
    responseCache,
    storeFailures,
    storeTimes,
    storeDurability: () => storeWatch.durability,
    fetches,
    authFailures,
    drift: () => resources.drift.all(),
  };
  collector.addBridge(
    settings.name,
    rules.map((rule) => ruleLabels(rule, bridge.mapping)),
    sources,
    { counters, histograms },
  );
}

/** Segments that many APIs begin with and that name no resource. */
const NO_RESOURCE = /^(?:v\d+(?:[._]\d+)*|api|rest|services?)$/i;

/** What the labels of its requests say: the resource is the first literal segment below the base. */
export function ruleLabels({ id, operation, request }: Rule, { base }: Mapping): RuleLabels {
  const { template } = request.rest;
  const segments = (template.startsWith(`${base}/`) ? template.slice(base.length) : template).split('/');
  const resource = segments.find((segment) => segment !== '' && !segment.includes('{') && !NO_RESOURCE.test(segment));
  return { id, operation: operation.name, resource: resource ?? '' };
}
