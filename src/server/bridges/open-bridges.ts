// Loads the mappings of all bridges and opens the bridges, or reports the problems of all of them.

import { loadUsableContract } from '../../codec/load-contract.ts';
import { serviceName } from '../../contract/model/service-name.ts';
import { isRemote } from '../../contract/source/location.ts';
import { distinct, Problems, SoapstoneError } from '../../errors/errors.ts';
import { type LoadOptions, loadMapping, remoteContract } from '../../mapping/load.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { Snapshots } from '../../mapping/snapshot/snapshot-folder.ts';
import { pairsOf } from '../settings/kinds.ts';
import { placed } from '../settings/places.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import { type Bridge, type BridgeMeans, createBridge } from './bridge.ts';
import { closeResources } from './bridge-resources.ts';
import { conflicts } from './conflicts.ts';
import { reachableUrl } from './service-url.ts';

/** How the table of a bridge is loaded. */
export function loadOptionsOf({ contract, allowRemote, set }: BridgeSettings): LoadOptions {
  return { contract, allowRemote, settings: pairsOf(set) };
}

/** @throws Problems of its table and contract. */
function load(settings: BridgeSettings, snapshots: Snapshots | undefined): Promise<Mapping> {
  const { mapping, contract, allowRemote } = settings;
  if (mapping === '' && contract !== undefined) return tableFor(contract, allowRemote);
  return loadMapping(mapping, { ...loadOptionsOf(settings), snapshots });
}

/** A bridge without a table has the first table of its contract, and the address in there. */
async function tableFor(location: string, allowRemote: readonly string[]): Promise<Mapping> {
  const { firstTable } = await import('../../init/first-table.ts');
  const contract = await loadUsableContract(location, { allowRemote: [...allowRemote, ...hostOf(location)] });
  return (await firstTable(contract, { contract: location })).mapping;
}

/** The user has named it. */
function hostOf(location: string): string[] {
  return isRemote(location) ? [URL.parse(location)?.host ?? ''] : [];
}

/** With the address of the contract where the settings have no upstream. */
async function withUpstream(settings: BridgeSettings, { contract }: Mapping): Promise<BridgeSettings> {
  if (settings.upstream !== '') return settings;
  const location = settings.contract ?? remoteContract(settings.mapping) ?? '';
  return { ...settings, upstream: await reachableUrl(location, contract) };
}

/** Bridges of one mapping share what was loaded. */
function loadOnce(snapshots: Snapshots | undefined): (settings: BridgeSettings) => Promise<Mapping> {
  const loaded = new Map<string, Promise<Mapping>>();
  return (settings) => {
    const key = JSON.stringify([settings.mapping, settings.contract, settings.allowRemote, settings.set]);
    const mapping = loaded.get(key) ?? load(settings, snapshots);
    loaded.set(key, mapping);
    return mapping;
  };
}

/** `running`: bridges that run already; what those of the same names have open is used again. @throws Problems of all bridges at once. */
export async function openBridges(
  settings: readonly BridgeSettings[],
  running: readonly Bridge[] = [],
  means: BridgeMeans = {},
): Promise<Bridge[]> {
  const bridges: Bridge[] = [];
  const problems: SoapstoneError[] = [];
  const loading = loadOnce(means.snapshots);
  for (const bridgeSettings of settings) {
    try {
      const mapping = await loading(bridgeSettings);
      const name = bridgeSettings.name || serviceName(mapping.contract);
      const same = running.find((bridge) => bridge.settings.name === name);
      const complete = await withUpstream({ ...bridgeSettings, name }, mapping);
      bridges.push(createBridge(complete, mapping, same?.resources, means));
    } catch (error) {
      if (error instanceof Problems) problems.push(...error.problems);
      else if (!(error instanceof SoapstoneError)) throw error;
      else {
        const { name, places } = bridgeSettings;
        problems.push(placed(error, places, settings.length > 1 ? `bridge "${name}": ` : ''));
      }
    }
  }
  problems.push(...conflicts(bridges));
  if (problems.length === 0) return bridges;
  await closeBridges(bridges, running);
  throw new Problems(distinct(problems));
}

/** Closes `bridges`, except for what `remaining` have in common with them. */
export async function closeBridges(bridges: readonly Bridge[], remaining: readonly Bridge[] = []): Promise<void> {
  const remainingResources = remaining.map(({ resources }) => resources);
  await Promise.all(bridges.map(({ resources }) => closeResources(resources, remainingResources)));
}
