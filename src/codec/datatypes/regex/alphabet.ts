// Character classes of one pattern: characters that none of its sets distinguishes.
import type { CharSet } from './charset.ts';
import { take } from './steps.ts';

/** Class of characters that have not been classified. */
export const UNSEEN = 0;
/** Steps of testing a character against a set. */
const ASKING = 4;

/**
 * Divides characters into classes that no set of a pattern distinguishes. Grows with the characters seen: the owner counts
 * `bytes`, and starts a new one at its limit.
 */
export class Alphabet {
  /** Classes of ASCII characters, or UNSEEN. */
  readonly ascii = new Int32Array(128);
  /** About how much memory is in use. */
  bytes = 2048;
  private readonly sets: CharSets;
  private readonly nonAscii = new Map<number, number>();
  private readonly numbers = new Map<string, number>();
  private readonly members: (readonly number[])[] = [[]];

  constructor(sets: CharSets) {
    this.sets = sets;
  }

  /** One more than the largest class. */
  get size(): number {
    return this.members.length;
  }

  /** Class of a code point, or UNSEEN. */
  classAt(point: number): number {
    return point < 128 ? this.ascii[point] : (this.nonAscii.get(point) ?? UNSEEN);
  }

  /** Classifies a code point. */
  classOf(point: number): number {
    const members = this.sets.having(point);
    const signature = members.join();
    let number = this.numbers.get(signature);
    if (number === undefined) {
      number = this.members.push(members) - 1;
      this.numbers.set(signature, number);
      this.bytes += 200 + 16 * members.length;
    }
    if (point < 128) this.ascii[point] = number;
    else {
      this.nonAscii.set(point, number);
      this.bytes += 40;
    }
    return number;
  }

  /** Numbers of the sets with the characters of a class. */
  setsOf(number: number): readonly number[] {
    return this.members[number];
  }
}

/** The sets of a pattern. Single characters (literals) are looked up, other sets are tested in turn. */
export class CharSets {
  private readonly singles = new Map<number, number[]>();
  private readonly generalSets: (readonly [number: number, set: CharSet])[] = [];

  constructor(sets: readonly CharSet[]) {
    for (const [number, set] of sets.entries()) {
      const point = set.ranges?.length === 1 && set.ranges[0][0] === set.ranges[0][1] ? set.ranges[0][0] : undefined;
      if (point === undefined) this.generalSets.push([number, set]);
      else this.singles.set(point, [...(this.singles.get(point) ?? []), number]);
    }
  }

  having(point: number): readonly number[] {
    take(ASKING * (this.generalSets.length + 1));
    const numbers = [...(this.singles.get(point) ?? [])];
    for (const [number, set] of this.generalSets) if (set(point)) numbers.push(number);
    return numbers;
  }
}
