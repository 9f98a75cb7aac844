// The variables of a rule's requests, from which its fault rules are filled.

import type { Scope } from './scope.ts';

/** Variables of requests: must they have a value? */
export function requestNames(scope: Scope): ReadonlyMap<string, boolean> {
  const names = new Map<string, boolean>();
  for (const { name, uses } of scope.all())
    for (const { side, optional, fallback } of uses)
      if (side === 'rest.request' || side === 'soap.request')
        names.set(name, names.get(name) === true || !optional || fallback);
  return names;
}
