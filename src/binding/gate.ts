// The interface of authentication: a front calls it before it serves a request. Knows nothing about kinds of credentials.

import type { IncomingMessage } from 'node:http';
import type { Caller } from '../rule/exchange.ts';

export interface InboundRequest {
  readonly req: IncomingMessage;
  /** A SOAP request in UTF-8, where credentials are in the envelope. */
  readonly envelope?: Uint8Array;
  /** Called with the envelope as the caller's signature covers it: the request is to be read from that. */
  readonly onVerified?: (envelope: Uint8Array) => void;
}

export interface Authenticator {
  /** Clark names of the SOAP header blocks with credentials. Empty: they are in the head of the request. */
  readonly blocks: ReadonlySet<string>;
  /** Query parameters with credentials, which no rule sees. */
  readonly queries: ReadonlySet<string>;
  /** Header fields (lower case) with credentials. */
  readonly fields: readonly string[];
  /** Some credential belongs to the connection: no header field tells a cache whose response it has. */
  readonly ofConnection: boolean;
  /** For WWW-Authenticate (RFC 9110 §11.6.1); '' for none. */
  readonly challenges: string;
  /** undefined: an anonymous client is allowed. Rejects with a Fault. */
  authenticate(request: InboundRequest): Promise<Caller | undefined>;
}

/** The query without parameters with credentials. */
export function ruleQuery(query: string, { queries }: Authenticator): string {
  if (queries.size === 0 || query === '') return query;
  return query
    .split('&')
    .filter((pair) => !queries.has(nameOf(pair)))
    .join('&');
}

/** The decoded name. */
function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(`?${pair}`).keys();
  return name;
}
