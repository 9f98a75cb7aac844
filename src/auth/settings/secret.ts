// Reads secrets by reference. No message quotes them. Knows nothing about their use.
import { type Stats, statSync } from 'node:fs';
import { inspect } from 'node:util';
import { readTextBounded } from '../../file/read-file.ts';

/** The place of a secret. */
interface SecretPlace {
  readonly env?: string;
  /** Absolute path. */
  readonly file?: string;
}

/** ms between two checks of a file. */
const LOOK_AGAIN = 1000;

/** A secret text. It does not appear when the object is printed or serialized. */
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

  /** Reads a changed file again; an unreadable one keeps the previous text. undefined: there is no text. */
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
      // Without the line end of editors.
      this.#text = readTextBounded(file, { maxBytes: 1024 * 1024, pipes: true }).replace(/\r?\n$/, '') || undefined;
      this.#version = version;
    } catch {
      // A mounted secret may be missing for a moment while it is replaced.
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
