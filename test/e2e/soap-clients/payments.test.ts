// Tutorial 50: errors of a REST service arrive as the exceptions of SOAP clients, with code, reason and typed detail.
import { expect, it } from 'vitest';
import { paymentsBackend } from '../backends/payments.ts';
import { allClients, type ClientName, eachClient, plain } from './clients.ts';

const exception = (name: ClientName) => ({ P: 'SoapFault', z: 'Fault' })[name[0]] ?? 'Error';
const pay = { from: 'A', to: 'B', amount: 10 };

eachClient(
  '70-faults',
  paymentsBackend,
  (stage) => {
    it('Pay, GetPayment and Refund', async () => {
      const { client } = stage();
      const paid = (await client.call('Pay', { ...pay, reference: 'Söhne & Co' })).result;
      const paymentId = paid.paymentId ?? paid;
      const payment = (await client.call('GetPayment', { paymentId })).result;
      const wanted = { id: String(paymentId), from: 'A', to: 'B', amount: '10', reference: 'Söhne & Co' };
      expect(plain(payment.payment ?? payment)).toEqual(wanted);
      const refund = await client.call('Refund', { paymentId, amount: 4 });
      expect(plain(refund.result)).toEqual({ status: { code: 'OK' }, refundId: '70' });
      const again = (await client.call('GetPayment', { paymentId })).result;
      expect(plain(again.payment ?? again)).toEqual({ ...wanted, refunded: '4' });
    });

    it.each([
      [
        'variables of the reason',
        { amount: 102.5 },
        'A lacks 2.5',
        { InsufficientFunds: { account: 'A', missing: '2.5' } },
      ],
      [
        'data',
        { from: 'BLOCKED' },
        'Blocked for now',
        { AccountBlocked: { account: 'BLOCKED', until: '2030-01-01T00:00:00.000Z' } },
      ],
      [
        'lists',
        { to: 'A' },
        'Not a payment',
        {
          InvalidPayment: {
            problem: [
              { field: 'from', message: 'both are the same' },
              { field: 'to', message: 'both are the same' },
            ],
          },
        },
      ],
    ])('Pay: a declared fault, its detail from %s', async (_, members, reason, detail) => {
      const { client, name } = stage();
      const said = await client.call('Pay', { ...pay, ...members });
      expect([said.type, said.reason, said.code]).toEqual([
        exception(name),
        reason,
        expect.stringMatching(/(Client|Sender)$/),
      ]);
      expect(plain(said.detail)).toEqual(detail);
    });

    it('Pay: errors without a declared detail', async () => {
      const { client, name } = stage();
      const nothing = await client.call('Pay', { ...pay, amount: -1 });
      expect([nothing.type, nothing.reason]).toEqual([exception(name), 'Nothing to pay']);
      expect(plain(nothing.detail)).toBeUndefined();
      const court = await client.call('Pay', { ...pay, from: 'COURT' });
      expect(court.reason).toBe('A court says so');
    });

    it('GetPayment: a fault for all rules, and a page of HTML', async () => {
      const { client, name } = stage();
      const missing = await client.call('GetPayment', { paymentId: 4 });
      expect([missing.type, missing.reason]).toEqual([exception(name), 'Not here']);
      expect(plain(missing.detail)).toEqual({ PaymentNotFound: { paymentId: '4' } });
      const away = await client.call('GetPayment', { paymentId: 503 });
      expect([away.type, away.code]).toEqual([exception(name), expect.stringMatching(/(Server|Receiver)$/)]);
      expect(JSON.stringify(away)).not.toContain('secret');
    });

    it('Refund: failure inside a response, as the contract has it', async () => {
      const { client } = stage();
      const late = await client.call('Refund', { paymentId: 4, amount: 1 });
      expect(plain(late.result)).toEqual({ status: { code: 'TOO_LATE', message: 'It was in May' } });
      const paid = (await client.call('Pay', pay)).result;
      const much = await client.call('Refund', { paymentId: paid.paymentId ?? paid, amount: 11 });
      expect(plain(much.result)).toEqual({ status: { code: 'TOO_MUCH', message: 'More than was paid' } });
    });
  },
  // A contract with ports of both versions.
  allClients,
);
