// `defaults:` of a table: parts of messages that all rules share.

import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/json/value.ts';
import { stringOf } from '../../../src/json/walk.ts';
import { SoapMessages } from '../../../src/mapping/cases/soap-messages.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { mappingOf, parcels, payments, problemsOf } from '../tables.ts';

const REFUND =
  '{ id: refund, only: rest-to-soap, rest: { request: { line: "POST /payments/{id}/refunds", body: { amount: "{amount}" } }, response: { status: 201, body: { refund: "{refund}" } } }, ' +
  'soap: { request: { Refund: { paymentId: "{id}", amount: "{amount}" } }, response: { RefundResponse: { refundId: "{refund}"MORE } } } }';
const table = (defaults: string, ...rules: string[]) =>
  `defaults: ${defaults}\nrules:\n${rules.map((rule) => `  - ${rule.replace('MORE', '')}`).join('\n')}`;

const NS = 'https://example.com/payments';
const response = (code: string, message = '') =>
  `<RefundResponse xmlns="${NS}"><status><code>${code}</code>${message}</status><refundId>9</refundId></RefundResponse>`;

function read(mapping: Mapping, xml: string): Record<string, string> | undefined {
  const [rule] = mapping.rules;
  const bindings = new SoapMessages(mapping).decode(
    rule.response.soap,
    { body: [xml], headers: new Map() },
    new Array(rule.variables.length),
  );
  return (
    bindings &&
    Object.fromEntries(rule.variables.flatMap((name, i) => (bindings[i] ? [[name, textOf(bindings[i])]] : [])))
  );
}

describe('parts of responses that all rules share', () => {
  const defaults =
    '{ soap: { response: { "*": { status: { code: OK, message: "{note}" } } } }, rest: { response: { headers: { X-Note: "{note|quoted}" } } } }';

  it('are demanded, bound and shown where there is a place for them', () => {
    const mapping = mappingOf(payments, table(defaults, REFUND, '{ "GET /payments/{paymentId}": GetPayment }'));
    expect(read(mapping, response('OK', '<message>soon</message>'))).toEqual({ refund: '9', note: '"soon"' });
    expect(read(mapping, response('TOO_LATE'))).toBeUndefined();
    const [rule, other] = mapping.rules;
    const bindings = rule.variables.map((name) => (name === 'note' ? stringOf('soon "x"') : stringOf('9')));
    expect(rule.response.rest.fill(bindings).headers).toEqual({ 'X-Note': '"soon \\"x\\""' });
    expect(other.variables).not.toContain('note');
  });

  it('give way to what the rule says', () => {
    const own = REFUND.replace('MORE', ', status: { code: TOO_LATE }').replace(
      'status: 201,',
      'status: 201, headers: { x-note: mine },',
    );
    const mapping = mappingOf(payments, table(defaults, own));
    expect(read(mapping, response('TOO_LATE', '<message>soon</message>'))).toEqual({ refund: '9', note: '"soon"' });
    const [
      {
        response: { rest },
        variables,
      },
    ] = mapping.rules;
    expect(rest.fill(variables.map(() => stringOf('9'))).headers).toEqual({ 'x-note': 'mine' });
  });

  it('leave a hole that stands for the whole', () => {
    const mapping = mappingOf(
      payments,
      table(
        '{ soap: { response: [ { RefundResponse: { status: { code: OK } } } ] } }',
        REFUND,
        '{ "POST /refunds": Refund }',
      ),
    );
    expect(mapping.rules.map((rule) => rule.variables.length)).toEqual([3, 2]);
  });

  it('are mistakes where no rule has a place for them', () => {
    expect(problemsOf(payments, table('{ soap: { response: { "*": { staus: { code: OK } } } } }', REFUND))).toEqual([
      'MAPPING_UNREACHABLE: the default "*" applies to no rule',
    ]);
    expect(
      problemsOf(
        payments,
        table('{ soap: { headers: { Tenant: x } }, rest: { response: { headers: { X-A: "{a}" } } } }', REFUND),
      ),
    ).toEqual([
      'MAPPING_UNREACHABLE: the default "Tenant" applies to no rule',
      'MAPPING_UNREACHABLE: no rule has the variables of the default "X-A"',
    ]);
    expect(
      problemsOf(payments, table('{ soap: { response: { "*": { status: { code: OKAY } } } } }', REFUND))[0],
    ).toMatch(/^MAPPING_TYPE: the constant "OKAY" does not fit/);
  });
});

describe('header parts that all rules share', () => {
  const text = `settings: { tenant: acme }\n${table(
    '{ soap: { headers: { Tenant: "{$settings.tenant}" } } }',
    '{ "GET /parcels/{id}": GetParcel }',
    '{ id: own, only: rest-to-soap, rest: { request: { line: "GET /own/{id}", headers: { X-T: "{t}" } }, response: { body: "{p}" } }, soap: { headers: { Tenant: "{t}" }, request: { GetParcel: { id: "{id}" } }, response: { GetParcelResponse: { parcel: "{p}" } } } }',
    '{ "GET /found": FindParcels }',
  )}`;

  it('stand in the requests of operations that have them', () => {
    const mapping = mappingOf(parcels, text);
    expect(mapping.rules.map((rule) => rule.request.soap.headers.length)).toEqual([1, 1, 1]);
    const [{ request, variables }] = mapping.rules;
    const slots = request.soap.fill(new Array(variables.length)).map((value) => value && textOf(value));
    expect(slots).toContain('"acme"');
  });
});

describe('header fields of requests that all rules share', () => {
  const said =
    '{ soap: { headers: { Tenant: "{tenant?}" } }, rest: { request: { headers: { X-Tenant: "{tenant?}" } } } }';
  const rules = [
    '{ "GET /parcels/{id}": GetParcel }',
    '{ id: own, only: rest-to-soap, rest: { request: { line: "GET /own/{id}", headers: { X-T: "{t}" } }, response: { body: "{p}" } }, soap: { headers: { Tenant: "{t}" }, request: { GetParcel: { id: "{id}" } }, response: { GetParcelResponse: { parcel: "{p}" } } } }',
    '{ id: many, only: rest-to-soap, rest: { request: "GET /many/{ids|csv}", response: { body: { all: { $each: "{results.p}" } } } }, calls: [ { each: id in ids, soap: { request: { GetParcel: { id: "{id}" } }, response: { GetParcelResponse: { parcel: "{p}" } } } } ] }',
  ];
  const { rules: built } = mappingOf(parcels, table(said, ...rules));
  const fields = (id: string) => built.find((rule) => rule.id === id)!.restSide.headers.map(({ name }) => name);

  it('stand in rules whose operation has the part, both ways', () => {
    const [{ request, variables }] = built;
    expect(fields('GetParcel')).toEqual(['X-Tenant']);
    const asked = { method: 'GET', segments: ['parcels', '7'], query: '', headers: { 'x-tenant': 'acme' } };
    const bound = request.rest.match({ ...asked, body: undefined })!;
    expect(bound[variables.indexOf('tenant')] && textOf(bound[variables.indexOf('tenant')]!)).toBe('"acme"');
    expect(request.rest.fill(bound).headers).toEqual({ 'X-Tenant': 'acme' });
    bound[variables.indexOf('tenant')] = undefined;
    expect(request.rest.fill(bound).headers).toEqual({});
  });

  it('give way to what the rule says, and are not for the calls of a list', () => {
    expect([fields('own'), fields('many')]).toEqual([['X-T'], []]);
    expect(built.find(({ id }) => id === 'many')!.request.soap.headers).toEqual([]);
  });

  it('are mistakes where no rule has a place for them', () => {
    const unheard = '{ rest: { request: { headers: { X-Unheard: "{unheard?}" } } } }';
    expect(problemsOf(parcels, table(unheard, rules[0]))).toEqual([
      'MAPPING_UNREACHABLE: no rule has the variables of the default "X-Unheard"',
    ]);
  });
});
