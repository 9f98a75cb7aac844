// Polls the files that a configuration was read from, and says when they have changed. Polling works where notices of the file system do not get
// through: mounted volumes, network file systems, swapped symbolic links.
import { access, constants, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRemote } from '../../contract/source/location.ts';
import { mappingFolder } from '../../mapping/load.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { Bridge } from '../bridges/bridge.ts';
import { secretFile } from '../bridges/secret.ts';
import type { BridgeSettings, Settings } from '../settings/settings.ts';

/** A file; or a folder, which stands for its files of these names. */
export interface WatchedPlace {
  readonly path: string;
  /** Absent: `path` is no folder that counts. */
  readonly names?: RegExp;
}

/** What a table is read from: itself, its module, its value tables, and its contract. */
export const TABLE_FILES = /\.(?:ya?ml|json|csv|[cm]?[jt]s|wsdl|xsd|zip|contract)$/i;

/** What an import may be looked for in. */
export const CONTRACT_FILES = /\.(?:wsdl|xsd)$/i;

interface WatchOptions {
  /** ms between two polls. */
  readonly interval: number;
  /** As they are now. */
  places(): readonly WatchedPlace[];
  /** Secret files: only whether they have content counts. */
  needed(): readonly string[];
  /** Called when files have changed and then stayed as they are for one interval: somebody may be writing several. */
  changed(): void;
}

export class Watch {
  private readonly options: WatchOptions;
  private timer: NodeJS.Timeout | undefined = undefined;
  private stopped = false;
  private baseline: string | undefined = undefined;
  private last = '';

  constructor(options: WatchOptions) {
    this.options = options;
  }

  /** The files as they are now are the baseline. */
  async start(): Promise<void> {
    await this.look();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    const now = await fingerprint(this.options.places(), this.options.needed());
    this.baseline ??= now;
    if (now !== this.baseline && now === this.last) {
      this.baseline = now;
      this.options.changed();
    }
    this.last = now;
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.look(), this.options.interval);
    this.timer.unref();
  }
}

/**
 * A text that is equal for equal files: name, size, time of the last change and inode, behind symbolic links (a mounted ConfigMap is swapped by one). A folder
 * stands for the files in it, not for those in its folders. A missing file has a fingerprint too. Of `needed` files only whether they have content counts.
 */
async function fingerprint(places: readonly WatchedPlace[], needed: readonly string[] = []): Promise<string> {
  const lines = await Promise.all([...places.map(look), ...needed.map(lookFor)]);
  return lines.flat().join('\n');
}

async function look({ path, names }: WatchedPlace): Promise<string[]> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return [`${path} -`];
  if (!stats.isDirectory()) return [line(path, stats)];
  if (names === undefined) return [`${path} /`];
  const read = (await readdir(path).catch(() => [])).filter((name) => names.test(name));
  return Promise.all(read.toSorted().map((name) => inFolder(join(path, name))));
}

async function lookFor(file: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined);
  const readable = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
  return `${file} ${readable && stats?.size ? '+' : '-'}`;
}

async function inFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return `${path} -`;
  return stats.isDirectory() ? `${path} /` : line(path, stats);
}

function line(path: string, { size, mtimeMs, ino }: { size: number; mtimeMs: number; ino: number }): string {
  return `${path} ${size} ${mtimeMs} ${ino}`;
}

type Loaded = Pick<Bridge, 'mapping'>;

/**
 * Files and folders that a configuration was read from. Other files beside them (logs, notes) do not count. `settings`: those to be used, which
 * perhaps cannot be yet; `running`: what is in use.
 */
export function placesOf(
  file: string | undefined,
  settings: Settings,
  running: readonly Loaded[],
): readonly WatchedPlace[] {
  const { bridges } = settings;
  const inSettings = bridges.flatMap(({ mapping, contract, auth }) => [
    { path: mappingFolder(mapping), names: TABLE_FILES },
    ...(contract === undefined ? [] : [{ path: contract, names: CONTRACT_FILES }]),
    ...filePlaces([auth?.file]),
  ]);
  const all = [
    ...filePlaces([file, ...pemFiles(settings)]),
    ...inSettings,
    ...running.flatMap(({ mapping }) => mappingPlaces(mapping)),
  ];
  return all.filter(({ path }) => path !== '' && !isRemote(path));
}

type ReadFromFiles = Pick<Mapping, 'files'> & { readonly contract: Pick<Mapping['contract'], 'files'> };

/** What a table was read from, with its contract. */
export function mappingPlaces({ files, contract }: ReadFromFiles): readonly WatchedPlace[] {
  return contractPlaces(files ?? contract.files);
}

/** The files of a contract, and new ones beside them, which an import may be looking for. */
export function contractPlaces(files: readonly string[]): readonly WatchedPlace[] {
  const local = files.filter((path) => !isRemote(path));
  const folders = [...new Set(local.map((path) => dirname(path)))];
  return [...filePlaces(local), ...folders.map((path) => ({ path, names: CONTRACT_FILES }))];
}

function filePlaces(files: readonly (string | undefined)[]): readonly WatchedPlace[] {
  return [...new Set(files)].flatMap((path) => (path === undefined ? [] : [{ path }]));
}

/** Certificates and keys: of the listener, and of connections to services and stores. */
export function pemFiles({ tlsCert, tlsKey, clientCa, bridges }: Settings): readonly string[] {
  const ofBridges = bridges.flatMap(({ upstreamCa, upstreamCert, upstreamKey, storeCa }) => [
    upstreamCa,
    upstreamCert,
    upstreamKey,
    storeCa,
  ]);
  return [tlsCert, tlsKey, clientCa, ...ofBridges].filter((file) => file !== undefined);
}

/** Files with secrets: they are read when they are used, so only whether they are there is watched. */
export function secretFilesOf(bridges: readonly BridgeSettings[]): readonly string[] {
  const all = bridges.flatMap(({ auth, storePassword, logCallerKey }) => [
    ...(auth?.secretFiles ?? []),
    storePassword === undefined ? undefined : secretFile(storePassword),
    logCallerKey === undefined ? undefined : secretFile(logCallerKey),
  ]);
  return [...new Set(all.filter((file) => file !== undefined))];
}
