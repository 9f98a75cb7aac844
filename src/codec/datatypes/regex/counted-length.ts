// Patterns whose only large repetition has items of one length: the text's length says how often. `[A-Z].{0,100000}` needs no state for each copy.
import type { Expression } from './parse.ts';

export interface CountedLength {
  /** Repeats without end what `expression` repeats `min` to `max` times. */
  readonly expression: Expression;
  /** Length of the text, in characters. */
  readonly min: number;
  readonly max: number;
}

/** undefined: the length of a text does not tell the number of repetitions. */
export function countedLength(expression: Expression): CountedLength | undefined {
  const items = expression.kind === 'sequence' ? expression.items : [expression];
  const lengths = items.map(lengthOf);
  const open = lengths.indexOf(undefined);
  const at = open < 0 ? longest(items, lengths) : open;
  const repeat = items[at];
  if (repeat?.kind !== 'repeat') return undefined;
  const { item, min, max } = repeat;
  const length = lengthOf(item);
  const around = sum(lengths.with(at, 0));
  if (!length || around === undefined) return undefined;
  const endless: Expression = { kind: 'repeat', item, min: 0, max: Number.POSITIVE_INFINITY };
  return {
    expression: { kind: 'sequence', items: items.with(at, endless) },
    min: around + min * length,
    max: around + max * length,
  };
}

/** -1: no repetition. */
function longest(items: readonly Expression[], lengths: readonly (number | undefined)[]): number {
  const ofRepeats = items.map(({ kind }, i) => (kind === 'repeat' ? lengths[i]! : -1));
  return ofRepeats.indexOf(Math.max(0, ...ofRepeats));
}

/** Characters of every text that it matches; undefined: they have several lengths. Recursion is bounded by the parser's depth. */
function lengthOf(e: Expression): number | undefined {
  if (e.kind === 'set') return 1;
  if (e.kind === 'sequence') return sum(e.items.map(lengthOf));
  if (e.kind === 'repeat') {
    const length = lengthOf(e.item);
    return e.min === e.max && length !== undefined ? e.min * length : undefined;
  }
  const [first, ...more] = e.items.map(lengthOf);
  return more.every((length) => length === first) ? first : undefined;
}

function sum(lengths: readonly (number | undefined)[]): number | undefined {
  return lengths.reduce<number | undefined>(
    (total, length) => (total === undefined || length === undefined ? undefined : total + length),
    0,
  );
}
