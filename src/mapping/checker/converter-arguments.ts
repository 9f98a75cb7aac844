// The variables that converters take as arguments. Those that a converter only reads stand elsewhere in the rule, and may have no value.
import type { Place } from '../../errors/errors.ts';
import type { Hole } from '../../pattern/text/hole.ts';
import { variablesOf } from '../converters/call.ts';
import type { Scope, Side, Use } from './scope.ts';

/** `optional`: the contract lets the value at the place be absent. */
export function useArguments(
  hole: Hole,
  side: Side,
  place: Place,
  scope: Scope,
  optional: boolean,
  clientPath?: string,
) {
  for (const call of hole.converters)
    for (const { name, binds } of variablesOf(call)) {
      const at = { side, place, fallback: false };
      const use: Use = binds ? { ...at, optional, clientPath } : { ...at, optional: true, of: `|${call.name}` };
      const variable = scope.use(scope.localName(name), use);
      if (binds && side.startsWith('soap.')) scope.typed(variable, { kind: 'any' }, place);
    }
}

/** Those that a value at the place gives their values. */
export function boundByConverters({ converters }: Hole): string[] {
  return converters.flatMap((call) => variablesOf(call).flatMap(({ name, binds }) => (binds ? [name] : [])));
}
