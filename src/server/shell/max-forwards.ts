// Max-Forwards of OPTIONS (RFC 9110 §7.6.2). Knows nothing about paths.
import type { IncomingMessage } from 'node:http';

/** Is the gateway the last one that the request is for? Else one hop is counted. The field means nothing in other methods. */
export function isLastHop({ method, headers }: IncomingMessage): boolean {
  const field = headers['max-forwards'];
  if (method !== 'OPTIONS' || typeof field !== 'string' || !/^\d{1,9}$/.test(field)) return false;
  const left = Number(field);
  if (left === 0) return true;
  headers['max-forwards'] = String(left - 1);
  return false;
}
