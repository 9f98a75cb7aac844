// What one worker takes of limits that hold for the process.

import { bodyMemory } from '../http/middleware-memory.ts';
import type { BridgeSettings, Settings } from '../settings/settings.ts';

/** Settings of one of `workers`; `worker`: its number, from 1. Its admin port is that of the process, and the first one watches files for all. */
export function shareOf(settings: Settings, worker: number, workers: number): Settings {
  const share = (total: number) => Math.floor(total / workers) + (worker <= total % workers ? 1 : 0);
  const ofBridge = (bridge: BridgeSettings): BridgeSettings => ({
    ...bridge,
    connections: share(bridge.connections),
    queue: share(bridge.queue),
  });
  return {
    ...settings,
    adminPort: -1,
    watch: worker === 1 ? settings.watch : 0,
    maxConnections: Math.ceil(settings.maxConnections / workers),
    maxBodies: Math.ceil((settings.maxBodies ?? bodyMemory()) / workers),
    debugWireCount: Math.ceil(settings.debugWireCount / workers),
    debugWireMemory: Math.ceil(settings.debugWireMemory / workers),
    bridges: settings.bridges.map(ofBridge),
  };
}
