// The requests that experiments make.
import type { ClientRequest } from './client.ts';

export const look: ClientRequest = { method: 'GET', path: '/v1/payments/7' };

/** A payment whose reference is its key: what the service has done for a key can be counted. */
export function pay(key: string): ClientRequest {
  const body = JSON.stringify({ from: 'A', to: 'B', amount: 10.5, reference: key });
  return { method: 'POST', path: '/v1/payments', headers: { 'Idempotency-Key': key }, body };
}
