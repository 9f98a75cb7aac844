import type { Facets } from '../../contract/model/model.ts';
import { outOfFacet, type Problem } from './value-problem.ts';

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
