// A case that fails says which law of the design it breaks.
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../src/contract/model/contract.ts';
import { parseCases } from '../../../src/mapping/cases/cases.ts';
import { type CaseOutcome, runCases } from '../../../src/mapping/cases/run-cases.ts';
import type { FunctionPair } from '../../../src/pattern/converters/pair.ts';
import { mappingOf, parcels, payments } from '../tables.ts';

function run(
  contract: Contract,
  table: string,
  text: string,
  functions: Record<string, FunctionPair> = {},
): CaseOutcome {
  const mapping = mappingOf(contract, table, { functions: new Map(Object.entries(functions)) });
  return runCases(mapping, parseCases(text, 'cases.yaml'))[0];
}

const pay = (request: string, response: string) => `
rest: { request: ${request}, response: ${response} }
soap:
  request: <Pay xmlns="https://example.com/payments"><from>a</from><to>B</to><amount>1</amount></Pay>
  response: <PayResponse xmlns="https://example.com/payments"><paymentId>5</paymentId></PayResponse>
`;
const body = '{ line: POST /pay, body: { from: a, to: B, amount: 1 } }';
const table = (from: string, id = '{id}') => `
rules:
  - id: pay
    rest: { request: { line: POST /pay, body: { from: "${from}", $rest: "{others}" } }, response: { body: { id: "${id}" } } }
    soap: { request: { Pay: { from: "{from}", $rest: "{others}" } }, response: { PayResponse: { paymentId: "{id}" } } }
`;

const ODD: FunctionPair = { in: (text) => String(text).toUpperCase(), out: (text) => `${text}!` };
const ONCE: FunctionPair = {
  in: (text) => String(text).replace(/!+$/, ''),
  out: (() => {
    let calls = 0;
    return (text: unknown) => `${text}${'!'.repeat(calls++)}`;
  })(),
};

describe('a case', () => {
  it('that holds breaks none, in all steps', () => {
    const outcome = run(payments, table('{from}'), pay(body, '{ status: 200, body: { id: 5 } }'));
    expect(outcome).toMatchObject({ rule: 'pay', steps: 9, problems: [], laws: [] });
  });

  it('that says something else breaks none either', () => {
    const outcome = run(payments, table('{from}'), pay(body, '{ status: 200, body: { id: 6 } }'));
    expect(outcome.problems.map((p) => p.split(':')[0])).toEqual([
      'SOAP response → REST response',
      'REST response → SOAP response',
    ]);
    expect(outcome.laws).toEqual([]);
  });

  it('whose REST response contradicts itself, or whose SOAP response is not of the contract, is told like any other', () => {
    const two = table('{from}').replace(
      'response: { body',
      'response: { headers: { Location: "/payments/{id}" }, body',
    );
    const response = '{ status: 200, headers: { Location: /payments/5 }, body: { id: 6 } }';
    expect(run(payments, two, pay(body, response)).problems.map((p) => p.split(' at ')[0])).toEqual([
      'SOAP response → REST response: the body is {"id":5}, expected {"id":6}',
      'REST response → SOAP response: BAD_BODY: differs from the other value of {id}',
    ]);
    const wrong = pay(body, '{ status: 200, body: { id: 5 } }').replaceAll('paymentId', 'paymentIt');
    expect(run(payments, table('{from}'), wrong).problems[0]).toMatch(
      /^SOAP response → REST response: CODEC_UNKNOWN: .*paymentIt is not part of the type/,
    );
  });

  it('with functions that are not inverse breaks law 2', () => {
    const outcome = run(payments, table('{from|odd}'), pay(body, '{ status: 200, body: { id: 5 } }'), { odd: ODD });
    expect(outcome.laws).toEqual(['law 2 (match(fill(b)) = b)']);
    expect(outcome.problems.find((p) => p.startsWith('REST side of the request'))).toBe(
      'REST side of the request: {from} = "A" comes back as "A!"',
    );
  });

  it('that is written in another way each time breaks law 3', () => {
    const outcome = run(payments, table('{from|once}'), pay(body, '{ status: 200, body: { id: 5 } }'), { once: ONCE });
    expect(outcome.laws).toEqual(['law 3 (fill(match(x)) is the canonical form of x)']);
  });

  it('whose variable has no value on the other side breaks law 1', () => {
    const text = `
rest: { request: GET /acme/parcels/7, response: { status: 200, body: {} } }
soap:
  request: <GetParcel xmlns="https://example.com/parcels"><id>7</id></GetParcel>
  response: <GetParcelResponse xmlns="https://example.com/parcels"/>
`;
    const rules = `
rules:
  - id: get
    rest: { request: "GET /{tenant}/parcels/{id}", response: { body: "{response}" } }
    soap: { headers: { Tenant: "{tenant}" }, request: { GetParcel: { id: "{id}" } }, response: { GetParcelResponse: "{response}" } }
`;
    const { laws, problems } = run(parcels, rules, text);
    expect(laws).toEqual(['law 1 (both sides name the same variables)']);
    expect(problems).toContain('SOAP request → REST request: CODEC_MISSING: no value for {tenant} in the REST request');
  });

  it('with a value that is not of its type breaks law 4', () => {
    const outcome = run(payments, table('{from}'), pay(body, '{ status: 200, body: { id: five } }'));
    expect(outcome.laws).toEqual(['law 4 (values are of the types of the contract)']);
  });
});

describe('a fault', () => {
  const rules = (rows: string) => `
responses: ${rows}
rules:
  - GET /payments/{paymentId}: GetPayment
`;
  const text = (code: string) => `
rest: { request: GET /payments/6, response: { status: 404, problem: { code: ${code}, detail: No } } }
soap:
  request: <GetPayment xmlns="https://example.com/payments"><paymentId>6</paymentId></GetPayment>
  fault: { code: Server, reason: No }
`;

  it('that two rows fight for breaks law 3', () => {
    const rows =
      '[ { soap: { code: Server, reason: "No" }, rest: { status: 404, code: A } }, { soap: { code: Server }, rest: { status: 404, code: B } } ]';
    expect(run(payments, rules(rows), text('A'))).toMatchObject({ problems: [], laws: [] });
    const outcome = run(payments, rules(rows), text('B'));
    expect(outcome.laws).toEqual(['law 3 (fill(match(x)) is the canonical form of x)']);
    expect(outcome.problems).toContain('REST problem → SOAP fault: the written fault is shown as 404 A, not 404 B');
  });
});
