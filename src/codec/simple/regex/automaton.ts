import type { CharSet } from './charset.ts';
import { type Expression, PatternError } from './syntax.ts';

/** Bound on the expansion of counted repetitions. */
const MAX_STATES = 100_000;

/**
 * Thompson's automaton in columns. A state with `set[s] >= 0` reads one character of that set and goes to `first[s]`; one with FORK goes
 * to `first[s]` and `second[s]` without reading; ACCEPT ends.
 */
export interface Automaton {
  readonly sets: readonly CharSet[];
  readonly set: readonly number[];
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly start: number;
}

export const FORK = -1;
export const ACCEPT = -2;

/** Built from the end: every part is told which state follows it. Recursion is bounded by the parser's depth. */
export function automaton(expression: Expression): Automaton {
  const builder = new Builder();
  const accept = builder.state(ACCEPT, 0, 0);
  const start = builder.build(expression, accept);
  return { sets: builder.sets, set: builder.set, first: builder.first, second: builder.second, start };
}

class Builder {
  readonly sets: CharSet[] = [];
  readonly set: number[] = [];
  readonly first: number[] = [];
  readonly second: number[] = [];
  private readonly numbers = new Map<CharSet, number>();

  state(set: number, first: number, second: number): number {
    if (this.set.length >= MAX_STATES) throw new PatternError('its repetitions expand to too many states');
    this.first.push(first);
    this.second.push(second);
    return this.set.push(set) - 1;
  }

  build(e: Expression, next: number): number {
    if (e.kind === 'set') return this.state(this.numberOf(e.set), next, 0);
    if (e.kind === 'sequence') return e.items.reduceRight((after, item) => this.build(item, after), next);
    if (e.kind === 'choice') return this.choice(e.items, next);
    return this.repeat(e.item, e.min, e.max, next);
  }

  private choice(items: readonly Expression[], next: number): number {
    let start = this.build(items[0], next);
    for (let i = 1; i < items.length; i++) start = this.state(FORK, start, this.build(items[i], next));
    return start;
  }

  private repeat(item: Expression, min: number, max: number, next: number): number {
    if (max === Number.POSITIVE_INFINITY) return this.copies(item, min - 1, this.loop(item, min, next));
    let start = next;
    // a{0,3} is (a(a(a)?)?)?: every way out leads straight to what follows, which keeps the sets of states small.
    for (let i = min; i < max; i++) start = this.state(FORK, this.build(item, start), next);
    return this.copies(item, min, start);
  }

  /** `item*` for min 0, else `item+`. */
  private loop(item: Expression, min: number, next: number): number {
    const fork = this.state(FORK, next, next);
    const body = this.build(item, fork);
    this.first[fork] = body;
    return min === 0 ? fork : body;
  }

  private copies(item: Expression, count: number, next: number): number {
    let start = next;
    for (let i = 0; i < count; i++) start = this.build(item, start);
    return start;
  }

  private numberOf(set: CharSet): number {
    const known = this.numbers.get(set);
    if (known !== undefined) return known;
    this.numbers.set(set, this.sets.length);
    return this.sets.push(set) - 1;
  }
}
