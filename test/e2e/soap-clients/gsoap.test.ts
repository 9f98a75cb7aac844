// Clients in C, which gSOAP's wsdl2h and soapcpp2 generate from the contract that the gateway shows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GsoapClient, openGsoap } from '../../peers/gsoap.ts';
import { accountsBackend } from '../backends/accounts.ts';
import { paymentsBackend } from '../backends/payments.ts';
import type { Backend } from '../backends/routes.ts';
import { tutorial } from '../scene.ts';
import { type SoapFace, startSoapFace } from '../soap-face.ts';

const versions = [['1.1'], ['1.2']] as const;
const sender = expect.stringMatching(/:(Client|Sender)$/);

function use(mapping: string, source: string, backend: () => Backend, version: '1.1' | '1.2'): () => GsoapClient {
  let face: SoapFace | undefined;
  let client: GsoapClient | undefined;
  beforeAll(async () => {
    face = await startSoapFace(tutorial(mapping));
    face.rest.answer = backend();
    client = await openGsoap(source, face.url, version);
  });
  afterAll(async () => {
    client?.close();
    await face?.stop();
  });
  return () => client as GsoapClient;
}

describe.each(versions)('accounts, SOAP %s', (version) => {
  const client = use('10-first-row', 'call-accounts.c', accountsBackend, version);

  it('GetAccount: found, not found, and another error', async () => {
    expect(await client().call('GetAccount 7 SEK')).toEqual({
      result: {
        id: 7,
        owner: 'Ada & Söhne <Ulm>',
        balance: '12501',
        currency: 'SEK',
        opened: '2020-02-29',
        frozen: false,
      },
    });
    const type = 'SOAP_ENV__Fault';
    const detail = { AccountNotFound: { accountId: 8 } };
    expect(await client().call('GetAccount 8 EUR')).toEqual({ type, code: sender, reason: 'No account 8', detail });
    const other = { type, code: sender, reason: 'No rate for XXX', detail: {} };
    expect(await client().call('GetAccount 7 XXX')).toEqual(other);
  });
});

describe.each(versions)('payments, SOAP %s', (version) => {
  const client = use('70-faults', 'call-payments.c', paymentsBackend, version);

  it('Pay, GetPayment and Refund', async () => {
    const { result } = await client().call('Pay A B 10.50');
    const refund = await client().call(`Refund ${result.paymentId} 4`);
    expect(refund.result).toEqual({ code: 'OK', message: '', refundId: 70 });
    const payment = await client().call(`GetPayment ${result.paymentId}`);
    expect(payment.result).toEqual({ id: result.paymentId, from: 'A', to: 'B', amount: '10.5', refunded: '4' });
    const late = await client().call('Refund 4 1');
    expect(late.result).toEqual({ code: 'TOO_LATE', message: 'It was in May', refundId: 0 });
  });

  it.each([
    ['Pay A B 102.5', 'A lacks 2.5', { InsufficientFunds: { account: 'A', missing: '2.5' } }],
    ['Pay BLOCKED B 1', 'Blocked for now', { AccountBlocked: { account: 'BLOCKED', until: '2030-01-01T00:00:00Z' } }],
    ['Pay A A 1', 'Not a payment', { InvalidPayment: { problem: ['from', 'to'].map(bothSame) } }],
    ['GetPayment 4', 'Not here', { PaymentNotFound: { paymentId: 4 } }],
    ['Pay A B -1', 'Nothing to pay', {}],
  ])('%s: a fault with its detail', async (line, reason, detail) => {
    expect(await client().call(line)).toEqual({ type: 'SOAP_ENV__Fault', code: sender, reason, detail });
  });

  it('a service that is away', async () => {
    const { code, detail } = await client().call('GetPayment 503');
    expect([code, detail]).toEqual([expect.stringMatching(/:(Server|Receiver)$/), {}]);
  });
});

function bothSame(field: string): object {
  return { field, message: 'both are the same' };
}
