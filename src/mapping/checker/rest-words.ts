// Functions of module.ts and filters in a REST request: a SOAP request whose values they have no text for is for another rule.

import { type Bindings, type Bound, filledValue, fillsNothing, toJson } from '../../pattern/text/bound-values.ts';
import { stringText } from '../../pattern/text/converter.ts';
import { isHole } from '../../pattern/text/hole.ts';
import { traitsOf } from '../converters/call.ts';
import type { Row } from '../syntax/row.ts';
import { type BuildContext, boundHole } from './bound-hole.ts';
import { holesInRequest } from './names-in.ts';
import type { Scope } from './scope.ts';

/** Throws SoapstoneError where a value has no form. undefined: no SOAP client reaches the rule, or it has no such converter. */
export function wordsOf(row: Row, scope: Scope, ctx: BuildContext): ((bindings: Bindings) => void) | undefined {
  if (row.direction === 'rest-to-soap') return undefined;
  const { functions } = ctx.library;
  // What is wrong with them is reported where the request is compiled.
  const silent = { ...ctx, report: ctx.report.trial() };
  const inPath = row.line.value.segments.flat().filter(isHole);
  const bounds = [...inPath, ...holesInRequest(row)].flatMap((hole): Bound[] => {
    const isPartial = hole.converters.some((call) => functions.has(call.name) || traitsOf(call).partial);
    const variable = isPartial ? scope.get(hole.name) : undefined;
    return variable ? [boundHole(hole, variable, 'rest', stringText, true, row.line.place, silent)] : [];
  });
  return bounds.length === 0 ? undefined : checkOf(bounds);
}

/** It holds nothing of the rule's patterns. */
function checkOf(bounds: readonly Bound[]): (bindings: Bindings) => void {
  return (bindings) => {
    for (const bound of bounds) {
      const value = filledValue(bound, bindings);
      if (!fillsNothing(bound, value)) toJson(bound, value, bindings);
    }
  };
}
