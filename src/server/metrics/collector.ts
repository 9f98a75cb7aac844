// All series of the process as plain numbers, and what is read only when somebody looks. Knows nothing about prom-client.
import type { RequestRecord } from '../../binding/channels.ts';
import type { GuardStats } from '../../exchange/guard/guard.ts';
import type { TransportStats } from '../../transport/http.ts';
import { BridgeSeries } from './bridge-series.ts';

export interface Sources {
  inFlight(): number;
  connections(): number;
  ready(): boolean;
}

export class Collector {
  /** Bridge '' stands for requests that no bridge took. */
  readonly bridges = new Map<string, BridgeSeries>([['', new BridgeSeries([])]]);
  readonly pools = new Map<string, () => TransportStats>();
  readonly guards = new Map<string, () => GuardStats>();
  sources: Sources = { inFlight: () => 0, connections: () => 0, ready: () => false };

  addBridge(name: string, rules: readonly string[], pool: () => TransportStats, guard: () => GuardStats): void {
    this.bridges.set(name, new BridgeSeries(rules));
    this.pools.set(name, pool);
    this.guards.set(name, guard);
  }

  /** Records of bridges that are not ours (another gateway in the same process) are left out. */
  add(record: RequestRecord): void {
    this.bridges.get(record.bridge)?.add(record);
  }
}
