// rpc/literal in front of PHP's SoapServer.
import { describe, expect, it } from 'vitest';
import { ordersWsdl } from '../peers/contracts.ts';
import { startPhpOrders } from '../peers/php.ts';
import { setScene, testMapping } from './scene.ts';

describe('rpc/literal on PHP SoapServer', () => {
  const scene = setScene({ start: startPhpOrders, path: '/', mapping: testMapping('orders'), wsdl: ordersWsdl });

  it('sends several parts and reads several parts', async () => {
    const order = {
      '@urgent': true,
      line: [
        { article: 'a', quantity: 2, price: 1.25 },
        { article: 'b', quantity: 1, price: null },
      ],
    };
    const { status, json, text } = await scene.call('POST /customers/9/orders?due=2024-05-06', order);
    expect({ status, json }).toEqual({
      status: 201,
      json: { number: '9/2024-05-06/2!', state: 'accepted', total: 2.5 },
    });
    expect(text).toContain('"total":2.50');
    expect(scene.last().headers['soapaction']).toBe('"urn:example:rpc-literal#PlaceOrder"');
  });

  it('calls an operation without parts', async () => {
    const { status, json } = await scene.call('GET /orders/count');
    expect({ status, json }).toEqual({ status: 200, json: { count: 42 } });
    expect(scene.last().headers['soapaction']).toBe('""');
  });
});
