// Runs a program over UTF-8 in one pass. Repeated sets of states are looked up; where they rarely repeat, the bits
// alone are used. Never backtracks, and takes one step per character at least (steps.ts).
import { CharSets, UNSEEN } from './alphabet.ts';
import { Cache, DEAD, UNKNOWN } from './cache.ts';
import { type Program, Row } from './program.ts';
import { beginMatch, exhausted, take } from './steps.ts';

/** Unused positions to tolerate: each costs as much as some dozens of characters. */
const MOST_CREDIT = 1000;
/** Characters that pay for a new position: read by look-up, or by bits. */
const LOOKED_UP = 16;
const BY_BITS = 64;
/** Steps of a new position. */
const NEW_POSITION = 100;

/** Matching is synchronous: two rows serve all patterns. */
let row = new Row();
let spare = new Row();

export class Matcher {
  private readonly program: Program;
  private readonly sets: CharSets;
  private cache: Cache;
  private credit = MOST_CREDIT;

  constructor(program: Program) {
    this.program = program;
    this.sets = new CharSets(program.sets);
    this.cache = new Cache(program, this.sets);
  }

  /** Bytes of the cache. */
  get bytes(): number {
    return this.cache.bytes;
  }

  /** Uses bits at unknown positions until enough characters have been read. */
  useBitsOnly(): void {
    this.credit = 0;
  }

  /** Does the pattern match all of the valid UTF-8 in [start, end)? Also false without steps left: see `exhausted`. */
  matches(bytes: Uint8Array, start: number, end: number): boolean {
    beginMatch();
    if (!take(end - start)) return false;
    const cache = this.current();
    let { next, shift, alphabet } = cache;
    let { ascii } = alphabet;
    let position = cache.start;
    let paid = start;
    for (let i = start; i < end; ) {
      const b = bytes[i];
      const number = b < 0x80 ? ascii[b] : alphabet.classAt(pointAt(bytes, i));
      let to = next[(position << shift) + number];
      if (to <= DEAD) {
        if (to === DEAD) return false;
        this.credit = Math.min(this.credit + (i - paid) / LOOKED_UP, MOST_CREDIT);
        paid = i;
        if (this.credit < 1) return this.byBits(position, bytes, i, end);
        to = this.learn(position, b < 0x80 ? b : pointAt(bytes, i));
        if (to === DEAD || exhausted()) return false;
        ({ next, shift, alphabet } = cache);
        ({ ascii } = alphabet);
      }
      position = to;
      i += b < 0x80 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
    }
    return cache.accepts[position] === 1;
  }

  private current(): Cache {
    if (this.cache.dropped) this.cache = new Cache(this.program, this.sets);
    return this.cache;
  }

  /** The position after `position` by a character; cached. */
  private learn(position: number, point: number): number {
    const { cache, program } = this;
    row.load(cache.bitsAt(position), program.wordCount);
    const from = cache.full() ? UNKNOWN : position;
    this.advance(point);
    take(NEW_POSITION + 4 * (row.high - row.low));
    this.credit--;
    const to = cache.position(row.bits(), row.meets(program.accept));
    if (from !== UNKNOWN) cache.follow(from, cache.alphabet.classAt(point), to);
    return to;
  }

  /** Advances `row` by a character. */
  private advance(point: number): void {
    const { cache, program } = this;
    spare.follow(program, row, cache.mask(cache.classOf(point)));
    [row, spare] = [spare, row];
  }

  private byBits(position: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { cache, program } = this;
    row.load(cache.bitsAt(position), program.wordCount);
    for (let i = start; i < end; ) {
      const b = bytes[i];
      const point = b < 0x80 ? b : pointAt(bytes, i);
      if (cache.alphabet.classAt(point) === UNSEEN) cache.full();
      this.advance(point);
      if (row.empty || exhausted()) return false;
      i += b < 0x80 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
    }
    this.credit = Math.min(this.credit + (end - start) / BY_BITS, MOST_CREDIT);
    return row.meets(program.accept);
  }
}

/** Code point whose first byte, not ASCII, is at `at`. */
export function pointAt(bytes: Uint8Array, at: number): number {
  const b = bytes[at];
  const c = bytes[at + 1] & 63;
  if (b < 0xe0) return ((b & 31) << 6) | c;
  const d = bytes[at + 2] & 63;
  if (b < 0xf0) return ((b & 15) << 12) | (c << 6) | d;
  return ((b & 7) << 18) | (c << 12) | (d << 6) | (bytes[at + 3] & 63);
}
