import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../../../src/errors/errors.ts';
import { Exhausted, RateLimit, type RateOptions } from '../../../../src/exchange/filters/rate-limit/rate-limit.ts';
import { openExchange } from '../../../../src/exchange/model/exchange.ts';
import { Fault } from '../../../../src/fault/fault.ts';
import type { Exchange, Handler } from '../../../../src/rule/exchange.ts';
import type { Rule } from '../../../../src/rule/rule.ts';
import { memoryStore } from '../../../../src/store/memory.ts';
import type { Store } from '../../../../src/store/store.ts';

const rule = { id: 'r', variables: [] } as unknown as Rule;

function open(changes: Partial<RateOptions> = {}) {
  let time = 0;
  const now = () => time;
  const store = changes.store ?? memoryStore({ bytes: 1e6, now });
  const limit = new RateLimit({ space: 'b', max: 2, window: 10_000, uncounted: 'serve', now, ...changes, store });
  let served = 0;
  const next: Handler = async () => {
    served++;
    return { bindings: [], streamed: false };
  };
  const handle = limit.filter(next);
  const ask = async (who: { credential?: string; address?: string } = { credential: 'a' }) => {
    const exchange: Exchange = openExchange({ id: 'x', rule, bindings: [], ...who }, 1000);
    const failed = await handle(exchange).then(
      () => undefined,
      (error: Fault) => error.init,
    );
    return { failed, told: exchange.responseHeaders };
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { ask, limit, pass, served: () => served, store };
}

describe('a limit of requests', () => {
  it('tells what is left, refuses what is more, and begins anew', async () => {
    const { ask, limit, pass, served } = open();
    const policy = ['ratelimit-policy', '"default";q=2;w=10', 'ratelimit'];
    expect(await ask()).toEqual({ failed: undefined, told: [...policy, '"default";r=1;t=10'] });
    pass(4000);
    expect((await ask()).told).toEqual([...policy, '"default";r=0;t=6']);
    for (const _ of [1, 2]) {
      const { failed, told } = await ask();
      expect(failed).toMatchObject({ status: 429, code: 'RATE_LIMITED', headers: { 'Retry-After': '6' } });
      expect(told).toEqual([...policy, '"default";r=0;t=6']);
    }
    expect([served(), limit.refused]).toEqual([2, 2]);
    pass(6001);
    expect((await ask()).failed).toBeUndefined();
  });

  it('counts every caller apart: by credential, else by address', async () => {
    const { ask, served } = open({ max: 1 });
    const callers = [{ credential: 'a' }, { credential: 'b', address: '1' }, { address: '1' }, { address: '2' }];
    for (const one of callers) expect((await ask(one)).failed).toBeUndefined();
    for (const one of callers) expect((await ask(one)).failed?.status).toBe(429);
    expect(served()).toBe(4);
    expect((await ask({ credential: 'at 1' })).failed).toBeUndefined();
  });

  it('is one for all who share a store', async () => {
    const { ask, store } = open();
    const other = open({ store });
    expect((await ask()).failed).toBeUndefined();
    expect((await other.ask()).failed).toBeUndefined();
    expect((await ask()).failed?.status).toBe(429);
    expect((await other.ask()).failed?.status).toBe(429);
    expect((await open({ store, space: 'another bridge' }).ask()).failed).toBeUndefined();
  });

  it('asks the store no more for those who are refused anyway', async () => {
    const store = memoryStore({ bytes: 1e6, now: () => 0 });
    let asked = 0;
    const counting = {
      count: (key: string, ttl: number) => {
        asked++;
        return store.count(key, ttl);
      },
    } as unknown as Store;
    const { ask } = open({ max: 1, store: counting });
    for (let i = 0; i < 100; i++) await ask();
    expect(asked).toBe(2);
  });

  it('serves or refuses, as it is told, while the store is away', async () => {
    const away = { count: () => Promise.reject(new SoapstoneError('STORE_UNAVAILABLE', 'away')) } as unknown as Store;
    expect(await open({ store: away }).ask()).toEqual({ failed: undefined, told: undefined });
    const { failed } = await open({ store: away, uncounted: 'refuse' }).ask();
    expect(failed).toMatchObject({ status: 503, code: 'STORE_UNAVAILABLE' });
    expect(new Fault(failed!).message).toBe('away');
  });
});

it('who has used up everything is forgotten in time, and when there are too many', () => {
  let time = 0;
  const exhausted = new Exhausted(() => time);
  exhausted.add('a', 10);
  expect(exhausted.left('a')).toBe(10);
  expect(exhausted.left('b')).toBe(0);
  time = 10;
  expect(exhausted.left('a')).toBe(0);
  for (let i = 0; i <= 10_000; i++) exhausted.add(String(i), 1);
  expect([exhausted.left('0'), exhausted.left('1')]).toEqual([0, 1]);
});
