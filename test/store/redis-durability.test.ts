// What a real Redis says of how safe it keeps what it has confirmed, however it is set up.
import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { durableClaims } from '../../src/store/durable-claims.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { type RedisOptions, redisStore } from '../../src/store/redis.ts';
import { durabilityOf } from '../../src/store/redis-durability.ts';
import type { Durability, Store } from '../../src/store/store.ts';
import { until } from '../server/until.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

const servers: RedisServer[] = [];
const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const one of servers.splice(0)) await one.stop();
});

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

const AOF = ['--appendonly', 'yes'];
const NO_CONFIG = ['--rename-command', 'CONFIG', ''];
const value = Buffer.from('value');

it.each<[string, string[], Durability['state'], RegExp | undefined]>([
  ['without AOF', [], 'volatile', /^appendonly is no: .+$/],
  ['with AOF', AOF, 'durable', undefined],
  ['with AOF that is never synced', [...AOF, '--appendfsync', 'no'], 'volatile', /^appendfsync is no: .+$/],
  [
    'with AOF and allkeys-lru',
    [...AOF, '--maxmemory-policy', 'allkeys-lru'],
    'volatile',
    /is allkeys-lru: a full Redis/,
  ],
  [
    'with AOF and volatile-ttl',
    [...AOF, '--maxmemory-policy', 'volatile-ttl'],
    'volatile',
    /is volatile-ttl: a full Redis/,
  ],
  ['with AOF, without CONFIG', [...AOF, ...NO_CONFIG], 'unknown', /^Redis does not report: appendfsync$/],
  ['without AOF and CONFIG', NO_CONFIG, 'volatile', /^appendonly is no: .+$/],
  ['a replica', [...AOF, '--replicaof', '127.0.0.1', '1'], 'volatile', /^it is a replica: .+$/],
])('%s', async (_title, options, state, problem) => {
  const heard: Durability[] = [];
  const store = open(await server(...options), { onDurability: (durability) => heard.push(durability) });
  const durability = await store.durability?.();
  expect(durability).toMatchObject({ state });
  expect(durability?.problems).toEqual(problem === undefined ? [] : [expect.stringMatching(problem)]);
  expect(heard).toEqual([durability]);
});

it('a user who may not ask: not known, and the connection stays', async () => {
  const redis = await server(...AOF);
  await redis.command('ACL', 'SETUSER', 'default', '-@admin', '-@dangerous', '-config', '-info');
  const heard: Durability[] = [];
  const store = open(redis, { onDurability: (durability) => heard.push(durability) });
  expect(await store.durability?.()).toMatchObject({ state: 'unknown' });
  for (let i = 0; i < 20; i++) await store.set('k', value, 1000);
  expect(heard).toHaveLength(1);
});

it('is asked of each connection', async () => {
  const redis = await server();
  const heard: string[] = [];
  const store = open(redis, { onDurability: ({ state }) => heard.push(state) });
  expect(await store.durability?.()).toMatchObject({ state: 'volatile' });
  await redis.command('CONFIG', 'SET', 'appendonly', 'yes');
  await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
  await until(() => heard.length === 2);
  expect(heard).toEqual(['volatile', 'durable']);
});

describe('claims that have to be durable', () => {
  it('are made where Redis keeps them', async () => {
    const store = durableClaims(open(await server(...AOF)));
    expect(await store.add('k', value, 1000)).toBe(true);
    expect(await store.add('k', value, 1000)).toBe(false);
  });

  it.each([
    ['it may lose them', []],
    ['it does not say', [...AOF, ...NO_CONFIG]],
  ])('are refused where %s; all else works', async (_why, options) => {
    const store = durableClaims(open(await server(...options)));
    await expect(store.add('k', value, 1000)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await store.set('k', value, 1000);
    expect(await store.get('k')).toEqual(value);
  });

  it('are refused in memory', async () => {
    await expect(durableClaims(memoryStore({ bytes: 10_000 })).add('k', value, 1)).rejects.toThrow('may lose keys');
  });
});

it('tells what it does not know by name, and repeats no strange words', () => {
  expect(durabilityOf({ config: undefined, info: undefined })).toEqual({
    state: 'unknown',
    problems: ['Redis does not report: role, appendonly, appendfsync, maxmemory-policy'],
  });
  const config = ['maxmemory-policy', 'lru\nX: y'];
  expect(durabilityOf({ config, info: 'role:master\r\n' }).problems).toEqual([
    'maxmemory-policy is another one: a full Redis evicts keys',
  ]);
});

it('is asked again after a while, where it may lose claims', async () => {
  const redis = await server();
  const store = open(redis, { recheck: 0 });
  expect(await store.durability?.()).toMatchObject({ state: 'volatile' });
  execFileSync('redis-cli', ['-s', redis.socket, 'CONFIG', 'SET', 'appendonly', 'yes']);
  await until(async () => (await store.durability?.())?.state === 'durable');
  expect(await durableClaims(store).add('k', value, 1000)).toBe(true);
});
