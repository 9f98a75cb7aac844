import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, startBank } from '../../examples/bank/bank.ts';

let bank: Bank;
beforeAll(async () => void (bank = await startBank(0)));
afterAll(() => bank.close());

async function ask(body: string): Promise<{ status: number; xml: string }> {
  const response = await fetch(bank.url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
  return { status: response.status, xml: await response.text() };
}

const request = (content: string) => `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>
  <b:GetAccount xmlns:b="https://example.com/bank">${content}</b:GetAccount></e:Body></e:Envelope>`;

describe('the bank', () => {
  it('shows accounts, in the currency asked for', async () => {
    const { status, xml } = await ask(request('<b:accountId> 7 </b:accountId><b:currency>USD</b:currency>'));
    expect(status).toBe(200);
    expect(xml).toContain('<owner>Ada &amp; Sons</owner><balance>1563.12</balance><currency>USD</currency>');
    expect((await ask(request('<b:accountId>8</b:accountId>'))).xml).toContain('<balance>99.00</balance>');
  });

  it.each(['9', '&lt;&amp;&gt;'])('has a fault for account %s, which is not there', async (id) => {
    const { status, xml } = await ask(request(`<b:accountId>${id}</b:accountId>`));
    expect(status).toBe(500);
    expect(xml).toContain(`<accountId>${id}</accountId></AccountNotFound></detail>`);
  });

  it.each([
    ['no XML', 'hello'],
    ['no envelope', '<a/>'],
    ['no account', request('')],
    ['too much', `${request('')}${' '.repeat(70_000)}`],
  ])('has a fault for %s', async (_title, body) => {
    const { status, xml } = await ask(body);
    expect(status).toBe(500);
    expect(xml).toContain('<faultcode>soap:Client</faultcode>');
  });
});

it('shows its WSDL, with its own address, where it is told the file', async () => {
  const wsdl = join(import.meta.dirname, '../../mappings/10-first-row/contract/accounts.wsdl');
  const shown = await startBank(0, wsdl);
  const text = await (await fetch(`${shown.url}?wsdl`)).text();
  await shown.close();
  expect(text).toBe(readFileSync(wsdl, 'utf8').replace('https://bank.example.com/accounts', shown.url));
});
