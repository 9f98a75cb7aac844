// What the collector reads at a scrape: of the listener, the log, reloads, and each bridge. Knows nothing about names of metrics.
import type { Lifecycle } from './admin/admin.ts';
import type { Bridge } from './bridges/bridge.ts';
import type { HttpServer } from './http/http-server.ts';
import type { LineWriter } from './log/open-log.ts';
import type { ShownCertificate } from './metrics/certificates.ts';
import type { Collector } from './metrics/collector.ts';
import { jobSteps } from './metrics/job-steps.ts';
import type { Reloads } from './reload/reload.ts';

interface ProcessSources {
  readonly data: HttpServer;
  readonly log: LineWriter;
  readonly lifecycle: Lifecycle;
  readonly reloads: Reloads;
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
    certificates: () => certificates(sources.listenerCertificate(), bridges),
  };
}

function certificates(listener: string | undefined, bridges: readonly Bridge[]): ShownCertificate[] {
  const listenerCertificates = listener ? [{ bridge: '', use: 'listener' as const, pem: listener }] : [];
  return [...listenerCertificates, ...bridges.flatMap((bridge) => bridge.certificates())];
}

const DIRECTIONS = { rest: 'rest-to-soap', soap: 'soap-to-rest', mcp: 'mcp-to-soap' } as const;

function collectBridge(collector: Collector, bridge: Bridge): void {
  const { settings, rules, stats: pool, guardStats: guard, storeFailures, storeTimes, storeWatch, resources } = bridge;
  const { limitStats: limits, cacheStats: responseCache, fetchCounts: fetches } = bridge;
  const direction = DIRECTIONS[settings.present];
  const ids = rules.map((rule) => rule.id);
  collector.addBridge(settings.name, ids, {
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
    drift: () => resources.drift.all(),
  });
}
