// A folder with snapshots of checked tables. Nothing in it is needed: what cannot be read or written, or belongs to somebody else, is as if it were not there.

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
import { join } from 'node:path';

/** Where loads look for snapshots, and leave them. */
export interface Snapshots {
  /** Version and build: the snapshots of others do not count. */
  readonly program: string;
  /** Of a table that a snapshot is worth its file for. */
  readonly leastBytes: number;
  read(name: string): Uint8Array | undefined;
  /** `make` is called when there is time. undefined: there is nothing to write. */
  offer(name: string, make: () => Uint8Array | undefined): void;
}

/** Smaller tables are checked as quickly as a snapshot is read. */
const LARGE_TABLE = 16 * 1024;
const ENDING = '.table';
/** The newest ones stay. */
const MOST_FILES = 32;
const MOST_BYTES = 256 * 1024 * 1024;
/** Bits of a file mode: group and others may write. */
const WRITABLE_BY_OTHERS = 0o022;

export class SnapshotFolder implements Snapshots {
  readonly program: string;
  readonly leastBytes: number;
  private readonly folder: string;
  private readonly offers = new Map<string, () => Uint8Array | undefined>();

  constructor(folder: string, program: string, leastBytes = LARGE_TABLE) {
    this.folder = folder;
    this.leastBytes = leastBytes;
    this.program = program;
  }

  read(name: string): Uint8Array | undefined {
    return attempt(() => (isSafe(statSync(this.folder)) ? readSafe(this.pathOf(name)) : undefined));
  }

  offer(name: string, make: () => Uint8Array | undefined): void {
    this.offers.set(name, make);
  }

  /** Writes what was offered. Takes some tenths of a second for a large table. */
  write(): void {
    const offers = [...this.offers];
    this.offers.clear();
    if (offers.length === 0 || !this.isWritable()) return;
    for (const [name, make] of offers) attempt(() => this.replace(name, make()));
    attempt(() => this.prune());
  }

  private isWritable(): boolean {
    const isWritable = attempt(() => {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      const probe = this.temporary();
      writeFileSync(probe, '', { mode: 0o600, flag: 'wx' });
      rmSync(probe);
      return isSafe(statSync(this.folder));
    });
    return isWritable === true;
  }

  /** Readers see the old file or the new one. */
  private replace(name: string, bytes: Uint8Array | undefined): void {
    if (bytes === undefined) return;
    const temporary = this.temporary();
    try {
      writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
      renameSync(temporary, this.pathOf(name));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  private prune(): void {
    const files = readdirSync(this.folder).filter((file) => file.endsWith(ENDING));
    const times = files.map((file) => ({ file, time: statSync(join(this.folder, file)).mtimeMs }));
    for (const { file } of times.sort((a, b) => b.time - a.time).slice(MOST_FILES)) rmSync(join(this.folder, file));
  }

  private pathOf(name: string): string {
    return join(this.folder, `${name}${ENDING}`);
  }

  private temporary(): string {
    return join(this.folder, `.${process.pid}-${performance.now()}`);
  }
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
