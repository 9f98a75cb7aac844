// A lazy DFA: sets of states that texts have reached, with the next set by character class.
// Bounded per pattern and for all patterns; beyond either bound the cache is cleared, and filled again as needed.
import { Alphabet, CharSets, UNSEEN } from './alphabet.ts';
import { type Bits, bitsOf, type Program } from './program.ts';
import { take } from './steps.ts';

/** Bounds of the cache in bytes: of one pattern, and of all patterns. */
export const MAX_BYTES = 1024 * 1024;
export const MAX_ALL_BYTES = 16 * 1024 * 1024;

/** Entries of `next`: not computed yet, and the position without a possible match. */
export const UNKNOWN = 0;
export const DEAD = 1;

const FIRST_POSITIONS = 16;
const FIRST_CLASSES = 4;
/** Approximate bytes of a position beside its bits and its row. */
const POSITION_BYTES = 160;

const NONE: Bits = { low: 0, bitWords: new Int32Array(0) };
const NO_BYTES = new Uint8Array(0);
const NO_ALPHABET = new Alphabet(new CharSets([]));

/** All caches, held weakly: those of a replaced contract are collected. */
const all = new Set<WeakRef<Cache>>();
let allBytes = 0;

export function cachedBytes(): number {
  return allBytes;
}

export class Cache {
  alphabet: Alphabet;
  /** `next[(position << shift) + class]` */
  next = new Int32Array(FIRST_POSITIONS * FIRST_CLASSES);
  shift = Math.log2(FIRST_CLASSES);
  /** 1 for positions at which a text may end. */
  accepts = new Uint8Array(FIRST_POSITIONS);
  dropped = false;
  private readonly program: Program;
  private readonly sets: CharSets;
  private positions: Bits[] = [];
  private readonly numbers = new Map<string, number>();
  private masks: (Bits | undefined)[] = [];
  private ownBytes = 0;
  private counted = 0;
  private readonly ref = new WeakRef(this);

  constructor(program: Program, sets: CharSets) {
    this.program = program;
    this.sets = sets;
    this.alphabet = new Alphabet(sets);
    this.begin();
  }

  get bytes(): number {
    return this.ownBytes + this.alphabet.bytes;
  }

  /** The position before the text. */
  get start(): number {
    return DEAD + 1;
  }

  bitsAt(position: number): Bits {
    return this.positions[position];
  }

  /** Class of a character. Makes room in the rows of `next` for a new class. */
  classOf(point: number): number {
    const existing = this.alphabet.classAt(point);
    if (existing !== UNSEEN) return existing;
    const number = this.alphabet.classOf(point);
    while (number >= 1 << this.shift) this.widen();
    return number;
  }

  /** States that read characters of a class. */
  mask(number: number): Bits {
    let mask = this.masks[number];
    if (mask === undefined) {
      const states = this.alphabet.setsOf(number).flatMap((set) => [...this.program.readers[set]]);
      take(states.length);
      mask = bitsOf(states);
      this.masks[number] = mask;
      this.ownBytes += 64 + 4 * mask.bitWords.length;
    }
    return mask;
  }

  /** Records that `to` follows `from` by a character of the class. */
  follow(from: number, number: number, to: number): void {
    this.next[(from << this.shift) + number] = to;
  }

  /** Number of a position. */
  position(bits: Bits, accepts: boolean): number {
    if (bits.bitWords.length === 0) return DEAD;
    const key = keyOf(bits);
    return this.numbers.get(key) ?? this.add(bits, accepts, key);
  }

  /** Is the cache full? Then it is cleared except for the start, and all numbers of positions and classes are invalid. */
  full(): boolean {
    allBytes += this.bytes - this.counted;
    this.counted = this.bytes;
    all.add(this.ref);
    if (allBytes > MAX_ALL_BYTES) this.clearOthers();
    if (this.bytes <= MAX_BYTES) return false;
    this.clear();
    return true;
  }

  /** All other caches are dropped. */
  private clearOthers(): void {
    for (const ref of all) {
      if (ref === this.ref) continue;
      ref.deref()?.drop();
      all.delete(ref);
    }
    allBytes = this.counted;
  }

  /** Frees all memory; the owner makes a new cache. */
  private drop(): void {
    this.dropped = true;
    this.alphabet = NO_ALPHABET;
    this.next = new Int32Array(0);
    this.accepts = NO_BYTES;
    this.positions = [];
    this.numbers.clear();
    this.masks = [];
  }

  private clear(): void {
    this.alphabet = new Alphabet(this.sets);
    this.next = new Int32Array(FIRST_POSITIONS * FIRST_CLASSES);
    this.shift = Math.log2(FIRST_CLASSES);
    this.accepts = new Uint8Array(FIRST_POSITIONS);
    this.positions = [];
    this.numbers.clear();
    this.masks = [];
    this.ownBytes = 0;
    this.begin();
  }

  private begin(): void {
    this.positions = [NONE, NONE];
    this.add({ low: 0, bitWords: Int32Array.of(1) }, (this.program.accept[0] & 1) !== 0, '');
    this.ownBytes += this.next.byteLength;
  }

  private add(bits: Bits, accepts: boolean, key: string): number {
    const number = this.positions.push(bits) - 1;
    if (number >= this.accepts.length) this.lengthen();
    this.accepts[number] = accepts ? 1 : 0;
    this.numbers.set(key, number);
    this.ownBytes += POSITION_BYTES + 8 * bits.bitWords.length;
    return number;
  }

  private lengthen(): void {
    const [next, accepts] = [new Int32Array(2 * this.next.length), new Uint8Array(2 * this.accepts.length)];
    next.set(this.next);
    accepts.set(this.accepts);
    this.ownBytes += this.next.byteLength;
    [this.next, this.accepts] = [next, accepts];
  }

  private widen(): void {
    const next = new Int32Array(2 * this.next.length);
    for (let p = 0; p < this.positions.length; p++)
      next.set(this.next.subarray(p << this.shift, (p + 1) << this.shift), p << (this.shift + 1));
    this.ownBytes += this.next.byteLength;
    this.next = next;
    this.shift++;
  }
}

function keyOf({ low, bitWords }: Bits): string {
  let key = String.fromCharCode(low);
  for (const bitWord of bitWords) key += String.fromCharCode(bitWord & 0xffff, bitWord >>> 16);
  return key;
}
