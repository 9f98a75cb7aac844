// A SOAP caller with a key in front of a REST service (tutorial 50 the other way round): the service is asked once.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { startRestPeer } from './rest-peer.ts';
import { tutorial } from './scene.ts';

test('a SOAP request with a key is carried out once, and answered again byte by byte', async () => {
  const peer = await startRestPeer(() => ({ status: 201, body: '{"paymentId":7}' }));
  const gateway = await soapstone({
    mapping: tutorial('50-faults'),
    present: 'soap',
    path: '/soap',
    upstream: peer.origin,
  });
  const server = createServer((req, res) => gateway(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
    await peer.stop();
  });
  const pay = async (amount: number, key: string) => {
    const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Pay xmlns="https://example.com/payments"><from>A</from><to>B</to><amount>${amount}</amount></Pay></e:Body></e:Envelope>`;
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-type': 'text/xml', 'idempotency-key': key };
    const reply = await fetch(`http://127.0.0.1:${port}/soap`, { method: 'POST', headers, body });
    return { status: reply.status, text: await reply.text() };
  };
  const first = await pay(1, 'a');
  expect(first).toMatchObject({ status: 200, text: expect.stringContaining('7') });
  peer.answer = () => ({ status: 201, body: '{"paymentId":8}' });
  expect(await pay(1, 'a')).toEqual(first);
  expect(peer.asked).toHaveLength(1);
  const other = await pay(2, 'a');
  expect(other.status).toBe(500);
  expect(other.text).toContain('another request has been made with this key');
  expect((await pay(1, 'b')).text).toContain('8');
  expect(peer.asked).toHaveLength(2);
});
