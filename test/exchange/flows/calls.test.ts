// Steps, each and results at the level of the exchange: order, faults, cancelling, time.
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { Fault } from '../../../src/fault/fault.ts';
import type { Filter } from '../../../src/rule/exchange.ts';
import { faultOf, openScene, type Service, soapFault } from './scene.ts';

const people = (service: Service, options = {}) => openScene('50-calls', service, options);
const reports = (service: Service, options = {}) => openScene('60-jobs', service, options);

describe('calls', () => {
  it('hand on what responses have bound', async () => {
    const scene = await people((rule) => (rule === 'balance.1' ? { person: 7 } : { balance: 1, currency: 'EUR' }));
    expect(await scene.ask('balance', { email: 'a' })).toEqual({ email: 'a', person: 7, balance: 1, currency: 'EUR' });
    expect(scene.calls.map((c) => [c.rule, c.values])).toEqual([
      ['balance.1', { email: 'a' }],
      ['balance', { email: 'a', person: 7 }],
    ]);
  });

  it('work from SOAP to REST as well', async () => {
    const scene = await people((rule) => (rule === 'contact.1' ? { key: 'k', name: 'Ada' } : { phone: '1' }), {
      present: 'soap',
    });
    expect(await scene.ask('contact', { email: 'a' })).toMatchObject({ name: 'Ada', phone: '1' });
  });

  it('go one by one through what stands around calls: tries, breaker and queue', async () => {
    const passed: string[] = [];
    const around: Filter = (next) => (exchange) => {
      passed.push(exchange.rule.id);
      return next(exchange);
    };
    const scene = await people((rule) => (rule === 'balance.1' ? { person: 7 } : { balance: 1, currency: 'EUR' }), {
      around,
    });
    await scene.ask('balance', { email: 'a' });
    expect(passed).toEqual(['balance.1', 'balance']);
  });

  it('do not name calls before the first', async () => {
    const scene = await people(() => {
      throw soapFault('no');
    });
    expect(await faultOf(scene.ask('order', { email: 'a', items: [] }))).toMatchObject({ detail: 'no' });
    expect((await faultOf(scene.ask('order', { email: 'a', items: [] }))).errors).toBeUndefined();
  });

  it('keep the errors of the call that failed, and say what was done', async () => {
    const wrong = new SoapstoneError('CODEC_TYPE', 'no number', { path: '$.draft' });
    const scene = await people((rule) => {
      if (rule === 'order.2') throw wrong;
      return { person: 1 };
    });
    const { code, errors } = await faultOf(scene.ask('order', { email: 'a', items: [] }));
    expect(code).toBe('CODEC_TYPE');
    expect(errors).toEqual([
      { path: '$.draft', code: 'CODEC_TYPE', message: 'no number' },
      { path: 'call 2', code: 'CODEC_TYPE', message: 'call 2 of 3 (DraftOrder) failed; done before it: FindPerson' },
    ]);
  });

  it.each([
    ['person', 'UPSTREAM_BODY', 502],
    ['email', 'BAD_PATH', 400],
    ['items', 'BAD_PATH', 400],
  ])('blame whoever gave the value that does not fit: {%s} is %s', async (name, code, status) => {
    const scene = await people((rule, _, { rule: { variables } }) => {
      if (rule !== 'order.2') return { person: 1 };
      throw new SoapstoneError('BAD_PATH', 'does not fit', { variables: [variables.indexOf(name)] });
    });
    const fault = await faultOf(scene.ask('order', { email: 'a', items: [] }));
    expect(fault).toMatchObject({ code, status });
    expect(fault.errors?.at(-1)).toMatchObject({ path: 'call 2', code });
  });

  it('share the deadline of the whole', async () => {
    const scene = await people((_, __, exchange) => new Promise((_resolve, reject) => exchange.onCancel(reject)), {
      timeout: 5,
    });
    expect(await faultOf(scene.ask('balance', { email: 'a' }))).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(scene.calls).toHaveLength(1);
  });

  it('stop between two calls when the caller has gone', async () => {
    let whole: { cancel(reason: Error): void } | undefined;
    const scene = await people(() => {
      whole?.cancel(new SoapstoneError('CLIENT_GONE', 'gone'));
      return { person: 1 };
    });
    const exchange = scene.open('balance', { email: 'a' });
    whole = exchange;
    expect(await faultOf(scene.handle(exchange))).toMatchObject({ code: 'CLIENT_GONE' });
    expect(scene.calls).toHaveLength(1);
  });

  it('add up the time at the peer', async () => {
    const scene = await people((rule, _, exchange) => {
      exchange.upstreamMs = 5;
      return rule === 'balance.1' ? { person: 1 } : {};
    });
    const exchange = scene.open('balance', { email: 'a' });
    await scene.handle(exchange);
    expect(exchange.upstreamMs).toBe(10);
  });
});

describe('each', () => {
  const ids = Array.from({ length: 20 }, (_, i) => i);

  it('keeps the order of the list, whatever the order of the responses, a few at a time', async () => {
    let now = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const scene = await people(async (_, { id }) => {
      most = Math.max(most, ++now);
      // The last ones first: a call goes on when as many wait as there are lanes, or all others are over.
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 3 || Number(id) >= 18) while (waiting.length > 0) waiting.pop()!();
      });
      now--;
      return { person: { id } };
    });
    const { results } = await scene.ask('people', { ids });
    expect((results as { id: number; person: unknown }[]).map((r) => [r.id, r.person])).toEqual(
      ids.map((id) => [id, { id }]),
    );
    expect(most).toBe(3);
  });

  it('makes a result of every failure, ours too', async () => {
    const scene = await people((_, { id }) => {
      if (id === 1) throw soapFault('refused');
      if (id === 2) throw new SoapstoneError('UPSTREAM_CONNECT', 'nobody there');
      if (id === 3) throw new Error('secret');
      return { person: 'p' };
    });
    const { results } = await scene.ask('people', { ids: [0, 1, 2, 3] });
    expect(results).toEqual([
      { ok: true, id: 0, person: 'p' },
      { ok: false, code: 'UPSTREAM_FAULT', id: 1 },
      { ok: false, code: 'UPSTREAM_CONNECT', id: 2 },
      { ok: false, code: 'INTERNAL', id: 3 },
    ]);
  });

  it('is over as a whole at the deadline, for all calls', async () => {
    const cancelled: unknown[] = [];
    const scene = await people(
      (_, { id }, exchange) =>
        new Promise((_resolve, reject) =>
          exchange.onCancel((reason) => {
            cancelled.push(id);
            reject(reason);
          }),
        ),
      { timeout: 5 },
    );
    expect(await faultOf(scene.ask('people', { ids }))).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(cancelled).toEqual([0, 1, 2]);
    expect(scene.calls).toHaveLength(3);
  });

  it('works from SOAP to REST as well: faults become members of the items', async () => {
    const scene = await people(
      (_, { id }) => {
        if (id === 2) throw new Fault({ status: 404, code: 'NO_SUCH', title: 'No such', detail: 'not 2' });
        return { name: `n${id}`, email: 'e' };
      },
      { present: 'soap' },
    );
    const { results } = await scene.ask('people.soap', { ids: [2, 1] });
    expect(results).toEqual([
      { ok: false, code: 'NO_SUCH', detail: 'not 2' },
      { ok: true, name: 'n1', email: 'e' },
    ]);
  });

  it('takes the fields of objects apart', async () => {
    const scene = await people((_, { name }) => ({ id: String(name).length }));
    const added = await scene.ask('people.add', {
      people: [
        { name: 'ab', email: 'x' },
        { name: 'c', email: 'y' },
      ],
    });
    expect(added['results']).toEqual([{ id: 2 }, { id: 1 }]);
    expect(scene.calls.map(({ values }) => [values['name'], values['email']])).toEqual([
      ['ab', 'x'],
      ['c', 'y'],
    ]);
  });
});

describe('the result of a job', () => {
  it.each([
    {
      state: 'queued',
      fault: { status: 409, code: 'JOB_RUNNING', headers: { 'Retry-After': '2', Location: '/v1/reports/jobs/T%25' } },
    },
    { state: 'a word that nobody knows', fault: { status: 409 } },
    { state: 'failed', fault: { status: 422, code: 'JOB_FAILED', detail: 'because' } },
  ])('is a problem while the state is $state', async ({ state, fault }) => {
    const scene = await reports(() => ({ state, reason: 'because' }));
    const job = 'T%';
    expect(await faultOf(scene.ask('report.result', { job }))).toMatchObject(fault);
    expect(scene.calls.map((c) => [c.rule, c.values])).toEqual([['report.status', { job }]]);
  });

  it('is asked for when it is there', async () => {
    const scene = await reports((rule) => (rule === 'report.status' ? { state: 'finished' } : { report: { year: 1 } }));
    expect(await scene.ask('report.result', { job: 'T' })).toEqual({ job: 'T', report: { year: 1 } });
    expect(scene.calls.map((c) => c.rule)).toEqual(['report.status', 'report.result']);
  });

  it('is asked for at once where SOAP is in front: the REST service says itself what is not there yet', async () => {
    const scene = await reports(() => ({ report: { year: 1 } }), { present: 'soap' });
    await scene.ask('report.result', { job: 'T' });
    expect(scene.calls.map((c) => c.rule)).toEqual(['report.result']);
  });
});
