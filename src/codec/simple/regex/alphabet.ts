import type { CharSet } from './charset.ts';

/** Non-ASCII characters whose class is remembered. */
const MAX_KNOWN = 4096;

/**
 * Divides all characters into classes that no set of a pattern tells apart. A class is known by its number; `has(class, set)` says whether
 * its characters belong to a set.
 */
export class Alphabet {
  readonly ascii: Uint16Array;
  private readonly sets: readonly CharSet[];
  private readonly bySignature = new Map<string, number>();
  private readonly signatures: string[] = [];
  private readonly known = new Map<number, number>();

  constructor(sets: readonly CharSet[]) {
    this.sets = sets;
    this.ascii = Uint16Array.from({ length: 128 }, (_, point) => this.classify(point));
  }

  /** Class of any code point. */
  classOf(point: number): number {
    const known = this.known.get(point);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const number = this.classify(point);
    this.known.set(point, number);
    return number;
  }

  has(number: number, set: number): boolean {
    return this.signatures[number].charCodeAt(set) === 0x31;
  }

  private classify(point: number): number {
    let signature = '';
    for (const set of this.sets) signature += set(point) ? '1' : '0';
    const known = this.bySignature.get(signature);
    if (known !== undefined) return known;
    this.bySignature.set(signature, this.signatures.length);
    return this.signatures.push(signature) - 1;
  }
}
