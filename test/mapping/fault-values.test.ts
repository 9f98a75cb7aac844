// Fault rows take values from the failed request, from the error under the names of `rest.errors`, and from defaults.
import { describe, expect, it } from 'vitest';
import { Fault, type FaultInit } from '../../src/fault/fault.ts';
import { incompleteNotes, unansweredNotes } from '../../src/findings/notes.ts';
import { fromJs, type Json, toJs } from '../../src/json/value.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import { mappingOf, payments, problemsOf } from './tables.ts';

const GET = 'GET /payments/{paymentId}: GetPayment';
const table = (row: string, rule = GET) => `responses:\n  - ${row}\nrules:\n  - ${rule}\n`;
const NOT_FOUND =
  '{ soap: { fault: pay:PaymentNotFound, detail: { paymentId: "{paymentId}" } }, rest: { status: 404 } }';

function requestOf({ variables }: Mapping['rules'][number], values: Readonly<Record<string, unknown>>) {
  return {
    variables,
    bindings: variables.map((name): Json | undefined => (name in values ? fromJs(values[name]) : undefined)),
  };
}

function detailOf(text: string, init: Partial<FaultInit>, values: Readonly<Record<string, unknown>> = {}) {
  const [rule] = mappingOf(payments, text).rules;
  const { code, detail, title = 'Failed', status = 404 } = init;
  const rest = { headers: {}, code, texts: { code, title, detail } };
  const fault = new Fault({ status, code: code ?? 'UPSTREAM_FAULT', title, detail, rest });
  const { soap } = rule.faults.fromRest(fault, requestOf(rule, values)).init;
  return soap?.detail.map(({ name, value }) => [name.local, value && toJs(value)]);
}

it('a default with a colon is asked for its second colon', () => {
  const row = '{ soap: { fault: pay:InvalidPayment, detail: { reason: "{why=about:blank}" } }, rest: { status: 404 } }';
  expect(problemsOf(payments, table(row, 'POST /payments: Pay -> 201')).join('\n')).toContain(
    'MAPPING_PATTERN: {why} has a fill default in a fault row',
  );
});

describe('a value of the request', () => {
  it('is in the detail of a fault that a status alone selects', () => {
    expect(detailOf(table(NOT_FOUND), {}, { paymentId: 7 })).toEqual([['PaymentNotFound', { paymentId: 7 }]]);
    expect(detailOf(table(NOT_FOUND), { code: 'ITS_OWN' }, { paymentId: 7 })).toEqual([
      ['PaymentNotFound', { paymentId: 7 }],
    ]);
  });

  it('is none where the request has none: the fault has no detail', () => {
    expect(detailOf(table(NOT_FOUND), {})).toEqual([]);
  });

  it('stands in the problem of a SOAP fault', () => {
    const text = table(
      '{ soap: { fault: pay:PaymentNotFound }, rest: { status: 404, detail: "No payment {paymentId}", headers: { X-Id: "{paymentId}" } } }',
    );
    const [rule] = mappingOf(payments, text).rules;
    const name = { ns: payments.operations[0].faults[0].element.name.ns, local: 'PaymentNotFound' };
    const soap = {
      version: '1.1',
      code: { ns: '', local: 'Client' },
      subcodes: [],
      reason: 'r',
      detail: [{ name }],
    } as const;
    const { init } = rule.faults.fromSoap(
      new Fault({ status: 502, code: 'X', title: '', soap }),
      requestOf(rule, { paymentId: 7 }),
    );
    expect([init.detail, init.headers]).toEqual(['No payment 7', { 'X-Id': '7' }]);
  });

  it('must be a variable of some rule', () => {
    const wrong = '{ soap: { fault: pay:PaymentNotFound }, rest: { status: 404, detail: "{payment}" } }';
    const message = 'MAPPING_NAMES: {payment} is not bound on the SOAP side of the fault rule';
    expect(problemsOf(payments, table(wrong))).toEqual([message]);
    expect(problemsOf(payments, `rules:\n  - ${GET}\n    responses:\n      - ${wrong}\n`)).toEqual([message]);
  });
});

describe('a default of the detail', () => {
  const row =
    '{ soap: { fault: pay:InsufficientFunds, detail: { account: "{code=unknown}", missing: "{missing=0}" } }, rest: { status: 402 } }';
  const text = table(row, 'POST /payments: Pay -> 201');

  it('is written where the error says nothing, also where a value is equal to it', () => {
    const full = [['InsufficientFunds', { account: 'unknown', missing: 0 }]];
    expect(detailOf(text, { status: 402 })).toEqual(full);
    expect(detailOf(text, { status: 402, code: 'unknown' })).toEqual(full);
  });

  it('gives way to what the error says', () => {
    expect(detailOf(text, { status: 402, code: 'A7' })).toEqual([['InsufficientFunds', { account: 'A7', missing: 0 }]]);
  });

  it('must fit the contract', () => {
    expect(problemsOf(payments, text.replace('missing=0', 'missing=none'))).toEqual([
      expect.stringContaining('MAPPING_TYPE: the default "none" of {missing} does not fit its type'),
    ]);
  });
});

describe('check', () => {
  const lines = (text: string) => incompleteNotes(mappingOf(payments, text)).map(({ line }) => line);

  it('has nothing to say of a fault that is complete, whatever the service says', () => {
    expect(lines(table(NOT_FOUND))).toEqual([]);
  });

  it('names the row, the fault, the variable without a value, and what to write', () => {
    const row =
      '{ soap: { fault: pay:PaymentNotFound, detail: { paymentId: "{id}" } }, rest: { status: 404, data: { id: "{id}" } } }';
    expect(lines(table(row))).toEqual([
      'mapping.yaml:4:64 SOAP clients get the fault "PaymentNotFound" without detail where the REST service says little: ' +
        '{id} may have no value that fits; write "{id=…}" with a default',
    ]);
  });

  it('names the members that a row does not', () => {
    expect(lines(table('{ soap: { fault: pay:PaymentNotFound }, rest: { status: 404 } }'))).toEqual([
      expect.stringContaining(
        'the required member "paymentId" of element "PaymentNotFound" is missing; add detail: { … } beside fault:',
      ),
    ]);
  });

  it('goes by the code of the error only where a row has it', () => {
    const row = (rest: string) =>
      table(
        `{ soap: { fault: pay:InsufficientFunds, detail: { account: "{why}", missing: "{missing=0}" } }, rest: ${rest} }`,
        'POST /payments: Pay -> 201',
      );
    const about = (rest: string) => lines(row(rest)).filter((line) => line.includes('{why}'));
    expect(about('{ status: 402, code: "{why}" }')).toEqual([]);
    expect(about('{ status: 402, detail: "{why}" }')).toEqual([]);
    expect(about('{ status: 402, detail: "lacks {why}" }')).toHaveLength(1);
  });

  it('asks tables for SOAP clients alone about faults without a row', () => {
    const bare = `rules:\n  - ${GET}\n    only: soap-to-rest\n`;
    expect(lines(bare)).toEqual([expect.stringContaining('"PaymentNotFound" without detail')]);
    expect(lines(`rules:\n  - ${GET}\n`)).toEqual([]);
  });

  it('has nothing to say of tables without lists', () => {
    expect(unansweredNotes(mappingOf(payments, table(NOT_FOUND)))).toEqual([]);
  });
});
