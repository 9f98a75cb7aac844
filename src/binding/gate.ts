// Who calls: asked by a front before anything is done for a request. Knows nothing about kinds of credentials.

import type { IncomingMessage } from 'node:http';
import type { Caller } from '../rule/exchange.ts';

export interface InboundRequest {
  readonly req: IncomingMessage;
  /** A SOAP request in UTF-8, where the gate looks into envelopes. */
  readonly envelope?: Uint8Array;
}

export interface Authenticator {
  /** Clark names of the SOAP header blocks that say who calls. Empty: the head of the request says it. */
  readonly blocks: ReadonlySet<string>;
  /** Parameters of the query that belong to the gate and to no rule. */
  readonly queries: ReadonlySet<string>;
  /** undefined: a caller without a credential, who is let in. Fails with a Fault. */
  judge(request: InboundRequest): Promise<Caller | undefined>;
}

/** The query without what belongs to the gate. */
export function ruleQuery(query: string, { queries }: Authenticator): string {
  if (queries.size === 0 || query === '') return query;
  return query
    .split('&')
    .filter((pair) => !queries.has(nameOf(pair)))
    .join('&');
}

/** As the gate reads it, whatever its spelling. */
function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(`?${pair}`).keys();
  return name;
}
