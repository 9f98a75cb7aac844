import type { Facets } from '../../contract/model/model.ts';
import type { DecimalText } from './decimal-text.ts';
import { outOfFacet, type Problem } from './value-problem.ts';

/** totalDigits and fractionDigits (XML Schema Part 2 §4.3.11, §4.3.12): about the value, so zeros at its ends do not count. */
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
