// The payment service of bench/chaos in the cluster, and what callers ask of the gateways in front of it.
import type { ClientRequest } from '../../../bench/chaos/client.ts';
import { deployed } from '../objects.ts';
import { mappingFiles } from '../release.ts';

const NS = 'https://example.com/payments';

export const payments = deployed({
  name: 'payments',
  script: ['bench/chaos/service.ts', '8000'],
  port: 8000,
});

/** A bridge in front of it, of the same namespace. */
export function paymentsBridge(more: object = {}, change?: (table: string) => string): object {
  const mapping = mappingFiles('70-faults', change);
  return { name: 'payments', upstream: 'http://payments:8000/', mapping, ...more };
}

/** A table with one wrong letter. */
export const wrongLetter = (table: string): string => table.replace(': GetPayment\n', ': GetPaymemt\n');
/** One that says the same with another title. */
export const otherTitle = (table: string): string => table.replace('info: { ', 'info: { title: Payments, ');

export const look: ClientRequest = { method: 'GET', path: '/v1/payments/7' };

/** A payment of its own for each request. */
export const pay: ClientRequest = {
  method: 'POST',
  path: '/v1/payments',
  headers: { 'Idempotency-Key': '{key}' },
  body: JSON.stringify({ from: 'A', to: 'B', amount: 10.5, reference: '{key}' }),
};

/** The same question of a SOAP client. */
export const soapLook: ClientRequest = {
  method: 'POST',
  path: '/PaymentService',
  headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
  body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetPayment xmlns="${NS}"><paymentId>7</paymentId></GetPayment></s:Body></s:Envelope>`,
};
