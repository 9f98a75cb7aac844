// Picks the first rule of a path that matches a request.

import { SoapstoneError, withOthers } from '../../errors/errors.ts';
import type { Bindings, RestRequest } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';

export interface Picked<R> {
  readonly rule: R;
  readonly bindings: Bindings;
}

/**
 * Tries the rules in order. A rule that refuses the request (a parameter is missing) is skipped; if none matches, the first refusal is
 * thrown. undefined: a constant or converter of every rule differs.
 */
export function pickRule<R extends Rule>(rules: readonly R[], request: RestRequest): Picked<R> | undefined {
  let refusal: { readonly rule: Rule; readonly error: SoapstoneError } | undefined;
  for (const rule of rules) {
    try {
      const bindings = rule.request.rest.match(request);
      if (bindings !== undefined) return { rule, bindings };
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
      refusal ??= { rule, error: e };
    }
  }
  if (refusal !== undefined) throw withOthers(refusal.error, refusal.rule.request.rest.problems(request));
  return undefined;
}
