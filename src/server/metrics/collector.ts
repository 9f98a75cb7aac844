// All series of the process as plain numbers, and what is read only when somebody looks. Knows nothing about prom-client.
import type { RequestRecord } from '../../binding/channels.ts';
import type { GuardStats } from '../../exchange/guard/guard.ts';
import type { Direction } from '../../mapping/rule.ts';
import type { TransportStats } from '../../transport/http.ts';
import { BridgeSeries } from './bridge-series.ts';
import type { JobStep } from './job-steps.ts';
import type { StoreTimes } from './store-times.ts';

export interface Sources {
  inFlight(): number;
  connections(): number;
  ready(): boolean;
}

/** What is read of one bridge when somebody looks. */
export interface BridgeSources {
  readonly direction: Direction;
  readonly jobs: readonly JobStep[];
  readonly storeTimes: StoreTimes;
  pool(): TransportStats;
  guard(): GuardStats;
  /** Operations that the store did not carry out. */
  storeFailures(): number;
}

export class Collector {
  /** Bridge '' stands for requests that no bridge took. */
  readonly bridges = new Map<string, BridgeSeries>([['', new BridgeSeries([])]]);
  readonly bridgeSources = new Map<string, BridgeSources>();
  sources: Sources = { inFlight: () => 0, connections: () => 0, ready: () => false };

  addBridge(name: string, rules: readonly string[], sources: BridgeSources): void {
    this.bridges.set(name, new BridgeSeries(rules));
    this.bridgeSources.set(name, sources);
  }

  /** Records of bridges that are not ours (another gateway in the same process) are left out. */
  add(record: RequestRecord): void {
    this.bridges.get(record.bridge)?.add(record);
  }
}
