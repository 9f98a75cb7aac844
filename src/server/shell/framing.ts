// Where a body ends on the other side of the gateway: said anew in both directions, never as it came. Knows nothing about paths.
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';

type Headers = IncomingHttpHeaders;

/** Takes the framing of chunks out of a request. Returns whether there was any: the front has let in no other coding. */
export function takeChunked(headers: Headers): boolean {
  if (headers['transfer-encoding'] === undefined) return false;
  delete headers['transfer-encoding'];
  delete headers['content-length'];
  return true;
}

/** Node and the proxy frame the bodies of some methods only (RFC 9112 §6.3): without this the upstream would take one for a second request. */
export function frameInChunks(request: ClientRequest): void {
  request.removeHeader('content-length');
  request.setHeader('transfer-encoding', 'chunked');
}

/** Leaves the framing of a response to node (RFC 9112 §6.1, RFC 9110 §8.6). Returns why that cannot be done; undefined where it can. */
export function reframe({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    return 'has a transfer coding that was not requested';
  if (coding !== undefined || statusCode === 204) delete headers['content-length'];
  delete headers['transfer-encoding'];
  return undefined;
}
