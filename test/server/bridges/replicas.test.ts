// A service at several addresses: turns, failover, ejection and health checks.
import { openSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accountOf } from '../../../examples/bank/accounts.ts';
import { accountResponse } from '../../../examples/bank/bank-messages.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { bankMapping, TABLE } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';

const CHANGE = `${TABLE}  - id: change
    only: rest-to-soap
    rest: { request: "POST /accounts/{id}", response: { status: 200, body: "{account}" } }
    soap: { request: { GetAccount: { accountId: "{id}" } }, response: { GetAccountResponse: { account: "{account}" } } }
`;

type Manner = 'well' | 'unavailable' | 'cuts' | 'breaks';

class Bank {
  manner: Manner = 'well';
  isHealthy = true;
  requests = 0;
  private readonly server: Server;

  constructor() {
    const xml = accountResponse('https://example.com/bank', accountOf('7')!);
    this.server = createServer((req, res) => {
      req.resume().on('end', () => {
        if (req.url === '/health') return res.writeHead(this.isHealthy ? 204 : 503).end();
        this.requests++;
        if (this.manner === 'cuts') return res.destroy();
        if (this.manner === 'breaks') {
          res.writeHead(200, { 'content-type': 'text/xml; charset=utf-8', 'content-length': xml.length });
          return res.write(xml.slice(0, 100), () => res.destroy());
        }
        if (this.manner === 'unavailable') return res.writeHead(503).end();
        return res.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(xml);
      });
    });
  }

  async open(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}

async function banks(count: number): Promise<Bank[]> {
  const all = await Promise.all(Array.from({ length: count }, () => new Bank().open()));
  onTestFinished(async () => void (await Promise.all(all.map((bank) => bank.close()))));
  return all;
}

async function gateway([first, ...others]: readonly string[], flags: Readonly<Record<string, string>> = {}) {
  const own = {
    host: '127.0.0.1',
    adminHost: '127.0.0.1',
    port: '0',
    adminPort: '0',
    overloadDelay: '0',
    name: 'bank',
  };
  const upstreams = { upstream: `${first}/accounts`, upstreamReplicas: others.join(',') };
  const settings = await loadSettings({
    flags: { ...own, mapping: bankMapping(CHANGE), ejectionPause: '1h', breakerFailures: '0', ...upstreams, ...flags },
    environment: {},
    cwd: temp(),
  });
  const file = join(temp(), 'access.log');
  const server = await startServer(settings, openLog(settings, openSync(file, 'a')));
  onTestFinished(async () => void (await server.drain(0)));
  const page = async (path: string) => (await call(server.adminPort as number, path)).text;
  return {
    ask: async (method = 'GET') => (await call(server.port, '/v1/accounts/7', { method })).status,
    ready: () => page('/readyz?verbose'),
    metric: async (name: string, origin: string) =>
      (await page('/metrics'))
        .split('\n')
        .filter((line) => line.startsWith(`soapstone_upstream_replica_${name}{`) && line.includes(origin)),
    logged: () => readFileSync(file, 'utf8'),
  };
}

/** Statuses of so many requests, one after the other. */
async function several(count: number, ask: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push(await ask());
  return statuses;
}

const all = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('a service at several addresses', () => {
  test('each gets requests in turn; one that is not there gets none after some failures', async () => {
    const [a, b] = await banks(2);
    const [first, second] = [a.origin, b.origin];
    const { ask, ready, metric, logged } = await gateway([first, second], { retries: '0' });
    expect(await several(4, ask)).toEqual(all(4, 200));
    expect([a.requests, b.requests]).toEqual([2, 2]);
    expect(await ready()).not.toContain('gets no requests');
    await a.close();
    // Nothing was sent to it, so even a change is sent elsewhere.
    expect(await several(10, () => ask('POST'))).toEqual(all(10, 200));
    expect(b.requests).toBe(12);
    expect(await metric('state', first)).toEqual([
      `soapstone_upstream_replica_state{bridge="bank",origin="${first}"} 0`,
    ]);
    expect(await metric('requests_total', first)).toContain(
      `soapstone_upstream_replica_requests_total{bridge="bank",origin="${first}",outcome="failure"} 3`,
    );
    const why = 'the service is unreachable (ECONNREFUSED: nothing listens on this port)';
    expect(await ready()).toContain(`[!] bridge bank: ${first} gets no requests: ${why}`);
    expect(await ready()).not.toContain(second);
    const line = `"event":"bridge bank: ${first} gets no requests","bridge":"bank","problem":"${why}"`;
    await expect.poll(logged).toContain(line);
  });

  test('a change that may have arrived is not sent elsewhere; a read is', async () => {
    const [a, b] = await banks(2);
    a.manner = 'cuts';
    const { ask } = await gateway([a.origin, b.origin], { retries: '0', ejectionFailures: '100' });
    expect(await ask('POST')).toBe(502);
    expect([a.requests, b.requests]).toEqual([1, 0]);
    expect(await several(4, ask)).toEqual(all(4, 200));
    expect(b.requests).toBe(4);
  });

  test('retries go to another one, and one that is unavailable is ejected', async () => {
    const [a, b] = await banks(2);
    a.manner = 'unavailable';
    const { ask, ready } = await gateway([a.origin, b.origin], { retries: '1', ejectionFailures: '2' });
    expect(await several(8, ask)).toEqual(all(8, 200));
    expect(a.requests).toBe(2);
    expect(await ready()).toContain(`${a.origin} gets no requests: the response has status 503`);
  });

  test('one whose responses break after their head is ejected; each request counts once', async () => {
    const [a, b] = await banks(2);
    a.manner = 'breaks';
    const { ask, ready, metric } = await gateway([a.origin, b.origin], { retries: '0' });
    expect(await several(6, () => ask('POST'))).toEqual([502, 200, 502, 200, 502, 200]);
    expect(await several(4, () => ask('POST'))).toEqual(all(4, 200));
    expect(a.requests).toBe(3);
    expect(await ready()).toMatch(new RegExp(`${a.origin} gets no requests: the response was cut off.*`));
    const counts = async (origin: string) =>
      (await metric('requests_total', origin)).map((line) => line.split(' ').at(-1));
    expect([await counts(a.origin), await counts(b.origin)]).toEqual([
      ['0', '3'],
      ['7', '0'],
    ]);
  });

  test('where all fail, all are tried; one that works again is used again', async () => {
    const [a, b] = await banks(2);
    [a.manner, b.manner] = ['unavailable', 'unavailable'];
    const { ask } = await gateway([a.origin, b.origin], { retries: '0', ejectionFailures: '1' });
    expect(await several(4, ask)).toEqual(all(4, 502));
    expect([a.requests, b.requests]).toEqual([2, 2]);
    b.manner = 'well';
    await expect.poll(ask).toBe(200);
    const before = a.requests;
    expect(await several(4, ask)).toEqual(all(4, 200));
    expect(a.requests).toBe(before);
  });

  test('after the pause it gets requests again', async () => {
    const [a, b] = await banks(2);
    a.manner = 'unavailable';
    const { ask, logged } = await gateway([a.origin, b.origin], {
      retries: '1',
      ejectionFailures: '1',
      ejectionPause: '50ms',
    });
    await several(2, ask);
    a.manner = 'well';
    const before = a.requests;
    await expect.poll(async () => [await ask(), a.requests > before]).toEqual([200, true]);
    await expect.poll(logged).toContain(`bridge bank: ${a.origin} gets requests again`);
  });

  test.each(['/health', 'tcp'])('health checks: %s', async (healthCheck) => {
    const [a, b] = await banks(2);
    const { origin } = a;
    const isPath = healthCheck !== 'tcp';
    const { ask, ready } = await gateway([origin, b.origin], {
      healthCheck,
      healthCheckInterval: '20ms',
      retries: '0',
    });
    if (isPath) a.isHealthy = false;
    else await a.close();
    const why = isPath ? '/health has status 503' : 'ECONNREFUSED: nothing listens on this port';
    await expect.poll(ready).toContain(`${origin} gets no requests: the health check failed: ${why}`);
    const before = a.requests;
    expect(await several(6, () => ask('POST'))).toEqual(all(6, 200));
    expect(a.requests).toBe(before);
    if (isPath) a.isHealthy = true;
    else await a.open(Number(new URL(origin).port));
    await expect.poll(ready).not.toContain(`${origin} gets no requests`);
    await expect.poll(async () => [await ask(), a.requests > before]).toEqual([200, true]);
  });

  test('what cannot be', async () => {
    const load = (flags: Readonly<Record<string, string>>) =>
      loadSettings({
        flags: { mapping: bankMapping(), upstream: 'http://a.example', ...flags },
        environment: {},
        cwd: temp(),
      });
    await expect(load({ upstreamReplicas: 'https://b.example/path' })).rejects.toThrow('must be an origin');
    await expect(load({ upstreamReplicas: 'https://u:hunter2@b.example' })).rejects.toThrow(/^(?!.*hunter2)/);
    await expect(load({ healthCheck: 'health' })).rejects.toThrow('is not a plain path');
  });
});
