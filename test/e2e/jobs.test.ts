// Tutorial 40 in front of PHP's SoapServer, whose jobs move on each time that their state is asked for.
import { describe, expect, it } from 'vitest';
import { reportsWsdl } from '../peers/contracts.ts';
import { startPhpReports } from '../peers/php.ts';
import { setScene, tutorial } from './scene.ts';

const prefer = { prefer: 'respond-async' };
const digits = '1234567890123456.70';

describe('tutorial 40 in front of PHP SoapServer', () => {
  const scene = setScene({ start: startPhpReports, path: '/', mapping: tutorial('60-jobs'), wsdl: reportsWsdl });
  const report = (year: number, headers: Record<string, string> = {}) =>
    scene.call('POST /v1/reports', { year, region: 'North' }, headers);
  const get = (path: string) => scene.call(`GET ${path}`, undefined, {}, 'manual');

  it('answers at once those who prefer nothing else', async () => {
    for (const headers of [{}, { prefer: 'wait=10' }, { prefer: 'return=minimal' }] as Record<string, string>[]) {
      const { status, text, headers: fields } = await report(2024, headers);
      expect({ status, text }).toEqual({ status: 200, text: `{"year":2024,"region":"North","turnover":${digits}}` });
      expect(fields.has('preference-applied')).toBe(false);
      expect(scene.last().request.toString()).toContain('MakeReport');
    }
  });

  it.each(['respond-async', 'wait=10, Respond-Async', 'respond-async; foo=bar'])(
    'makes a job for Prefer: %s',
    async (field) => {
      const { status, headers, json } = await report(2024, { prefer: field });
      expect({ status, applied: headers.get('preference-applied') }).toEqual({ status: 202, applied: 'respond-async' });
      expect(headers.get('location')).toBe(`/v1/reports/jobs/${encodeURIComponent(json.job)}`);
    },
  );

  it('tells how far the job is, then where its result is', async () => {
    const address = (await report(2024, prefer)).headers.get('location') as string;
    const queued = await get(address);
    expect({ status: queued.status, json: queued.json }).toEqual({
      status: 200,
      json: { state: 'queued', percent: 0 },
    });
    expect(queued.headers.get('retry-after')).toBe('2');
    expect((await get(address)).json).toEqual({ state: 'running', percent: 50 });
    const done = await get(address);
    expect({ status: done.status, json: done.json }).toEqual({
      status: 303,
      json: { state: 'finished', percent: 100 },
    });
    expect(done.headers.get('location')).toBe(`${address}/report`);
    const result = await get(`${address}/report`);
    expect({ status: result.status, text: result.text }).toEqual({
      status: 200,
      text: `{"year":2024,"region":"North","turnover":${digits}}`,
    });
  });

  it('takes a client that follows redirects to the result', async () => {
    const address = (await report(2024, prefer)).headers.get('location') as string;
    await get(address);
    await get(address);
    expect((await scene.call(`GET ${address}`)).json).toMatchObject({ year: 2024 });
  });

  it('refuses the result of a job that is not done, and says when and where to ask', async () => {
    const address = (await report(2024, prefer)).headers.get('location') as string;
    const early = await get(`${address}/report`);
    expect({ status: early.status, json: early.json }).toMatchObject({ status: 409, json: { code: 'JOB_RUNNING' } });
    expect([early.headers.get('retry-after'), early.headers.get('location')]).toEqual(['2', address]);
    expect(scene.last().request.toString()).toContain('ReportStatus');
  });

  it('tells why a job has failed, in its status and in place of its result', async () => {
    const address = (await report(1066, prefer)).headers.get('location') as string;
    await get(address);
    const failed = await get(address);
    const why = 'There are no books of that year';
    expect({ status: failed.status, json: failed.json }).toEqual({
      status: 200,
      json: { state: 'failed', percent: 50, message: why },
    });
    expect(failed.headers.has('retry-after')).toBe(false);
    const { status, json } = await get(`${address}/report`);
    expect({ status, json }).toMatchObject({ status: 422, json: { code: 'JOB_FAILED', detail: why } });
  });

  it('knows no job that the service does not know', async () => {
    for (const path of ['/v1/reports/jobs/none', '/v1/reports/jobs/none/report', '/v1/imports/none/outcome']) {
      const { status, json } = await get(path);
      expect({ status, json }).toMatchObject({ status: 404, json: { code: 'NO_JOB', data: { ticket: 'none' } } });
    }
  });

  it('makes jobs of everything where the service has nothing else', async () => {
    const { status, headers, text } = await scene.call('POST /v1/imports', { lines: ['a', 'b'] });
    expect({ status, text, applied: headers.has('preference-applied') }).toEqual({
      status: 202,
      text: '',
      applied: false,
    });
    const address = headers.get('location') as string;
    for (let i = 0; i < 2; i++) expect((await get(address)).status).toBe(200);
    const done = await get(address);
    expect({ status: done.status, at: done.headers.get('location') }).toEqual({
      status: 303,
      at: `${address}/outcome`,
    });
    expect((await get(`${address}/outcome`)).json).toEqual({ imported: 2 });
  });
});
