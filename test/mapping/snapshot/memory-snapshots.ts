import type { Snapshots } from '../../../src/mapping/snapshot/snapshot-folder.ts';

/** Snapshots of tables of any size, in memory. */
export class MemorySnapshots implements Snapshots {
  readonly program: string;
  readonly leastBytes = 0;
  readonly files: Map<string, Uint8Array>;
  /** Tables that were checked. */
  checks = 0;
  /** Until all documents are there. */
  writing: Promise<unknown> = Promise.resolve();

  constructor(program = 'program', files = new Map<string, Uint8Array>()) {
    this.program = program;
    this.files = files;
  }

  read(_mapping: string, name: string): Uint8Array[] {
    const bytes = this.files.get(name);
    return bytes ? [bytes] : [];
  }

  keep(_mapping: string, name: string, bytes: Promise<Uint8Array | undefined>): void {
    const write = bytes.then((ready) => void (ready && this.files.set(name, ready)));
    this.writing = Promise.all([this.writing, write]);
  }

  offer(_mapping: string, name: string, make: () => Uint8Array | undefined): void {
    this.checks++;
    const bytes = make();
    if (bytes) this.files.set(name, bytes);
  }
}
