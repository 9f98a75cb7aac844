// A digest of the files that a configuration was read from: equal where two gateways serve the same. Secrets are in files and variables of their own, and do
// not count.
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRemote } from '../../contract/source/location.ts';
import { readFileBounded } from '../../file/read-file.ts';
import { mappingFolder } from '../../mapping/load.ts';
import type { Bridge } from '../bridges/bridge.ts';

/** Hexadecimal digits: enough to tell configurations apart, short enough for a label. */
const DIGITS = 16;

/** What a table is read from: the folder also holds notes and logs. */
const READ = /\.(?:ya?ml|json|csv|[cm]?[jt]s)$/;

/** Paths do not count: replicas may have the same files elsewhere. */
export async function configDigest(file: string | undefined, bridges: readonly Bridge[]): Promise<string> {
  return digestOf(sourcesOf(file, bridges));
}

async function digestOf(places: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const place of places) await addPlace(hash, place);
  return hash.digest('hex').slice(0, DIGITS);
}

export interface ConfigDigests {
  readonly configuration: string;
  /** Of the files of single bridges, by name. */
  readonly bridges: ReadonlyMap<string, string>;
  /** Of files that each replica may have of its own: certificates and keys. */
  readonly pem: string;
}

/** `pem`: files with certificates and keys. */
export async function configDigests(
  file: string | undefined,
  bridges: readonly Bridge[],
  pem: readonly string[],
): Promise<ConfigDigests> {
  const ofBridges = new Map<string, string>();
  for (const bridge of bridges) ofBridges.set(bridge.settings.name, await configDigest(undefined, [bridge]));
  return { configuration: await configDigest(file, bridges), bridges: ofBridges, pem: await digestOf(pem) };
}

type Hash = ReturnType<typeof createHash>;

function sourcesOf(file: string | undefined, bridges: readonly Bridge[]): readonly string[] {
  const ofBridges = bridges.flatMap(({ settings: { mapping, auth }, mapping: { files, contract } }) => [
    ...(mapping === '' ? [] : [mappingFolder(mapping)]),
    ...(auth?.file === undefined ? [] : [auth.file]),
    ...(files ?? contract.files),
  ]);
  return [...new Set([...(file === undefined ? [] : [file]), ...ofBridges])].filter((place) => !isRemote(place));
}

async function addPlace(hash: Hash, place: string): Promise<void> {
  const stats = await stat(place).catch(() => undefined);
  if (!stats?.isDirectory()) return addFile(hash, place);
  const names = await readdir(place).catch(() => []);
  for (const name of names.filter((one) => READ.test(one)).toSorted()) addFile(hash, join(place, name));
}

/** With its length: the border between two files counts. */
function addFile(hash: Hash, file: string): void {
  const bytes = contentOf(file);
  hash.update(`${bytes?.length ?? -1}\n`).update(bytes ?? '');
}

/** undefined: it is gone, too large or a pipe, which could be read only once. */
function contentOf(file: string): Uint8Array | undefined {
  try {
    return readFileBounded(file);
  } catch {
    return undefined;
  }
}
