// Mistakes that newcomers make: the message says what to write instead.
import { expect, it } from 'vitest';
import { bank, mappingOf, payments } from '../tables.ts';

const rule = (soap: string) => `
rules:
  - id: a
    rest: { request: "GET /x/{id}", response: { body: "{all}" } }
    ${soap}
`;

it('calls without their side are one problem each', () => {
  const calls = rule(
    'calls: [ { request: { GetAccount: { id: "{id}" } }, response: { GetAccountResponse: "{all}" } } ]',
  );
  expect(() => mappingOf(bank, calls)).toThrow(
    /^\S+ \[a\] MAPPING_MISSING: the call has no "soap" around its request and response \(write - soap: \{ request: …, response: … \}\)$/,
  );
});

it.each([
  [
    'without it',
    '{ request: { GetAccount: { id: "{id}" } } }',
    'the call has no "soap" around its request and response',
  ],
  ['with its content', '{ GetAccount: { id: "{id}" } }', 'the call has no "soap"'],
  ['misspelt', '{ soop: { request: { GetAccount: "{id}" }, response: "*" } }', 'unknown key "soop" in a call'],
])('several calls of a rule %s are one problem', (_, call, message) => {
  const problems = () => mappingOf(bank, rule(`calls: [ ${call}, ${call}, ${call} ]`));
  expect(problems).toThrow(`${message}; 2 more calls of the rule too (`);
  expect(problems).not.toThrow(/in a call.*in a call|the call has.*the call has/s);
});

it('a code of a fault row that stands below "fault"', () => {
  const table = `responses:\n  - { soap: { fault: { code: "101" } }, rest: { status: 404 } }\n${rule('soap: {}')}`;
  expect(() => mappingOf(payments, table)).toThrow(/"fault" must be a text \(write soap: \{ code: "101" \}\)/);
});

it('a value of a session in a body', () => {
  const soap = 'soap: { request: { GetAccount: { id: "{$session.id}" } }, response: { GetAccountResponse: "{all}" } }';
  expect(() => mappingOf(bank, rule(soap))).toThrow(/\{\$session.id\} \(values of a session stand in header parts/);
});
