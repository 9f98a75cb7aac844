import { describe, expect, it, vi } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { createPipeline, type PipelineOptions } from '../../src/exchange/pipeline.ts';
import { Fault } from '../../src/fault/fault.ts';
import { fromJs } from '../../src/json/value.ts';
import type { Exchange, Filter, Handler } from '../../src/rule/exchange.ts';
import type { Rule } from '../../src/rule/rule.ts';

function rule(more: { timeout?: number; fromSoap?: (fault: Fault) => Fault } = {}): Rule {
  const { timeout, fromSoap = (fault) => fault } = more;
  return { id: 'r', timeout, faults: { fromSoap } } as unknown as Rule;
}

function open(
  back: Handler,
  options: { rule?: Rule; timeout?: number; filters?: Pick<PipelineOptions, 'rateLimit' | 'credential'> } = {},
) {
  const pipeline = createPipeline({ back, timeout: options.timeout ?? 60_000, ...options.filters });
  const exchange = pipeline.open({ id: 'x1', rule: options.rule ?? rule(), bindings: [fromJs(1)] });
  return { pipeline, exchange };
}

const answer: Handler = ({ bindings }) => Promise.resolve({ bindings, streamed: false });
const hang: Handler = (exchange) => new Promise((_, reject) => exchange.onCancel(reject));

async function faultOf(response: Promise<unknown>): Promise<Fault> {
  const error = await response.then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(Fault);
  return error as Fault;
}

describe('createPipeline', () => {
  it('carries an exchange to the back and its response to the front', async () => {
    const { pipeline, exchange } = open(answer);
    expect(exchange).toMatchObject({ id: 'x1', upstreamMs: 0, cancelled: undefined });
    expect(await pipeline.handle(exchange)).toEqual({ bindings: exchange.bindings, streamed: false });
  });

  it('runs filters in order, the first outermost', async () => {
    const steps: string[] = [];
    const filter =
      (name: string): Filter =>
      (next) =>
      async (exchange) => {
        steps.push(`${name} in`);
        const response = await next(exchange);
        steps.push(`${name} out`);
        return response;
      };
    const { pipeline, exchange } = open(answer, { filters: { credential: filter('b'), rateLimit: filter('a') } });
    await pipeline.handle(exchange);
    expect(steps).toEqual(['a in', 'b in', 'b out', 'a out']);
  });

  it('makes every failure a Fault, thrown or rejected', async () => {
    const error = new SoapstoneError('CODEC_TYPE', 'no number', { path: '$.id' });
    const thrown = open(() => {
      throw error;
    });
    const rejected = open(() => Promise.reject(error));
    for (const { pipeline, exchange } of [thrown, rejected]) {
      const { init } = await faultOf(pipeline.handle(exchange));
      expect(init).toMatchObject({ status: 422, code: 'CODEC_TYPE', errors: [{ path: '$.id' }], cause: error });
    }
  });

  it('asks the fault table of the rule about faults of a SOAP peer, and about nothing else', async () => {
    const fromSoap = (fault: Fault) => new Fault({ ...fault.init, status: 404 });
    const soap = { version: '1.1', code: { ns: '', local: 'c' }, subcodes: [], reason: '', detail: [] } as const;
    const said = open(() => Promise.reject(new Fault({ status: 502, code: 'X', title: 'x', soap })), {
      rule: rule({ fromSoap }),
    });
    expect((await faultOf(said.pipeline.handle(said.exchange))).init.status).toBe(404);
    const own = open(() => Promise.reject(new Fault({ status: 502, code: 'X', title: 'x' })), {
      rule: rule({ fromSoap }),
    });
    expect((await faultOf(own.pipeline.handle(own.exchange))).init.status).toBe(502);
  });
});

describe('a fault of a REST peer', () => {
  it('goes through the fault table the other way', async () => {
    const fromRest = (fault: Fault) => new Fault({ ...fault.init, code: 'BACK' });
    const faults = { faults: { fromRest } } as unknown as Rule;
    const said = new Fault({ status: 404, code: 'X', title: 'x', rest: { headers: {} } });
    const { pipeline, exchange } = open(() => Promise.reject(said), { rule: faults });
    expect((await faultOf(pipeline.handle(exchange))).init).toMatchObject({ status: 404, code: 'BACK' });
  });
});

describe('the deadline', () => {
  it('is that of the rule, else that of the pipeline', () => {
    const began = performance.now();
    const left = (exchange: Exchange) => exchange.deadline - began;
    expect(left(open(answer, { timeout: 10_000 }).exchange)).toBeGreaterThanOrEqual(10_000);
    const own = left(open(answer, { rule: rule({ timeout: 100_000 }), timeout: 10 }).exchange);
    expect(own).toBeGreaterThanOrEqual(100_000);
  });

  it('cancels the exchange', async () => {
    const { pipeline, exchange } = open(hang, { timeout: 5 });
    const { init } = await faultOf(pipeline.handle(exchange));
    expect(init).toMatchObject({ status: 504, code: 'UPSTREAM_TIMEOUT' });
    expect(exchange.cancelled).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  });

  it('has passed for an exchange that waited too long before', async () => {
    const { pipeline, exchange } = open(hang);
    exchange.deadline = performance.now() - 1000;
    expect((await faultOf(pipeline.handle(exchange))).init.code).toBe('UPSTREAM_TIMEOUT');
  });

  it('leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const good = open(answer);
      const bad = open(() => Promise.reject(new Error('no')));
      const replies = [good.pipeline.handle(good.exchange), faultOf(bad.pipeline.handle(bad.exchange))];
      expect(vi.getTimerCount()).toBe(2);
      await Promise.all(replies);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('cancel', () => {
  it('tells the listener once, with the first reason', () => {
    const { exchange } = open(answer);
    const heard: Error[] = [];
    exchange.onCancel((reason) => heard.push(reason));
    const first = new Error('first');
    exchange.cancel(first);
    exchange.cancel(new Error('second'));
    expect(heard).toEqual([first]);
    expect(exchange.cancelled).toBe(first);
  });

  it('tells a listener that comes later at once, and one that has left not at all', () => {
    const { exchange } = open(answer);
    const heard: string[] = [];
    exchange.onCancel(() => heard.push('left'));
    exchange.onCancel(undefined);
    exchange.cancel(new Error('over'));
    exchange.onCancel((reason) => heard.push(reason.message));
    expect(heard).toEqual(['over']);
  });
});
