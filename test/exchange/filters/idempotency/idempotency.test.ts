import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../../../src/errors/errors.ts';
import { createPipeline } from '../../../../src/exchange/pipeline.ts';
import { Fault } from '../../../../src/fault/fault.ts';
import { fromJs, textOf } from '../../../../src/json/value.ts';
import type { Exchange, Handler } from '../../../../src/rule/exchange.ts';
import type { Idempotency, Rule } from '../../../../src/rule/rule.ts';
import { memoryStore } from '../../../../src/store/memory.ts';
import type { Store } from '../../../../src/store/store.ts';
import { until } from '../../../server/until.ts';
import { faultOf, soapFault } from '../../flows/scene.ts';

const plan: Idempotency = { header: 'idempotency-key', required: false, keep: 86_400_000, scope: 'rule' };

interface Asked {
  readonly key?: string;
  readonly amount?: number;
  readonly rule?: string;
  readonly credential?: string;
  readonly plan?: Idempotency;
  readonly id?: string;
  readonly address?: string;
}

/** One bridge with somebody who plays the peer, and a wall clock that stands still. */
function open(options: { back?: Handler; store?: Store; name?: string; timeout?: number } = {}) {
  const { store = memoryStore({ bytes: 1e6 }), name = 'bridge', timeout = 60_000 } = options;
  const effects: Exchange[] = [];
  const clock = { time: 1_000_000 };
  const back: Handler = async (exchange) => {
    exchange.requestSent = true;
    effects.push(exchange);
    if (options.back) return options.back(exchange);
    return { bindings: [exchange.bindings[0], fromJs(`paid ${effects.length}`)], streamed: false };
  };
  const pipeline = createPipeline({ back, timeout, store, name, now: () => clock.time });
  const start = ({ key, amount = 1, rule = 'pay', credential, plan: own = plan, id = 'x', address }: Asked) => {
    const faults = { fromSoap: (fault: Fault) => new Fault({ ...fault.init, status: 409, code: 'TRANSLATED' }) };
    const one = { id: rule, variables: ['amount', 'receipt'], idempotency: own, faults } as unknown as Rule;
    const exchange = pipeline.open({ id, rule: one, bindings: [fromJs(amount), undefined], credential, key, address });
    return { exchange, response: pipeline.handle(exchange) };
  };
  const ask = async (asked: Asked) => (await start(asked).response).bindings.map((value) => value && textOf(value));
  return { effects, clock, start, ask, store };
}

/** Its operations as properties, to replace some of them. */
function bound(store: Store): Store {
  const { get, set, add, replace, count, delete: remove, close } = store;
  return {
    get: get.bind(store),
    set: set.bind(store),
    add: add.bind(store),
    replace: replace.bind(store),
    count: count.bind(store),
    delete: remove.bind(store),
    close: close.bind(store),
  };
}

const never: Handler = () => new Promise(() => {});

describe('requests with a key', () => {
  it('give up where the store says that a key is there, and has nothing', async () => {
    const store = bound(memoryStore({ bytes: 1e6 }));
    let commands = 0;
    // What a proxy does that writes to a master and reads from a replica that lags.
    store.add = async () => {
      if (++commands > 100) throw new Error('no end');
      return false;
    };
    const { ask, effects } = open({ store });
    expect(await faultOf(ask({ key: 'k' }))).toMatchObject({ status: 503, code: 'STORE_UNAVAILABLE' });
    expect(commands).toBeLessThan(10);
    expect(effects).toEqual([]);
    commands = 0;
    const late = open({ store, timeout: 0 });
    await expect(late.ask({ key: 'k' })).rejects.toThrow();
    expect(commands).toBeLessThan(2);
  });

  it('reach the peer once; repeats are told what came of it', async () => {
    const { ask, effects } = open();
    const first = await ask({ key: 'k' });
    expect(first).toEqual(['1', '"paid 1"']);
    expect(await ask({ key: 'k' })).toEqual(first);
    expect(await ask({ key: 'other' })).toEqual(['1', '"paid 2"']);
    expect(effects).toHaveLength(2);
  });

  it('of 100 at once, one reaches the peer, and the others are told to come again', async () => {
    const { ask, effects } = open();
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => ask({ key: 'k' })));
    expect(effects).toHaveLength(1);
    const refused = all.filter((one) => one.status === 'rejected');
    for (const { reason } of refused) {
      expect(reason.init).toMatchObject({ status: 409, code: 'IDEMPOTENCY_RUNNING', headers: { 'Retry-After': '1' } });
    }
    for (const one of all) if (one.status === 'fulfilled') expect(one.value).toEqual(['1', '"paid 1"']);
    expect(refused.length).toBeLessThan(100);
  });

  it('are apart for each caller, rule and bridge', async () => {
    const store = memoryStore({ bytes: 1e6 });
    const a = open({ store, name: 'a' });
    const b = open({ store, name: 'b' });
    await a.ask({ key: 'k' });
    await a.ask({ key: 'k', credential: 'Bearer x' });
    await a.ask({ key: 'k', credential: 'Bearer y' });
    await a.ask({ key: 'k', rule: 'refund' });
    await b.ask({ key: 'k' });
    expect([a.effects.length, b.effects.length]).toEqual([4, 1]);
  });

  it('of one client leave room in a store in memory for others, and names that nobody checks make no other client', async () => {
    const store = memoryStore({ bytes: 100_000 });
    const { ask } = open({ store });
    const fill = async () => {
      for (let i = 0; i < 1000; i++) await ask({ key: `a ${i}`, address: '192.0.2.1', credential: `Bearer ${i}` });
    };
    await expect(fill()).rejects.toThrow('share');
    for (let i = 0; i < 10; i++) await ask({ key: `b ${i}`, address: '192.0.2.2' });
  });

  it('have 255 characters at most', async () => {
    const { ask, start, effects } = open();
    await ask({ key: 'k'.repeat(255) });
    for (const key of ['k'.repeat(256), '']) expect((await faultOf(start({ key }).response)).status).toBe(400);
    expect(effects).toHaveLength(1);
  });

  it('of callers without a credential are those of one caller', async () => {
    const { ask, effects } = open();
    const first = await ask({ key: 'k', id: 'one' });
    expect(await ask({ key: 'k', id: 'other' })).toEqual(first);
    expect(effects).toHaveLength(1);
  });

  it('of a bridge are apart for each caller and bridge, and one rule takes those of another for another request', async () => {
    const store = memoryStore({ bytes: 1e6 });
    const a = open({ store, name: 'a' });
    const b = open({ store, name: 'b' });
    const one = { key: 'k', plan: { ...plan, scope: 'bridge' } } as const;
    const first = await a.ask(one);
    expect(await a.ask(one)).toEqual(first);
    expect(await faultOf(a.start({ ...one, rule: 'refund' }).response)).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    await a.ask({ ...one, credential: 'Bearer x' });
    await a.ask({ ...one, key: 'other', rule: 'refund' });
    await b.ask(one);
    expect([a.effects.length, b.effects.length]).toEqual([3, 1]);
  });

  it('are UUIDs where the rule says so, in either case', async () => {
    const { ask, start, effects } = open();
    const own: Idempotency = { ...plan, format: 'uuid' };
    const uuid = '5f0c1f6e-2a3b-4c4d-8e9f-0a1b2c3d4e5f';
    for (const key of ['k', '', `${uuid}0`, uuid.replaceAll('-', ''), `{${uuid}}`]) {
      expect(await faultOf(start({ key, plan: own }).response)).toMatchObject({ status: 400, code: 'IDEMPOTENCY_KEY' });
    }
    expect(await ask({ key: uuid, plan: own })).toEqual(await ask({ key: uuid.toUpperCase(), plan: own }));
    expect(effects).toHaveLength(1);
  });

  it('must be the same request', async () => {
    const { start, effects } = open();
    await start({ key: 'k' }).response;
    expect(await faultOf(start({ key: 'k', amount: 2 }).response)).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_MISMATCH',
    });
    expect(effects).toHaveLength(1);
  });

  it('need one where the rule says so', async () => {
    const { start, effects } = open();
    const required = { ...plan, required: true };
    for (const key of [undefined, '', 'x'.repeat(256)]) {
      expect(await faultOf(start({ key, plan: required }).response)).toMatchObject({
        status: 400,
        code: 'IDEMPOTENCY_KEY',
        errors: [{ path: 'idempotency-key' }],
      });
    }
    expect(effects).toHaveLength(0);
    await start({ key: 'x'.repeat(255), plan: required }).response;
    await start({}).response;
    await start({}).response;
    expect(effects).toHaveLength(3);
  });

  it('have no secret and nothing of the request in their names', async () => {
    const keys: string[] = [];
    const store = memoryStore({ bytes: 1e6 });
    const spy: Store = {
      ...store,
      get: (key) => store.get(key),
      set: (...all) => store.set(...all),
      replace: (...all) => store.replace(...all),
      count: (key, ttl) => store.count(key, ttl),
      delete: (key) => store.delete(key),
      close: () => store.close(),
      add: (key, value, ttl) => {
        keys.push(key, Buffer.from(value).toString());
        return store.add(key, value, ttl);
      },
    };
    await open({ store: spy }).ask({ key: 'canary', credential: 'canary', amount: 424242 });
    expect(keys).toHaveLength(2);
    expect(keys.join()).not.toMatch(/canary|424242/);
  });
});

describe('what the peer said', () => {
  it('is said again, in the words of the fault table, under the id of the request that it answered', async () => {
    const detail = [{ name: { ns: 'urn:x', local: 'Blocked' }, value: fromJs({ account: 7 }) }];
    const back: Handler = () => {
      const { init } = soapFault('blocked');
      throw new Fault({ ...init, soap: { ...init.soap!, detail }, data: fromJs({ $value: '1.50' }) });
    };
    const { start, effects } = open({ back });
    const first = await faultOf(start({ key: 'k', id: 'first' }).response);
    const again = await faultOf(start({ key: 'k', id: 'second' }).response);
    expect(first).toMatchObject({ status: 409, code: 'TRANSLATED' });
    expect(textOf(again.soap!.detail[0].value!)).toBe('{"account":7}');
    expect(textOf(again.data!)).toBe('{"$value":"1.50"}');
    expect(again).toMatchObject({ status: 409, code: 'TRANSLATED', detail: 'blocked', request: 'first' });
    expect(effects).toHaveLength(1);
  });
});

describe('what nobody knows', () => {
  it.each(['UPSTREAM_TIMEOUT', 'UPSTREAM_CONNECT', 'UPSTREAM_BODY', 'UPSTREAM_STATUS'] as const)(
    'after %s the request is never sent again',
    async (code) => {
      const { start, effects } = open({ back: () => Promise.reject(new SoapstoneError(code, 'x')) });
      expect(await faultOf(start({ key: 'k' }).response)).toMatchObject({ code });
      for (let i = 0; i < 3; i++) {
        const { status, code: said, detail } = await faultOf(start({ key: 'k' }).response);
        expect({ status, said }).toEqual({ status: 502, said: 'OUTCOME_UNKNOWN' });
        expect(detail).toContain(code);
      }
      expect(effects).toHaveLength(1);
    },
  );

  it('a gateway that went away leaves a key that is running, then unknown, and never free', async () => {
    const store = memoryStore({ bytes: 1e6 });
    const gone = open({ store, back: never, timeout: 60_000 });
    const next = open({ store });
    const left = gone.start({ key: 'k' });
    await Promise.resolve();
    expect((await faultOf(next.start({ key: 'k' }).response)).code).toBe('IDEMPOTENCY_RUNNING');
    next.clock.time += 59_000;
    expect((await faultOf(next.start({ key: 'k' }).response)).code).toBe('IDEMPOTENCY_RUNNING');
    next.clock.time += 7_000;
    expect((await faultOf(next.start({ key: 'k' }).response)).code).toBe('OUTCOME_UNKNOWN');
    expect(next.effects).toHaveLength(0);
    left.exchange.cancel(new Error('end'));
  });

  it('an outcome that cannot be kept is told once', async () => {
    const store = memoryStore({ bytes: 1200 });
    const back: Handler = async () => ({ bindings: [fromJs(1), fromJs('x'.repeat(2000))], streamed: false });
    const { ask, start, clock, effects } = open({ store, back });
    expect((await ask({ key: 'k' }))[1]).toHaveLength(2002);
    expect((await faultOf(start({ key: 'k' }).response)).code).toBe('IDEMPOTENCY_RUNNING');
    clock.time += 100_000;
    expect((await faultOf(start({ key: 'k' }).response)).code).toBe('OUTCOME_UNKNOWN');
    expect(effects).toHaveLength(1);
  });
});

describe('what was never sent', () => {
  it('gives the key back', async () => {
    let away = true;
    const back: Handler = (exchange) => {
      exchange.requestSent = !away;
      if (away) throw new SoapstoneError('UPSTREAM_CONNECT', 'refused');
      return Promise.resolve({ bindings: [fromJs(1), fromJs('paid')], streamed: false });
    };
    const { ask, start } = open({ back });
    expect((await faultOf(start({ key: 'k' }).response)).code).toBe('UPSTREAM_CONNECT');
    away = false;
    expect(await ask({ key: 'k' })).toEqual(['1', '"paid"']);
  });

  it('gives back no key that somebody else has by now, because the store has lost the first claim', async () => {
    const memory = memoryStore({ bytes: 1e6 });
    const keys: string[] = [];
    const store: Store = {
      ...bound(memory),
      add: (key, value, ttl) => memory.add(keys[keys.push(key) - 1], value, ttl),
    };
    const refused = Promise.withResolvers<void>();
    const first = open({
      store,
      back: async (exchange) => {
        exchange.requestSent = false;
        await refused.promise;
        throw new SoapstoneError('UPSTREAM_CONNECT', 'refused');
      },
    });
    const left = first.start({ key: 'k' });
    await until(() => keys.length === 1);
    await memory.delete(keys[0]);
    const second = open({ store, back: never });
    const running = second.start({ key: 'k' });
    await until(() => second.effects.length === 1);
    refused.resolve();
    await faultOf(left.response);
    const third = open({ store });
    expect((await faultOf(third.start({ key: 'k' }).response)).code).toBe('IDEMPOTENCY_RUNNING');
    expect(third.effects).toHaveLength(0);
    running.exchange.cancel(new Error('end'));
  });

  it('is never sent while the store cannot promise anything', async () => {
    const store = memoryStore({ bytes: 1e6 });
    const down = () => Promise.reject(new SoapstoneError('STORE_UNAVAILABLE', 'away'));
    const { start, effects } = open({
      store: { get: down, set: down, add: down, replace: down, count: down, delete: down, close: () => store.close() },
    });
    expect(await faultOf(start({ key: 'k' }).response)).toMatchObject({ status: 503, code: 'STORE_UNAVAILABLE' });
    expect(effects).toHaveLength(0);
    await start({}).response;
    expect(effects).toHaveLength(1);
  });
});

describe('a caller who goes away', () => {
  it('leaves the call running, and finds its outcome', async () => {
    const response = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    const back: Handler = async (exchange) => {
      sent.resolve();
      await response.promise;
      if (exchange.cancelled) throw exchange.cancelled;
      return { bindings: [fromJs(1), fromJs('paid')], streamed: false };
    };
    const { ask, start, effects } = open({ back });
    const left = start({ key: 'k' });
    await sent.promise;
    left.exchange.cancel(new SoapstoneError('CLIENT_GONE', 'gone'));
    response.resolve();
    await left.response;
    expect(await ask({ key: 'k' })).toEqual(['1', '"paid"']);
    expect(effects).toHaveLength(1);
  });
});
