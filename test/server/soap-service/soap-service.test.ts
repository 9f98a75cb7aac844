// A service without a table: its functions, its faults, its context.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSoapService, DeclaredFault, loadContract } from '../../../src/index.ts';
import { tutorial } from '../../e2e/scene.ts';
import { callWithPhp, callWithZeep } from '../../peers/callers.ts';

const contract = await loadContract(`${tutorial('10-first-row')}/contract/accounts.wsdl`);
const account = {
  id: '7',
  owner: 'Ada & Sons',
  balance: '12.50',
  currency: 'EUR',
  opened: '2020-02-29',
  frozen: false,
};
const service = createSoapService({
  contract,
  path: '/accounts',
  operations: {
    GetAccount: async ({ accountId, currency }: { accountId: string; currency?: string }, context) => {
      context.responseFields.push(['x-operation', context.operation]);
      if (currency === 'XXX') throw new Error('secret');
      if (accountId !== '7') throw new DeclaredFault('AccountNotFound', `no account ${accountId}`, { accountId });
      return { account };
    },
  },
});
const server = createServer((req, res) => service(req, res));
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/accounts`;
});
afterAll(() => void server.close());

describe('a service out of functions', () => {
  it.each([
    ['PHP', callWithPhp('1.1')],
    ['zeep', callWithZeep('1.1')],
  ])('answers %s, with responses and declared faults', async (_, call) => {
    const [found, missing] = await call(`${url}?wsdl`, [
      ['GetAccount', { accountId: 7 }],
      ['GetAccount', { accountId: 8 }],
    ]);
    expect((found.result.account ?? found.result).owner).toBe('Ada & Sons');
    expect(missing.reason).toBe('no account 8');
    expect(JSON.stringify(missing.detail)).toContain('AccountNotFound');
  });

  const ask = (content: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><b:GetAccount xmlns:b="https://example.com/bank">${content}</b:GetAccount></e:Body></e:Envelope>`,
    });

  it('sends header fields of its own, and shows nothing of errors', async () => {
    const response = await ask('<b:accountId>7</b:accountId>');
    expect([response.status, response.headers.get('x-operation')]).toEqual([200, 'GetAccount']);
    const failed = await ask('<b:accountId>7</b:accountId><b:currency>XXX</b:currency>');
    expect([failed.status, (await failed.text()).includes('secret')]).toEqual([500, false]);
  });

  it('lets the contract judge requests first', async () => {
    expect(await (await ask('<b:accountId>seven</b:accountId>')).text()).toContain('soap:Client');
  });

  it('refuses functions for operations that the contract has not', () => {
    expect(() => createSoapService({ contract, path: '/', operations: { Nothing: () => ({}) } })).toThrow(
      'no operation "Nothing"',
    );
  });
});
