// `Prefer` and `Preference-Applied` with constants: lists of preferences (RFC 7240), on both sides.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { scan } from '../../../src/json/tape.ts';
import { fromJs } from '../../../src/json/value.ts';
import type { Rule } from '../../../src/rule/rule.ts';
import { ask, mappingOf, parcels, problemsOf } from '../tables.ts';

const reports = await loadContract(
  join(import.meta.dirname, '..', '..', '..', 'mappings', '60-jobs', 'contract', 'reports.wsdl'),
);

const row = (id: string, prefer: string, applied = '') => `
  - id: ${id}
    rest:
      request: { line: "GET /found/{limit}", headers: { ${prefer} } }
      response: { headers: { ${applied} }, body: "{found}" }
    soap: { request: { FindParcels: { limit: "{limit}" } }, response: { FindParcelsResponse: "{found}" } }`;
const table = (...rows: string[]) => `only: rest-to-soap\nrules:${rows.join('')}`;
const short = row('short', 'Prefer: return=minimal', 'Preference-Applied: return=minimal');
const quick = row('quick', 'Prefer: "return=minimal, wait=1"');
const plain = row('plain', '');

describe('a request', () => {
  const mapping = mappingOf(parcels, table(quick, short, plain));
  const taken = (prefer: string | string[] | undefined) =>
    ask(mapping, 'GET /found/5', { headers: { prefer } })?.rule.id;

  it.each([
    [undefined, 'plain'],
    ['return=minimal', 'short'],
    ['respond-async, Return="minimal"; foo', 'short'],
    [['wait=2', 'return=minimal'], 'short'],
    [['wait=1', 'return=minimal'], 'quick'],
    ['return=representation, return=minimal', 'plain'],
    ['return=representation', 'plain'],
    ['handling=lenient', 'plain'],
    ['note="return=minimal"', 'plain'],
  ])('with Prefer: %s is taken by %s', (prefer, id) => {
    expect(taken(prefer)).toBe(id);
  });

  it('is written as the table has it', () => {
    const rule = mapping.rules.find((one) => one.id === 'quick') as Rule;
    const { bindings } = ask(mapping, 'GET /found/5', { headers: { prefer: 'wait=1, return=minimal' } })!;
    expect(rule.request.rest.fill(bindings).headers).toEqual({ Prefer: 'return=minimal, wait=1' });
  });
});

it('reads which preferences were honoured among others, and takes silence for consent', () => {
  const [rule] = mappingOf(parcels, table(short, plain)).rules;
  const takes = (applied?: string) => {
    const headers = applied === undefined ? {} : { 'preference-applied': applied };
    const body = scan(fromJs({ total: 0 }).bytes);
    return rule.response.rest.match({ status: 200, headers, body }, new Array(rule.variables.length));
  };
  for (const applied of [undefined, 'return=minimal', 'Return=minimal, wait=5']) expect(takes(applied)).toBeDefined();
  expect(takes('respond-async')).toBeUndefined();
});

it('stands beside the wish for a job', () => {
  const own = mappingOf(
    reports,
    `tables:
  states: { queued: QUEUED, running: RUNNING, finished: FINISHED, failed: FAILED }
rules:
  - id: report
    rest:
      request: { line: POST /reports, headers: { prefer: "return=minimal" }, body: { year: "{year}" } }
      response: { body: "{report}" }
    soap:
      request: { MakeReport: { year: "{year}" } }
      response: { MakeReportResponse: { report: "{report}" } }
    async:
      submit: { request: { SubmitReport: { year: "{year}" } }, response: { SubmitReportResponse: { ticket: "{job}" } } }
      status:
        rest: { request: "GET /reports/jobs/{job}", response: { body: { state: "{state}", percent: "{percent}" } } }
        soap: { request: { ReportStatus: { ticket: "{job}" } }, response: { ReportStatusResponse: { state: "{state|table(states)}", percent: "{percent}" } } }
      result:
        rest: { request: "GET /reports/jobs/{job}/report" }
        soap: { request: { GetReport: { ticket: "{job}" } }, response: { GetReportResponse: { report: "{report}" } } }
      done: finished
      failed: failed
`,
  );
  const taken = (prefer: string) => ask(own, 'POST /reports', { headers: { prefer }, body: { year: 2024 } });
  const job = taken('Respond-Async, return=minimal')!;
  expect([job.rule.id, taken('return=minimal')?.rule.id]).toEqual(['report.submit', 'report']);
  expect(taken('respond-async')).toBeUndefined();
  expect(job.rule.request.rest.fill(job.bindings).headers).toEqual({ prefer: 'return=minimal, respond-async' });
});

describe('a table', () => {
  it('may not ask for more of a preference behind a rule that takes it already', () => {
    expect(problemsOf(parcels, table(short, quick, plain))).toEqual([
      expect.stringContaining('MAPPING_UNREACHABLE: this rule never matches: "short"'),
    ]);
    const same = row('same', 'prefer: Return="minimal"');
    expect(problemsOf(parcels, table(short, same.replace('"minimal"', 'minimal')))).toEqual([
      expect.stringContaining('MAPPING_DUPLICATE: this rule has the same REST request as "short"'),
    ]);
  });

  it('names preferences', () => {
    expect(problemsOf(parcels, table(row('odd', 'Prefer: "soon please"')))).toEqual([
      'MAPPING_PATTERN: Prefer has no preference',
    ]);
  });
});
