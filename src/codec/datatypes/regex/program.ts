// An automaton as rows of bits: what may follow a set of states is found for 32 of them at once. Knows nothing about texts.
import type { Automaton } from './automaton.ts';
import type { CharSet } from './charset.ts';

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

/** The words from the first state to the last. */
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
