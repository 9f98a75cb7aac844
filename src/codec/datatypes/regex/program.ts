// An automaton as rows of bits, and the step from one row to the next: 32 states at once. Knows nothing about texts.
import type { Automaton } from './automaton.ts';
import type { CharSet } from './charset.ts';
import { take } from './steps.ts';

/** A set of states; `bitWords` begins at word `low` of the whole row. */
export interface Bits {
  readonly low: number;
  readonly bitWords: Int32Array;
}

export interface Program {
  readonly sets: readonly CharSet[];
  /** States that read a character of the set, by the number of the set. */
  readonly readers: readonly Int32Array[];
  /** 32-bit words of a row: one bit for each state. */
  readonly wordCount: number;
  /** States that may follow themselves, and those that the next one may follow. */
  readonly self: Int32Array;
  readonly shift: Int32Array;
  /** All other links. Of those from a state in word w, number i in [`linkStart[w]`, `linkStart[w + 1]`): `linkMask[i]` has it, `linkTo[i]` leads to `targets`. */
  readonly linkStart: Int32Array;
  readonly linkMask: Int32Array;
  readonly linkTo: Int32Array;
  readonly targets: readonly Bits[];
  readonly accept: Int32Array;
}

export function programOf(automaton: Automaton): Program {
  const wordCount = (automaton.set.length + 31) >> 5;
  const [self, shift, accept] = [new Int32Array(wordCount), new Int32Array(wordCount), new Int32Array(wordCount)];
  const targets: Bits[] = [];
  const byWord: number[][] = Array.from({ length: wordCount }, () => []);
  for (const { from, to } of automaton.links) {
    const next = from.length === 1 ? from[0] + 1 : -1;
    if (from.length === 1 && to.includes(from[0])) set(self, from[0]);
    if (from.length === 1 && to.includes(next)) set(shift, from[0]);
    const targetStates = from.length === 1 ? to.filter((state) => state !== from[0] && state !== next) : to;
    if (targetStates.length === 0) continue;
    for (const { wordIndex, mask } of masksOf(from)) byWord[wordIndex].push(mask, targets.length);
    targets.push(bitsOf(targetStates));
  }
  for (const state of automaton.accept) set(accept, state);
  return {
    sets: automaton.sets,
    readers: readersOf(automaton),
    wordCount,
    self,
    shift,
    ...linksOf(byWord),
    targets,
    accept,
  };
}

function set(row: Int32Array, state: number): void {
  row[state >> 5] |= 1 << (state & 31);
}

function masksOf(states: readonly number[]): { wordIndex: number; mask: number }[] {
  const masks = new Map<number, number>();
  for (const state of states) masks.set(state >> 5, (masks.get(state >> 5) ?? 0) | (1 << (state & 31)));
  return [...masks].map(([wordIndex, mask]) => ({ wordIndex, mask }));
}

export function bitsOf(states: Iterable<number>): Bits {
  let [low, high] = [Number.POSITIVE_INFINITY, -1];
  const all = [...states];
  for (const state of all) {
    low = Math.min(low, state >> 5);
    high = Math.max(high, state >> 5);
  }
  if (high < 0) return { low: 0, bitWords: new Int32Array(0) };
  const bitWords = new Int32Array(high - low + 1);
  for (const state of all) bitWords[(state >> 5) - low] |= 1 << (state & 31);
  return { low, bitWords };
}

function linksOf(byWord: readonly (readonly number[])[]): Pick<Program, 'linkStart' | 'linkMask' | 'linkTo'> {
  const total = byWord.reduce((sum, pairs) => sum + pairs.length / 2, 0);
  const linkStart = new Int32Array(byWord.length + 1);
  const [linkMask, linkTo] = [new Int32Array(total), new Int32Array(total)];
  let at = 0;
  for (const [wordIndex, pairs] of byWord.entries()) {
    for (let i = 0; i < pairs.length; i += 2) {
      linkMask[at] = pairs[i];
      linkTo[at++] = pairs[i + 1];
    }
    linkStart[wordIndex + 1] = at;
  }
  return { linkStart, linkMask, linkTo };
}

function readersOf({ sets, set }: Automaton): Int32Array[] {
  const readers: number[][] = sets.map(() => []);
  for (let state = 1; state < set.length; state++) readers[set[state]].push(state);
  return readers.map((states) => Int32Array.from(states));
}

/** Cost of a step beside its words. */
const STEP = 8;

/** The states that a text is at, as bits; all words outside of [`low`, `high`) are zero. */
export class Row {
  bitWords = new Int32Array(64);
  low = 0;
  high = 0;

  /** Makes room for `wordCount` words, and one more. */
  reset(wordCount: number): void {
    if (this.bitWords.length <= wordCount) this.bitWords = new Int32Array(2 * wordCount + 1);
    else for (let w = this.low; w < this.high; w++) this.bitWords[w] = 0;
    this.low = this.high = 0;
  }

  load({ low, bitWords }: Bits, capacity: number): void {
    this.reset(capacity);
    this.bitWords.set(bitWords, low);
    this.low = low;
    this.high = low + bitWords.length;
  }

  bits(): Bits {
    return { low: this.low, bitWords: this.bitWords.slice(this.low, this.high) };
  }

  get empty(): boolean {
    return this.low === this.high;
  }

  meets(row: Int32Array): boolean {
    for (let w = this.low; w < this.high; w++) if ((this.bitWords[w] & row[w]) !== 0) return true;
    return false;
  }

  /** Becomes the states of `mask` that follow those of `from`. */
  follow(program: Program, from: Row, mask: Bits): void {
    this.reset(program.wordCount);
    this.neighbours(program, from, mask);
    const cost = program.targets.length === 0 ? 0 : this.links(program, from, mask);
    take(STEP + cost + 2 * (from.high - from.low));
    const { bitWords } = this;
    while (this.low < this.high && bitWords[this.low] === 0) this.low++;
    while (this.low < this.high && bitWords[this.high - 1] === 0) this.high--;
  }

  private neighbours({ self, shift }: Program, from: Row, { low, bitWords: mask }: Bits): void {
    const { bitWords } = this;
    const source = from.bitWords;
    const first = Math.max(from.low, low);
    const end = Math.min(from.high + 1, low + mask.length);
    let carry = first > from.low ? (source[first - 1] & shift[first - 1]) >>> 31 : 0;
    for (let w = first; w < end; w++) {
      const sourceWord = source[w];
      const shifted = sourceWord & shift[w];
      bitWords[w] = ((sourceWord & self[w]) | (shifted << 1) | carry) & mask[w - low];
      carry = shifted >>> 31;
    }
    this.low = first;
    this.high = Math.max(first, end);
  }

  /** Returns its cost. */
  private links({ linkStart, linkMask, linkTo, targets }: Program, from: Row, mask: Bits): number {
    const [first, last] = [linkStart[from.low], linkStart[from.high]];
    if (targets.length > added.length) added = new Float64Array(2 * targets.length);
    round++;
    let cost = last - first;
    let w = from.low;
    for (let i = first; i < last; i++) {
      while (i >= linkStart[w + 1]) w++;
      const target = linkTo[i];
      if ((from.bitWords[w] & linkMask[i]) === 0 || added[target] === round) continue;
      added[target] = round;
      cost += this.add(targets[target], mask);
    }
    return cost;
  }

  private add(target: Bits, mask: Bits): number {
    const first = Math.max(target.low, mask.low);
    const end = Math.min(target.low + target.bitWords.length, mask.low + mask.bitWords.length);
    if (first >= end) return 0;
    for (let w = first; w < end; w++) this.bitWords[w] |= target.bitWords[w - target.low] & mask.bitWords[w - mask.low];
    this.low = this.low === this.high ? first : Math.min(this.low, first);
    this.high = Math.max(this.high, end);
    return end - first;
  }
}

/** Round in which the targets of a link were added last: no clearing between rounds. */
let added = new Float64Array(64);
let round = 0;
