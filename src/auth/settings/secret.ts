// Secrets by reference, as they are now. What they say gets into no message. Knows nothing about what they are for.
import { type Stats, statSync } from 'node:fs';
import { inspect } from 'node:util';
import { readTextBounded } from '../../file/read-file.ts';

/** Where a text is. */
interface SecretPlace {
  readonly env?: string;
  /** Absolute path. */
  readonly file?: string;
}

/** How often a file is looked at, ms. */
const LOOK_AGAIN = 1000;

/** A text that shows itself to nobody but who asks for it. */
export class Secret {
  readonly place: string;
  readonly #source: SecretPlace;
  readonly #now: () => number;
  #text: string | undefined = undefined;
  #version: string | undefined = undefined;
  #next = Number.NEGATIVE_INFINITY;

  /** `now`: ms, monotonic. */
  constructor(source: SecretPlace, now: () => number = () => performance.now()) {
    this.#source = source;
    this.#now = now;
    this.place = source.env === undefined ? `the file ${source.file}` : `the environment variable ${source.env}`;
  }

  /** A file that has changed is read again; one that cannot be read leaves what there was. undefined: there is nothing. */
  read(): string | undefined {
    const { env, file } = this.#source;
    if (env !== undefined) return process.env[env] || undefined;
    const now = this.#now();
    if (now >= this.#next) {
      this.#next = now + LOOK_AGAIN;
      this.#look(file as string);
    }
    return this.#text;
  }

  #look(file: string): void {
    try {
      const version = versionOf(statSync(file));
      if (version === this.#version) return;
      // A line end at the end is the editor's.
      this.#text = readTextBounded(file, { maxBytes: 1024 * 1024, pipes: true }).replace(/\r?\n$/, '') || undefined;
      this.#version = version;
    } catch {
      // Between two versions of a mounted secret there may be none for a moment.
    }
  }

  toString(): string {
    return '‹secret›';
  }

  toJSON(): string {
    return '‹secret›';
  }

  [inspect.custom](): string {
    return '‹secret›';
  }
}

function versionOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
}
