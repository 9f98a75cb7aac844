// Codec, envelope, faults and transport against every peer, in both SOAP versions, before any mapping table has its say.
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SoapVersion } from '../../src/contract/model/contract.ts';
import { openOracle } from '../oracle/xmllint.ts';
import { accountsWsdl, ordersWsdl, parcelsWsdl, paymentsWsdl } from '../peers/contracts.ts';
import { startGsoapAccounts } from '../peers/gsoap.ts';
import { startNodeSoapAccounts, startStrongSoapAccounts } from '../peers/node.ts';
import type { Peer } from '../peers/peer.ts';
import { startPhpAccounts, startPhpOrders, startPhpParcels, startPhpPayments } from '../peers/php.ts';
import { startSpyneAccounts } from '../peers/spyne.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { type WholeMessages, wholeMessages } from './whole-messages.ts';

const prefixes = new Map([['p', 'https://example.com/parcels']]);

/** The peer behind a recorder; at the end, libxml2 judges all that was sent. */
function set(start: () => Promise<Peer>, wsdl: string, version: SoapVersion = '1.1'): () => WholeMessages {
  let peer: Peer;
  let recorder: Recorder;
  let back: WholeMessages;
  beforeAll(async () => {
    peer = await start();
    recorder = await startRecorder(peer.origin);
    back = await wholeMessages(wsdl, `${recorder.origin}/accounts`, version, prefixes);
  });
  afterAll(async () => {
    await back.close();
    await recorder.stop();
    await peer.stop();
    const oracle = openOracle(wsdl === parcelsWsdl ? dirname(wsdl) : wsdl);
    const problems = oracle.validate(recorder.calls.map((c) => c.request)).flatMap((v) => v.problems);
    oracle.close();
    expect(problems).toEqual([]);
    expect(recorder.calls).not.toEqual([]);
  });
  return () => back;
}

describe.each([
  { name: 'PHP SoapServer', start: startPhpAccounts, digits: true },
  { name: 'node-soap, whose faults come with HTTP 200', start: startNodeSoapAccounts, digits: false },
  { name: 'strong-soap', start: startStrongSoapAccounts, digits: false },
  { name: 'spyne', start: () => startSpyneAccounts('1.1'), digits: true },
  { name: 'gSOAP', start: startGsoapAccounts, digits: true },
])('accounts on $name', ({ start, digits }) => {
  const back = set(start, accountsWsdl);

  it('answers', async () => {
    // strong-soap writes dates with a time zone, which the type allows.
    const text = (await back().call('GetAccount', { accountId: 7, currency: 'SEK' })).replace(
      '2019-03-04Z',
      '2019-03-04',
    );
    const account =
      '{"id":7,"owner":"Harbour Books","balance":13550.63,"currency":"SEK","opened":"2019-03-04","frozen":false}';
    expect(text).toBe(`{"account":${account}}`);
  });

  it('sends its declared fault with the typed detail', async () => {
    const { init } = await back().fault('GetAccount', { accountId: 8 });
    const [detail] = init.soap!.detail;
    expect({ reason: init.soap!.reason, name: detail.name }).toEqual({
      reason: 'There is no account 8',
      name: { ns: 'https://example.com/bank', local: 'AccountNotFound' },
    });
    expect(
      JSON.parse(Buffer.from(detail.value!.bytes.subarray(detail.value!.start, detail.value!.end)).toString()),
    ).toEqual({ accountId: 8 });
  });

  it('sends a fault that no contract declares', async () => {
    const { init } = await back().fault('GetAccount', { accountId: 7, currency: 'XXX' });
    expect(init.soap!.code.local).toBe('Client');
    expect(init.soap!.reason).toContain('There is no rate for');
    expect(init.soap!.detail).toEqual([]);
  });

  if (!digits) return;

  it('keeps every digit and character', async () => {
    const account = '"id":9007199254740993,"owner":"Ö & <Søn>","balance":12345678901234567890.125';
    expect(await back().call('GetAccount', '{"accountId":9007199254740993}')).toContain(account);
  });
});

describe.each(['1.1', '1.2'] as const)('payments on PHP SoapServer in SOAP %s', (version) => {
  const back = set(startPhpPayments, paymentsWsdl, version);

  it('pays, and shows what was paid', async () => {
    expect(await back().call('Pay', { from: 'A', to: 'B', amount: 12.5 })).toBe('{"paymentId":1}');
    expect(await back().call('GetPayment', { paymentId: 1 })).toBe(
      '{"payment":{"id":1,"from":"A","to":"B","amount":12.5}}',
    );
    expect(await back().call('Refund', { paymentId: 1, amount: 13 })).toBe(
      '{"status":{"code":"TOO_MUCH","message":"Only 12.5 was paid"}}',
    );
  });

  it('sends declared faults with lists and attributes', async () => {
    const detail = async (request: unknown) => {
      const { value } = (await back().fault('Pay', request)).init.soap!.detail[0];
      return JSON.parse(Buffer.from(value!.bytes.subarray(value!.start, value!.end)).toString());
    };
    expect(await detail({ from: 'B', to: 'B', amount: 0 })).toEqual({
      problem: [
        { field: 'amount', message: 'must be more than 0' },
        { field: 'to', message: 'is the paying account' },
      ],
    });
    expect(await detail({ from: 'BLOCKED', to: 'B', amount: 1 })).toEqual({
      '@reason': 'court order',
      account: 'BLOCKED',
      until: '2030-01-01T00:00:00Z',
    });
  });
});

describe('parcels on PHP SoapServer', () => {
  const back = set(startPhpParcels, parcelsWsdl);
  const party = { '@country': 'SE', name: 'A', street: ['Kaj 1'], city: 'Ystad', postcode: null };
  const parcel = {
    '@service': 'express',
    sender: party,
    recipient: party,
    weight: { $value: 2 },
    delivery: { $type: 'p:LockerDelivery', '@keepDays': 3, locker: 'L-7' },
    dropOff: 'HAM01',
    item: [{ description: 'book', quantity: 1 }],
    instructions: { $mixed: ['Ring ', { em: 'twice' }, '.'] },
  };

  it('keeps a parcel of one tenant, as the header part says', async () => {
    expect(JSON.parse(await back().call('CreateParcel', { parcel }, 'north'))).toMatchObject({
      id: 1,
      price: { '@currency': 'EUR', $value: 5 },
    });
    expect(JSON.parse(await back().call('GetParcel', { id: 1 }, 'north'))).toEqual({ parcel: { '@id': 1, ...parcel } });
    expect(await back().call('GetParcel', { id: 1 }, 'south')).toBe('{}');
  });

  it('sends substitution groups, and reads a repeated choice in order', async () => {
    expect(Object.keys(JSON.parse(await back().call('TrackParcel', { id: 1 })).event[1])).toEqual(['delayed']);
    const layout = { $items: [{ text: 'a' }, { rule: {} }, { text: 'b' }] };
    const label = Buffer.from(`a\n${'-'.repeat(32)}\nb`).toString('base64');
    expect(await back().call('PrintLabel', { id: 1, layout })).toBe(`{"label":"${label}","lines":3}`);
  });
});

describe('orders on PHP SoapServer, rpc/literal', () => {
  const back = set(startPhpOrders, ordersWsdl);

  it('takes and gives several parts', async () => {
    const order = { '@urgent': true, line: [{ article: 'x', quantity: 2, price: 1.25 }] };
    const response = await back().call('PlaceOrder', { customer: 9, order, due: '2024-05-06' });
    expect(response).toBe('{"number":"9/2024-05-06/1!","state":"accepted","total":2.50}');
    expect(await back().call('CountOrders', {})).toBe('{"count":42}');
  });
});
