// Tutorial 10 in front of every peer.
import { describe, expect, it } from 'vitest';
import { accountsWsdl } from '../peers/contracts.ts';
import { startGsoapAccounts } from '../peers/gsoap.ts';
import { startNodeSoapAccounts, startStrongSoapAccounts } from '../peers/node.ts';
import { startPhpAccounts } from '../peers/php.ts';
import { startSpyneAccounts } from '../peers/spyne.ts';
import { setScene, tutorial } from './scene.ts';

const harbour = { id: 7, owner: 'Harbour Books', currency: 'EUR', opened: '2019-03-04', frozen: false };

describe.each([
  // The servers of npm know one account only: their numbers are doubles.
  { name: 'PHP SoapServer', start: startPhpAccounts, digits: true },
  { name: 'node-soap', start: startNodeSoapAccounts, digits: false },
  { name: 'strong-soap', start: startStrongSoapAccounts, digits: false },
  { name: 'spyne', start: () => startSpyneAccounts('1.1'), digits: true },
  { name: 'gSOAP', start: startGsoapAccounts, digits: true },
])('tutorial 10 in front of $name', ({ start, digits }) => {
  const scene = setScene({ start, path: '/accounts', mapping: tutorial('10-first-row'), wsdl: accountsWsdl });

  it('gets an account', async () => {
    const { status, json, text } = await scene.call('GET /v1/accounts/7');
    // strong-soap writes dates with a time zone, which the type allows.
    expect({ status, json: { ...json.account, opened: json.account.opened.replace('Z', '') } }).toMatchObject({
      status: 200,
      json: harbour,
    });
    expect(text).toContain('"balance":1204.50');
    expect(scene.last().headers['soapaction']).toBe('"https://example.com/bank/GetAccount"');
  });

  it('passes a query parameter on', async () => {
    const { status, text } = await scene.call('GET /v1/accounts/7?currency=SEK');
    expect(status).toBe(200);
    expect(text).toContain('"balance":13550.63');
    expect(scene.last().request.toString()).toContain('>SEK<');
  });

  it('answers a declared fault with 422, typed', async () => {
    const { status, headers, json } = await scene.call('GET /v1/accounts/8');
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 422,
      type: expect.stringMatching(/^application\/problem\+json/),
    });
    expect(json).toMatchObject({ status: 422, code: 'ACCOUNT_NOT_FOUND', data: { accountId: 8 } });
  });

  it('answers an undeclared fault with an error of its own, and goes on', async () => {
    const { status, json } = await scene.call('GET /v1/accounts/7?currency=XXX');
    expect({ status, json }).toMatchObject({
      status: expect.toSatisfy((s) => s === 400 || s === 502 || s === 500),
      json: { status },
    });
    expect((await scene.call('GET /v1/accounts/7')).status).toBe(200);
  });

  it('sends nothing for values that do not fit', async () => {
    const before = scene.calls();
    expect((await scene.call('GET /v1/accounts/seven')).status).toBeGreaterThanOrEqual(400);
    expect((await scene.call('GET /v1/accounts/7?currency=euro')).status).toBeGreaterThanOrEqual(400);
    expect(scene.calls()).toBe(before);
  });

  if (!digits) return;

  it('keeps every digit', async () => {
    const { status, text } = await scene.call('GET /v1/accounts/9007199254740993');
    expect(status).toBe(200);
    expect(text).toContain('"id":9007199254740993');
    expect(text).toContain('"balance":12345678901234567890.125');
    expect(text).toContain('"owner":"Ö & <Søn>"');
  });
});
