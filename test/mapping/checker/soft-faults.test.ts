// Failures inside responses of success: which responses a row is about, and which rows would hide every success.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { Problems } from '../../../src/errors/errors.ts';
import { parseCases } from '../../../src/mapping/cases/cases.ts';
import { runCases } from '../../../src/mapping/cases/run-cases.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';

const contract = await loadContract(join(import.meta.dirname, '../../fixtures/contracts/error-list/service.wsdl'));

const table = (soap: string, rest = 'status: 422, code: "BANK_{c}", detail: "{why}"', ofRule = false) => {
  const rows = `responses: [ { soap: ${soap}, rest: { ${rest} } } ]`;
  return `soapstone: 2
${ofRule ? '' : rows}
rules:
  - id: authorize
    only: rest-to-soap
    rest: { request: { line: POST /invoices, body: { amount: "{amount}" } }, response: { body: { number: "{number}" } } }
    soap: { request: { Authorize: { Amount: "{amount}" } }, response: { AuthorizeResponse: { AuthorizeResult: { Number: "{number}" } } } }
    ${ofRule ? rows : ''}
`;
};

function problems(text: string): string[] {
  try {
    compileMapping(text, 'mapping.yaml', contract);
    return [];
  } catch (e) {
    if (e instanceof Problems) return e.problems.map(({ message }) => message);
    throw e;
  }
}

/** What is wrong with the case that this response is `expected`. */
function wrong(text: string, result: string, expected: string): readonly string[] {
  const soap = `
  request: <Authorize xmlns="urn:example:error-list"><Amount>1</Amount></Authorize>
  response: '<AuthorizeResponse xmlns="urn:example:error-list">${result}</AuthorizeResponse>'`;
  const rest = `{ request: { line: POST /invoices, body: { amount: 1 } }, response: ${expected} }`;
  const cases = parseCases(`rest: ${rest}\nsoap:${soap}\n`, 'cases.yaml');
  return runCases(compileMapping(text, 'mapping.yaml', contract), cases)[0].problems;
}

const ok = '{ status: 200, body: { number: A1 } }';
const failed = '{ status: 422, body: { code: BANK_7 } }';
const natural =
  '{ AuthorizeResponse: { AuthorizeResult: { Errors: { Error: [ { Code: "{c}", Message: "{why}" } ] } } } }';
const error = '<Errors><Error><Code>7</Code></Error></Errors>';

describe.each([
  ['with first: true', `{ response: ${natural}, first: true }`],
  ['for any operation', `{ response: ${natural.replace('AuthorizeResponse', '"*"')}, first: true }`],
  ['by a value that must be there', `{ response: ${natural.replace('{c}', '{c!}')}, first: true }`],
])('the first of an optional list of errors, %s', (_, row) => {
  it.each([
    ['without the list', ''],
    ['with a list without items', '<Errors/>'],
    ['with nil for the list', '<Errors xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>'],
  ])('a response %s is a success', (_name, errors) => {
    expect(wrong(table(row), `<AuthorizeResult><Number>A1</Number>${errors}</AuthorizeResult>`, ok)).toEqual([]);
  });

  it.each(['', '<Number>A1</Number>'])('a response with an error is a failure: %s', (number) => {
    expect(wrong(table(row), `<AuthorizeResult>${number}${error}</AuthorizeResult>`, failed)).toEqual([]);
  });

  it('a response without anything is a success', () => {
    expect(wrong(table(row), '', '{ status: 200, body: {} }')).toEqual([]);
  });
});

it('a member that a success has too needs a value that only a failure has', () => {
  const row = (code: string) =>
    `{ response: { "*": { AuthorizeResult: { Number: "{n}", Errors: { Error: [ { Code: "${code}" } ] } } } }, first: true }`;
  const text = table(row('{c!}'), 'status: 422, code: "BANK_{c}", detail: "{n?}"');
  expect(wrong(text, '<AuthorizeResult><Number>A1</Number></AuthorizeResult>', ok)).toEqual([]);
  expect(wrong(text, `<AuthorizeResult><Number>A1</Number>${error}</AuthorizeResult>`, failed)).toEqual([]);
});

it('constants alone decide where there are some', () => {
  const row = '{ response: { "*": { AuthorizeResult: { Number: none, Errors: { Error: "{e}" } } } }, first: true }';
  const text = table(row, 'status: 409, code: NONE');
  const none = '<AuthorizeResult><Number>none</Number></AuthorizeResult>';
  expect(wrong(text, none, '{ status: 409, body: { code: NONE } }')).toEqual([]);
});

describe('a row that takes every response is refused', () => {
  const everything = [
    '{ response: { "*": {} }, first: true }',
    '{ response: { AuthorizeResponse: {} }, first: true }',
    '{ response: { "*": { $rest: "{all}" } }, first: true }',
  ];
  it.each(everything)('%s', (row) => {
    const message = expect.stringMatching(/first: true.*every response of "Authorize"/);
    expect(problems(table(row, 'status: 422'))).toEqual([message]);
    expect(problems(table(row, 'status: 422', true))).toEqual([message]);
  });

  it('but not where it comes after the pattern of the rule', () => {
    expect(problems(table('{ response: { "*": {} } }', 'status: 422'))).toEqual([]);
  });
});
