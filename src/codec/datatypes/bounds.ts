import type { Facets } from '../../contract/model/model.ts';
import { invalidFacet, outOfFacet, type Problem } from './value-problem.ts';

/** The order of a value space. `compare` is negative, zero or positive, NaN where the order says nothing. */
export interface Order<T> {
  /** Does a value pass a bound that the order says nothing about? */
  readonly openPasses: boolean;
  /** Reads a lexical form into a new value; undefined when it is none. */
  parse(bytes: Uint8Array): T | undefined;
  compare(a: T, b: T): number;
}

interface Bound<T> {
  readonly value: T;
  /** "at least 3" */
  readonly text: string;
  readonly holds: (sign: number) => boolean;
}

const KINDS = [
  ['minInclusive', 'at least', (sign: number) => sign >= 0],
  ['maxInclusive', 'at most', (sign: number) => sign <= 0],
  ['minExclusive', 'more than', (sign: number) => sign > 0],
  ['maxExclusive', 'less than', (sign: number) => sign < 0],
] as const;

/** minInclusive … maxExclusive (XML Schema Part 2 §4.3.7–10). */
export class Bounds<T> {
  private readonly order: Order<T>;
  private readonly bounds: readonly Bound<T>[];

  constructor(order: Order<T>, bounds: readonly Bound<T>[]) {
    this.order = order;
    this.bounds = bounds;
  }

  check(value: T): Problem | undefined {
    for (const bound of this.bounds) {
      const sign = this.order.compare(value, bound.value);
      const holds = Number.isNaN(sign) ? this.order.openPasses : bound.holds(sign);
      if (!holds) return outOfFacet(`must be ${bound.text}`);
    }
    return undefined;
  }
}

/** Undefined where the type has none. Throws CONTRACT_INVALID for a bound that is no value of the type. */
export function boundsOf<T>(facets: Facets, order: Order<T>): Bounds<T> | undefined {
  const bounds: Bound<T>[] = [];
  for (const [name, phrase, holds] of KINDS) {
    const text = facets[name];
    if (text === undefined) continue;
    const value = order.parse(Buffer.from(text.trim()));
    if (value === undefined) throw invalidFacet(`${name}="${text}" is not a value of the type`);
    bounds.push({ value, text: `${phrase} ${text}`, holds });
  }
  return bounds.length === 0 ? undefined : new Bounds(order, bounds);
}
