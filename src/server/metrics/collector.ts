// All series of the process as plain numbers, and what is read only when somebody looks. Knows nothing about prom-client.

import type { FetchCount } from '../../auth/fetch/fetches.ts';
import type { RequestRecord } from '../../binding/channels.ts';
import type { GuardStats } from '../../exchange/filters/resilience/resilience.ts';
import type { KeptStats } from '../../exchange/filters/response-cache.ts';
import type { Direction } from '../../rule/rule.ts';
import type { Durability } from '../../store/store.ts';
import type { TransportStats } from '../../transport/http.ts';
import type { ShownCertificate } from './certificates.ts';
import type { StoreTimes } from './distribution.ts';
import type { JobStep } from './job-steps.ts';
import { BridgeSeries } from './series.ts';

export interface ReloadStats {
  /** The last load went well. */
  readonly good: boolean;
  /** Wall-clock time in ms of the last load that went well, the start included. */
  readonly lastGood: number;
  readonly succeeded: number;
  readonly failed: number;
  /** What is configured and waits for a restart, in words. */
  readonly notes: readonly string[];
}

export interface Sources {
  inFlight(): number;
  connections(): number;
  /** Requests and connections that were refused before any bridge saw them. */
  refused(): { readonly load: number; readonly heap: number; readonly connections: number };
  /** Connections that were cut, by reason. */
  cutConnections(): Readonly<Record<string, number>>;
  /** Lines of the log that were never written. */
  droppedLines(): number;
  /** Bytes of bodies outside of the heap, and the most that there may be. */
  bodyMemory(): { readonly used: number; readonly size: number };
  ready(): boolean;
  reloads(): ReloadStats;
  certificates(): readonly ShownCertificate[];
}

/** What is read of one bridge when somebody looks. */
interface BridgeSources {
  readonly direction: Direction;
  readonly jobs: readonly JobStep[];
  readonly storeTimes: StoreTimes;
  pool(): TransportStats;
  guard(): GuardStats;
  /** Requests that were refused, by limit. */
  limits(): Readonly<Record<string, number>>;
  responseCache(): KeptStats;
  /** Operations that the store did not carry out. */
  storeFailures(): number;
  /** undefined: a store in memory, or one that has not said yet. */
  storeDurability(): Durability | undefined;
  /** What came of asking for keys and tokens. */
  fetches(): readonly FetchCount[];
}

export class Collector {
  /** Bridge '' stands for requests that no bridge took. */
  readonly bridges = new Map<string, BridgeSeries>([['', new BridgeSeries([])]]);
  readonly bridgeSources = new Map<string, BridgeSources>();
  sources: Sources = {
    inFlight: () => 0,
    connections: () => 0,
    refused: () => ({ load: 0, heap: 0, connections: 0 }),
    cutConnections: () => ({}),
    droppedLines: () => 0,
    bodyMemory: () => ({ used: 0, size: 0 }),
    ready: () => false,
    reloads: () => ({ good: true, lastGood: 0, succeeded: 0, failed: 0, notes: [] }),
    certificates: () => [],
  };

  /** One of the same name goes on counting. */
  addBridge(name: string, rules: readonly string[], sources: BridgeSources): void {
    const series = this.bridges.get(name);
    if (series) series.keep(rules);
    else this.bridges.set(name, new BridgeSeries(rules));
    this.bridgeSources.set(name, sources);
  }

  /** Bridges that are not among these are gone. */
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
