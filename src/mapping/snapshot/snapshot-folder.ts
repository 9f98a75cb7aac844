// Where snapshots of checked tables are: a folder of this user, and a folder beside each table that came with it. Nothing in them is needed: what cannot be read or
// written, or could have been written by somebody else, is as if it were not there.

import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { readFileBounded } from '../../file/read-file.ts';

/** Where loads look for snapshots, and leave them. */
export interface Snapshots {
  /** Version and build: the snapshots of others do not count. */
  readonly program: string;
  /** Of a table that a snapshot is worth its file for. */
  readonly leastBytes: number;
  /** Files of this name for a mapping folder; the first one that counts is used. */
  read(mapping: string, name: string): Iterable<Uint8Array>;
  /** `make` is called when there is time. undefined: there is nothing to write. */
  offer(mapping: string, name: string, make: () => Uint8Array | undefined): void;
  /** Writes a file as soon as it is there. undefined: there is nothing to write. */
  keep(mapping: string, name: string, bytes: Promise<Uint8Array | undefined>): void;
}

/** Of what is shipped with a table, in its folder. */
export const SHIPPED_FOLDER = '.soapstone';
/** Smaller tables are checked as quickly as a snapshot is read. */
const LARGE_TABLE = 16 * 1024;
/** The newest ones stay: so many with one ending, and so many bytes of all. */
const MOST_FILES: Readonly<Record<string, number>> = { '.table': 32, '.document': 96 };
const MOST_BYTES = 256 * 1024 * 1024;
/** Bits of a file mode: group and others may write. */
const WRITABLE_BY_OTHERS = 0o022;

export class SnapshotFolder implements Snapshots {
  readonly program: string;
  readonly leastBytes: number;
  private readonly folder: string | undefined;
  private readonly offers = new Map<string, () => Uint8Array | undefined>();

  /** `folder`: undefined where there is none to write to. */
  constructor(folder: string | undefined, program: string, leastBytes = LARGE_TABLE) {
    this.folder = folder;
    this.leastBytes = leastBytes;
    this.program = program;
  }

  *read(mapping: string, name: string): Iterable<Uint8Array> {
    const beside = attempt(() => readFileBounded(join(mapping, SHIPPED_FOLDER, name), { maxBytes: MOST_BYTES }));
    if (beside) yield beside;
    const { folder } = this;
    const written = attempt(() =>
      folder !== undefined && isSafe(statSync(folder)) ? readSafe(join(folder, fileOf(mapping, name))) : undefined,
    );
    if (written) yield written;
  }

  offer(mapping: string, name: string, make: () => Uint8Array | undefined): void {
    this.offers.set(fileOf(mapping, name), make);
  }

  keep(mapping: string, name: string, bytes: Promise<Uint8Array | undefined>): void {
    const write = (ready: Uint8Array | undefined) => this.put([[fileOf(mapping, name), () => ready]]);
    bytes.then(write, () => {});
  }

  /** Writes what was offered. Takes some tenths of a second for a large table. */
  write(): void {
    const offers = [...this.offers];
    this.offers.clear();
    this.put(offers);
  }

  private put(files: readonly (readonly [file: string, make: () => Uint8Array | undefined])[]): void {
    const { folder } = this;
    if (files.length === 0 || folder === undefined || !isWritable(folder)) return;
    for (const [file, make] of files) attempt(() => replaceFile(folder, file, make(), OWNER_ONLY));
    attempt(() => prune(folder));
  }
}

/** Mode of a file that nobody else may read. */
const OWNER_ONLY = 0o600;

/** Of a file for a mapping folder. */
function fileOf(mapping: string, name: string): string {
  const digest = createHash('sha256').update(JSON.stringify([resolve(mapping), name]));
  return `${digest.digest('base64url')}${extname(name)}`;
}

function isWritable(folder: string): boolean {
  const isOurs = attempt(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const probe = temporaryIn(folder);
    writeFileSync(probe, '', { mode: OWNER_ONLY, flag: 'wx' });
    rmSync(probe);
    return isSafe(statSync(folder));
  });
  return isOurs === true;
}

/** Readers see the old file or the new one. */
export function replaceFile(folder: string, file: string, bytes: Uint8Array | undefined, mode: number): void {
  if (bytes === undefined) return;
  const temporary = temporaryIn(folder);
  try {
    writeFileSync(temporary, bytes, { mode, flag: 'wx' });
    renameSync(temporary, join(folder, file));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Temporary files begin with a dot. */
function prune(folder: string): void {
  const names = readdirSync(folder).filter((name) => extname(name) in MOST_FILES && !name.startsWith('.'));
  const files = names.map((name) => ({ name, ...timeAndSize(join(folder, name)) }));
  const left = { ...MOST_FILES };
  let bytes = MOST_BYTES;
  for (const { name, size } of files.sort((a, b) => b.time - a.time)) {
    bytes -= size;
    if (left[extname(name)]-- <= 0 || bytes < 0) rmSync(join(folder, name));
  }
}

function timeAndSize(file: string): { readonly time: number; readonly size: number } {
  const { mtimeMs, size } = statSync(file);
  return { time: mtimeMs, size };
}

function temporaryIn(folder: string): string {
  return join(folder, `.${process.pid}-${performance.now()}`);
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Only this user, or root, could have written it. Windows has no such bits. */
function isSafe({ uid, mode }: Stats): boolean {
  const user = process.getuid?.();
  return user === undefined || ((uid === user || uid === 0) && (mode & WRITABLE_BY_OTHERS) === 0);
}

function readSafe(path: string): Uint8Array | undefined {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(fd);
    return stats.isFile() && stats.size <= MOST_BYTES && isSafe(stats) ? readFileSync(fd) : undefined;
  } finally {
    closeSync(fd);
  }
}
