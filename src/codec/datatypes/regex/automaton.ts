// Expression → Glushkov's automaton: one state for each character that the pattern reads, no empty steps. Its size is checked first, without making it.

import type { CharSet } from './charset.ts';
import { type Expression, PatternError } from './parse.ts';

/** Bounds on the expansion of counted repetitions: states, and links between them. */
const MAX_STATES = 100_000;
const MAX_LINKS = 4_000_000;

interface Size {
  readonly empty: boolean;
  readonly states: number;
  /** States at which the part is entered and left. */
  readonly first: number;
  readonly last: number;
  readonly links: number;
}

const EMPTY: Size = { empty: true, states: 0, first: 0, last: 0, links: 0 };

/** Throws PatternError where the automaton would be too large. Recursion is bounded by the parser's depth. */
export function checkSize(expression: Expression): void {
  const { states, links } = sizeOf(expression);
  if (states + 1 > MAX_STATES || links > MAX_LINKS) {
    throw new PatternError('its repetitions expand to too many states');
  }
}

function sizeOf(e: Expression): Size {
  if (e.kind === 'set') return { empty: false, states: 1, first: 1, last: 1, links: 0 };
  if (e.kind === 'sequence') return e.items.reduce((total, item) => followed(total, sizeOf(item)), EMPTY);
  if (e.kind === 'choice') return e.items.map(sizeOf).reduce(either);
  return repeated(sizeOf(e.item), e.min, e.max);
}

/** Entries for the link from one part to the next: the states on both sides, and a bit for each state of the second. */
function link(from: Size, to: Size): number {
  return from.last + to.first + (to.states >> 5);
}

function followed(a: Size, b: Size): Size {
  const first = a.empty ? a.first + b.first : a.first;
  const last = b.empty ? a.last + b.last : b.last;
  const lists = (a.empty ? first : 0) + (b.empty ? last : 0);
  return {
    empty: a.empty && b.empty,
    states: a.states + b.states,
    first,
    last,
    links: a.links + b.links + lists + (a.states === 0 ? 0 : link(a, b)),
  };
}

function either(a: Size, b: Size): Size {
  return {
    empty: a.empty || b.empty,
    states: a.states + b.states,
    first: a.first + b.first,
    last: a.last + b.last,
    links: a.links + b.links + b.first + b.last,
  };
}

function repeated(item: Size, min: number, max: number): Size {
  if (max === 0) return EMPTY;
  const endless = max === Number.POSITIVE_INFINITY;
  const least = item.empty ? 0 : min;
  const copies = endless ? Math.max(least, 1) : max;
  const last = item.last * (endless ? 1 : copies - Math.max(least, 1) + 1);
  return {
    empty: least === 0,
    states: copies * item.states,
    first: item.first,
    last,
    links: copies * (item.links + link(item, item)) + last,
  };
}

/** Any of `to` may follow any of `from`. */
interface Link {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** State 0 stands before the text; state s > 0 is entered by reading a character of `sets[set[s]]`. */
export interface Automaton {
  readonly sets: readonly CharSet[];
  readonly set: readonly number[];
  readonly links: readonly Link[];
  /** States in which a text may end. */
  readonly accept: readonly number[];
}

/** Where a part of the pattern is entered and left. */
interface Fragment {
  readonly empty: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const NOTHING: Fragment = { empty: true, first: [], last: [] };

/** Throws PatternError where it would be too large. Recursion is bounded by the parser's depth. */
export function automaton(expression: Expression): Automaton {
  checkSize(expression);
  const builder = new Builder();
  const root = builder.build(expression);
  builder.link([0], root.first);
  const accept = root.empty ? [0, ...root.last] : root.last;
  return { sets: builder.sets, set: builder.set, links: builder.links, accept };
}

class Builder {
  readonly sets: CharSet[] = [];
  readonly set: number[] = [-1];
  readonly links: Link[] = [];
  private readonly numbers = new Map<CharSet, number>();

  build(e: Expression): Fragment {
    if (e.kind === 'set') return this.state(e.set);
    if (e.kind === 'sequence') return this.sequence(e.items);
    if (e.kind === 'choice') return this.choice(e.items);
    return this.repeat(e.item, e.min, e.max);
  }

  link(from: readonly number[], to: readonly number[]): void {
    if (from.length === 0 || to.length === 0) return;
    this.links.push({ from, to });
  }

  private state(set: CharSet): Fragment {
    const states = [this.set.push(this.numberOf(set)) - 1];
    return { empty: false, first: states, last: states };
  }

  private sequence(items: readonly Expression[]): Fragment {
    let total = NOTHING;
    for (const item of items) {
      const fragment = this.build(item);
      this.link(total.last, fragment.first);
      total = {
        empty: total.empty && fragment.empty,
        first: total.empty ? joined(total.first, fragment.first) : total.first,
        last: fragment.empty ? joined(total.last, fragment.last) : fragment.last,
      };
    }
    return total;
  }

  private choice(items: readonly Expression[]): Fragment {
    const fragments = items.map((item) => this.build(item));
    const [first, last] = [
      fragments.flatMap((fragment) => fragment.first),
      fragments.flatMap((fragment) => fragment.last),
    ];
    return { empty: fragments.some((fragment) => fragment.empty), first, last };
  }

  /**
   * Copies of the item in sequence; without an upper bound the last one is a loop. An item that may be empty is treated as one
   * that is not, at most `max` times: empty copies can be moved to the end, and left out.
   */
  private repeat(item: Expression, min: number, max: number): Fragment {
    if (max === 0) return NOTHING;
    const endless = max === Number.POSITIVE_INFINITY;
    const copy = this.build(item);
    const least = copy.empty ? 0 : min;
    const copies = endless ? Math.max(least, 1) : max;
    const ends = least <= 1 ? [...copy.last] : [];
    let previous = copy;
    for (let i = 2; i <= copies; i++) {
      const next = this.build(item);
      this.link(previous.last, next.first);
      if (i >= (endless ? copies : least)) for (const end of next.last) ends.push(end);
      previous = next;
    }
    if (endless) this.link(previous.last, previous.first);
    return { empty: least === 0, first: copy.first, last: ends };
  }

  private numberOf(set: CharSet): number {
    const existing = this.numbers.get(set);
    if (existing !== undefined) return existing;
    this.numbers.set(set, this.sets.length);
    return this.sets.push(set) - 1;
  }
}

function joined(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
}
