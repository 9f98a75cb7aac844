// `check --stats`: how many rows and rules run both ways, and in plain words why the others do not.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { statsLines } from '../../src/cli/stats.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { mappingOf, parcels, payments } from '../mapping/tables.ts';
import { run } from './spawn-cli.ts';

const root = join(import.meta.dirname, '..', '..');

function lines(contract: Contract, table: string): string[] {
  return statsLines('nowhere', mappingOf(contract, table, { figures: true }).figures!);
}

/** The reasons of the rows that run one way. */
function reasons(contract: Contract, table: string): string[] {
  return lines(contract, table).flatMap((line) => /\[.*$/.exec(line) ?? []);
}

test('the sample of the docs is what the command prints', async () => {
  const { code, out, err } = await run(['check', 'mappings/20-shapes', '--stats'], { cwd: root });
  expect(code, err).toBe(0);
  const printed = out.split('\n').slice(0, -2).join('\n');
  const page = readFileSync(join(root, 'docs', 'reference', 'mapping.md'), 'utf8');
  expect(page).toContain(`\`\`\`\n${printed}\n\`\`\``);
});

test.each(['business-records', '20-shapes', '40-paging', '50-calls', '60-jobs', '90-credentials'])(
  'counts as many rules of %s as check does',
  async (name) => {
    const { figures, rules } = await loadMapping(join(root, 'mappings', name), { figures: true });
    const counts = [...figures!.rows, figures!.tableRules].map(({ both, oneWay }) => both + oneWay);
    expect(counts.reduce((total, one) => total + one, 0)).toBe(rules.length);
  },
);

test('without the option there are no figures', async () => {
  const mapping = await loadMapping(join(root, 'mappings', '10-first-row'));
  expect(mapping.figures).toBeUndefined();
});

describe('a row with "only" says what it lacks', () => {
  const parcel = (rest: string, soap: string, more = 'only: rest-to-soap') => `
  - id: r
    ${more}
    rest: { request: "GET ${rest}", response: { body: "{found}" } }
    soap: { request: { FindParcels: ${soap} }, response: { FindParcelsResponse: "{found}" } }`;

  it.each([
    [
      'a name',
      parcel('/a?x={x}', '{ limit: 1 }'),
      '[r] rest-to-soap (1 rule): {x} is in rest.request but not in soap.request',
    ],
    [
      'a required value',
      parcel('/a', '{ $rest: skip }', 'only: soap-to-rest').replaceAll('FindParcels', 'GetParcel'),
      '[r] soap-to-rest (1 rule): the required member "id" of element "GetParcel" is missing',
    ],
    [
      'nothing',
      parcel('/a', '{ limit: 1 }'),
      '[r] rest-to-soap (1 rule): nothing but "only" keeps it from running both ways',
    ],
    [
      'a SOAP request of its own',
      `${parcel('/a', '{ limit: 1 }').replace('id: r', 'id: s')}${parcel('/b', '{ limit: 1 }', '')}`,
      '[s] rest-to-soap (1 rule): "r" takes its SOAP request',
    ],
    [
      'a REST request of its own',
      `${parcel('/a', '{ limit: 1 }')}${parcel('/a', '{ limit: 2 }', 'only: soap-to-rest').replace('id: r', 'id: s')}`,
      '[s] soap-to-rest (1 rule): "r" takes its REST request',
    ],
  ])('%s', (_, rules, reason) => expect(reasons(parcels, `rules:${rules}`)).toContain(reason));

  it('and nothing else changes: what it would lack is no problem', () => {
    const table = `rules:${parcel('/a?x={x}', '{ limit: 1 }')}`;
    expect(lines(parcels, table).slice(0, 2)).toEqual([
      'nowhere: 1 row, 0 both ways (0 %)',
      'nowhere: 1 compiled rule, 0 both ways (0 %)',
    ]);
  });
});

describe('a job form that runs one way says why', async () => {
  const { contract } = await loadMapping(join(root, 'mappings', '60-jobs'));
  const table = (year: string, only: string) => `
async:
  submit: { response: { "*": { ticket: "{job}" } } }
  status:
    rest: { request: "GET /jobs/{job}", response: { body: { state: "{state}" } } }
    soap: { request: { ReportStatus: { ticket: "{job}" } }, response: { ReportStatusResponse: { state: "{state}", percent: "{percent:0}" } } }
  result:
    rest: { request: "GET /jobs/{job}/result" }
    soap: { request: { GetReport: { ticket: "{job}" } }, response: { GetReportResponse: "{$rule.result}" } }
  done: FINISHED
rules:
  - id: r
    rest: { request: { line: POST /reports, body: { year: "{year}" } }, response: { body: "{report}" } }
    soap: { request: { MakeReport: { year: "{year}" } }, response: { MakeReportResponse: { report: "{report}" } } }
    async:
      ${only}
      submit: { request: { SubmitReport: { year: ${year} } } }
      result: { report: "{$rule.response.report}" }`;
  const only = 'only: rest-to-soap';

  it.each([
    ['none', '"{year}"', '', []],
    [
      'nothing',
      '"{year}"',
      only,
      ['[r as a job] rest-to-soap (2 rules): nothing but "only" keeps it from running both ways'],
    ],
    [
      'a name',
      '2019',
      only,
      ['[r as a job] rest-to-soap (2 rules): {year} is in rest.request but not in soap.request'],
    ],
  ])('%s', (_, year, direction, wanted) => {
    expect(reasons(contract, table(year, direction))).toEqual(wanted);
  });
});

test('a row says all that it lacks to run both ways, each once', () => {
  const table = `rules:
  - id: find
    only: rest-to-soap
    rest: { request: "GET /parcels?from={since}&also={other}", response: { body: { all: "{found}" } } }
    soap: { request: { FindParcels: { limit: 3 } }, response: { FindParcelsResponse: { parcel: "{found}" } } }`;
  const [reason] = reasons(parcels, table);
  for (const part of ['{since} is in rest.request', '{other} is in rest.request', '"total"'])
    expect(reason.split(part), part).toHaveLength(2);
  expect(reason.split('; ').length).toBeGreaterThanOrEqual(3);
});

test('names that one side alone knows are listed, with the part of the gateway that uses them', () => {
  const table = `rules:
  - id: find
    rest:
      request: "GET /parcels?deep={deep=false:true}&fields={fields?|csv}&limit={limit=50}"
      response: { body: "{found|view(fields)}" }
    soap: { request: { FindParcels: { limit: "{limit}", createdAfter: "{since?:2020-01-01T00::00::00Z}" } }, response: { FindParcelsResponse: "{found}" } }`;
  expect(reasons(parcels, table)).toEqual([
    '[find] only the SOAP side knows {since}',
    '[find] only the REST side knows {deep}, {fields} (view)',
  ]);
});

describe('rows', () => {
  it('count once, whatever becomes of them', () => {
    const table = `tables: { kinds: { a: economy, b: express } }
rules:
  - forEach: kinds
    id: list.<rest>
    rest: { request: "GET /<rest>", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: [ <soap> ], limit: 1 } }, response: { FindParcelsResponse: "{found}" } }
  - GET /parcels/{id}: GetParcel`;
    expect(lines(parcels, table)).toEqual([
      'nowhere: 2 rows, 2 both ways (100 %)',
      'nowhere: 3 compiled rules, 3 both ways (100 %)',
      expect.stringMatching(/^nowhere: \d+ keys/),
    ]);
  });

  it('that a setting leaves out are said all the same', () => {
    const table = `settings: { on: { default: false } }
rules:
  - id: refund
    when: { on: true }
    soap: { operation: Refund }
    refuse: { detail: No. }
  - GET /payments/{paymentId}: GetPayment`;
    expect(reasons(payments, table)).toEqual([
      '[refund] soap-to-rest (none under these settings): the gateway refuses the request by itself',
    ]);
  });
});
