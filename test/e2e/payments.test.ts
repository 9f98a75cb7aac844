// Tutorial 50's contract in front of PHP's SoapServer, through the SOAP 1.1 port and the SOAP 1.2 port.
import { describe, expect, it } from 'vitest';
import { paymentsWsdl } from '../peers/contracts.ts';
import { startPhpPayments } from '../peers/php.ts';
import { setScene, testMapping } from './scene.ts';

describe('tutorial 50 in front of PHP SoapServer', () => {
  const scene = setScene({ start: startPhpPayments, path: '/', mapping: testMapping('payments'), wsdl: paymentsWsdl });

  describe.each(['11', '12'])('SOAP %s', (version) => {
    const pay = (from: string, to: string, amount: number, reference?: string) =>
      scene.call(`POST /${version}/payments`, { from, to, amount, reference });

    it('pays and reads the payment, in its own SOAP version', async () => {
      const { status, json } = await pay('A', 'B', 12.5, 'rent');
      expect(status).toBe(201);
      const { request, headers } = scene.last();
      expect(request.toString()).toContain(
        version === '11' ? 'http://schemas.xmlsoap.org/soap/envelope/' : 'http://www.w3.org/2003/05/soap-envelope',
      );
      expect(headers['content-type']).toMatch(
        version === '11' ? /^text\/xml/ : /^application\/soap\+xml.*action="https:\/\/example\.com\/payments\/Pay"/,
      );
      const got = await scene.call(`GET /${version}/payments/${json.id}`);
      expect({ status: got.status, json: got.json }).toEqual({
        status: 200,
        json: { id: json.id, from: 'A', to: 'B', amount: 12.5, reference: 'rent' },
      });
    });

    it.each([
      ['BLOCKED', 'B', 1, 403, 'ACCOUNT_BLOCKED'],
      ['A', 'B', 1001, 409, 'INSUFFICIENT_FUNDS'],
      ['A', 'A', -1, 422, 'INVALID_PAYMENT'],
    ])('answers a declared fault: %s to %s', async (from, to, amount, expected, code) => {
      const { status, headers, json } = await pay(from, to, amount);
      expect({ status, json }).toMatchObject({ status: expected, json: { status: expected, code } });
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(scene.last().status).toBe(500);
    });

    it('answers another declared fault of another operation', async () => {
      const { status, json } = await scene.call(`GET /${version}/payments/777`);
      expect({ status, json }).toMatchObject({ status: 404, json: { code: 'PAYMENT_NOT_FOUND' } });
    });

    it('answers an undeclared fault as the failure of the peer that it is', async () => {
      const { status, json } = await pay('A', 'NOWHERE', 1);
      expect({ status, json }).toMatchObject({ status: 502, json: { status: 502, code: 'UPSTREAM_FAULT' } });
    });

    it('refunds, and finds the failure inside a reply with HTTP 200', async () => {
      const { json } = await pay('A', 'B', 10);
      const old = await pay('A', 'B', 10, 'old');
      const refund = async (id: number, amount: number) => {
        const answer = await scene.call(`POST /${version}/payments/${id}/refunds`, { amount });
        expect(scene.last().status).toBe(200);
        return { status: answer.status, json: answer.json };
      };
      expect(await refund(json.id, 4)).toEqual({ status: 201, json: { id: 900 + json.id } });
      expect(await refund(json.id, 11)).toMatchObject({
        status: 409,
        json: { code: 'REFUND_TOO_MUCH', detail: 'Only 10 was paid' },
      });
      expect(await refund(old.json.id, 4)).toMatchObject({ status: 410, json: { code: 'REFUND_TOO_LATE' } });
    });
  });
});
