import type { Snapshots } from '../../../src/mapping/snapshot/snapshot-folder.ts';

/** Snapshots of tables of any size, in memory. */
export class MemorySnapshots implements Snapshots {
  readonly program: string;
  readonly leastBytes = 0;
  readonly files: Map<string, Uint8Array>;
  /** Tables that were checked. */
  checks = 0;

  constructor(program = 'program', files = new Map<string, Uint8Array>()) {
    this.program = program;
    this.files = files;
  }

  read(_mapping: string, name: string): Uint8Array[] {
    const bytes = this.files.get(name);
    return bytes ? [bytes] : [];
  }

  offer(_mapping: string, name: string, make: () => Uint8Array | undefined): void {
    this.checks++;
    const bytes = make();
    if (bytes) this.files.set(name, bytes);
  }
}
