// A job whose submission needs what other calls have said, at the level of the exchange and of its patterns.

import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { fromJs } from '../../../src/json/value.ts';
import type { Exchange } from '../../../src/rule/exchange.ts';
import type { Rule } from '../../../src/rule/rule.ts';
import { faultOf, openScene, type Service, soapFault } from './scene.ts';

const folder = `${import.meta.dirname}/mappings/submission`;
const answers: Service = (rule, _, exchange) => {
  exchange.requestSent = true;
  return rule === 'again.submit.1' ? { region: 'North' } : { job: 'J 1' };
};
const opened = (service: Service = answers) => openScene(folder, service);
const asked = { ticket: 'T1', year: 2024 };
const calls = ['again.submit.1', 'again.submit'];

type Scene = Awaited<ReturnType<typeof opened>>;
const ruleOf = ({ mapping }: Scene, id: string) => mapping.rules.find((one) => one.id === id) as Rule;

/** The request with a key; the values that the front would write. */
async function once(scene: Scene, key: string, values: object = asked): Promise<unknown> {
  const exchange: Exchange = scene.open('again.submit', { ...values }, undefined, key);
  const { bindings } = await scene.handle(exchange);
  return scene.shown(exchange.rule, bindings);
}

describe('a submission of calls', () => {
  it('makes the calls before it at once, and submits what they have said', async () => {
    const scene = await opened();
    expect(await scene.ask('again.submit', asked)).toEqual({ ...asked, region: 'North', job: 'J 1' });
    expect(scene.calls).toEqual([
      { rule: calls[0], values: asked },
      { rule: calls[1], values: { ...asked, region: 'North' } },
    ]);
  });

  it('is accepted like any other: 202, the address of its status, and what the calls have bound', async () => {
    const scene = await opened();
    const { response, variables } = ruleOf(scene, 'again.submit');
    const bound: Record<string, unknown> = { ...asked, region: 'North', job: 'J 1' };
    const { status, headers, body } = response.rest.fill(variables.map((name) => fromJs(bound[name])));
    expect([status, headers]).toEqual([202, { Location: '/jobs/J%201', 'Preference-Applied': 'respond-async' }]);
    expect(JSON.parse(Buffer.from(body!).toString())).toEqual({ job: 'J 1', region: 'North' });
  });

  it('has its address below the place where the gateway is mounted', async () => {
    const { response, variables } = ruleOf(await opened(), 'again.submit');
    const bound: Record<string, unknown> = { ...asked, region: 'North', job: 'J 1' };
    const { headers } = response.rest.fill(
      variables.map((name) => fromJs(bound[name])),
      '/api',
    );
    expect(headers).toMatchObject({ Location: '/api/jobs/J%201' });
  });

  it('is for those who prefer a job; others get the call of the rule', async () => {
    const scene = await opened();
    const look = scene.mapping.lookup('POST', '/reports/T1/again');
    if (look.kind !== 'found') throw new Error('no rule has the path');
    const takers = (headers: Record<string, string>) =>
      look.rules
        .filter(({ request: { rest } }) =>
          rest.match({ method: 'POST', segments: look.segments, query: '', headers, body: fromJs({ year: 2024 }) }),
        )
        .map(({ id }) => id);
    expect(takers({ prefer: 'wait=5, respond-async' })).toEqual(['again.submit', 'again']);
    expect(takers({})).toEqual(['again']);
  });

  it('is no job when a call before it fails: that is told at once, and nothing is submitted', async () => {
    const scene = await opened(() => {
      throw soapFault('no such report');
    });
    const fault = await faultOf(scene.ask('again.submit', asked));
    expect(fault).toMatchObject({ detail: 'no such report' });
    expect(fault.errors).toBeUndefined();
    expect(scene.calls.map(({ rule }) => rule)).toEqual(calls.slice(0, 1));
  });

  it('says what was done before when the submission itself fails', async () => {
    const scene = await opened((rule) => {
      if (rule === calls[1]) throw soapFault('too many jobs');
      return { region: 'North' };
    });
    expect(await faultOf(scene.ask('again.submit', asked))).toMatchObject({
      detail: 'too many jobs',
      errors: [{ path: 'call 2', message: 'call 2 of 2 (SubmitReport) failed; done before it: GetReport' }],
    });
  });

  it('has a result and a state that are asked for like those of any other job', async () => {
    const scene = await opened((rule) =>
      rule === 'again.status' ? { state: 'finished' } : { report: { year: 2024 } },
    );
    expect(await scene.ask('again.result', { job: 'J' })).toMatchObject({ report: { year: 2024 } });
    expect(scene.calls.map(({ rule }) => rule)).toEqual(['again.status', 'again.result']);
  });
});

describe('a submission of calls with a key', () => {
  it('makes each of its calls once, whoever repeats it', async () => {
    const scene = await opened();
    const first = await once(scene, 'k');
    const again = await Promise.all(Array.from({ length: 20 }, () => once(scene, 'k')));
    expect(again).toEqual(again.map(() => first));
    expect(scene.calls.map(({ rule }) => rule)).toEqual(calls);
  });

  it('makes each of its calls once for requests at the same time', async () => {
    const scene = await opened();
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => once(scene, 'k')));
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason.init).toMatchObject({ code: 'IDEMPOTENCY_RUNNING' });
    expect(scene.calls.map(({ rule }) => rule)).toEqual(calls);
  });

  it.each(calls)('tells the fault of %s again, and sends nothing', async (failing) => {
    const scene = await opened((rule, values, exchange) => {
      const said = answers(rule, values, exchange);
      if (rule === failing) throw soapFault('refused');
      return said;
    });
    const { request: _, ...first } = await faultOf(once(scene, 'k'));
    const made = scene.calls.length;
    expect(await faultOf(once(scene, 'k'))).toMatchObject({ detail: first.detail, status: first.status });
    expect([first.detail, scene.calls.length, made]).toEqual(['refused', made, calls.indexOf(failing) + 1]);
  });

  it.each(calls)('tells again what the caller has to mend, found before %s was sent', async (unsent) => {
    const scene = await opened((rule, values, exchange) => {
      const { variables } = exchange.rule;
      if (rule !== unsent) return answers(rule, values, exchange);
      throw new SoapstoneError('CODEC_TYPE', 'no year', { path: '$.year', variables: [variables.indexOf('year')] });
    });
    for (let i = 0; i < 2; i++)
      expect(await faultOf(once(scene, 'k'))).toMatchObject({ status: 422, code: 'CODEC_TYPE', detail: 'no year' });
    expect(scene.calls.filter(({ rule }) => rule !== unsent)).toHaveLength(calls.indexOf(unsent));
  });

  it.each(calls)('does not know what became of it when the connection to %s breaks', async (lost) => {
    const scene = await opened((rule, values, exchange) => {
      const said = answers(rule, values, exchange);
      if (rule === lost) throw new SoapstoneError('UPSTREAM_CONNECT', 'it broke');
      return said;
    });
    expect((await faultOf(once(scene, 'k'))).code).toBe('UPSTREAM_CONNECT');
    const made = scene.calls.length;
    expect((await faultOf(once(scene, 'k'))).code).toBe('OUTCOME_UNKNOWN');
    expect(scene.calls).toHaveLength(made);
  });
});
