import { Problems, SoapstoneError } from '../errors.ts';
import { loadMapping } from '../mapping/load.ts';
import { type Bridge, createBridge } from './bridge.ts';
import { conflicts } from './conflicts.ts';
import { pairsOf } from './settings/kinds.ts';
import type { BridgeSettings } from './settings/settings.ts';

/** Loads the mapping of one bridge. @throws Problems of its table and contract. */
export async function openBridge(settings: BridgeSettings): Promise<Bridge> {
  const { mapping, contract, allowRemote, set } = settings;
  return createBridge(settings, await loadMapping(mapping, { contract, allowRemote, settings: pairsOf(set) }));
}

/** @throws Problems of all bridges at once. */
export async function openBridges(settings: readonly BridgeSettings[]): Promise<Bridge[]> {
  const bridges: Bridge[] = [];
  const problems: SoapstoneError[] = [];
  for (const one of settings) {
    try {
      bridges.push(await openBridge(one));
    } catch (error) {
      if (error instanceof Problems) problems.push(...error.problems);
      else if (error instanceof SoapstoneError) problems.push(error);
      else throw error;
    }
  }
  problems.push(...conflicts(bridges));
  if (problems.length === 0) return bridges;
  await Promise.all(bridges.map((bridge) => bridge.close()));
  throw new Problems(problems);
}
