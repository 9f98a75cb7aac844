// How large the automaton of an expression becomes, found without making it: `check` looks at every pattern of a contract.
import { type Expression, PatternError } from './syntax.ts';

/** Bounds on the expansion of counted repetitions: states, and entries of the lists that say what follows what. */
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

const NOTHING: Size = { empty: true, states: 0, first: 0, last: 0, links: 0 };

/** Throws PatternError where the automaton would be too large. Recursion is bounded by the parser's depth. */
export function checkSize(expression: Expression): void {
  const { states, links } = sizeOf(expression);
  if (states + 1 > MAX_STATES || links > MAX_LINKS) {
    throw new PatternError('its repetitions expand to too many states');
  }
}

function sizeOf(e: Expression): Size {
  if (e.kind === 'set') return { empty: false, states: 1, first: 1, last: 1, links: 0 };
  if (e.kind === 'sequence') return e.items.reduce((total, item) => followed(total, sizeOf(item)), NOTHING);
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
  if (max === 0) return NOTHING;
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
