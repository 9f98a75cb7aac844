// The peers by themselves, asked with hand-written SOAP: what they say is valid against the contract, so that a failure of the
// end-to-end tests is ours.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateBody } from '../oracle/xmllint.ts';
import { accountsWsdl, ordersWsdl, parcelsWsdl, paymentsWsdl } from './contracts.ts';
import { startGsoapAccounts } from './gsoap.ts';
import { startNodeSoapAccounts, startStrongSoapAccounts } from './node.ts';
import type { Peer } from './peer.ts';
import { startPhpAccounts, startPhpOrders, startPhpParcels, startPhpPayments } from './php.ts';
import { startSpyneAccounts } from './spyne.ts';

const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function ask(url: string, body: string, action: string, envelope = soap11, header = ''): Promise<Answer> {
  const type =
    envelope === soap11 ? 'text/xml; charset=utf-8' : `application/soap+xml; charset=utf-8; action="${action}"`;
  const headers = envelope === soap11 ? { 'content-type': type, soapaction: `"${action}"` } : { 'content-type': type };
  const xml = `<e:Envelope xmlns:e="${envelope}"><e:Header>${header}</e:Header><e:Body>${body}</e:Body></e:Envelope>`;
  const response = await fetch(url, { method: 'POST', headers, body: xml });
  return { status: response.status, text: await response.text() };
}

/** Starts the peer for the tests of this block, and ends it. */
function use(start: () => Promise<Peer>): () => Peer {
  let peer: Peer;
  beforeAll(async () => {
    peer = await start();
  });
  afterAll(() => peer?.stop());
  return () => peer;
}

const getAccount = (id: string, currency = '') => {
  const inner = currency === '' ? '' : `<currency>${currency}</currency>`;
  return `<GetAccount xmlns="https://example.com/bank"><accountId>${id}</accountId>${inner}</GetAccount>`;
};

describe.each([
  ['PHP SoapServer', startPhpAccounts, [soap11, soap12], 500],
  ['node-soap', startNodeSoapAccounts, [soap11], 200],
  ['strong-soap', startStrongSoapAccounts, [soap11], 500],
  ['spyne', () => startSpyneAccounts('1.1'), [soap11], 500],
  ['spyne, SOAP 1.2', () => startSpyneAccounts('1.2'), [soap12], 500],
  ['gSOAP', startGsoapAccounts, [soap11, soap12], 500],
] as const)('accounts on %s', (_, start, versions, faultStatus) => {
  const peer = use(start);
  const call = (body: string, version: string) =>
    ask(`${peer().origin}/accounts`, body, 'https://example.com/bank/GetAccount', version);

  it.each(versions)('answers in %s', async (version) => {
    const { status, text } = await call(getAccount('7', 'SEK'), version);
    expect({ status, problems: validateBody(accountsWsdl, text) }).toEqual({ status: 200, problems: [] });
    expect(text).toContain(version);
    expect(text).toContain('13550.63');
  });

  it.each(versions)('faults in %s', async (version) => {
    const { status, text } = await call(getAccount('8'), version);
    // strong-soap writes the status that it was told also as an (undeclared) element of the Fault.
    const problems = validateBody(accountsWsdl, text.replace('<statusCode/>', ''));
    expect({ status, problems }).toEqual({ status: faultStatus, problems: [] });
    expect(text).toContain(version);
    expect(text).toContain('AccountNotFound');
  });
});

describe('parcels on PHP SoapServer', () => {
  const peer = use(startPhpParcels);
  const folder = join(parcelsWsdl, '..');
  const tenant = '<Tenant xmlns="https://example.com/parcels">north</Tenant>';
  const call = (body: string, action: string) =>
    ask(peer().origin, body, `urn:example:parcels:${action}`, soap11, tenant);
  const inner = `<p:sender country="SE"><p:name>A</p:name><p:street>s</p:street><p:city>c</p:city><p:postcode xsi:nil="true"/></p:sender>
    <p:recipient country="DE"><p:name>B</p:name><p:street>s</p:street><p:city>c</p:city><p:postcode>1</p:postcode></p:recipient>
    <p:weight>2</p:weight><p:delivery xsi:type="p:LockerDelivery"><p:locker>L1</p:locker></p:delivery><p:dropOff>HAM01</p:dropOff>
    <p:item><p:description>d</p:description><p:quantity>1</p:quantity></p:item>`;
  const create = `<p:CreateParcel xmlns:p="https://example.com/parcels" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
    <p:parcel service="express">${inner}</p:parcel></p:CreateParcel>`;

  it('keeps a parcel and gives it back', async () => {
    const created = await call(create, 'create');
    expect({ created, problems: validateBody(folder, created.text) }).toMatchObject({
      created: { status: 200 },
      problems: [],
    });
    expect(created.text).toContain('>5.00<');
    for (const [name, arguments_] of [
      ['GetParcel', '<p:id>1</p:id>'],
      ['FindParcels', '<p:service>express</p:service>'],
    ]) {
      const response = await call(
        `<p:${name} xmlns:p="https://example.com/parcels">${arguments_}</p:${name}>`,
        name === 'GetParcel' ? 'get' : 'find',
      );
      expect({ response, problems: validateBody(folder, response.text) }).toMatchObject({
        response: { status: 200 },
        problems: [],
      });
      expect(response.text).toContain('p:LockerDelivery');
    }
  });

  it('has valid events and labels', async () => {
    const track = await call(
      '<p:TrackParcel xmlns:p="https://example.com/parcels"><p:id>1</p:id></p:TrackParcel>',
      'track',
    );
    expect({ track, problems: validateBody(folder, track.text) }).toMatchObject({
      track: { status: 200 },
      problems: [],
    });
    const layout =
      '<p:layout columns="4"><p:text>a</p:text><p:rule/><p:barcode symbology="qr">7</p:barcode><p:text>b</p:text></p:layout>';
    const label = await call(
      `<p:PrintLabel xmlns:p="https://example.com/parcels"><p:id>1</p:id>${layout}</p:PrintLabel>`,
      'label',
    );
    expect({ label, problems: validateBody(folder, label.text) }).toMatchObject({
      label: { status: 200 },
      problems: [],
    });
    expect(label.text).toContain(Buffer.from('a\n----\nqr:7\nb').toString('base64'));
  });
});

describe.each([soap11, soap12])('payments on PHP SoapServer in %s', (version) => {
  const peer = use(startPhpPayments);
  const call = (name: string, inner: string) =>
    ask(
      peer().origin,
      `<p:${name} xmlns:p="https://example.com/payments">${inner}</p:${name}>`,
      `https://example.com/payments/${name}`,
      version,
    );
  const pay = (from: string, amount: string) =>
    call('Pay', `<p:from>${from}</p:from><p:to>B</p:to><p:amount>${amount}</p:amount>`);

  it('pays, shows, refunds, and refuses inside a normal response', async () => {
    const replies = [
      await pay('A', '12.50'),
      await call('GetPayment', '<p:paymentId>1</p:paymentId>'),
      await call('Refund', '<p:paymentId>1</p:paymentId><p:amount>2</p:amount>'),
      await call('Refund', '<p:paymentId>1</p:paymentId><p:amount>20</p:amount>'),
    ];
    expect(replies.map((r) => ({ ...r, problems: validateBody(paymentsWsdl, r.text) }))).toMatchObject(
      replies.map(() => ({ status: 200, problems: [] })),
    );
    expect(replies[3].text).toContain('TOO_MUCH');
  });

  it('sends declared faults with valid details', async () => {
    const replies = [
      await pay('BLOCKED', '1'),
      await pay('A', '1001'),
      await pay('B', '-1'),
      await call('GetPayment', '<p:paymentId>77</p:paymentId>'),
    ];
    const found = replies.map((r) => [
      r.status,
      ['AccountBlocked', 'InsufficientFunds', 'InvalidPayment', 'PaymentNotFound'].filter(
        (n) => r.text.includes(`:${n}>`) || r.text.includes(`:${n} `),
      ),
      validateBody(paymentsWsdl, r.text),
    ]);
    expect(found).toEqual([
      [500, ['AccountBlocked'], []],
      [500, ['InsufficientFunds'], []],
      [500, ['InvalidPayment'], []],
      [500, ['PaymentNotFound'], []],
    ]);
  });
});

describe('orders on PHP SoapServer, rpc/literal', () => {
  const peer = use(startPhpOrders);

  it('answers with several parts', async () => {
    const line = '<d:line><d:article>x</d:article><d:quantity>2</d:quantity><d:price>1.25</d:price></d:line>';
    const parts = `<customer>9</customer><order urgent="true" xmlns:d="urn:example:rpc-literal:data">${line}</order><due>2024-05-06</due>`;
    const body = `<c:PlaceOrder xmlns:c="urn:example:rpc-literal:calls">${parts}</c:PlaceOrder>`;
    const response = await ask(peer().origin, body, 'urn:example:rpc-literal#PlaceOrder');
    expect({ response, problems: validateBody(ordersWsdl, response.text) }).toMatchObject({
      response: { status: 200 },
      problems: [],
    });
    expect(response.text).toContain('9/2024-05-06/1!');
  });
});
