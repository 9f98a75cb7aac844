import type { Located } from './document.ts';

/** What a contract cannot carry, or carries in another form. */
export interface Note {
  readonly file: string;
  /** JSON pointer. */
  readonly pointer: string;
  readonly message: string;
}

/** In the order of their discovery; the same sentence at the same place once. */
export class Notes {
  private readonly notes = new Map<string, Note>();

  add({ file, pointer }: Located, message: string): void {
    const key = `${file}#${pointer} ${message}`;
    if (!this.notes.has(key)) this.notes.set(key, { file, pointer, message });
  }

  all(): Note[] {
    return [...this.notes.values()];
  }
}
