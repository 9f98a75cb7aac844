// The facets that some types have: bounds, lengths and digits (XML Schema Part 2 §4.3). Those of every type are in restriction.ts.
import type { Facets } from '../../contract/model/model.ts';
import type { DecimalText } from './decimal-text.ts';
import { invalidFacet, outOfFacet, type Problem } from './value-problem.ts';

/** The partial order of a value space. `compare`: negative, zero, positive, or NaN for incomparable values. */
interface Order<T> {
  /** Does a value pass an incomparable bound? */
  readonly openPasses: boolean;
  /** A new value; undefined for invalid text. */
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

/** length, minLength and maxLength (XML Schema Part 2 §4.3.1–3) in the unit of the type: characters, octets or items. */
export class Lengths {
  private readonly min: number;
  private readonly max: number;
  private readonly unit: string;

  constructor(min: number, max: number, unit: string) {
    this.min = min;
    this.max = max;
    this.unit = unit;
  }

  check(length: number): Problem | undefined {
    if (length >= this.min && length <= this.max) return undefined;
    return outOfFacet(`must have ${this.range()} ${this.unit}, has ${length}`);
  }

  private range(): string {
    if (this.min === this.max) return `exactly ${this.min}`;
    if (this.max === Number.POSITIVE_INFINITY) return `at least ${this.min}`;
    return this.min === 0 ? `at most ${this.max}` : `${this.min} to ${this.max}`;
  }
}

export function lengthsOf(facets: Facets, unit: string): Lengths | undefined {
  const { length, minLength, maxLength } = facets;
  if (length === undefined && minLength === undefined && maxLength === undefined) return undefined;
  return new Lengths(length ?? minLength ?? 0, length ?? maxLength ?? Number.POSITIVE_INFINITY, unit);
}

/** totalDigits and fractionDigits (XML Schema Part 2 §4.3.11, §4.3.12): about the value, so leading and trailing zeros do not count. */
export class Digits {
  private readonly total: number;
  private readonly fraction: number;

  constructor(total: number, fraction: number) {
    this.total = total;
    this.fraction = fraction;
  }

  check(value: DecimalText): Problem | undefined {
    const fraction = value.significantEnd() - value.fracStart;
    if (fraction > this.fraction) return outOfFacet(`must have at most ${this.fraction} digits after the point`);
    const total = value.intEnd - value.intStart + fraction;
    return total > this.total ? outOfFacet(`must have at most ${this.total} digits`) : undefined;
  }
}

export function digitsOf(facets: Facets): Digits | undefined {
  if (facets.totalDigits === undefined && facets.fractionDigits === undefined) return undefined;
  return new Digits(facets.totalDigits ?? Number.POSITIVE_INFINITY, facets.fractionDigits ?? Number.POSITIVE_INFINITY);
}
