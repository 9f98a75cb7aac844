import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CapturedExchange } from '../../../src/capture/captured.ts';
import { isLocal } from '../../../src/server/capture/exchanges-page.ts';
import { begin, call } from '../http-client.ts';
import { slowBank } from '../slow-bank.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';
import { bank, open } from './open-capturing.ts';

describe('captured exchanges', () => {
  test('have both sides, of the rules that are named', async () => {
    const upstream = await bank();
    const { port, exchanges } = await open({ upstream, name: 'front', debugWire: 'other, get-account' });
    const headers = { authorization: 'Basic hunter2', 'x-request-id': 'r-7' };
    const { text } = await call(port, '/v1/accounts/7?currency=EUR', { headers });
    await call(port, '/elsewhere');
    const all = await exchanges(1);
    expect(all).toHaveLength(1);
    const [{ calls, ...exchange }] = all;
    expect(exchange).toMatchObject({ id: 'r-7', bridge: 'front', present: 'rest', rule: 'get-account' });
    expect(exchange.request).toMatchObject({ method: 'GET', target: '/v1/accounts/7?currency=EUR', bytes: 0 });
    expect(exchange.request.headers).toContainEqual(['authorization', '***']);
    expect(exchange.response).toMatchObject({ status: 200, body: text, bytes: Buffer.byteLength(text) });
    expect(exchange.response?.headers).toContainEqual(['content-type', 'application/json']);
    expect(calls).toHaveLength(1);
    const [{ request, response, ms, startMs }] = calls;
    expect(request).toMatchObject({ method: 'POST', target: upstream });
    expect(request.body).toContain('accountId>7<');
    expect(response?.status).toBe(200);
    expect(response?.body).toContain('GetAccountResponse');
    expect(ms).toBeGreaterThan(0);
    expect(startMs).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(all)).not.toContain('hunter2');
  });

  test('by request id, also without a rule; the query of the page selects', async () => {
    const { port, exchanges, page } = await open({ upstream: await bank(), debugWire: 'r-1,r-2' });
    for (const id of ['r-1', 'r-2', 'r-3']) await call(port, '/elsewhere', { headers: { 'x-request-id': id } });
    const all = await exchanges(2);
    expect(all.map(({ id, code, rule }) => [id, code, rule])).toEqual([
      ['r-1', 'NOT_FOUND', undefined],
      ['r-2', 'NOT_FOUND', undefined],
    ]);
    expect((await page('?id=r-2')).exchanges.map(({ id }: CapturedExchange) => id)).toEqual(['r-2']);
  });

  test('a request with a body, refused; the body is cut', async () => {
    const { port, exchanges } = await open({ upstream: await bank(), debugWire: '*', debugWireBody: '14' });
    const body = '{"password":"hunter2","b":1}';
    const headers = { 'content-type': 'application/json' };
    await call(port, '/v1/accounts/7', { method: 'PUT', headers, body });
    const [{ request, response }] = await exchanges(1);
    expect(request).toMatchObject({ bytes: body.length, body: '{"password":"***"', cut: true });
    expect(response).toMatchObject({ status: 405, cut: true });
  });

  test('a service that cannot be reached: address and likely cause', async () => {
    const { port, exchanges } = await open({ upstream: 'http://127.0.0.1:9/a', retries: '1', debugWire: '*' });
    expect((await call(port, '/v1/accounts/7')).text).not.toContain('127.0.0.1:9');
    const [{ calls }] = await exchanges(1);
    expect(calls.map(({ error }) => error)).toEqual(
      Array(2).fill('http://127.0.0.1:9: ECONNREFUSED: nothing listens on this port'),
    );
  });

  test('a client that leaves, and more requests at once than are captured', async () => {
    const peer = await slowBank();
    const { port, exchanges } = await open({ upstream: peer.url, debugWire: '*', debugWireCount: '1' });
    const { sent, got } = begin(port, '/v1/accounts/7', { headers: { 'x-request-id': 'first' } });
    got.catch(() => {});
    await until(() => peer.waiting() === 1);
    const later = begin(port, '/v1/accounts/7', { headers: { 'x-request-id': 'later' } });
    await until(() => peer.waiting() === 2);
    sent.destroy();
    const [exchange] = await exchanges(1);
    expect([exchange.id, exchange.code, exchange.response]).toEqual(['first', 'CLIENT_GONE', undefined]);
    peer.answer();
    expect((await later.got).status).toBe(200);
    expect((await exchanges(1)).map(({ id }) => id)).toEqual(['first']);
  });

  test('go to a file, that only its user reads', async () => {
    const file = join(temp(), 'wire.jsonl');
    writeFileSync(file, '', { mode: 0o644 });
    const { port, exchanges } = await open({ upstream: await bank(), debugWire: '*', debugWireFile: file });
    for (let i = 0; i < 3; i++) await call(port, '/v1/accounts/7');
    const held = await exchanges(3);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(held);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('go on after a reload', async () => {
    const { server, port, exchanges } = await open({ upstream: await bank(), debugWire: '*' });
    expect(await server.reload()).toMatchObject({ ok: true });
    await call(port, '/v1/accounts/7');
    const [{ calls, present }] = await exchanges(1);
    expect([calls.length, present]).toEqual([1, 'rest']);
  });
});

describe('the page of exchanges', () => {
  test('says how to turn captures on', async () => {
    const { admin } = await open({ upstream: await bank() });
    const { status, text } = await call(admin, '/exchanges');
    expect([status, text]).toEqual([404, 'nothing is captured; --debug-wire RULE turns it on\n']);
  });

  test('is for this machine alone', async () => {
    const from = (remoteAddress: string) => isLocal({ socket: { remoteAddress } } as Parameters<typeof isLocal>[0]);
    expect(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'].map(from)).toEqual([true, true, true, true]);
    expect(['10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', ''].map(from)).toEqual([false, false, false, false]);
    const outer = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
    if (outer === undefined) return;
    const { admin } = await open({ upstream: await bank(), adminHost: '0.0.0.0', debugWire: '*' });
    expect((await fetch(`http://${outer}:${admin}/exchanges`)).status).toBe(403);
  });
});
