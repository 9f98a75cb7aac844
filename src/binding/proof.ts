// What shows the peer who asks: put onto one request by the back binding. Knows nothing about kinds of credentials.
import type { PeerRequest } from './peer.ts';

export interface OutboundCredential {
  /** Header fields in lower case: name, value, name, value … What a rule writes itself stays. */
  readonly fields: readonly string[];
  /** SOAP header blocks, each an element with all of its namespaces. */
  readonly blocks: readonly Uint8Array[];
  /** The last word on the request, just before it is sent. */
  seal?(request: PeerRequest): PeerRequest;
}

/** The same request with further header fields; the first of a name counts. */
export function withFields<R extends PeerRequest>(request: R, fields: readonly string[]): R {
  if (fields.length === 0) return request;
  const headers = request.headers.slice();
  for (let i = 0; i < fields.length; i += 2) if (!has(headers, fields[i])) headers.push(fields[i], fields[i + 1]);
  return { ...request, headers };
}

function has(headers: readonly string[], name: string): boolean {
  for (let i = 0; i < headers.length; i += 2) if (headers[i].toLowerCase() === name) return true;
  return false;
}
