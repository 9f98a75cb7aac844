// `async` of a table: one path for each resource of jobs, and ids that say which rule a job belongs to.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromJs } from '../../src/json/value.ts';
import { scalarText } from '../../src/json/walk.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { readJobId, writeJobId } from '../../src/mapping/runtime/job-id.ts';
import { pickRule } from '../../src/mapping/runtime/rule-lookup.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { mappingOf, problemsOf } from './tables.ts';

const { contract } = await loadMapping(join(import.meta.dirname, '../../mappings/60-jobs'));

const shared = `
rest: { base: /v1 }
async:
  submit: { response: { "*": { ticket: "{job}" } } }
  status:
    rest:
      - { request: "GET /jobs/{job}", response: { body: { id: "{job}", tasks: "{$status2}", state: "{state}" } } }
      - { request: "GET /jobs/{job}/task", response: { body: { result: "{$result}", state: "{state}" } } }
    soap: { request: { ReportStatus: { ticket: "{job}" } }, response: { ReportStatusResponse: { state: "{state}", percent: "{percent:0}" } } }
  result:
    rest: { request: "GET /jobs/{job}/result" }
    soap: { request: { GetReport: { ticket: "{job}" } }, response: { GetReportResponse: "{$rule.result}" } }
  done: FINISHED
`;
const row = (id: string, path: string) => `
  - id: ${id}
    rest: { request: { line: POST ${path}, body: { year: "{year}" } }, response: { body: "{report}" } }
    soap: { request: { MakeReport: { year: "{year}"${id === 'report' ? '' : `, region: ${id}`} } }, response: { MakeReportResponse: { report: "{report}" } } }
    async:
      submit: { request: { SubmitReport: { year: "{$rule.request.year}"${id === 'report' ? '' : `, region: ${id}`} } } }
      result: { report: "{$rule.response.report}" }`;
const text = `${shared}rules:${row('report', '/reports')}${row('other', '/others')}`;
const mapping = mappingOf(contract, text);
const rule = (id: string) => mapping.rules.find((one) => one.id === id) as Rule;
const idOf = (name: string, of = 'report') => writeJobId({ rule: of, name, query: '' });

function get(path: string) {
  const [target, query = ''] = path.split('?');
  const look = mapping.lookup('GET', target);
  if (look.kind !== 'found') return undefined;
  const request = { method: 'GET', segments: look.segments, query, headers: {}, body: undefined };
  return pickRule(look.rules, request);
}

function filled(of: Rule, values: Readonly<Record<string, string>>) {
  const bindings = of.variables.map((name) => (name in values ? fromJs(values[name]) : undefined));
  const { status, headers, body } = of.response.rest.fill(bindings);
  return { status, headers, body: body && JSON.parse(Buffer.from(body).toString()) };
}

describe('the jobs of a table', () => {
  it('have one rule for each resource, and two for each rule', () => {
    expect(mapping.rules.map(({ id }) => id)).toEqual([
      'report.async',
      'other.async',
      'async.status',
      'async.status.2',
      'report',
      'report.async.result',
      'other',
      'other.async.result',
    ]);
  });

  it('are accepted with an id that is not the name that the service gave', () => {
    const { status, headers } = filled(rule('report.async'), { job: 'T 8' });
    expect([status, headers['Location'], headers['Preference-Applied']]).toEqual([
      202,
      `/v1/jobs/${idOf('T 8')}`,
      'respond-async',
    ]);
  });

  it('show the service its own name of the job, and clients the id', () => {
    const { rule: status, bindings } = get(`/v1/jobs/${idOf('T 8')}`)!;
    expect(status.id).toBe('async.status');
    expect(scalarText(bindings[status.variables.indexOf('job')]!)).toBe('T 8');
    const values = { job: 'T 8', $job: idOf('T 8'), state: 'FINISHED' };
    const address = `/v1/jobs/${idOf('T 8')}`;
    expect(filled(status, values).body).toEqual({ id: idOf('T 8'), tasks: `${address}/task`, state: 'FINISHED' });
    expect(filled(rule('async.status.2'), values).body.result).toBe(`${address}/result`);
  });

  it('have the result of the rule in the id', () => {
    expect(get(`/v1/jobs/${idOf('T8')}/result`)?.rule.id).toBe('report.async.result');
    expect(get(`/v1/jobs/${idOf('T8', 'other')}/result`)?.rule.id).toBe('other.async.result');
  });

  it('keep their ids when rows are added', () => {
    const longer = mappingOf(contract, `${shared}rules:${row('more', '/more')}${row('report', '/reports')}`);
    const look = longer.lookup('GET', `/v1/jobs/${idOf('T8')}/result`);
    expect(look.kind === 'found' && look.rules.map(({ id }) => id)).toEqual(['report.async.result']);
  });

  it.each([
    'T8',
    `${idOf('T8')}=`,
    idOf('T8', 'none'),
    idOf(''),
    idOf('a/b'),
    idOf('..'),
    writeJobId({ rule: 'report', name: 'T8', query: 'x=1' }),
    Buffer.from('report\0T8\0\0').toString('base64url'),
    Buffer.from([...Buffer.from('report\0'), 0xff]).toString('base64url'),
  ])('are not known by another id: %s', (id) => {
    expect(() => get(`/v1/jobs/${id}/result`)).toThrow(expect.objectContaining({ code: 'JOB_LOST' }));
  });

  it('run both ways, unless the table, the rule or its job says otherwise', () => {
    const ids = ['report.async', 'report.async.result', 'async.status', 'async.status.2'];
    const directions = (table: string) => {
      const rules = new Map(mappingOf(contract, table).rules.map((one) => [one.id, one.direction]));
      return ids.map((id) => rules.get(id));
    };
    const [toSoap, toRest] = ['rest-to-soap', 'soap-to-rest'];
    expect(directions(text)).toEqual([undefined, undefined, undefined, toSoap]);
    const ofTable = text.replace('async:', 'async:\n  only: rest-to-soap');
    expect(directions(ofTable)).toEqual([toSoap, toSoap, toSoap, toSoap]);
    expect(directions(text.replaceAll('    async:', '    async:\n      only: rest-to-soap'))).toEqual([
      toSoap,
      toSoap,
      undefined,
      toSoap,
    ]);
    const ofRule = text.replace('- id: report', '- id: report\n    only: soap-to-rest');
    expect(directions(ofRule)).toEqual([toRest, toRest, undefined, toSoap]);
  });

  it('have one owner, whatever rule an id says', () => {
    const jobs = ['report.async', 'other.async', 'async.status', 'report.async.result'].map((id) => rule(id).job);
    expect(jobs.map((job) => [job?.row, job?.name.length])).toEqual(jobs.map(() => ['async', 1]));
  });
});

describe('an id', () => {
  it('is read back, and has one spelling', () => {
    const id = { rule: 'a.b~c', name: 'ä\n"', query: 'q=x%20y&limit=5' };
    expect(readJobId(writeJobId(id))).toEqual(id);
  });
});

describe('mistakes', () => {
  it.each([
    [
      '"async" of a rule alone',
      text.replace(shared, '\n'),
      'the table has no "async" of its own, which says what all jobs share',
    ],
    [
      'an unknown part',
      text.replace('{$rule.request.year}', '{$rule.request.yeer}'),
      'the rule has no part "request.yeer"',
    ],
    [
      'another name in a path',
      text.replace('/jobs/{job}/task', '/jobs/{jobb}/task'),
      'a path of a job must have one placeholder, which is a whole segment and the same in all of them',
    ],
    [
      'a rule without a call',
      text.replace(/rest: (.*)others(.*)/, 'calls: []'),
      '"async" with "calls: []" and without "rest" is not supported',
    ],
    [
      'a job of other rules in a table for REST clients',
      `${text.replace('async:', 'async:\n  only: rest-to-soap').replaceAll(/\{(percent):0\}/g, '{$1}')}
  - id: alone
    soap: { request: { MakeReport: { year: "{year}" } }, response: { MakeReportResponse: { report: "{report}" } } }
    async: { submit: { request: { SubmitReport: { year: "{year}", region: x } } }, result: { report: "{report}" } }`,
      '"async" of the table is for REST clients alone, and the rule has no REST side',
    ],
    [
      'a job of a flow that is no list',
      `${text}
  - id: alone
    soap: { request: { MakeReport: { year: "{year}", region: z } }, response: { MakeReportResponse: { report: "{report}" } } }
    refuse: { detail: No. }
    async: { submit: { request: { SubmitReport: { year: "{year}", region: x } } }, result: { report: "{report}" } }`,
      '"async" with "refuse" and without "rest" is not supported',
    ],
  ])('%s', (_, wrong, message) => {
    expect(problemsOf(contract, wrong)).toContainEqual(expect.stringContaining(message));
  });
});
