// The REST patterns of a job, both ways: what a REST service in the back may say.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromJs, toJs } from '../../src/json/value.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import type { RestResponse } from '../../src/rule/pattern.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { mappingOf } from './tables.ts';

const mapping = await loadMapping(join(import.meta.dirname, '../../mappings/60-jobs'));
const rule = (id: string) => mapping.rules.find((one) => one.id === id) as Rule;

/** Values by name, or undefined where the rule does not take the response. */
function take(id: string, response: Partial<RestResponse>): Record<string, unknown> | undefined {
  const { response: pair, variables } = rule(id);
  const found = pair.rest.match(
    { status: 200, headers: {}, body: undefined, ...response },
    new Array(variables.length),
  );
  return found && Object.fromEntries(variables.flatMap((name, i) => (found[i] ? [[name, toJs(found[i])]] : [])));
}

const accepted = (location: string, body?: unknown) => ({
  status: 202,
  headers: { location },
  body: body === undefined ? undefined : fromJs(body),
});

describe('a submission', () => {
  it('asks a REST service for a job', () => {
    const { request, variables } = rule('report.submit');
    const bindings = variables.map((name) => (name === 'year' ? fromJs(2024) : undefined));
    expect(request.rest.fill(bindings)).toMatchObject({ method: 'POST', headers: { Prefer: 'respond-async' } });
    const { request: plain, variables: names } = rule('report');
    expect(plain.rest.fill(names.map((name) => (name === 'year' ? fromJs(1) : undefined))).headers).toEqual({});
  });

  it('has its addresses below the place where the gateway is mounted', () => {
    const { response, variables } = rule('report.submit');
    const bindings = variables.map((name) => (name === 'job' ? fromJs('abc') : undefined));
    expect(response.rest.fill(bindings.slice()).headers['Location']).toBe('/v1/reports/jobs/abc');
    expect(response.rest.fill(bindings.slice(), '/api').headers['Location']).toBe('/api/v1/reports/jobs/abc');
  });

  it.each([
    '/v1/imports/T%208',
    'https://reports.example.com/v1/imports/T%208',
    '//elsewhere.example.com/v1/imports/T%208',
    '/v1/imports/T 8',
  ])('finds the job in Location: %s', (location) => {
    expect(take('import', accepted(location))).toEqual({ job: 'T 8' });
  });

  it.each([
    '/v1/exports/T8',
    '/v1/imports',
    '/v1/imports/T8/more',
    'http://[',
    '/v1/imports/a%2Fb',
    '/v1/imports/%ff',
    '',
  ])('does not take Location: %s', (location) => {
    expect(take('import', accepted(location))).toBeUndefined();
  });

  it('does not take a Location of another job than its body names', () => {
    expect(take('report.submit', accepted('/v1/reports/jobs/abc', { job: 'abc' }))).toEqual({ job: 'abc' });
    expect(take('report.submit', accepted('/v1/reports/jobs/zzz', { job: 'abc' }))).toBeUndefined();
  });

  it('does not take a response without an address, or that is no acceptance', () => {
    expect(take('import', { status: 202 })).toBeUndefined();
    expect(take('import', { ...accepted('/v1/imports/T8'), status: 200 })).toBeUndefined();
  });
});

describe('a status', () => {
  it('is done when it redirects, with a body or without', () => {
    expect(take('report.status', { status: 303, headers: { location: '/x' } })).toEqual({ state: 'finished' });
    const body = fromJs({ state: 'finished', percent: 100 });
    expect(take('report.status', { status: 303, body })).toEqual({ state: 'finished', percent: 100 });
    expect(take('report.status', { status: 302, body })).toBeUndefined();
  });

  it('is what its body says else', () => {
    const body = fromJs({ state: 'failed', percent: 1, message: 'why' });
    expect(take('report.status', { body })).toEqual({ state: 'failed', percent: 1, reason: 'why' });
  });
});

describe('a submission of steps', () => {
  const text = `
rules:
  - id: again
    rest: { request: { line: "POST /reports/{ticket}/again", body: { year: "{year}" } }, response: { body: "{report}" } }
    async:
      submit:
        calls:
          - soap: { request: { GetReport: { ticket: "{ticket}" } }, response: { GetReportResponse: { report: { region: "{region}" } } } }
          - soap: { request: { SubmitReport: { year: "{year}", region: "{region}" } }, response: { SubmitReportResponse: { ticket: "{job}" } } }
      status:
        rest: { request: "GET /jobs/{job}", response: { body: { state: "{state}", percent: "{percent}" } } }
        soap: { request: { ReportStatus: { ticket: "{job}" } }, response: { ReportStatusResponse: { state: "{state}", percent: "{percent}" } } }
      result:
        rest: { request: "GET /jobs/{job}/report" }
        soap: { request: { GetReport: { ticket: "{job}" } }, response: { GetReportResponse: { report: "{report}" } } }
      done: FINISHED`;

  it('goes from REST to SOAP alone; state and result go both ways', () => {
    const reports = mappingOf(mapping.contract, text);
    expect(reports.rules.map(({ id, direction: only }) => [id, only])).toEqual([
      ['again', 'rest-to-soap'],
      ['again.status', undefined],
      ['again.result', undefined],
    ]);
    const takers = (element: string) =>
      reports.lookupSoap(`{https://example.com/reports}${element}`).map(({ id }) => id);
    expect(['SubmitReport', 'ReportStatus', 'GetReport'].map(takers)).toEqual([[], ['again.status'], ['again.result']]);
  });

  it('of one step is that step', () => {
    const one = text.replace(/- soap: \{ request: \{ GetReport: .*\n/, '').replace('region: "{region}"', '');
    const [submit] = mappingOf(mapping.contract, one.replace('/{ticket}/again', '')).rules;
    expect([submit.id, submit.direction, submit.flow]).toEqual(['again', undefined, undefined]);
  });
});
