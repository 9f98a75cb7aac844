// JSON that is scanned at the first access to its members. A document that only passes through is never scanned: the codec checks it as it reads.
import { checkDuplicates } from './duplicates.ts';
import { defaultJsonLimits, type JsonLimits } from './limits.ts';
import { type Scanned, scan } from './tape.ts';
import { skipSpace } from './token.ts';
import type { Json, Tape } from './value.ts';

/** The value in `bytes`, without the white space around it. Its `tape` throws JSON_SYNTAX, JSON_LIMIT and JSON_DUPLICATE_KEY. */
export class LazyJson implements Json {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly limits: JsonLimits;
  private cache: Scanned | undefined = undefined;

  constructor(bytes: Uint8Array, limits: JsonLimits = defaultJsonLimits) {
    this.bytes = bytes;
    this.start = skipSpace(bytes, 0, bytes.length);
    this.end = endOfValue(bytes, this.start);
    this.limits = limits;
  }

  get tape(): Tape {
    return this.scanned().tape;
  }

  get node(): number {
    return this.scanned().node;
  }

  /** False until the first access. */
  get isScanned(): boolean {
    return this.cache !== undefined;
  }

  private scanned(): Scanned {
    if (this.cache) return this.cache;
    const value = scan(this.bytes, this.limits);
    checkDuplicates(value);
    this.cache = value;
    return value;
  }
}

export function isUnscanned(value: Json): boolean {
  return value instanceof LazyJson ? !value.isScanned : value.tape === undefined;
}

function endOfValue(bytes: Uint8Array, start: number): number {
  let end = bytes.length;
  while (end > start && skipSpace(bytes, end - 1, end) === end) end--;
  return end;
}
