// A capture belongs to one request, whatever others call themselves, and whatever goes wrong in it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { CapturedExchange } from '../../../src/capture/captured.ts';
import { BoundedBody } from '../../../src/server/capture/bounded-body.ts';
import { WireCapture } from '../../../src/server/capture/wire-capture.ts';
import { begin, call } from '../http-client.ts';
import { slowBank } from '../slow-bank.ts';
import { until } from '../until.ts';
import { bank, open } from './open-capturing.ts';

test('requests with one id at a time are exchanges of their own', async () => {
  const peer = await slowBank();
  const { port, exchanges } = await open({ upstream: peer.url, debugWire: '*' });
  const headers = { 'x-request-id': 'same' };
  const first = begin(port, '/v1/accounts/1', { headers });
  first.got.catch(() => {});
  await until(() => peer.waiting() === 1);
  const second = begin(port, '/v1/accounts/2', { headers });
  await until(() => peer.waiting() === 2);
  first.sent.destroy();
  const [gone] = await exchanges(1);
  peer.answer();
  await second.got;
  const [, answered] = await exchanges(2);
  const facts = ({ id, code, request, response, calls }: CapturedExchange) => [
    id,
    code,
    request.target,
    response?.status,
    calls.map(({ request: { body } }) => /accountId>(\d)/.exec(body ?? '')?.[1]),
  ];
  expect([gone, answered].map(facts)).toEqual([
    ['same', 'CLIENT_GONE', '/v1/accounts/1', undefined, ['1']],
    ['same', undefined, '/v1/accounts/2', 200, ['2']],
  ]);
});

test('a record with the id of a request in flight does not end it', async () => {
  const peer = await slowBank();
  const { port, exchanges } = await open({ upstream: peer.url, debugWire: '*' });
  const headers = { 'x-request-id': 'same' };
  const { got } = begin(port, '/v1/accounts/1', { headers });
  await until(() => peer.waiting() === 1);
  await call(port, '/elsewhere', { headers });
  peer.answer();
  const { text } = await got;
  const all = await exchanges(2);
  expect(all.map(({ rule, calls }) => [rule, calls.length])).toEqual([
    [undefined, 0],
    ['get-account', 1],
  ]);
  expect(all[1].response?.body).toBe(text);
});

test('calls of tools are part of the request that they came in', async () => {
  const { port, exchanges } = await open({ upstream: await bank(), present: 'mcp', debugWire: '*' });
  const tool = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get-account', arguments: { id: 7 + id } },
  });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-03-26',
  };
  const body = JSON.stringify([tool(0), tool(1)]);
  const { text } = await call(port, '/mcp', { method: 'POST', headers, body });
  await call(port, '/mcp', { method: 'POST', headers, body: JSON.stringify(tool(0)) });
  const [batch, single] = await exchanges(2);
  expect(batch).toMatchObject({ present: 'mcp', request: { target: '/mcp', body }, response: { status: 200 } });
  expect(batch.response?.bytes).toBe(Buffer.byteLength(text));
  expect(batch.calls.map(({ response }) => response?.status)).toEqual([200, 200]);
  expect([single.calls.length, single.rule]).toEqual([1, 'get-account']);
  expect(single.response?.bytes).toBeGreaterThan(0);
});

test('a capture that fails is dropped, and nothing else', async () => {
  const failures: unknown[] = [];
  const onFailed = (error: unknown) => failures.push(error);
  const bounds = { count: 10, bodyBytes: 100, memory: 1000 };
  const capture = new WireCapture({ targets: ['*'], ...bounds, redact: [], onFailed });
  capture.bridges = () => {
    throw new Error('no bridges');
  };
  const record = { bridge: '', method: 'GET', path: '/', status: 200, ms: 0, upstreamMs: 0 };
  const listener = capture.around((req, res) => {
    const id = req.headers['x-request-id'] as string;
    res.on('close', () => capture.add({ ...record, id, requestBytes: 0, responseBytes: 0 }));
    res.end('a');
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { status } = await call((server.address() as AddressInfo).port, '/');
  await until(() => failures.length === 1);
  expect([status, capture.store.dropped, failures]).toEqual([200, 1, [new Error('no bridges')]]);
});

test('bytes are copied: their sender writes into its buffer again', () => {
  const body = new BoundedBody(5, { left: 100 });
  const bytes = Buffer.from('abcdefgh');
  body.add(bytes);
  bytes.fill('x');
  expect([Buffer.from(body.take()).toString(), body.total]).toEqual(['abcde', 8]);
});
