// Tutorial 25: keyed lists, unwrapped ones, nulls and a discriminator in JSON are ordinary XML to SOAP clients.
import { expect, it } from 'vitest';
import { ordersBackend } from '../backends/orders.ts';
import { eachClient, plain } from './clients.ts';

const ns = 'https://example.com/orders';

eachClient('30-types', ordersBackend, (stage) => {
  it('getOrder', async () => {
    const { client } = stage();
    const { result } = await client.call('getOrder', { internalId: 7 });
    expect(plain(result.order ?? result)).toMatchObject({
      internalId: '7',
      customer: 'Ada',
      lineList: {
        line: [
          { article: 'Tea', quantity: '2', tagList: { tag: ['green', 'loose'] } },
          { article: 'Pot', quantity: '1' },
        ],
      },
      property: [
        { name: 'colour', $value: 'red' },
        { name: 'gift wrap', $value: 'gold' },
      ],
      payment: { reference: 'R1', lastDigits: '1234' },
      customField: { scriptId: 'custbody_shelf', value: 'A7' },
      nullFieldList: { name: ['dueDate', 'note'] },
      total: '23.5',
    });
  });

  it('updateOrder', async () => {
    const { client, face } = stage();
    const order = {
      '@internalId': 8,
      customer: 'Grace',
      lineList: {
        line: [
          { article: 'Tea', quantity: 2, tagList: { tag: ['green'] } },
          { article: 'Pot', quantity: 1 },
        ],
      },
      property: [
        { '@name': 'colour', $value: 'red' },
        { '@name': 'size', $value: 'XL' },
      ],
      payment: { $type: `{${ns}}CardPayment`, reference: 'R2', lastDigits: '0815' },
      customField: [{ '@scriptId': 'custbody_shelf', value: 'B1' }],
      nullFieldList: { name: ['note'] },
    };
    const updated = await client.call('updateOrder', { order });
    expect(updated.reason ?? updated.broken).toBeUndefined();
    expect(face.rest.asked.at(-1)!.target).toBe('/v1/orders/8');
    expect(JSON.parse(face.rest.asked.at(-1)!.body)).toEqual({
      customer: 'Grace',
      lines: [
        { article: 'Tea', quantity: 2, tags: ['green'] },
        { article: 'Pot', quantity: 1 },
      ],
      properties: { colour: 'red', size: 'XL' },
      payment: { method: 'card', reference: 'R2', lastDigits: '0815' },
      custbody_shelf: 'B1',
      note: null,
    });
    const stored = plain({ ...order, total: 3 });
    expect(plain(updated.result.order ?? updated.result)).toEqual(stored);
    const { result } = await client.call('getOrder', { internalId: 8 });
    expect(plain(result.order ?? result)).toEqual(stored);
  });

  it('an order that is not there is a fault', async () => {
    const missing = await stage().client.call('getOrder', { internalId: 9 });
    expect([missing.reason, missing.code]).toEqual(['No order 9', expect.stringMatching(/(Client|Sender)$/)]);
  });
});
