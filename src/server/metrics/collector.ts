// All series of the process as plain numbers, and sources that are read at a scrape. Knows nothing about prom-client.

import type { FetchCount } from '../../auth/fetch/fetches.ts';
import type { RequestRecord } from '../../binding/channels.ts';
import type { DriftCount } from '../../binding/soap/back/contract-drift.ts';
import type { GuardStats } from '../../exchange/filters/resilience/resilience.ts';
import type { KeptStats } from '../../exchange/filters/response-cache.ts';
import type { Direction } from '../../rule/rule.ts';
import type { Durability } from '../../store/store.ts';
import type { TransportStats } from '../../transport/http.ts';
import type { ShownCertificate } from './certificates.ts';
import type { StoreTimes } from './distribution.ts';
import type { JobStep } from './job-steps.ts';
import { BridgeSeries, type Detail, type RuleLabels, USUAL_DETAIL } from './series.ts';

export interface ReloadStats {
  /** The last load succeeded. */
  readonly good: boolean;
  /** Wall-clock time in ms of the last successful load, the start included. */
  readonly lastGood: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Changed settings that need a restart, in words. */
  readonly notes: readonly string[];
  /** Of the files of the configuration in use, hexadecimal; undefined: not known yet. */
  readonly digest: string | undefined;
}

export interface Sources {
  inFlight(): number;
  connections(): number;
  /** Connections of HTTP/2, and their unfinished requests. */
  http2(): { readonly connections: number; readonly streams: number };
  /** Requests and connections that were refused before any bridge. */
  refused(): { readonly load: number; readonly heap: number; readonly connections: number };
  /** Cut connections, by reason. */
  cutConnections(): Readonly<Record<string, number>>;
  /** Log lines that were never written. */
  droppedLines(): number;
  /** Bytes of bodies outside of the heap, and their limit. */
  bodyMemory(): { readonly used: number; readonly size: number };
  ready(): boolean;
  reloads(): ReloadStats;
  certificates(): readonly ShownCertificate[];
  /** Spans by what came of sending them; undefined where traces are off. */
  traceExports(): Readonly<Record<string, number>> | undefined;
}

/** Sources of one bridge that are read at a scrape. */
interface BridgeSources {
  readonly direction: Direction | 'mcp-to-soap';
  readonly jobs: readonly JobStep[];
  readonly storeTimes: StoreTimes;
  pool(): TransportStats;
  guard(): GuardStats;
  /** Refused requests, by limit. */
  limits(): Readonly<Record<string, number>>;
  responseCache(): KeptStats;
  /** Failed operations of the store. */
  storeFailures(): number;
  /** undefined: a store in memory, or not known yet. */
  storeDurability(): Durability | undefined;
  /** Outcomes of requests for keys and tokens. */
  fetches(): readonly FetchCount[];
  /** Wrong credentials, by kind. */
  authFailures(): readonly (readonly [kind: string, count: number])[];
  /** Accepted differences of responses from the contract. */
  drift(): readonly DriftCount[];
}

export class Collector {
  /** Bridge '' stands for requests that no bridge took. */
  readonly bridges = new Map<string, BridgeSeries>([['', new BridgeSeries([])]]);
  readonly bridgeSources = new Map<string, BridgeSources>();
  sources: Sources = {
    inFlight: () => 0,
    connections: () => 0,
    http2: () => ({ connections: 0, streams: 0 }),
    refused: () => ({ load: 0, heap: 0, connections: 0 }),
    cutConnections: () => ({}),
    droppedLines: () => 0,
    bodyMemory: () => ({ used: 0, size: 0 }),
    ready: () => false,
    reloads: () => ({ good: true, lastGood: 0, succeeded: 0, failed: 0, notes: [], digest: undefined }),
    certificates: () => [],
    traceExports: () => undefined,
  };

  /** SOAP operation of the rule of a request. */
  operationOf({ bridge, rule }: RequestRecord): string | undefined {
    return rule === undefined ? undefined : this.bridges.get(bridge)?.operationOf(rule);
  }

  /** Series of a bridge of the same name and detail go on counting. */
  addBridge(name: string, rules: readonly RuleLabels[], sources: BridgeSources, detail: Detail = USUAL_DETAIL): void {
    const series = this.bridges.get(name);
    const { counters, histograms } = detail;
    const isSame = series?.detail.counters === counters && series.detail.histograms === histograms;
    if (series && isSame) series.keep(rules, sources.jobs);
    else this.bridges.set(name, new BridgeSeries(rules, detail, sources.jobs));
    this.bridgeSources.set(name, sources);
  }

  /** Removes the series of all other bridges. */
  keepBridges(names: readonly string[]): void {
    for (const name of this.bridgeSources.keys()) {
      if (names.includes(name)) continue;
      this.bridges.delete(name);
      this.bridgeSources.delete(name);
    }
  }

  /** Records of bridges that are not ours (another gateway in the same process) are left out. */
  add(record: RequestRecord): void {
    this.bridges.get(record.bridge)?.add(record);
  }
}
