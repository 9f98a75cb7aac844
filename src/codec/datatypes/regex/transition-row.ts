// The states that a text is at, as a row of bits, and the step from one row to the next. Knows nothing about characters.
import type { Bits, Program } from './program.ts';
import { take } from './steps.ts';

/** What a step costs beside its words. */
const STEP = 8;

/** States; all words outside of [`low`, `high`) are zero. */
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

  /** Answers what it costs. */
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
