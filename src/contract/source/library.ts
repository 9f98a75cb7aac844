import { SoapstoneError } from '../../errors.ts';
import { readTree } from '../../xml/read-tree.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { contractLimits } from '../limits.ts';
import type { Report } from '../report.ts';
import { type Answer, isRefusal, type Refusal } from './answer.ts';

/** A document that was read. Two files with the same bytes are one document. */
export interface Loaded {
  readonly file: string;
  readonly root: XmlElement;
  readonly bytes: Uint8Array;
}

/** Asks for the bytes of a location, and goes on when it gets them: the same code serves files at once and URLs in time. */
export type Asking<T> = Generator<string, T, Answer>;

/** The documents of one contract, each read and parsed once. */
export class Library {
  /** Names of the files read, in order. */
  readonly files: string[] = [];
  private readonly given: ReadonlyMap<string, Uint8Array>;
  private readonly report: Report;
  private readonly byLocation = new Map<string, Loaded | Refusal>();
  private readonly bySize = new Map<number, Loaded[]>();
  private bytesLeft = contractLimits.bytes;

  constructor(given: ReadonlyMap<string, Uint8Array>, report: Report) {
    this.given = given;
    this.report = report;
  }

  *load(location: string): Asking<Loaded | Refusal> {
    const known = this.byLocation.get(location);
    if (known) return known;
    const answer = this.given.get(location) ?? (yield location);
    const made = isRefusal(answer) ? answer : this.read(location, answer);
    this.byLocation.set(location, made);
    return made;
  }

  /** All given files, in order. */
  *all(): Asking<Loaded[]> {
    const loaded: Loaded[] = [];
    for (const name of this.given.keys()) {
      const one = yield* this.load(name);
      if (!isRefusal(one)) loaded.push(one);
    }
    return loaded;
  }

  private read(file: string, bytes: Uint8Array): Loaded | Refusal {
    const alike = this.bySize.get(bytes.length) ?? [];
    const same = alike.find((loaded) => Buffer.compare(loaded.bytes, bytes) === 0);
    if (same) return same;
    this.countIn(file, bytes);
    try {
      const loaded = { file, root: readTree(bytes, file), bytes };
      this.bySize.set(bytes.length, [...alike, loaded]);
      return loaded;
    } catch (e) {
      return this.refuse(e);
    }
  }

  /** A file that is not XML is a problem, needed or not. */
  private refuse(e: unknown): Refusal {
    if (!(e instanceof SoapstoneError)) throw e;
    this.report.keep(new SoapstoneError('CONTRACT_SYNTAX', e.message, { place: e.place, cause: e }));
    return { code: 'CONTRACT_SYNTAX', why: e.message };
  }

  private countIn(file: string, bytes: Uint8Array): void {
    this.files.push(file);
    this.bytesLeft -= bytes.length;
    const place = { file, line: 1, col: 1 };
    if (this.files.length > contractLimits.files) {
      throw new SoapstoneError('CONTRACT_READ', `a contract may have ${contractLimits.files} files`, { place });
    }
    if (this.bytesLeft < 0)
      throw new SoapstoneError('CONTRACT_READ', `a contract may have ${contractLimits.bytes} bytes`, { place });
  }
}
