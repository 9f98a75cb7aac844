// A SOAP caller with a key in front of a REST service (tutorial 50 the other way round): the service is asked once.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { raw } from '../server/raw.ts';
import { startRestPeer } from './rest-peer.ts';
import { tutorial } from './scene.ts';

const envelopeOf = (amount: number) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Pay xmlns="https://example.com/payments"><from>A</from><to>B</to><amount>${amount}</amount></Pay></e:Body></e:Envelope>`;

test('a SOAP request with a key is carried out once, and answered again byte by byte', async () => {
  const peer = await startRestPeer(() => ({ status: 201, body: '{"paymentId":7}' }));
  const gateway = await soapstone({
    mapping: tutorial('70-faults'),
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
    const body = envelopeOf(amount);
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-type': 'text/xml', 'idempotency-key': key };
    const response = await fetch(`http://127.0.0.1:${port}/soap`, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };
  for (const [one, two] of [
    ['a', 'b'],
    ['a', 'a'],
  ]) {
    const envelope = envelopeOf(1);
    const fields = `Idempotency-Key: ${one}\r\nIdempotency-Key: ${two}\r\nContent-Type: text/xml`;
    const { port } = server.address() as AddressInfo;
    const head = `POST /soap HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${envelope.length}\r\n${fields}`;
    const response = await raw(port, `${head}\r\n\r\n${envelope}`);
    expect(response).toContain('the request has several keys');
    expect(peer.asked).toEqual([]);
  }
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

test('a REST request with two keys is refused before anything is sent', async () => {
  const gateway = await soapstone({ mapping: tutorial('70-faults'), upstream: 'http://127.0.0.1:1/' });
  const server = createServer((req, res) => gateway(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    await gateway.close();
  });
  const { port } = server.address() as AddressInfo;
  const body = '{"from":"A","to":"B","amount":1}';
  const head = `POST /v1/payments HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  for (const second of ['Idempotency-Key: b', 'idempotency-key: a']) {
    const response = await raw(port, `${head}\r\nIdempotency-Key: a\r\n${second}\r\n\r\n${body}`);
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain('"code":"IDEMPOTENCY_KEY"');
    expect(response).toContain('the request has several keys');
  }
});
