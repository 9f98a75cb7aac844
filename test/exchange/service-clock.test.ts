// Whose time it is while a response is on its way: the service's, or the gateway's, which takes no more of it. Clocks are turned.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGuard } from '../../src/exchange/filters/resilience/resilience.ts';
import { createPipeline } from '../../src/exchange/pipeline.ts';
import type { Exchange, Holder } from '../../src/rule/exchange.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { faultOf } from './flows/scene.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** A rule of one second whose service has sent a part of its response. One failure opens the breaker. */
function open(tryTimeout?: number) {
  const guard = createGuard({
    retries: { max: 1, budget: 100, tryTimeout },
    breaker: { failures: 1, pause: 5000 },
    queue: { running: 10, waiting: 10, longest: 60_000 },
  });
  const flights: Exchange[] = [];
  const back = (exchange: Exchange) =>
    new Promise<never>((_resolve, reject) => {
      exchange.requestSent = true;
      flights.push(exchange);
      exchange.onCancel(reject);
    });
  const pipeline = createPipeline({ back, timeout: 1000, ...guard.filters });
  const rule = { id: 'r', safe: false, faults: { fromSoap: (f: unknown) => f, fromRest: (f: unknown) => f } };
  const exchange = pipeline.open({ id: 'x', rule: rule as unknown as Rule, bindings: [] });
  const fault = faultOf(pipeline.handle(exchange));
  const turn = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { guard, fault, turn, pressure: () => flights[0].backpressure };
}

describe('a response that is not over in time', () => {
  it('is the failure of a service that nobody holds back', async () => {
    const { fault, turn, guard } = open();
    await turn(1000);
    expect((await fault).code).toBe('UPSTREAM_TIMEOUT');
    expect(guard.stats().breaker).toBe('open');
  });

  it.each<[Holder, string, number | undefined]>([
    ['client', 'CLIENT_SLOW', undefined],
    ['memory', 'UPSTREAM_LIMIT', undefined],
    ['client', 'CLIENT_SLOW', 500],
  ])('is not where the %s holds it back: %s (time of one try: %s)', async (holder, code, tryTimeout) => {
    const { fault, turn, guard, pressure } = open(tryTimeout);
    await turn(1);
    pressure().hold(holder);
    await turn(999);
    expect((await fault).code).toBe(code);
    expect(guard.stats()).toMatchObject({ breaker: 'closed', retries: 0 });
  });

  it('gives the service the time back for which it had to wait', async () => {
    const { fault, turn, guard, pressure } = open();
    const said = vi.fn();
    void fault.then(said);
    await turn(100);
    pressure().hold('client');
    pressure().hold('memory');
    await turn(200);
    pressure().release();
    await turn(200);
    pressure().release();
    await turn(899);
    expect(said).not.toHaveBeenCalled();
    await turn(1);
    expect((await fault).code).toBe('UPSTREAM_TIMEOUT');
    expect(guard.stats().breaker).toBe('open');
  });
});
