// A bridge in front of a service that is in trouble, over real connections.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { accountOf } from '../../../examples/bank/accounts.ts';
import { accountResponse } from '../../../examples/bank/bank-messages.ts';
import { type RequestRecord, requestChannel } from '../../../src/binding/channels.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { bankMapping } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { slowBank } from '../slow-bank.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

async function open(upstream: string, flags: Readonly<Record<string, string>>) {
  const fixed = {
    host: '127.0.0.1',
    adminHost: '127.0.0.1',
    port: '0',
    overloadDelay: '0',
    adminPort: '0',
    logFormat: 'off',
    name: 'bank',
  };
  const settings = await loadSettings({
    flags: { mapping: bankMapping(), upstream, ...fixed, ...flags },
    environment: {},
    cwd: temp({}),
  });
  const server = await startServer(settings, openLog(settings, 1));
  onTestFinished(async () => void (await server.drain(0)));
  const metric = async (series: string) => {
    const { text } = await call(server.adminPort as number, '/metrics');
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1),
    );
  };
  const askWith = (headers: Readonly<Record<string, string>>) => call(server.port, '/v1/accounts/7', { headers });
  const askAs = (address: string) => askWith({ 'x-forwarded-for': address });
  return { ask: () => askWith({}), askAs, askWith, metric };
}

async function peer(answer: RequestListener) {
  let asked = 0;
  const server = createServer((req, res) => {
    asked++;
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked: () => asked };
}

test.each([
  ['says 503', (res: Parameters<RequestListener>[1]) => void res.writeHead(503, { 'content-type': 'text/html' }).end()],
  ['cuts every connection', (res: Parameters<RequestListener>[1]) => void res.destroy()],
])(
  'a service that %s sees at most 1.1 times what callers ask, and 10 calls, and is then left alone',
  async (_what, answer) => {
    const { url, asked } = await peer((_req, res) => answer(res));
    const without = await open(url, { breakerFailures: '0' });
    for (let i = 0; i < 300; i++) expect((await without.ask()).status).toBe(502);
    const retries = await without.metric('soapstone_upstream_retries_total{bridge="bank"}');
    expect(retries).toBe(asked() - 300);
    expect(retries).toBeGreaterThan(10);
    expect(asked()).toBeLessThanOrEqual(340);

    const before = asked();
    const { ask, metric } = await open(url, {});
    const said: Record<number, number> = { 502: 0, 503: 0 };
    for (let i = 0; i < 100; i++) said[(await ask()).status]++;
    expect(asked() - before).toBeLessThanOrEqual(10);
    expect(said[503]).toBeGreaterThanOrEqual(90);
    const refused = await ask();
    expect(JSON.parse(refused.text).code).toBe('BREAKER_OPEN');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await metric('soapstone_upstream_breaker_state{bridge="bank"}')).toBe(2);
    expect(await metric('soapstone_limit_rejections_total{bridge="bank",limit="breaker"}')).toBe(said[503] + 1);
  },
);

test('one further try hides a connection that breaks once', async () => {
  const bank = await slowBank();
  let broken = false;
  const { url, asked } = await peer((req, res) => {
    if (!broken) {
      broken = true;
      res.destroy();
      return;
    }
    req.resume();
    void fetch(bank.url, { method: 'POST' }).then(async (response) => {
      res.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(await response.text());
    });
  });
  const { ask } = await open(url, {});
  const response = ask();
  await until(() => bank.waiting() === 1);
  bank.answer();
  expect((await response).status).toBe(200);
  expect(asked()).toBe(2);
});

test('what is more than connections and queue is refused at once, and nothing of it is sent', async () => {
  const bank = await slowBank();
  // One of them is for other clients.
  const { ask, metric } = await open(bank.url, { connections: '3', queue: '3', queueTimeout: '1h' });
  const replies = Array.from({ length: 10 }, ask);
  await until(async () => (await metric('soapstone_limit_rejections_total{bridge="bank",limit="queue"}')) === 5);
  expect(await metric('soapstone_upstream_queued{bridge="bank"}')).toBe(3);
  await until(() => bank.waiting() === 2);
  const done = Promise.all(replies);
  let over = false;
  void done.finally(() => {
    over = true;
  });
  await until(() => {
    bank.answer();
    return over;
  });
  const codes = (await done).filter(({ status }) => status === 503).map(({ text }) => JSON.parse(text).code);
  expect(codes).toEqual(Array(5).fill('OVERLOADED'));
  expect((await done).map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), ...Array(5).fill(503)]);
});

test('a service that closes kept connections in the face of requests fails none of 1,200 safe ones', async () => {
  const counts = new WeakMap<object, number>();
  const { url, asked } = await peer((req, res) => {
    const count = (counts.get(req.socket) ?? 0) + 1;
    counts.set(req.socket, count);
    if (count % 2 === 0) return void (count % 4 === 0 ? req.socket.resetAndDestroy() : req.socket.destroy());
    req.resume();
    res
      .writeHead(200, { 'content-type': 'text/xml; charset=utf-8' })
      .end(accountResponse('https://example.com/bank', accountOf('7')!));
  });
  const { ask, metric } = await open(url, { breakerFailures: '1' });
  const seen: Record<number, number> = {};
  const lane = async () => {
    for (let i = 0; i < 150; i++) {
      const { status } = await ask();
      seen[status] = (seen[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  expect(seen).toEqual({ 200: 1200 });
  expect(asked()).toBeGreaterThan(1300);
  // The budget of further tries is for services in trouble: none of it is used, and the breaker hears nothing.
  expect(await metric('soapstone_upstream_retries_total{bridge="bank"}')).toBe(0);
  expect(await metric('soapstone_upstream_breaker_state{bridge="bank"}')).toBe(0);
});

test('a caller with many requests does not keep another one waiting', async () => {
  const bank = await slowBank();
  const { askAs, metric } = await open(bank.url, {
    connections: '3',
    queue: '100',
    queueTimeout: '1h',
    forwarded: 'trust',
  });
  const order: string[] = [];
  const ask = (address: string) => askAs(address).then(() => order.push(address));
  const many = Array.from({ length: 50 }, () => ask('192.0.2.1'));
  await until(async () => (await metric('soapstone_upstream_queued{bridge="bank"}')) === 48);
  const one = ask('192.0.2.2');
  await until(() => bank.waiting() === 3);
  let over = false;
  void one.then(() => (over = true));
  await until(() => {
    bank.answer();
    return over;
  });
  // Two were at the service when it came, and it found the third place free.
  expect(order.length).toBeLessThanOrEqual(4);
  const done = Promise.all(many);
  let all = false;
  void done.then(() => (all = true));
  await until(() => {
    bank.answer();
    return all;
  });
});

test('the wait for a connection is a part of its own in the record', async () => {
  const records: RequestRecord[] = [];
  const listener = (record: unknown) => void records.push(record as RequestRecord);
  subscribe(requestChannel.name, listener);
  onTestFinished(() => void unsubscribe(requestChannel.name, listener));
  const bank = await slowBank();
  const { ask, metric } = await open(bank.url, { name: 'waits', connections: '1', queue: '8', queueTimeout: '1h' });
  const first = ask();
  await until(() => bank.waiting() === 1);
  const second = ask();
  await until(async () => (await metric('soapstone_upstream_queued{bridge="waits"}')) === 1);
  bank.answer();
  await first;
  await until(() => bank.waiting() === 1);
  bank.answer();
  await second;
  await until(() => records.filter(({ bridge }) => bridge === 'waits').length === 2);
  const [at, after] = records.filter(({ bridge }) => bridge === 'waits');
  expect(at.queuedMs).toBe(0);
  expect(after.queuedMs).toBeGreaterThan(0);
  expect((after.queuedMs as number) + after.upstreamMs).toBeLessThanOrEqual(after.ms);
});

test('the pause between tries is a part of its own in the record', async () => {
  const records: RequestRecord[] = [];
  const listener = (record: unknown) => void records.push(record as RequestRecord);
  subscribe(requestChannel.name, listener);
  onTestFinished(() => void unsubscribe(requestChannel.name, listener));
  const { url } = await peer((_, res) => void res.writeHead(503).end());
  const { askWith } = await open(url, { name: 'pauses', retries: '1' });
  // A random pause may be too short to be seen.
  while (!records.some(({ bridge, retryWaitMs = 0 }) => bridge === 'pauses' && retryWaitMs > 1)) await askWith({});
  const { ms, upstreamMs, retryWaitMs = 0 } = records.at(-1) as RequestRecord;
  expect(upstreamMs).toBeGreaterThan(0);
  expect(upstreamMs + retryWaitMs).toBeLessThanOrEqual(ms);
});

test('the service gets the request id, the same in each try', async () => {
  const ids: unknown[] = [];
  const { url } = await peer((req, res) => {
    ids.push(req.headers['x-request-id']);
    res.writeHead(503).end();
  });
  const { askWith } = await open(url, { retries: '1' });
  const { headers } = await askWith({});
  await askWith({ 'x-request-id': 'of-the-client' });
  expect(ids).toEqual([headers['x-request-id'], headers['x-request-id'], 'of-the-client', 'of-the-client']);
});
