// Expression → Glushkov's automaton: one state for each character that the pattern reads, no empty steps. Knows nothing about texts.
import type { CharSet } from './charset.ts';
import { checkSize } from './size.ts';
import type { Expression } from './syntax.ts';

/** Any of `to` may follow any of `from`. */
export interface Link {
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
interface Part {
  readonly empty: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const NOTHING: Part = { empty: true, first: [], last: [] };

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

  build(e: Expression): Part {
    if (e.kind === 'set') return this.state(e.set);
    if (e.kind === 'sequence') return this.sequence(e.items);
    if (e.kind === 'choice') return this.choice(e.items);
    return this.repeat(e.item, e.min, e.max);
  }

  link(from: readonly number[], to: readonly number[]): void {
    if (from.length === 0 || to.length === 0) return;
    this.links.push({ from, to });
  }

  private state(set: CharSet): Part {
    const states = [this.set.push(this.numberOf(set)) - 1];
    return { empty: false, first: states, last: states };
  }

  private sequence(items: readonly Expression[]): Part {
    let total = NOTHING;
    for (const item of items) {
      const part = this.build(item);
      this.link(total.last, part.first);
      total = {
        empty: total.empty && part.empty,
        first: total.empty ? joined(total.first, part.first) : total.first,
        last: part.empty ? joined(total.last, part.last) : part.last,
      };
    }
    return total;
  }

  private choice(items: readonly Expression[]): Part {
    const parts = items.map((item) => this.build(item));
    const [first, last] = [parts.flatMap((part) => part.first), parts.flatMap((part) => part.last)];
    return { empty: parts.some((part) => part.empty), first, last };
  }

  /**
   * Copies of the item, one after the other, the last of them a loop where there is no end. An item that may be empty is read as one
   * that is not, at most `max` times: the copies that read nothing can all stand at the end, and be left out.
   */
  private repeat(item: Expression, min: number, max: number): Part {
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
