// Asks each kind in turn; the first that finds something of its own in a request decides.

import type { Authenticator, InboundRequest } from '../../binding/gate.ts';
import type { Caller } from '../../rule/exchange.ts';
import { type FrontKind, Refused } from './kind.ts';
import { refusal } from './refusal.ts';

/** `anonymous`: a request that says nothing of any kind is let in. */
export function createGate(kinds: readonly FrontKind[], anonymous: boolean): Authenticator {
  return {
    blocks: new Set(kinds.flatMap(({ blocks }) => blocks ?? [])),
    queries: new Set(kinds.flatMap(({ query }) => query ?? [])),
    authenticate: (request) => authenticate(kinds, anonymous, request),
  };
}

async function authenticate(
  kinds: readonly FrontKind[],
  anonymous: boolean,
  request: InboundRequest,
): Promise<Caller | undefined> {
  for (const kind of kinds) {
    const result = kind.authenticate(request);
    const verdict = result instanceof Promise ? await result : result;
    if (verdict === 'refused') throw refusal(kinds, kind);
    if (verdict instanceof Refused) throw refusal(kinds, kind, verdict.reason);
    if (verdict !== undefined) return verdict;
  }
  if (anonymous) return undefined;
  throw refusal(kinds);
}
