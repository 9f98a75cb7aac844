// Limits of callers and responses that are kept, over real connections.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../../examples/bank/bank.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { bankMapping, TABLE } from '../bank-mapping.ts';
import { call, type Sending } from '../http-client.ts';
import { slowBank } from '../slow-bank.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

async function open(flags: Readonly<Record<string, string>>) {
  const fixed = {
    host: '127.0.0.1',
    adminHost: '127.0.0.1',
    port: '0',
    overloadDelay: '0',
    adminPort: '0',
    logFormat: 'off',
    name: 'bank',
  };
  const settings = await loadSettings({ flags: { ...fixed, ...flags }, environment: {}, cwd: temp({}) });
  const server = await startServer(settings, openLog(settings, 1));
  onTestFinished(async () => void (await server.drain(0)));
  const ask = (sending?: Sending, path = '/v1/accounts/7') => call(server.port, path, sending);
  const metrics = async () => (await call(server.adminPort as number, '/metrics')).text;
  return { server, ask, metrics };
}

async function bank() {
  const started = await startBank(0);
  onTestFinished(() => started.close());
  return started.url;
}

const as = (authorization: string) => ({ headers: { authorization } });

describe('a limit of requests', () => {
  test('for REST callers: 429, with what is left in every response', async () => {
    const { ask, metrics } = await open({ mapping: bankMapping(), upstream: await bank(), rateLimit: '2/h' });
    const first = await ask(as('a'));
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"default";q=2;w=3600',
      ratelimit: '"default";r=1;t=3600',
    });
    const failed = await ask(as('a'), '/v1/accounts/99');
    expect(failed.status).toBe(422);
    expect(failed.headers.ratelimit).toMatch(/^"default";r=0;t=3(600|599)$/);
    const refused = await ask(as('a'));
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect(refused.headers.ratelimit).toMatch(/^"default";r=0;/);
    expect((await ask(as('b'))).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect(await metrics()).toContain('soapstone_limit_rejections_total{bridge="bank",limit="rate"} 1');
  });

  test('by address where there is no credential, as a proxy of ours says it', async () => {
    const flags = { mapping: bankMapping(), upstream: await bank(), rateLimit: '1/h' };
    const from = (...addresses: string[]) => ({ headers: { 'x-forwarded-for': addresses.join(', ') } });
    const trusting = await open({ ...flags, forwarded: 'trust' });
    for (const [sending, status] of [
      [from('10.0.0.1'), 200],
      [from('10.0.0.1'), 429],
      [from('10.0.0.1', '10.0.0.2'), 200],
      [from('6.6.6.6', '10.0.0.1'), 429],
      [from('2001:db8::1'), 200],
      [from('2001:0db8:0:0:ffff::2'), 429],
      [from('2001:db8:0:1::1'), 200],
      [from('10.0.0.1:1001'), 429],
      [from('::ffff:10.0.0.1'), 429],
      [from('[::FFFF:a00:1]:1002'), 429],
      [from('[2001:DB8::7]:1003'), 429],
      [from('[2001:db8::8]'), 429],
      [from('"[2001:db8::9]:1004"'), 429],
      [from('2001:db8::1.2.3.4'), 429],
      [from('fe80::1%eth0'), 200],
      [from('[FE80:0::2%eth0]:1005'), 429],
      [from('hidden'), 200],
    ] as const) {
      expect([sending.headers, (await trusting.ask(sending)).status]).toEqual([sending.headers, status]);
    }
    const strict = await open(flags);
    expect((await strict.ask(from('10.0.0.1'))).status).toBe(200);
    expect((await strict.ask(from('10.0.0.2'))).status).toBe(429);
  });

  test('for SOAP callers: a fault that says when to come again', async () => {
    const rest = createServer((req, res) => {
      const account = { id: 7, owner: 'A', balance: 1, currency: 'EUR', opened: '2019-03-01', frozen: false };
      req.resume().on('end', () => res.setHeader('content-type', 'application/json').end(JSON.stringify(account)));
    });
    await new Promise<void>((resolve) => rest.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      rest.closeAllConnections();
      rest.close();
    });
    const upstream = `http://127.0.0.1:${(rest.address() as AddressInfo).port}/`;
    const { ask } = await open({ mapping: bankMapping(), upstream, present: 'soap', path: '/soap', rateLimit: '1/h' });
    const envelope = (ns: string) =>
      `<s:Envelope xmlns:s="${ns}"><s:Body><GetAccount xmlns="https://example.com/bank"><accountId>7</accountId></GetAccount></s:Body></s:Envelope>`;
    const send = () =>
      ask(
        {
          method: 'POST',
          headers: { 'content-type': 'text/xml', soapaction: '""' },
          body: envelope('http://schemas.xmlsoap.org/soap/envelope/'),
        },
        '/soap',
      );
    const first = await send();
    expect([first.status, first.headers.ratelimit]).toEqual([200, '"default";r=0;t=3600']);
    const refused = await send();
    expect(refused.status).toBe(500);
    expect(refused.text).toMatch(/<faultcode>\w+:Client<\/faultcode>.*too many requests/);
    expect(refused.headers).toMatchObject({ ratelimit: expect.stringContaining('r=0') });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  });

  test('counts what the cache answers, and nothing whose path, method or query fits no rule', async () => {
    const table = TABLE.replace('    rest:\n', '    cache: 1h\n    rest:\n');
    const { ask } = await open({ mapping: bankMapping(table), upstream: await bank(), rateLimit: '2/h' });
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };
    for (const [sending, path, status] of [
      [{}, '/v1/nothing', 404],
      [{ method: 'DELETE' }, '/v1/accounts/7', 405],
      [{}, '/v1/accounts/seven', 400],
      [{}, '/v1/accounts/7?nothing=1', 400],
      [json, '/v1/accounts/7', 405],
    ] as const) {
      const { status: got, headers } = await ask(sending, path);
      expect([path, got, headers.ratelimit]).toEqual([path, status, undefined]);
    }
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  });

  test('counts what a key of idempotency answers, and bodies that are refused', async () => {
    let asked = 0;
    const service = createServer((req, res) => {
      asked++;
      const paid = '<PayResponse xmlns="https://example.com/payments"><paymentId>7</paymentId></PayResponse>';
      const ns = 'http://schemas.xmlsoap.org/soap/envelope/';
      const xml = `<e:Envelope xmlns:e="${ns}"><e:Body>${paid}</e:Body></e:Envelope>`;
      req.resume().on('end', () => res.writeHead(200, { 'content-type': 'text/xml' }).end(xml));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      service.closeAllConnections();
      service.close();
    });
    const mapping = join(import.meta.dirname, '../../../mappings/70-faults');
    const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
    const { ask } = await open({ mapping, upstream, rateLimit: '4/h' });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
    const pay = async (body = '{"from":"A","to":"B","amount":1}') =>
      (await ask({ method: 'POST', headers, body }, '/v1/payments')).status;
    expect([await pay('{'), await pay('{"from":"A"}')]).toEqual([400, 422]);
    expect([await pay(), await pay(), await pay(), asked]).toEqual([201, 201, 429, 1]);
  });

  test('counts nobody whose credential is refused', async () => {
    process.env.LIMITS_KEY = 'k';
    const auth = {
      front: [{ apiKey: { header: 'X-Api-Key' } }],
      callers: [{ key: { env: 'LIMITS_KEY' }, account: 'A' }],
    };
    const flags = { mapping: bankMapping(), upstream: await bank(), rateLimit: '1/h', auth: JSON.stringify(auth) };
    const { ask } = await open(flags);
    const from = (key: string) => ask({ headers: { 'x-api-key': key } });
    for (let i = 0; i < 3; i++) {
      const { status, headers } = await from('wrong');
      expect([status, headers.ratelimit]).toEqual([401, undefined]);
    }
    expect([(await from('k')).status, (await from('k')).status]).toEqual([200, 429]);
  });

  test('goes on over a reload', async () => {
    const { ask, server } = await open({ mapping: bankMapping(), upstream: await bank(), rateLimit: '1/h' });
    expect((await ask()).status).toBe(200);
    await server.reload();
    expect((await ask()).status).toBe(429);
  });
});

describe('responses that are kept', () => {
  const table = TABLE.replace('    rest:\n', '    cache: 1h\n    rest:\n');

  test('have a tag by which callers know what they have', async () => {
    const { ask, metrics } = await open({ mapping: bankMapping(table), upstream: await bank() });
    const first = await ask();
    expect(first.headers).toMatchObject({
      'cache-control': 'private, max-age=3600',
      age: '0',
      vary: 'authorization, accept',
    });
    const tag = first.headers.etag as string;
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    const again = await ask();
    expect([again.status, again.text, again.headers.etag]).toEqual([200, first.text, tag]);
    for (const field of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const same = await ask({ headers: { 'if-none-match': field } });
      expect([same.status, same.text, same.headers.etag]).toEqual([304, '', tag]);
    }
    expect((await ask({ headers: { 'if-none-match': '"x"' } })).status).toBe(200);
    const head = await ask({ method: 'HEAD' });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', tag]);
    expect((await ask({ headers: { 'cache-control': 'no-cache' } })).headers.etag).toBe(tag);
    expect((await ask({}, '/v1/accounts/99')).headers).not.toHaveProperty('cache-control');
    const text = await metrics();
    for (const [outcome, count] of [
      ['hit', 7],
      ['miss', 3],
      ['shared', 0],
    ]) {
      expect(text).toContain(`soapstone_cache_requests_total{bridge="bank",outcome="${outcome}"} ${count}`);
    }
  });

  test('are for one caller alone, by the header of its key', async () => {
    process.env['LIMITS_KEY'] = 'k';
    const auth = {
      front: [{ apiKey: { header: 'X-Api-Key' } }, { basic: {} }],
      callers: [{ key: { env: 'LIMITS_KEY' }, account: 'A' }],
    };
    const flags = { mapping: bankMapping(table), upstream: await bank(), auth: JSON.stringify(auth) };
    const { headers } = await (await open(flags)).ask({ headers: { 'x-api-key': 'k' } });
    expect([headers['cache-control'], headers.vary]).toEqual([
      'private, max-age=3600',
      'authorization, x-api-key, accept',
    ]);
    const uncached = await open({ ...flags, mapping: bankMapping() });
    const response = await uncached.ask({ headers: { 'x-api-key': 'k' } });
    expect([response.status, response.headers.vary]).toEqual([200, 'x-api-key, authorization']);
  });

  test('are asked for once, however many want them at once', async () => {
    let asked = 0;
    const peer = await slowBank(() => asked++);
    const { ask } = await open({ mapping: bankMapping(), upstream: peer.url, cache: '1h' });
    const all = Array.from({ length: 50 }, () => ask());
    const done = Promise.all(all);
    let over = false;
    void done.finally(() => {
      over = true;
    });
    await until(() => {
      peer.answer();
      return over;
    });
    expect((await done).map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(asked).toBe(1);
  });

  test('are none where nobody says so', async () => {
    const { ask } = await open({ mapping: bankMapping(), upstream: await bank() });
    const { headers } = await ask();
    for (const name of ['etag', 'cache-control', 'ratelimit']) expect(headers).not.toHaveProperty(name);
    const never = TABLE.replace('    rest:\n', '    cache: false\n    rest:\n');
    const other = await open({ mapping: bankMapping(never), upstream: await bank(), cache: '1h' });
    expect((await other.ask()).headers).not.toHaveProperty('etag');
  });
});
