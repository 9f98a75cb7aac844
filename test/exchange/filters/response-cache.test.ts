import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { keptFor, ResponseCache } from '../../../src/exchange/filters/response-cache.ts';
import { openExchange } from '../../../src/exchange/model/exchange.ts';
import { Fault } from '../../../src/fault/fault.ts';
import { fromJs, type Json, textOf } from '../../../src/json/value.ts';
import type { Handler } from '../../../src/rule/exchange.ts';
import type { Rule } from '../../../src/rule/rule.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import type { Store } from '../../../src/store/store.ts';

const TIME = 30_000;
const rule = {
  id: 'r',
  variables: ['id', 'name'],
  safe: true,
  stream: false,
} as unknown as Rule;

interface Asking {
  readonly id?: number;
  readonly credential?: string;
  readonly anew?: boolean;
  readonly rule?: Rule;
}

function open({ store, next }: { store?: Store; next?: Handler } = {}) {
  let time = 0;
  const now = () => time;
  const shared = store ?? memoryStore({ bytes: 1e7, now });
  const kept = new ResponseCache({ store: shared, space: 'b', time: TIME, now });
  let calls = 0;
  const answer: Handler = async (exchange) => {
    calls++;
    const own = (await next?.(exchange))?.bindings ?? [exchange.bindings[0], fromJs(`n${calls}`)];
    return { bindings: own, streamed: false };
  };
  const handle = kept.filter(answer);
  const start = ({ id = 1, credential, anew, rule: own = rule }: Asking = {}) => {
    const exchange = openExchange({ id: 'x', rule: own, bindings: [fromJs(id)], credential, anew }, 1000);
    return { exchange, response: handle(exchange) };
  };
  const ask = async (asking?: Asking) => {
    const { bindings, cached } = await start(asking).response;
    return { name: textOf(bindings[1] as Json), ...cached };
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { ask, start, pass, kept, calls: () => calls, store: shared };
}

describe('responses that are kept', () => {
  it('serve equal requests until their time is over', async () => {
    const { ask, pass, calls, kept } = open();
    const lifetime = TIME;
    expect(await ask()).toEqual({ name: '"n1"', age: 0, lifetime });
    pass(12_900);
    expect(await ask()).toEqual({ name: '"n1"', age: 12_900, lifetime });
    expect((await ask({ id: 2 })).name).toBe('"n2"');
    pass(17_100);
    expect(await ask()).toEqual({ name: '"n3"', age: 0, lifetime });
    expect(calls()).toBe(3);
    expect(kept.stats()).toEqual({ hits: 1, misses: 3, shared: 0 });
  });

  it('of one caller serve no other one', async () => {
    const { ask, calls } = open();
    for (const credential of [undefined, 'a', 'b', 'anonymous', 'by a']) await ask({ credential });
    expect(calls()).toBe(5);
    expect((await ask({ credential: 'a' })).name).toBe('"n2"');
  });

  it('are those of all who share a store', async () => {
    const { ask, store } = open();
    const other = open({ store });
    expect((await ask()).name).toBe('"n1"');
    expect((await other.ask()).name).toBe('"n1"');
    expect(other.calls()).toBe(0);
  });

  it('are made anew for callers who want that, and for tables that bind something else', async () => {
    const { ask } = open();
    await ask();
    expect((await ask({ anew: true })).name).toBe('"n2"');
    expect((await ask()).name).toBe('"n2"');
    expect((await ask({ rule: { ...rule, variables: ['id', 'title'] } })).name).toBe('"n3"');
  });

  it('are no failures', async () => {
    let failing = true;
    const next: Handler = async () => {
      if (failing) throw new SoapstoneError('UPSTREAM_CONNECT', 'away');
      return { bindings: [fromJs(1), fromJs('back')], streamed: false };
    };
    const { ask, start, calls } = open({ next });
    await expect(start().response).rejects.toBeInstanceOf(Fault);
    failing = false;
    expect((await ask()).name).toBe('"back"');
    expect(calls()).toBe(2);
  });

  it('are not needed: without a store, and beyond a size, the peer is asked', async () => {
    const away = () => Promise.reject(new SoapstoneError('STORE_UNAVAILABLE', 'away'));
    const without = open({ store: { get: away, set: away } as unknown as Store });
    expect((await without.ask()).name).toBe('"n1"');
    expect((await without.ask()).name).toBe('"n2"');
    const large = fromJs('x'.repeat(1024 * 1024));
    const { ask, calls } = open({ next: async () => ({ bindings: [fromJs(1), large], streamed: false }) });
    await ask();
    await ask();
    expect(calls()).toBe(2);
  });

  it('know which rules they are of', () => {
    const of = (changes: Partial<Rule>) => keptFor({ ...rule, ...changes }, TIME);
    expect([of({}), of({ cache: 5 }), of({ cache: 0 }), of({ safe: false }), of({ stream: true })]).toEqual([
      TIME,
      5,
      0,
      0,
      0,
    ]);
    expect(keptFor(rule, 0)).toBe(0);
  });
});

describe('equal requests at the same time', () => {
  it('are one call, of which all are told', async () => {
    const response = Promise.withResolvers<void>();
    const next: Handler = async () => {
      await response.promise;
      return { bindings: [fromJs(1), fromJs('one')], streamed: false };
    };
    const { ask, calls, kept } = open({ next });
    const all = Array.from({ length: 1000 }, () => ask());
    await turn();
    const apart = ask({ credential: 'other' });
    await turn();
    expect(calls()).toBe(2);
    response.resolve();
    for (const { name } of await Promise.all([...all, apart])) expect(name).toBe('"one"');
    expect(kept.stats()).toEqual({ hits: 0, misses: 2, shared: 999 });
  });

  it('go on when the first of them goes away, and each may', async () => {
    const response = Promise.withResolvers<void>();
    const next: Handler = async (exchange) => {
      await response.promise;
      if (exchange.cancelled) throw exchange.cancelled;
      return { bindings: [fromJs(1), fromJs('one')], streamed: false };
    };
    const { start, calls } = open({ next });
    const first = start();
    const second = start();
    const third = start();
    await turn();
    for (const { exchange, response: left } of [first, third]) {
      exchange.cancel(new SoapstoneError('CLIENT_GONE', 'gone'));
      await expect(left).rejects.toMatchObject({ code: 'CLIENT_GONE' });
    }
    response.resolve();
    expect(textOf((await second.response).bindings[1] as Json)).toBe('"one"');
    expect(calls()).toBe(1);
  });
});
