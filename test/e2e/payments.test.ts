// Tutorial 50 in front of PHP's SoapServer: one table, through the SOAP 1.1 port and through the SOAP 1.2 port.
import { afterAll, describe, expect, it } from 'vitest';
import { HIDDEN_TEXT } from '../../src/fault/texts.ts';
import { paymentsWsdl } from '../peers/contracts.ts';
import { startPhpPayments } from '../peers/php.ts';
import { withOnePort } from './one-port.ts';
import { setScene, tutorial } from './scene.ts';

const versions = [
  {
    version: '1.1',
    port: 'Payments11',
    envelope: 'http://schemas.xmlsoap.org/soap/envelope/',
    headers: { 'content-type': /^text\/xml/, soapaction: /^"https:\/\/example\.com\/payments\/Pay"$/ },
  },
  {
    version: '1.2',
    port: 'Payments12',
    envelope: 'http://www.w3.org/2003/05/soap-envelope',
    headers: { 'content-type': /^application\/soap\+xml.*action="https:\/\/example\.com\/payments\/Pay"/ },
  },
];

describe.each(versions)('tutorial 50 in front of PHP SoapServer in SOAP $version', ({ port, envelope, headers }) => {
  const mapping = withOnePort(tutorial('70-faults'), 'contract/payments.wsdl', port);
  const scene = setScene({ start: startPhpPayments, path: '/', mapping: mapping.folder, wsdl: paymentsWsdl });
  afterAll(mapping.remove);

  const pay = (from: string, to: string, amount: number, reference?: string) =>
    scene.call('POST /v1/payments', { from, to, amount, reference });

  it('pays and reads the payment, in its own SOAP version', async () => {
    const { status, json } = await pay('A', 'B', 12.5, 'rent');
    expect({ status, json }).toEqual({ status: 201, json: { paymentId: expect.any(Number) } });
    const sent = scene.last();
    for (const message of [sent.request, sent.response]) expect(message.toString()).toContain(`"${envelope}"`);
    for (const [name, value] of Object.entries(headers)) expect(sent.headers[name]).toMatch(value);
    const got = await scene.call(`GET /v1/payments/${json.paymentId}`);
    expect({ status: got.status, json: got.json }).toEqual({
      status: 200,
      json: { payment: { id: json.paymentId, from: 'A', to: 'B', amount: 12.5, reference: 'rent' } },
    });
  });

  it.each([
    {
      to: 'B',
      from: 'BLOCKED',
      amount: 1,
      problem: {
        status: 423,
        code: 'ACCOUNT_BLOCKED',
        detail: 'The account is blocked',
        data: { account: 'BLOCKED', blockedUntil: '2030-01-01T00:00:00Z' },
      },
    },
    {
      to: 'B',
      from: 'A',
      amount: 1001,
      problem: {
        status: 402,
        code: 'INSUFFICIENT_FUNDS',
        detail: 'A lacks 1.00',
        data: { account: 'A', missing: 1 },
      },
    },
    {
      to: 'A',
      from: 'A',
      amount: -1,
      problem: {
        status: 422,
        code: 'INVALID_PAYMENT',
        data: {
          problem: [
            { field: 'amount', message: 'must be more than 0' },
            { field: 'to', message: 'is the paying account' },
          ],
        },
      },
    },
  ])('answers a declared fault as $problem.code', async ({ from, to, amount, problem }) => {
    const { status, headers, json } = await pay(from, to, amount);
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: problem.status,
      type: expect.stringMatching(/^application\/problem\+json/),
    });
    expect(json).toMatchObject(problem);
    expect(json.data).toEqual(problem.data);
    expect(scene.last().status).toBe(500);
  });

  it('answers by a row of the table, for all rules', async () => {
    const { status, json } = await scene.call('GET /v1/payments/777');
    expect({ status, json }).toMatchObject({
      status: 404,
      json: { code: 'PAYMENT_NOT_FOUND', title: 'There is no such payment', data: { paymentId: 777 } },
    });
    const refund = await scene.call('POST /v1/payments/777/refunds', { amount: 1 });
    expect({ status: refund.status, json: refund.json }).toMatchObject({
      status: 404,
      json: { code: 'PAYMENT_NOT_FOUND' },
    });
  });

  it('answers an undeclared fault by the row for the rest', async () => {
    const { status, headers, json } = await pay('A', 'NOWHERE', 1);
    expect({ status, json }).toMatchObject({
      status: 503,
      json: { status: 503, code: 'PAYMENTS_UNAVAILABLE', detail: HIDDEN_TEXT },
    });
    expect(headers.get('retry-after')).toBe('30');
  });

  it('refunds, and finds the failure inside a response with HTTP 200', async () => {
    const { json } = await pay('A', 'B', 10);
    const old = await pay('A', 'B', 10, 'old');
    const refund = async (id: number, amount: number) => {
      const answer = await scene.call(`POST /v1/payments/${id}/refunds`, { amount });
      expect(scene.last().status).toBe(200);
      return { status: answer.status, json: answer.json };
    };
    expect(await refund(json.paymentId, 4)).toEqual({ status: 201, json: { refundId: 900 + json.paymentId } });
    expect(await refund(json.paymentId, 11)).toMatchObject({
      status: 422,
      json: { status: 422, code: 'REFUND_TOO_MUCH', detail: 'Only 10 was paid' },
    });
    expect(await refund(old.json.paymentId, 4)).toMatchObject({
      status: 409,
      json: { status: 409, code: 'REFUND_TOO_LATE' },
    });
  });
});
