// A bridge whose Redis may lose what it has confirmed: said in the log, the metrics and by the admin port, or refused.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Fields } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { type RedisServer, startRedis } from '../../store/redis-server.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

const mapping = join(import.meta.dirname, '..', '..', '..', 'mappings', '70-faults');

async function open(redis: RedisServer | undefined, more: Readonly<Record<string, string>> = {}) {
  let asked = 0;
  const service = createServer((_req, res) => {
    asked++;
    res.writeHead(500).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const fixed = {
    host: '127.0.0.1',
    adminHost: '127.0.0.1',
    port: '0',
    overloadDelay: '0',
    adminPort: '0',
    watch: '0',
  };
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const store: Record<string, string> = redis ? { store: `unix:${redis.socket}` } : {};
  const flags = { ...fixed, mapping, upstream, name: 'payments', storeTimeout: '20s', ...store, ...more };
  const lines: (Fields & { readonly level: string })[] = [];
  const log = {
    write: (level: string, fields: Fields) => void (fields.event && lines.push({ level, ...fields })),
    droppedLines: 0,
    end: async () => true,
  };
  const server = await startServer(await loadSettings({ flags, environment: {}, cwd: temp({}) }), log);
  onTestFinished(async () => void (await server.drain(0)));
  const pay = async (key?: string) => {
    const response = await call(server.port, '/v1/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: JSON.stringify({ from: 'A', to: 'B', amount: 10 }),
    });
    return { status: response.status, code: JSON.parse(response.text).code, asked };
  };
  const admin = async (path: string) => (await call(server.adminPort as number, path)).text;
  const durable = async () =>
    /^soapstone_store_durability_state\{bridge="payments"\} (.*)$/m.exec(await admin('/metrics'))?.[1];
  return { server, pay, admin, durable, lines };
}

async function redisWith(...options: string[]): Promise<RedisServer> {
  const redis = await startRedis(...options);
  onTestFinished(() => redis.stop());
  return redis;
}

test('a Redis without AOF is said, once, and serves', async () => {
  const redis = await redisWith();
  const { pay, admin, durable, lines, server } = await open(redis);
  await until(async () => (await durable()) === '0');
  expect(lines).toEqual([
    {
      level: 'warn',
      event: 'bridge payments: the store may lose keys',
      bridge: 'payments',
      problem: 'appendonly is no: a crash loses everything since the last snapshot',
    },
  ]);
  expect(await admin('/readyz?verbose')).toContain('[!] bridge payments: store: appendonly is no: ');
  expect(await pay('key-1')).toEqual({ status: 502, code: 'UPSTREAM_STATUS', asked: 1 });
  expect(await server.reload()).toMatchObject({ ok: true });
  await redis.command('CONFIG', 'SET', 'appendonly', 'yes');
  await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
  await until(async () => (await durable()) === '1');
  const events = lines.map(({ event }) => event);
  expect(events.filter((event) => String(event).startsWith('bridge payments'))).toEqual([
    'bridge payments: the store may lose keys',
    'bridge payments: the store is durable',
  ]);
  expect(await admin('/readyz?verbose')).not.toContain('[!]');
});

test.each([
  ['without AOF', []],
  ['that does not say', ['--appendonly', 'yes', '--rename-command', 'CONFIG', '']],
])('with storeDurability: require a Redis %s gets no keys, and nothing is sent', async (_what, options) => {
  const { pay } = await open(await redisWith(...options), { storeDurability: 'require' });
  expect(await pay('key-1')).toEqual({ status: 503, code: 'STORE_UNAVAILABLE', asked: 0 });
  expect(await pay('key-1')).toEqual({ status: 503, code: 'STORE_UNAVAILABLE', asked: 0 });
  expect(await pay()).toEqual({ status: 502, code: 'UPSTREAM_STATUS', asked: 1 });
});

test('with storeDurability: require a Redis with AOF serves', async () => {
  const { pay, durable, lines } = await open(await redisWith('--appendonly', 'yes'), { storeDurability: 'require' });
  expect(await pay('key-1')).toEqual({ status: 502, code: 'UPSTREAM_STATUS', asked: 1 });
  expect([await durable(), lines]).toEqual(['1', []]);
});

test('storeDurability: ignore says nothing', async () => {
  const { durable, admin, lines } = await open(await redisWith(), { storeDurability: 'ignore' });
  await until(async () => (await durable()) === '0');
  expect(lines).toEqual([]);
  expect(await admin('/readyz?verbose')).not.toContain('[!]');
});

test('memory cannot be required to last', async () => {
  await expect(open(undefined, { storeDurability: 'require' })).rejects.toThrow(
    'storeDurability: require needs a Redis; a store in memory is lost with the process',
  );
});

test('a Redis that goes away is said once, in the log and by the admin port, and so is its return', async () => {
  const redis = await redisWith('--appendonly', 'yes');
  const { admin, lines, durable, server } = await open(redis, { storeTimeout: '100ms' });
  await until(async () => (await durable()) === '1');
  await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
  await redis.stop();
  await until(async () => (await admin('/readyz?verbose')).includes('[!]'));
  expect(await admin('/readyz?verbose')).toContain('[!] bridge payments: store: the store cannot be reached');
  expect(await server.reload()).toMatchObject({ ok: true });
  expect(lines.filter(({ event }) => String(event).includes('store'))).toEqual([
    {
      level: 'warn',
      event: 'bridge payments: the store is away',
      bridge: 'payments',
      problem: 'the store cannot be reached; try again later',
    },
  ]);
});

test('a Redis that has never been there is said, with the reason', async () => {
  const { admin } = await open(undefined, { store: 'redis://127.0.0.1:1', storeTimeout: '200ms' });
  // A slow machine may find no time for the first attempts.
  const line = '[!] bridge payments: store: ECONNREFUSED: nothing listens on this port';
  await until(async () => (await admin('/readyz?verbose')).includes(line));
});
