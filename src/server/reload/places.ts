// Which files and folders a configuration was read from.
import { dirname } from 'node:path';
import { isRemote } from '../../contract/source/location.ts';
import type { Bridge } from '../bridges/bridge.ts';
import { secretFile } from '../bridges/secret.ts';
import type { BridgeSettings } from '../settings/settings.ts';

type Loaded = Pick<Bridge, 'mapping'>;

/** Folders stand for the files in them. `bridges`: settings that are to be used, and perhaps cannot be yet; `running`: what is in use. */
export function placesOf(
  file: string | undefined,
  bridges: readonly BridgeSettings[],
  running: readonly Loaded[],
): readonly string[] {
  const settingPaths = bridges.flatMap(({ mapping, contract, auth, upstreamCa, upstreamCert, upstreamKey, storeCa }) =>
    [mapping, contract, auth?.file, upstreamCa, upstreamCert, upstreamKey, storeCa].filter(
      (place) => place !== undefined,
    ),
  );
  const contracts = running.flatMap(({ mapping }) => mapping.contract.files);
  const all = [...(file === undefined ? [] : [file]), ...settingPaths, ...contracts.filter(isLocal).map(dirname)];
  return [...new Set(all.filter(isLocal))];
}

/** Files with secrets: they are read when they are used, but whether they are there is looked at. */
export function secretFilesOf(bridges: readonly BridgeSettings[]): readonly string[] {
  const all = bridges.flatMap(({ auth, storePassword }) => [
    ...(auth?.secretFiles ?? []),
    storePassword === undefined ? undefined : secretFile(storePassword),
  ]);
  return [...new Set(all.filter((file) => file !== undefined))];
}

function isLocal(place: string): boolean {
  return !isRemote(place);
}
