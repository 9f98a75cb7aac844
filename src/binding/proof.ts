// What shows the peer who asks: put onto one request by the back binding. Knows nothing about kinds of credentials.
import type { OutgoingRequest } from '../transport/transport.ts';

/** The same request with further header fields; the first of a name counts. */
export function withFields<R extends OutgoingRequest>(request: R, fields: readonly string[]): R {
  if (fields.length === 0) return request;
  const headers = request.headers.slice();
  for (let i = 0; i < fields.length; i += 2) if (!has(headers, fields[i])) headers.push(fields[i], fields[i + 1]);
  return { ...request, headers };
}

function has(headers: readonly string[], name: string): boolean {
  for (let i = 0; i < headers.length; i += 2) if (headers[i].toLowerCase() === name) return true;
  return false;
}
