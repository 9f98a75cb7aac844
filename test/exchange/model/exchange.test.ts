// A child has all that its client and its time are known by, and nothing that belongs to one call.
import { describe, expect, it } from 'vitest';
import { openExchange } from '../../../src/exchange/model/exchange.ts';
import { fromJs } from '../../../src/json/value.ts';
import type { Exchange, ExchangeInit } from '../../../src/rule/exchange.ts';
import type { Rule } from '../../../src/rule/rule.ts';

const rule = { id: 'r' } as Rule;
const init: Required<ExchangeInit> = {
  id: 'x',
  rule,
  bindings: [fromJs(1)],
  traceparent: '00-1-2-01',
  credential: 'anna',
  caller: { key: 'anna', fields: new Map() },
  key: 'once',
  address: '10.0.0.1',
  mount: '/api',
  anew: true,
  precondition: async () => undefined,
  requestHeaders: { accept: 'text/xml' },
  sink: { start: () => undefined, write: () => true, onDrain: () => undefined },
  memory: { clientName: 'a', receive: () => ({ add: () => true, end: () => undefined }) },
  deferred: true,
  lenient: true,
};

/** Each field of an exchange is here, so that a new one has to be decided upon. */
const fields: Readonly<Record<keyof Exchange, 'parent' | 'own' | 'method'>> = {
  id: 'parent',
  rule: 'parent',
  traceparent: 'parent',
  credential: 'parent',
  caller: 'parent',
  address: 'parent',
  mount: 'parent',
  anew: 'parent',
  requestHeaders: 'parent',
  memory: 'parent',
  lenient: 'parent',
  deadline: 'parent',
  backpressure: 'parent',
  bindings: 'own',
  key: 'own',
  precondition: 'own',
  sink: 'own',
  deferred: 'own',
  responseHeaders: 'own',
  upstreamMs: 'own',
  queuedMs: 'own',
  retryWaitMs: 'own',
  resend: 'own',
  upstream: 'own',
  requestSent: 'own',
  peerStatus: 'own',
  proof: 'own',
  cancelled: 'own',
  onCancel: 'method',
  cancel: 'method',
  child: 'method',
  end: 'method',
};
const names = (whose: string) => (Object.keys(fields) as (keyof Exchange)[]).filter((name) => fields[name] === whose);

function open(): Exchange {
  const parent = openExchange(init, 1000);
  return Object.assign(parent, {
    responseHeaders: ['a', 'b'],
    upstreamMs: 5,
    queuedMs: 6,
    retryWaitMs: 7,
    resend: 1,
    upstream: 'http://a',
    requestSent: true,
    peerStatus: 200,
    proof: { fields: [], blocks: [] },
  });
}

describe('a child', () => {
  it.each(names('parent'))('has the %s of its parent', (name) => {
    const parent = open();
    expect(parent[name]).toBeDefined();
    expect(parent.child({ bindings: [] })[name]).toBe(parent[name]);
  });

  it.each(names('own'))('has a %s of its own', (name) => {
    const parent = openExchange({ id: 'x', rule, bindings: [] }, 1000);
    expect(open().child({ bindings: [] })[name]).toEqual(parent.child({ bindings: [] })[name]);
  });

  it('is as it is asked for', () => {
    const other = { id: 'other' } as Rule;
    const { sink } = init;
    expect(open().child({ rule: other, bindings: [], sink, deferred: true })).toMatchObject({
      rule: other,
      sink,
      deferred: true,
    });
  });

  it('binds values without changing those it was given', () => {
    const bindings = [fromJs(1)];
    open().child({ bindings }).bindings[0] = undefined;
    expect(bindings).toEqual([fromJs(1)]);
  });

  it('is cancelled with its parent, and cancels its own children', () => {
    const [parent, reason] = [open(), new Error('gone')];
    const child = parent.child({ bindings: [] });
    const grandchild = child.child({ bindings: [] });
    const heard: unknown[] = [];
    grandchild.onCancel((error) => heard.push(error));
    parent.cancel(reason);
    parent.cancel(new Error('later'));
    expect([child.cancelled, grandchild.cancelled, heard]).toEqual([reason, reason, [reason]]);
    expect(parent.child({ bindings: [] }).cancelled).toBe(reason);
  });

  it('does not cancel its parent', () => {
    const parent = open();
    parent.child({ bindings: [] }).cancel(new Error('late'));
    expect(parent.cancelled).toBeUndefined();
  });

  it('goes on after its parent where it is detached, or has ended', () => {
    const parent = open();
    const detached = parent.child({ bindings: [], detached: true });
    const ended = parent.child({ bindings: [] });
    ended.end();
    parent.cancel(new Error('gone'));
    const late = parent.child({ bindings: [], detached: true });
    expect([detached, ended, late].map(({ cancelled }) => cancelled)).toEqual([undefined, undefined, undefined]);
  });

  it.each([false, true])('counts for its parent when it ends (detached: %s)', (detached) => {
    const parent = openExchange(init, 1000);
    for (const ms of [3, 4]) {
      const child = parent.child({ bindings: [], detached });
      child.upstreamMs = ms;
      child.requestSent = ms === 3;
      child.end();
    }
    expect(parent).toMatchObject({ upstreamMs: 7, requestSent: true });
  });
});
