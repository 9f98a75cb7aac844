// Further tries, breaker and queue around a peer that somebody plays. No test waits: clocks are turned, and nothing sleeps.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { SoapstoneError } from '../../../../src/errors/errors.ts';
import { createGuard, type GuardOptions } from '../../../../src/exchange/filters/resilience/resilience.ts';
import { LEAST_TRY, Retries } from '../../../../src/exchange/filters/resilience/retries.ts';
import { openExchange } from '../../../../src/exchange/model/exchange.ts';
import { createPipeline } from '../../../../src/exchange/pipeline.ts';
import { Fault } from '../../../../src/fault/fault.ts';
import { fromJs, textOf } from '../../../../src/json/value.ts';
import type { Exchange, Handler, Response } from '../../../../src/rule/exchange.ts';
import type { Rule } from '../../../../src/rule/rule.ts';
import { faultOf, soapFault } from '../../flows/scene.ts';

type More = { readonly [K in keyof GuardOptions]?: Partial<GuardOptions[K]> };

const off = { max: 0, budget: 0, wait: async () => {}, random: () => 1 };

function open(back: (exchange: Exchange, call: number) => Response | Promise<Response>, more: More = {}) {
  const clock = { time: 0 };
  const guard = createGuard({
    retries: { ...off, ...more.retries },
    breaker: { failures: 0, pause: 5000, now: () => clock.time, ...more.breaker },
    queue: { running: 1000, waiting: 1000, longest: 60_000, ...more.queue },
  });
  let calls = 0;
  const handler: Handler = async (exchange) => {
    exchange.requestSent = true;
    return back(exchange, ++calls);
  };
  const pipeline = createPipeline({ back: handler, timeout: 60_000, ...guard.filters });
  const start = (safe = true, from: { caller?: typeof caller; address?: string } = { caller }) => {
    const rule = {
      id: 'r',
      safe,
      faults: { fromSoap: (f: unknown) => f, fromRest: (f: unknown) => f },
    } as unknown as Rule;
    const bindings = [fromJs('asked'), undefined];
    const exchange = pipeline.open({ id: 'x', rule, bindings, credential: 'one', ...from, deferred: true });
    return { exchange, response: pipeline.handle(exchange) };
  };
  return { clock, guard, start, ask: (safe?: boolean) => start(safe).response, calls: () => calls };
}

const caller = { key: 'one', fields: new Map([['token', 'its own']]) };

const fine = ({ bindings }: Exchange): Response => ({ bindings, streamed: false });
const fails = (code: 'UPSTREAM_CONNECT' | 'UPSTREAM_TIMEOUT' | 'UPSTREAM_STATUS' | 'UPSTREAM_BODY') => () => {
  throw new SoapstoneError(code, 'x');
};
const codes = async (replies: Promise<unknown>[]) =>
  (await Promise.allSettled(replies)).map((one) => (one.status === 'fulfilled' ? 'ok' : one.reason.init.code));

describe('further tries', () => {
  const retries = { max: 2, budget: 10 };

  it.each(['UPSTREAM_CONNECT', 'UPSTREAM_TIMEOUT'] as const)('after %s help safe rules', async (code) => {
    const back = (exchange: Exchange, call: number) => (call < 3 ? fails(code)() : fine(exchange));
    const { ask, calls, guard } = open(back, { retries });
    await ask();
    expect([calls(), guard.stats().retries]).toEqual([3, 2]);
  });

  it('are made with the credential of the caller, and may be answered later where the first may', async () => {
    const seen: unknown[] = [];
    const back = (exchange: Exchange, call: number) => {
      seen.push([exchange.credential, exchange.caller, exchange.deferred]);
      return call < 3 ? fails('UPSTREAM_CONNECT')() : fine(exchange);
    };
    await open(back, { retries }).ask();
    await open(back, { retries: { ...retries, tryTimeout: 1000 } }).ask();
    expect(seen).toEqual(new Array(6).fill(['one', caller, true]));
  });

  it.each([502, 503, 504])('help after status %i', async (status) => {
    const back = (exchange: Exchange, call: number) => {
      exchange.peerStatus = call === 1 ? status : 200;
      return call === 1 ? fails('UPSTREAM_STATUS')() : fine(exchange);
    };
    const { ask, calls } = open(back, { retries });
    await ask();
    expect(calls()).toBe(2);
  });

  it('are not made where the service itself says 503', async () => {
    const rest = { headers: {}, object: fromJs({ error: 'closed on Sundays' }) };
    const back = (exchange: Exchange) => {
      exchange.peerStatus = 503;
      throw new Fault({ status: 503, code: 'UPSTREAM_FAULT', title: 'x', rest });
    };
    const { ask, calls } = open(back, { retries });
    expect((await faultOf(ask())).status).toBe(503);
    const bare = open(
      (one, call) => {
        one.peerStatus = call === 1 ? 503 : 200;
        if (call > 1) return fine(one);
        throw new Fault({ status: 503, code: 'UPSTREAM_FAULT', title: 'x', rest: { headers: {} } });
      },
      { retries },
    );
    await bare.ask();
    expect([calls(), bare.calls()]).toEqual([1, 2]);
  });

  it('start from what was asked, whatever a failed try has bound', async () => {
    const seen: (string | undefined)[] = [];
    const back = (exchange: Exchange, call: number) => {
      seen.push(exchange.bindings[1] && textOf(exchange.bindings[1]));
      exchange.bindings[1] = fromJs(`bound ${call}`);
      return call === 1 ? fails('UPSTREAM_TIMEOUT')() : fine(exchange);
    };
    const { ask } = open(back, { retries });
    expect(textOf((await ask()).bindings[1]!)).toBe('"bound 2"');
    expect(seen).toEqual([undefined, undefined]);
  });

  it('are not made for what the peer has said, nor for what it cannot have understood', async () => {
    for (const error of [
      soapFault('no'),
      new SoapstoneError('UPSTREAM_BODY', 'x'),
      new SoapstoneError('CODEC_TYPE', 'x'),
    ]) {
      const { ask, calls } = open(() => Promise.reject(error), { retries });
      await faultOf(ask());
      expect(calls()).toBe(1);
    }
  });

  it('are not made for rules that are not safe, unless nothing was sent', async () => {
    const sent = open(fails('UPSTREAM_CONNECT'), { retries });
    await faultOf(sent.ask(false));
    expect(sent.calls()).toBe(1);
    const unsent = open(
      (exchange, call) => {
        exchange.requestSent = call > 1;
        return call === 1 ? fails('UPSTREAM_CONNECT')() : fine(exchange);
      },
      { retries },
    );
    const { response, exchange } = unsent.start(false);
    await response;
    expect([unsent.calls(), exchange.requestSent]).toEqual([2, true]);
  });

  it('are not made for a caller who has gone', async () => {
    const { start, calls } = open(
      (exchange) =>
        new Promise((_resolve, reject) => {
          exchange.onCancel(reject);
        }),
      { retries },
    );
    const { exchange, response } = start();
    exchange.cancel(new SoapstoneError('CLIENT_GONE', 'gone'));
    expect((await faultOf(response)).code).toBe('CLIENT_GONE');
    expect(calls()).toBe(1);
  });

  it('stay within the budget: a peer that always fails sees at most 1.1 times what callers ask, and 10 calls', async () => {
    const { ask, calls, guard } = open(fails('UPSTREAM_CONNECT'), { retries });
    for (let i = 0; i < 1000; i++) await faultOf(ask());
    expect(guard.stats().retries).toBeGreaterThan(100);
    expect(calls()).toBeLessThanOrEqual(1110);
  });

  it('are not made for a response that is streamed, once its request was sent', async () => {
    const streamed = (requestSent: boolean) => {
      const scene = open(
        (exchange) => {
          exchange.requestSent = requestSent;
          return fails('UPSTREAM_CONNECT')();
        },
        { retries },
      );
      const { exchange, response } = scene.start();
      Object.assign(exchange, { sink: {} });
      return { calls: scene.calls, failed: faultOf(response) };
    };
    for (const [requestSent, calls] of [
      [true, 1],
      [false, 3],
    ] as const) {
      const one = streamed(requestSent);
      await one.failed;
      expect(one.calls()).toBe(calls);
    }
  });

  it('wait twice as long each time, and less by chance', async () => {
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    await faultOf(open(fails('UPSTREAM_CONNECT'), { retries: { ...retries, wait, random: () => 0.5 } }).ask());
    expect(waits).toEqual([25, 50]);
  });

  it('follow a try that took too long, which is given up', async () => {
    vi.useFakeTimers();
    try {
      const given: unknown[] = [];
      const back = (exchange: Exchange, call: number) =>
        call > 1
          ? fine(exchange)
          : new Promise<Response>((_resolve, reject) => {
              exchange.onCancel((reason) => {
                given.push((reason as SoapstoneError).code);
                reject(reason);
              });
            });
      const { start, calls } = open(back, { retries: { ...retries, tryTimeout: 1000 } });
      const { exchange, response } = start();
      await vi.advanceTimersByTimeAsync(999);
      expect(calls()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      await response;
      expect({ given, calls: calls(), cancelled: exchange.cancelled }).toEqual({
        given: ['UPSTREAM_TIMEOUT'],
        calls: 2,
        cancelled: undefined,
      });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('further tries and the deadline', () => {
  const turn = fc.record({ takes: fc.double({ min: 0, max: 400, noNaN: true }), fails: fc.boolean() });

  it('begin with enough time left, and have no more than what is left', async () => {
    const cases = fc.record({
      whole: fc.integer({ min: 1, max: 1000 }),
      tryTimeout: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
      random: fc.double({ min: 0, max: 1, noNaN: true }),
      turns: fc.array(turn, { minLength: 6, maxLength: 6 }),
    });
    const run = fc.asyncProperty(cases, async ({ whole, tryTimeout, random, turns }) => {
      const clock = { time: 0 };
      const begun: { at: number; deadline: number }[] = [];
      const handler: Handler = async (exchange) => {
        const { takes, fails: failing } = turns[begun.length];
        begun.push({ at: clock.time, deadline: exchange.deadline });
        clock.time += takes;
        if (failing) throw new SoapstoneError('UPSTREAM_CONNECT', 'x');
        return fine(exchange);
      };
      const wait = async (ms: number) => {
        clock.time += ms;
      };
      const retries = new Retries({
        max: 5,
        budget: 100,
        tryTimeout,
        wait,
        random: () => random,
        now: () => clock.time,
      });
      const exchange = openExchange({ id: 'x', rule: { id: 'r', safe: true } as Rule, bindings: [] }, 0);
      exchange.deadline = whole;
      const outcome = await retries
        .filter(handler)(exchange)
        .then(
          () => 'ok',
          (error) => error.code,
        );
      const last = begun.at(-1)!;
      const further = begun.length - 1;
      expect(retries.retryCount).toBe(further);
      for (const { at } of begun.slice(1)) expect(whole - at).toBeGreaterThanOrEqual(LEAST_TRY);
      for (const { at, deadline } of begun) expect(deadline).toBe(Math.min(whole, at + (tryTimeout ?? Infinity)));
      expect(outcome).toBe(turns[further].fails ? 'UPSTREAM_CONNECT' : 'ok');
      // No try is left out that would have had the time.
      const pause = random * 50 * 2 ** further;
      const over = last.at + turns[further].takes;
      if (outcome !== 'ok' && further < 5) expect(whole - over).toBeLessThan(pause + LEAST_TRY);
    });
    await fc.assert(run);
  });
});

describe('the breaker', () => {
  const breaker = { failures: 5, pause: 5000 };
  const inTurn = async (ask: () => Promise<unknown>, times: number) => {
    const all: string[] = [];
    for (let i = 0; i < times; i++) all.push(...(await codes([ask()])));
    return all;
  };

  it('opens when half of the last calls have failed, and says when to come again', async () => {
    const { ask, calls, guard, clock } = open(fails('UPSTREAM_CONNECT'), { breaker });
    expect(await inTurn(ask, 5)).toEqual(Array(5).fill('UPSTREAM_CONNECT'));
    expect(guard.stats().breaker).toBe('open');
    clock.time += 1500;
    expect(await faultOf(ask())).toMatchObject({
      status: 503,
      code: 'BREAKER_OPEN',
      headers: { 'Retry-After': '4' },
    });
    expect([calls(), guard.stats().refused.breaker]).toEqual([5, 1]);
  });

  it('does not count what a service that works has said, be it by way of another gateway', async () => {
    const name = { ns: 'urn:x', local: 'AccountBlocked' };
    const soap = { version: '1.1' as const, code: { ns: '', local: 'Server' }, subcodes: [], reason: 'r' };
    const behind = { code: soap.code, subcodes: [], detail: [] };
    const init = { status: 502, code: 'UPSTREAM_FAULT', title: 'x' };
    const said = (more: object) => new Fault({ ...init, ...more });
    const declared = said({ soap: { ...soap, detail: [{ name, value: fromJs({ until: 'noon' }) }] } });
    const through = said({ rest: { headers: {}, object: fromJs({ fault: {} }), fault: behind } });
    const undeclared = said({ soap: { ...soap, detail: [{ name }] } });
    const own = said({ rest: { headers: {}, object: fromJs({ code: 'UPSTREAM_CONNECT' }) } });
    for (const [error, state] of [
      [declared, 'closed'],
      [through, 'closed'],
      [undeclared, 'open'],
      [own, 'open'],
    ] as const) {
      const back = (exchange: Exchange) => {
        exchange.peerStatus = 502;
        throw error;
      };
      const { ask, guard, calls } = open(back, { breaker: { failures: 3 }, retries: { max: 0 } });
      for (let i = 0; i < 12; i++) await faultOf(ask());
      expect([guard.stats().breaker, calls()]).toEqual([state, state === 'open' ? 3 : 12]);
    }
  });

  it('lets one call through after the pause, and opens again when it fails', async () => {
    const { ask, calls, guard, clock } = open(fails('UPSTREAM_TIMEOUT'), { breaker });
    await inTurn(ask, 5);
    clock.time += 5000;
    expect(guard.stats().breaker).toBe('half-open');
    const all = await codes([ask(), ask(), ask()]);
    expect(all).toEqual(['UPSTREAM_TIMEOUT', 'BREAKER_OPEN', 'BREAKER_OPEN']);
    expect(calls()).toBe(6);
    expect(await codes([ask()])).toEqual(['BREAKER_OPEN']);
  });

  it('closes when that call succeeds, with nothing held against the peer', async () => {
    let back = true;
    const { ask, guard, clock } = open((exchange) => (back ? fails('UPSTREAM_CONNECT')() : fine(exchange)), {
      breaker,
    });
    await inTurn(ask, 5);
    clock.time += 5000;
    back = false;
    expect(await inTurn(ask, 3)).toEqual(['ok', 'ok', 'ok']);
    back = true;
    expect(await inTurn(ask, 4)).toEqual(Array(4).fill('UPSTREAM_CONNECT'));
    expect(guard.stats().breaker).toBe('closed');
  });

  it('stays closed while fewer than half fail, and forgets what is long ago', async () => {
    const { ask, guard } = open((exchange, call) => (call % 3 === 0 ? fails('UPSTREAM_CONNECT')() : fine(exchange)), {
      breaker,
    });
    await inTurn(ask, 100);
    expect(guard.stats().breaker).toBe('closed');
  });

  it('takes faults for answers, and leaves out what the peer has no part in', async () => {
    const unsent = (exchange: Exchange) => {
      exchange.requestSent = false;
      throw new SoapstoneError('CODEC_TYPE', 'x');
    };
    for (const back of [() => Promise.reject(soapFault('no')), unsent, fails('UPSTREAM_BODY')]) {
      const { ask, guard } = open(back, { breaker });
      await inTurn(ask, 20);
      expect(guard.stats().breaker).toBe('closed');
    }
  });

  it('opens for a SOAP peer that fails without a fault, and not for one that refuses', async () => {
    for (const [status, state] of [
      [500, 'open'],
      [401, 'closed'],
    ] as const) {
      const back = (exchange: Exchange) => {
        exchange.peerStatus = status;
        return fails('UPSTREAM_STATUS')();
      };
      const { ask, guard } = open(back, { breaker });
      await inTurn(ask, 20);
      expect(guard.stats().breaker).toBe(state);
    }
  });

  it('goes on trying when the caller of the one call goes away', async () => {
    let hang = false;
    const back = (exchange: Exchange) =>
      hang ? new Promise<Response>((_resolve, reject) => exchange.onCancel(reject)) : fails('UPSTREAM_CONNECT')();
    const { start, ask, clock } = open(back, { breaker });
    await inTurn(ask, 5);
    clock.time += 5000;
    hang = true;
    const { exchange, response } = start();
    exchange.cancel(new SoapstoneError('CLIENT_GONE', 'gone'));
    await faultOf(response);
    hang = false;
    expect(await codes([ask()])).toEqual(['UPSTREAM_CONNECT']);
  });

  it('is one for each gateway: another one finds out for itself', async () => {
    const [one, other] = [open(fails('UPSTREAM_CONNECT'), { breaker }), open(fine, { breaker })];
    await inTurn(one.ask, 5);
    expect([one.guard.stats().breaker, other.guard.stats().breaker]).toEqual(['open', 'closed']);
    expect(await codes([one.ask(), other.ask()])).toEqual(['BREAKER_OPEN', 'ok']);
  });

  it('with further tries, a peer that always fails hardly sees anybody', async () => {
    const { ask, calls } = open(fails('UPSTREAM_CONNECT'), { breaker, retries: { max: 2, budget: 10 } });
    for (let i = 0; i < 1000; i++) await faultOf(ask());
    expect(calls()).toBeLessThanOrEqual(10);
  });
});

describe('the queue', () => {
  function held(queue: GuardOptions['queue']) {
    const inside: ((response: Response) => void)[] = [];
    const scene = open((exchange) => new Promise((resolve) => inside.push(() => resolve(fine(exchange)))), { queue });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return { ...scene, inside, settle, finish: () => inside.shift()!({ bindings: [], streamed: false }) };
  }

  it('lets so many through, has so many wait in turn, and refuses the rest at once', async () => {
    const { ask, guard, calls, finish, settle } = held({ running: 3, waiting: 3, longest: 60_000 });
    const order: number[] = [];
    const replies = Array.from({ length: 7 }, (_, i) => ask().finally(() => order.push(i)));
    const refused = await Promise.all(replies.slice(5).map(faultOf));
    for (const fault of refused) {
      expect(fault).toMatchObject({ status: 503, code: 'OVERLOADED', headers: { 'Retry-After': '60' } });
    }
    expect([calls(), guard.stats().waiting, guard.stats().refused.queue]).toEqual([2, 3, 2]);
    for (let done = 1; done <= 5; done++) {
      finish();
      await settle();
      expect(calls()).toBe(Math.min(2 + done, 5));
    }
    await Promise.all(replies.slice(0, 5));
    expect(order).toEqual([5, 6, 0, 1, 2, 3, 4]);
    expect(guard.stats().waiting).toBe(0);
    const last = ask();
    await settle();
    finish();
    await last;
  });

  describe('with several callers', () => {
    const from = (name: string) => ({ caller: { key: name, fields: new Map() } });
    const at = (address: string) => ({ address });

    it.each([
      ['credentials', from],
      ['addresses', at],
    ])('lets one request of another caller through at once, whoever has 500 (%s)', async (_what, who) => {
      const { start, inside, finish, settle } = held({ running: 5, waiting: 500, longest: 60_000 });
      const served: string[] = [];
      const ask = (name: string) => void start(true, who(name)).response.then(() => served.push(name));
      for (let i = 0; i < 500; i++) ask('many');
      await settle();
      expect(inside).toHaveLength(4);
      ask('one');
      await settle();
      expect(inside).toHaveLength(5);
      for (let i = 0; i < 6; i++) {
        finish();
        await settle();
      }
      expect(served).toEqual(['many', 'many', 'many', 'many', 'one', 'many']);
    });

    /** Clients that ask for all they can get, one after the other; says how many calls of each run. */
    function greedy(running: number) {
      const scene = open((exchange) => new Promise((resolve) => inside.push({ exchange, resolve })), {
        queue: { running, waiting: 10_000, longest: 60_000 },
      });
      const inside: { exchange: Exchange; resolve: (response: Response) => void }[] = [];
      const settle = () => new Promise((resolve) => setImmediate(resolve));
      const ask = async (name: string, times: number) => {
        for (let i = 0; i < times; i++) void scene.start(true, from(name)).response;
        await settle();
      };
      const of = (name: string) => inside.filter(({ exchange }) => exchange.caller?.key === name).length;
      const finish = async (name: string) => {
        const at = inside.findIndex(({ exchange }) => exchange.caller?.key === name);
        const [{ exchange, resolve }] = inside.splice(at, 1);
        resolve(fine(exchange));
        await settle();
      };
      return { ask, of, finish };
    }

    it.each([
      [1, 1],
      [2, 1],
      [3, 2],
      [8, 7],
      [10, 9],
      [32, 28],
      [128, 112],
    ])('of %i places gives one client %i', async (running, most) => {
      const { ask, of } = greedy(running);
      await ask('a', 200);
      expect(of('a')).toBe(most);
    });

    it('has a place for one more client, however much some others ask for', async () => {
      const { ask, of } = greedy(128);
      for (let i = 0; i < 5; i++) {
        await ask(`greedy ${i}`, 200);
        await ask(`modest ${i}`, 1);
        expect([of(`greedy ${i}`) > 0, of(`modest ${i}`)]).toEqual([true, 1]);
      }
    });

    it('of 128 places are all held by eleven clients that ask for all they can get', async () => {
      const { ask, of } = greedy(128);
      const names = Array.from({ length: 12 }, (_, i) => `client ${i}`);
      for (const name of names) await ask(name, 200);
      expect(names.map(of)).toEqual([112, 7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    });

    it('gives places that become free to those who have fewer, and no more than a half to slow ones', async () => {
      const { ask, of, finish } = greedy(16);
      for (const name of ['slow', 'fast']) await ask(name, 100);
      expect([of('slow'), of('fast')]).toEqual([14, 1]);
      for (let i = 0; i < 7; i++) await finish('slow');
      expect([of('slow'), of('fast')]).toEqual([8, 6]);
      for (let i = 0; i < 50; i++) await finish('fast');
      expect([of('slow'), of('fast')]).toEqual([8, 6]);
    });

    it('takes one request of each in turn', async () => {
      const { start, finish, settle } = held({ running: 1, waiting: 100, longest: 60_000 });
      const served: string[] = [];
      const ask = (name: string) => void start(true, from(name)).response.then(() => served.push(name));
      for (const name of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) ask(name);
      for (let i = 0; i < 7; i++) {
        await settle();
        finish();
      }
      await settle();
      expect(served.join('')).toBe('aabcaba');
    });

    it('shares the places of the line: the newest of whoever has most makes room', async () => {
      const { start, guard, settle } = held({ running: 1, waiting: 6, longest: 60_000 });
      const refused: string[] = [];
      const ask = (name: string) => void start(true, from(name)).response.catch(() => refused.push(name));
      for (const name of 'aaaaaaa') ask(name);
      for (const name of 'bbbb') ask(name);
      await settle();
      // Three places for each; one more of either finds none.
      expect(refused.toSorted().join('')).toBe('aaab');
      for (const name of 'cca') ask(name);
      await settle();
      expect(refused.slice(4).toSorted().join('')).toBe('aab');
      expect(guard.stats()).toMatchObject({ waiting: 6, refused: { queue: 7 } });
    });

    it('does not take a credential that nobody has checked for a caller', async () => {
      const { start, finish, settle } = held({ running: 1, waiting: 10, longest: 60_000 });
      const served: number[] = [];
      for (let i = 0; i < 3; i++) void start(true, { address: '::1' }).response.then(() => served.push(i));
      for (let i = 0; i < 3; i++) {
        await settle();
        finish();
      }
      await settle();
      expect(served).toEqual([0, 1, 2]);
    });
  });

  it('refuses who has waited too long', async () => {
    vi.useFakeTimers();
    try {
      const { ask, guard } = held({ running: 1, waiting: 1, longest: 1000 });
      ask().catch(() => {});
      const late = faultOf(ask());
      await vi.advanceTimersByTimeAsync(1000);
      expect((await late).code).toBe('OVERLOADED');
      expect(guard.stats().waiting).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses whose time is over while it waits, and does not blame the service', async () => {
    vi.useFakeTimers();
    try {
      for (const [tryTimeout, ms] of [
        [undefined, 60_000],
        [1000, 1000],
      ] as const) {
        const queue = { running: 1, waiting: 1, longest: 600_000 };
        const { ask, guard } = open(() => new Promise(() => {}), {
          queue,
          breaker: { failures: 1 },
          retries: { tryTimeout },
        });
        void ask(false);
        const late = faultOf(ask(false));
        await vi.advanceTimersByTimeAsync(ms);
        expect((await late).code).toBe('OVERLOADED');
        expect(guard.stats()).toMatchObject({ breaker: 'closed', refused: { breaker: 0, queue: 1 } });
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('lets callers who wait go away, and gives their turn to others', async () => {
    const { ask, start, guard, calls, finish, settle } = held({ running: 1, waiting: 2, longest: 60_000 });
    const first = ask();
    const gone = start();
    const third = ask();
    await settle();
    gone.exchange.cancel(new SoapstoneError('CLIENT_GONE', 'gone'));
    expect((await faultOf(gone.response)).code).toBe('CLIENT_GONE');
    expect(guard.stats().waiting).toBe(1);
    finish();
    await first;
    await settle();
    finish();
    await third;
    expect(calls()).toBe(2);
  });
});
