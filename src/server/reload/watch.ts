// Polls the files that a configuration was read from, and says when they have changed. Polling works where notices of the file system do not get
// through: mounted volumes, network file systems, swapped symbolic links.
import { access, constants, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRemote } from '../../contract/source/location.ts';
import type { Bridge } from '../bridges/bridge.ts';
import { secretFile } from '../bridges/secret.ts';
import type { BridgeSettings } from '../settings/settings.ts';

interface WatchOptions {
  /** ms between two polls. */
  readonly interval: number;
  /** Files and folders, as they are now. */
  places(): readonly string[];
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
async function fingerprint(places: readonly string[], needed: readonly string[] = []): Promise<string> {
  const lines = await Promise.all([...places.map(look), ...needed.map(lookFor)]);
  return lines.flat().join('\n');
}

/** A log of this process may stand beside a contract: each failed reload would write to it, and so cause the next one. */
const NEVER_READ = /\.(?:log|out|err|pid)$/;

async function look(place: string): Promise<string[]> {
  const stats = await stat(place).catch(() => undefined);
  if (stats === undefined) return [`${place} -`];
  if (!stats.isDirectory()) return [line(place, stats)];
  const names = await readdir(place).catch(() => []);
  const read = names.filter((name) => !NEVER_READ.test(name));
  return Promise.all(read.toSorted().map((name) => inFolder(join(place, name))));
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

/** Files and folders that a configuration was read from; folders stand for the files in them. `bridges`: settings that are to be used, and perhaps cannot be yet; `running`: what is in use. */
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

/** Files with secrets: they are read when they are used, so only whether they are there is watched. */
export function secretFilesOf(bridges: readonly BridgeSettings[]): readonly string[] {
  const all = bridges.flatMap(({ auth, storePassword, logCallerKey }) => [
    ...(auth?.secretFiles ?? []),
    storePassword === undefined ? undefined : secretFile(storePassword),
    logCallerKey === undefined ? undefined : secretFile(logCallerKey),
  ]);
  return [...new Set(all.filter((file) => file !== undefined))];
}

function isLocal(place: string): boolean {
  return !isRemote(place);
}
