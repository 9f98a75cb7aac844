// A job that is shown by several resources, below a base of their own.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromJs } from '../../src/json/value.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { mappingOf, problemsOf } from './tables.ts';

const { contract } = await loadMapping(join(import.meta.dirname, '../../mappings/60-jobs'));

const text = `
rest: { base: /v1 }
rules:
  - id: report
    rest: { request: { line: POST /reports, body: { year: "{year}" } }, response: { body: "{report}" } }
    async:
      submit: { request: { SubmitReport: { year: "{year}" } }, response: { SubmitReportResponse: { ticket: "{job}" } } }
      status:
        rest:
          - { base: /jobs/v1, request: "GET /job/{job}", response: { body: { self: "{$status}", tasks: "{$status2}", state: "{state}", percent: "{percent}" } } }
          - { base: /jobs/v1, request: "GET /job/{job}/task", response: { body: { result: "{$result}", state: "{state}", percent: "{percent}" } } }
        soap: { request: { ReportStatus: { ticket: "{job}" } }, response: { ReportStatusResponse: { state: "{state}", percent: "{percent}" } } }
      result:
        rest: { base: /jobs/v1, request: "GET /job/{job}/result" }
        soap: { request: { GetReport: { ticket: "{job}" } }, response: { GetReportResponse: { report: "{report}" } } }
      done: FINISHED`;

const { rules, lookup } = (() => {
  const mapping = mappingOf(contract, text);
  return { rules: mapping.rules, lookup: mapping.lookup.bind(mapping) };
})();

const rule = (id: string) => rules.find((one) => one.id === id) as Rule;

/** Status and body of a response, by values of the rule's variables. */
function told(id: string, values: Readonly<Record<string, unknown>>) {
  const { response, variables } = rule(id);
  const { status, headers, body } = response.rest.fill(
    variables.map((name) => (name in values ? fromJs(values[name]) : undefined)),
  );
  return { status, headers, body: body && JSON.parse(Buffer.from(body).toString()) };
}

describe('a job with several resources', () => {
  it('has a rule for each, below the base that its side says', () => {
    expect(rules.map(({ id }) => id)).toEqual(['report', 'report.status', 'report.status.2', 'report.result']);
    const found = (path: string) => {
      const one = lookup('GET', path);
      return one.kind === 'found' ? one.rules.map(({ id }) => id) : one.kind;
    };
    expect(['/jobs/v1/job/T8', '/jobs/v1/job/T8/task', '/jobs/v1/job/T8/result'].map(found)).toEqual([
      ['report.status'],
      ['report.status.2'],
      ['report.result'],
    ]);
    expect(found('/v1/job/T8')).toBe('none');
  });

  it('is accepted with the address of the first', () => {
    expect(told('report', { job: 'T 8' })).toMatchObject({ status: 202, headers: { Location: '/jobs/v1/job/T%208' } });
  });

  it.each(['RUNNING', 'FINISHED'])('leads from one to the next, when it is %s too', (state) => {
    const values = { job: 'T8', state, percent: 50 };
    expect(told('report.status', values)).toMatchObject({
      status: 200,
      body: { self: '/jobs/v1/job/T8', tasks: '/jobs/v1/job/T8/task', state, percent: 50 },
    });
    expect(told('report.status.2', values)).toMatchObject({
      status: 200,
      body: { result: '/jobs/v1/job/T8/result', state, percent: 50 },
    });
  });

  it('has one resource for SOAP callers', () => {
    const takers = mappingOf(contract, text).lookupSoap('{https://example.com/reports}ReportStatus');
    expect(takers.map(({ id }) => id)).toEqual(['report.status']);
  });

  it.each([
    [
      'base: /jobs/v1, request: "GET /job/{job}/task"',
      'base: jobs, request: "GET /job/{job}/task"',
      'MAPPING_PATTERN: "jobs" cannot be a base path',
    ],
    ['"{$status2}"', '"{$status3}"', 'MAPPING_NAMES: unknown variable {$status3}'],
    [
      '      done:',
      '      pages: true\n      done:',
      'MAPPING_NAMES: {items} must be in the SOAP response of the result',
    ],
    [
      '      done:',
      '      pages: true\n      done:',
      'MAPPING_NAMES: {offset} must be in both requests (rule and result)',
    ],
    ['      done:', '      pages: no window\n      done:', 'MAPPING_SHAPE: "pages" must be true or false'],
  ])('is refused with %s as %s', (from, to, problem) => {
    const problems = problemsOf(contract, text.replace(from, to));
    expect(
      problems.filter((one) => one.startsWith(problem)),
      problems.join('\n'),
    ).toHaveLength(1);
  });
});
