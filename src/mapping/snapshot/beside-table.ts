// The folder beside a table with what was made of it in advance, so that it can be shipped with the table: as trustworthy as the table and its module, which run with it.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, SHIPPED_FOLDER, type Snapshots } from './snapshot-folder.ts';

/** Whoever may read the table may read it. */
const READABLE = 0o644;

/** Collects what a load offers: nothing of before is read. */
export class BesideTable implements Snapshots {
  readonly program: string;
  readonly leastBytes = 0;
  private readonly files = new Map<string, Uint8Array>();
  private readonly pending: Promise<void>[] = [];

  constructor(program: string) {
    this.program = program;
  }

  read(): Uint8Array[] {
    return [];
  }

  offer(_mapping: string, name: string, make: () => Uint8Array | undefined): void {
    const bytes = make();
    if (bytes) this.files.set(name, bytes);
  }

  keep(_mapping: string, name: string, bytes: Promise<Uint8Array | undefined>): void {
    this.pending.push(bytes.then((ready) => void (ready && this.files.set(name, ready))));
  }

  /** Replaces what was there. Returns how many bytes there are now. */
  async write(mapping: string): Promise<number> {
    await Promise.all(this.pending);
    const folder = join(mapping, SHIPPED_FOLDER);
    if (this.files.size === 0) rmSync(folder, { recursive: true, force: true });
    else this.fill(folder);
    return [...this.files.values()].reduce((sum, { length }) => sum + length, 0);
  }

  private fill(folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const [name, bytes] of this.files) replaceFile(folder, name, bytes, READABLE);
    for (const name of readdirSync(folder)) if (!this.files.has(name)) rmSync(join(folder, name), { recursive: true });
  }
}
