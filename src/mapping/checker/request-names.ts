// The variables of a rule's requests, from which its fault rules are filled.

import type { Scope } from './scope.ts';

/** Variables of requests: must they have a value? */
export function requestNames(scope: Scope): ReadonlyMap<string, boolean> {
  const inRequests = [...scope.all()].map(({ name, uses }) => {
    return [name, uses.filter(({ side }) => side === 'rest.request' || side === 'soap.request')] as const;
  });
  return new Map(
    inRequests
      .filter(([, uses]) => uses.length > 0)
      .map(([name, uses]) => [name, uses.some(({ optional, fallback }) => !optional || fallback)]),
  );
}
