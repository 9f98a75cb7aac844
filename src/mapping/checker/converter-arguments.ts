// The variables that converters take as arguments.
import type { Place } from '../../errors/errors.ts';
import type { Hole } from '../../pattern/text/hole.ts';
import { variablesOf } from '../converters/call.ts';
import type { Scope, Side } from './scope.ts';

/** They stand elsewhere in the rule, and may have no value. */
export function useArguments({ converters }: Hole, side: Side, place: Place, scope: Scope): void {
  for (const call of converters)
    for (const name of variablesOf(call))
      scope.use(scope.localName(name), { side, place, optional: true, fallback: false, of: `|${call.name}` });
}
