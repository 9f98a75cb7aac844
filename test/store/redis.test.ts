import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RedisOptions, redisStore } from '../../src/store/redis.ts';
import type { Store } from '../../src/store/store.ts';
import { until } from '../server/until.ts';
import { storeSuite } from '../suites/store.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { type Relay, startRelay } from './relay.ts';
import { startWatched } from './sentinel.ts';

const LONG = 60_000;
const value = Buffer.from('value');

const servers: RedisServer[] = [];
const stores: Store[] = [];
const relays: Relay[] = [];

async function server(...options: string[]): Promise<RedisServer> {
  const one = await startRedis(...options);
  servers.push(one);
  return one;
}

function open({ socket }: RedisServer, options: Partial<RedisOptions> = {}): Store {
  const store = redisStore({ url: `unix:${socket}`, timeout: 5000, ...options });
  stores.push(store);
  return store;
}

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const one of relays.splice(0)) await one.stop();
  for (const one of servers.splice(0)) await one.stop();
});

/** Redis has no clock that could be set: its times to live are shortened instead, for all that is there. */
async function pass(redis: RedisServer, ms: number): Promise<void> {
  const script = `for _, k in ipairs(redis.call('KEYS','*')) do local t = redis.call('PTTL',k) - ${ms} if t > 0 then redis.call('PEXPIRE',k,t) else redis.call('DEL',k) end end return 1`;
  await redis.command('EVAL', JSON.stringify(script), '0');
}

describe('on one server', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  storeSuite('redis', async () => {
    await redis.command('FLUSHALL');
    return { store: redisStore({ url: `unix:${redis.socket}`, timeout: 5000 }), pass: (ms) => pass(redis, ms) };
  });

  it('is one store for all who open it', async () => {
    const [a, b] = [open(redis), open(redis)];
    await a.set('k', value, LONG);
    expect(await b.get('k')).toEqual(value);
    const claims = await Promise.all(Array.from({ length: 100 }, (_, i) => (i % 2 ? a : b).add('claim', value, LONG)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('lets Redis forget by itself', async () => {
    const store = open(redis);
    await store.set('brief', value, 1);
    await until(async () => (await store.get('brief')) === undefined);
    await store.add('kept', value, LONG);
    expect(Number((await redis.command('PTTL', 'soapstone:kept')).slice(1))).toBeGreaterThan(LONG / 2);
  });

  it('answers what was asked for before it is closed', async () => {
    const store = redisStore({ url: `unix:${redis.socket}`, timeout: 5000 });
    const set = store.set('last', value, LONG);
    await set;
    const reading = store.get('last');
    await store.close();
    expect(await reading).toEqual(value);
    await expect(store.get('last')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
});

describe('over TCP', () => {
  const pem = (name: string) => readFileSync(join(import.meta.dirname, '..', 'fixtures', 'tls', name), 'utf8');

  async function relay(redis: RedisServer, tls?: TlsOptions): Promise<Relay> {
    const one = await startRelay(redis.socket, tls);
    relays.push(one);
    return one;
  }

  it('as a user, in a database', async () => {
    const redis = await server();
    await redis.command('ACL', 'SETUSER', 'gate', 'on', '>x', '~soapstone:*', '+@all', '-set');
    const { port } = await relay(redis);
    const store = open(redis, { url: `redis://gate@127.0.0.1:${port}/3`, password: () => 'x' });
    expect(await store.get('k')).toBeUndefined();
    await expect(store.set('k', value, LONG)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'the store user lacks permissions',
    });
  });

  it('with TLS, whose certificate is always checked', async () => {
    const redis = await server();
    const { port } = await relay(redis, { key: pem('server.key'), cert: pem('server.pem') });
    const url = `rediss://127.0.0.1:${port}`;
    const store = open(redis, { url, ca: pem('ca.pem') });
    await store.set('k', value, LONG);
    expect(await store.get('k')).toEqual(value);
    await expect(open(redis, { url, timeout: 500 }).get('k')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('finds the new master when the name leads there, while the old one still answers', async () => {
    const [old, next] = await Promise.all([server(), server()]);
    const one = await relay(old);
    const store = open(old, { url: `redis://127.0.0.1:${one.port}` });
    await store.set('k', value, LONG);
    one.target = next.socket;
    await old.command('REPLICAOF', '127.0.0.1', '1');
    await expect(store.set('k', value, LONG)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await until(() => succeeds(store.set('k', Buffer.from('2'), LONG)));
    expect(await next.command('GET', 'soapstone:k')).toContain('2');
  });
});

describe('by way of a Sentinel', () => {
  it('is the master of a name, also after another one has taken over', async () => {
    const watched = await startWatched('gate');
    try {
      const store = open(watched.master, { url: `sentinel://127.0.0.1:${watched.port}/gate/3`, timeout: 1000 });
      await until(() => succeeds(store.set('k', value, LONG)));
      await watched.happened('+slave');
      await until(async () => (await watched.replica.command('INFO', 'replication')).includes('master_link_status:up'));
      await watched.master.kill();
      await watched.happened('+switch-master');
      await until(() => succeeds(store.set('k', Buffer.from('2'), LONG)));
      expect(await store.get('k')).toEqual(Buffer.from('2'));
      expect(await watched.replica.command('INFO', 'keyspace')).toContain('db3:keys=1');
    } finally {
      await watched.stop();
    }
  });
});

describe('a Redis in trouble', () => {
  it('is found again after a restart', async () => {
    const redis = await server();
    const store = open(redis);
    await store.set('k', value, LONG);
    expect(await store.replace('k', value, Buffer.from('2'), LONG)).toBe(true);
    await redis.kill();
    await redis.restart();
    await until(() => succeeds(store.set('k', value, LONG)));
    expect(await store.replace('k', value, Buffer.from('2'), LONG)).toBe(true);
    expect(await store.get('k')).toEqual(Buffer.from('2'));
  });

  it('that is away fails every operation, in time, and none is carried out later', async () => {
    const redis = await server();
    const store = open(redis, { timeout: 300 });
    await store.get('k');
    await redis.kill();
    const all = await Promise.allSettled([store.get('k'), store.set('k', value, LONG), store.add('a', value, LONG)]);
    expect(all.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(Array(3).fill('STORE_UNAVAILABLE'));
    await redis.restart();
    await until(() => succeeds(store.get('k')));
    expect([await store.get('k'), await store.get('a')]).toEqual([undefined, undefined]);
  });

  it('that was never there hinders neither opening nor closing', async () => {
    const redis = await server();
    await redis.kill();
    const store = open(redis, { timeout: 100 });
    await expect(store.add('k', value, LONG)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await redis.restart();
    await until(() => succeeds(store.add('k', value, LONG)));
  });

  it('is not waited for once it has been away for longer than an answer may take', async () => {
    const redis = await server();
    await redis.kill();
    let time = 0;
    const store = open(redis, { timeout: 3_600_000, now: () => time });
    const waiting = store.get('k');
    time = 3_600_001;
    await expect(store.get('k')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await redis.restart();
    expect(await waiting).toBeUndefined();
  });

  it('that does not answer is given up in time, and used again when it does', async () => {
    const redis = await server();
    const store = open(redis, { timeout: 200 });
    await store.set('k', value, LONG);
    redis.freeze();
    await expect(store.get('k')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    redis.thaw();
    await until(() => succeeds(store.get('k')));
    expect(await store.get('k')).toEqual(value);
  });

  it('that has become a replica takes no writes until it is a master again', async () => {
    const redis = await server();
    const store = open(redis);
    await store.set('k', value, LONG);
    await redis.command('REPLICAOF', '127.0.0.1', '1');
    await expect(store.add('a', value, LONG)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'the store is a read-only replica',
    });
    await redis.command('REPLICAOF', 'NO', 'ONE');
    await until(() => succeeds(store.set('k', value, LONG)));
  });

  it('that is full refuses claims', async () => {
    const redis = await server('--maxmemory', '1', '--maxmemory-policy', 'noeviction');
    await expect(open(redis).add('k', value, LONG)).rejects.toMatchObject({ code: 'STORE_FULL' });
  });

  it('is asked with a password, and again with another when it has changed', async () => {
    const redis = await server('--requirepass', 'right');
    const wrong = open(redis, { password: () => 'not-the-one', timeout: 1000 });
    const error = await wrong.get('k').catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', message: 'the store refuses the user or password' });
    expect(String(error)).not.toContain('not-the-one');
    await expect(open(redis, { timeout: 1000 }).get('k')).rejects.toMatchObject({
      message: 'the store refuses the user or password',
    });

    let password = 'not-yet';
    const store = open(redis, { password: () => password, timeout: 1000 });
    await expect(store.get('k')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    password = 'right';
    await until(() => succeeds(store.get('k')));
  });
});

async function succeeds(operation: Promise<unknown>): Promise<boolean> {
  return operation.then(
    () => true,
    () => sleep(1, false),
  );
}

it.each(['$-1', '$3\r\nabc', '*-1', '-ERR what'])(
  'a response that nobody asked for ends the connection, and not the process: %j',
  async (stray) => {
    const redis = await server();
    const relay = await startRelay(redis.socket);
    relays.push(relay);
    const store = redisStore({ url: `redis://127.0.0.1:${relay.port}`, timeout: 5000 });
    stores.push(store);
    await store.set('k', value, LONG);
    const before = relay.opened;
    relay.say(`${stray}\r\n${stray}\r\n`);
    await until(() => relay.opened > before);
    expect(await store.get('k')).toEqual(value);
  },
);
