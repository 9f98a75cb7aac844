// Jobs of SOAP clients: who knows them, and what becomes of a request that fails.
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { Fault, toFault } from '../../../src/fault/fault.ts';
import { toJs } from '../../../src/json/value.ts';
import { openScene, type Service } from './scene.ts';

/** Results of all jobs are one operation: its first rule stands for all. */
const RESULT = 'account.get.async.result';

const settings = new Map([['operations', 'none']]);
const opened = (service: Service) => openScene('business-records', service, { present: 'soap', settings });
type Scene = Awaited<ReturnType<typeof opened>>;

async function resultOf(scene: Scene, job: unknown, credential?: string, page = 1) {
  const exchange = scene.open(RESULT, { job, page }, credential);
  const { bindings, rule = exchange.rule } = await scene.handle(exchange);
  const written = rule.response.soap.fill(bindings).map((value) => value && toJs(value));
  return { rule: rule.id, written };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error === undefined ? 'none' : toFault(error).init.code;
}

const bin: Service = () => ({ record: { memo: 'm' } });

describe('a job that the service has answered at once', () => {
  it('is that of the rule that submitted it', async () => {
    const scene = await opened(bin);
    const { job } = await scene.ask('bin.get.async', { id: '7' });
    expect(await scene.ask('async.status', { job })).toMatchObject({ state: 'finished', percent: 100 });
    expect(await resultOf(scene, job)).toMatchObject({
      rule: 'bin.get.async.result',
      written: expect.arrayContaining([{ memo: 'm' }]),
    });
    expect(scene.calls.length).toBe(1);
  });

  it('has a result of one page', async () => {
    const scene = await opened(bin);
    const { job } = await scene.ask('bin.get.async', { id: '7' });
    expect(await codeOf(resultOf(scene, job, undefined, 2))).toBe('PAGE_INDEX');
    expect(await codeOf(resultOf(scene, job))).toBe('none');
  });

  it('is known to its client alone', async () => {
    const scene = await opened(bin);
    const { job } = await scene.ask('bin.get.async', { id: '7' }, 'ann');
    expect(await codeOf(resultOf(scene, job, 'ann'))).toBe('none');
    for (const other of ['bob', undefined]) {
      expect(await codeOf(resultOf(scene, job, other))).toBe('JOB_LOST');
      expect(await codeOf(scene.ask('async.status', { job }, other))).toBe('JOB_LOST');
    }
  });

  it('has failed where the rules have a response for it', async () => {
    const gone = { status: 404, code: 'NONEXISTENT_ID', title: 'Not Found', detail: 'No.' };
    const scene = await opened(() => {
      throw new Fault({ ...gone, rest: { headers: {}, code: gone.code } });
    });
    const { job } = await scene.ask('bin.delete.async', { id: '7' });
    expect(await scene.ask('async.status', { job })).toMatchObject({ state: 'finishedWithErrors' });
    expect(await resultOf(scene, job)).toMatchObject({
      rule: 'bin.delete.async.result',
      written: expect.arrayContaining(['No.']),
    });
  });
});

it('a request that has not reached the service is no job', async () => {
  const scene = await opened(() => {
    throw new SoapstoneError('UPSTREAM_CONNECT', 'away');
  });
  expect(await codeOf(scene.ask('bin.get.async', { id: '7' }))).toBe('UPSTREAM_CONNECT');
});

it('the request of a job says that it may be answered later', async () => {
  const deferred: unknown[] = [];
  const scene = await opened((rule, values, exchange) => {
    deferred.push(exchange.deferred, exchange.rule.request.rest.fill(exchange.bindings).headers['Prefer']);
    return bin(rule, values, exchange);
  });
  await scene.ask('bin.get.async', { id: '7' });
  expect(deferred).toEqual([true, 'respond-async']);
});
