// What the verbs say to slips of those who run them.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { program } from '../../src/cli/program.ts';
import { problemLines } from '../../src/cli/report.ts';
import { loadContract } from '../../src/contract/load.ts';
import { describedRequest } from '../../src/explain/request-line.ts';
import { notesOf } from '../../src/findings/notes.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { baseNotes } from '../../src/server/bridges/service-url.ts';
import { smallContract } from '../init/small-contract.ts';
import { mappingOf, payments } from '../mapping/tables.ts';
import { temp } from '../server/temp.ts';

it('a folder that does not exist is not one without a table', async () => {
  await expect(loadMapping('nosuch')).rejects.toThrow(
    /there is no folder nosuch \(looked for \S+nosuch\/mapping\.yaml\)/,
  );
  await expect(loadMapping('src')).rejects.toThrow('src holds no mapping.yaml');
});

it('a request has a method that rules can have', () => {
  expect(() => describedRequest('FETCH /accounts/7', [], undefined)).toThrow(
    '"FETCH" is not a method of rules (GET, HEAD, POST, PUT, PATCH, DELETE)',
  );
  expect(describedRequest('get /accounts/7', [], undefined)).toMatchObject({ method: 'GET' });
});

it.each([
  ['- get /accounts/{accountId}: GetAccount', 'write the method in capitals: GET'],
  ['- GET /accounts/:accountId: GetAccount', 'write {accountId} instead of :accountId'],
  ['- { rest: { request: "put /a/{id}" }, soap: { request: GetAccount } }', 'write the method in capitals: PUT'],
])('a rule says how to write it: %s', (rule, hint) => {
  expect(() => mappingOf(payments, `rules:\n  ${rule}\n`)).toThrow(hint);
});

it('a path with the base path in it is noted', () => {
  const rules = (path: string) => `rest: { base: /v1 }\nonly: rest-to-soap\nrules:\n  - GET ${path}: GetPayment\n`;
  const lines = (path: string) => notesOf(mappingOf(payments, rules(path))).map(({ line }) => line);
  expect(lines('/v1/payments/{id}')).toEqual([
    expect.stringMatching(
      /^mapping\.yaml:\d+:\d+ the path is \/v1\/v1\/payments\/\{id\}: .*write GET \/payments\/\{id\}$/,
    ),
  ]);
  expect(lines('/v10/payments/{id}')).toEqual([]);
});

it('a fault row whose rule was deleted is noted, and the table loads; a response that the contract lacks is refused', () => {
  const table = (response: string) => `tables:
  failures: [ { response: RefundResponse }, { response: ${response} } ]
responses:
  - { forEach: failures, soap: { response: { <response>: { status: { code: "{code}" } } } }, rest: { status: 409, code: "{code}" } }
rules:
  - GET /payments/{paymentId}: GetPayment
`;
  const refunds = '  - POST /payments/{paymentId}/refunds: Refund\n';
  const lines = (rules: string) =>
    notesOf(mappingOf(payments, table('RefundResponse') + rules)).filter(({ code }) => code === 'ROW_IDLE');
  expect(lines(refunds)).toEqual([]);
  expect(lines('')[0]?.line).toMatch(
    /^mapping\.yaml:\d+:\d+ no rule calls an operation with the response "RefundResponse": remove this entry$/,
  );
  expect(() => mappingOf(payments, table('RefundRespons') + refunds)).toThrow('did you mean "RefundResponse"');
});

it('an upstream that repeats the base path of the table is noted', () => {
  expect(baseNotes('http://127.0.0.1:9/api/v2/', '/v2')).toEqual([
    'the table adds /v2, and the upstream ends with it: calls go to /api/v2/v2; write --upstream http://127.0.0.1:9/api',
  ]);
  expect([baseNotes('http://127.0.0.1:9/v20', '/v2'), baseNotes('http://127.0.0.1:9/', '')]).toEqual([[], []]);
});

it('a rule beside the pages of its operation is noted', async () => {
  const operation = 'findOrders(title?: string, pageNumber: int, pageSize: int) -> order: string[]';
  const contract = smallContract({ operations: [operation] });
  const { text } = await firstTable(contract, { contract: 'small.wsdl' });
  const codes = (table: string) =>
    notesOf(compileMapping(table, 'mapping.yaml', contract)).flatMap(({ code, message }) =>
      code === 'PAGES_TWICE' ? [message] : [],
    );
  const both = text.replace(/^ {2}# (?=- id:| {2})/gm, '  ');
  expect(codes(text)).toEqual([]);
  expect(codes(both)).toEqual([expect.stringContaining('of the pages "findOrders"')]);
  expect(codes(both.replace(/^ {2}- GET .*: findOrders\n/m, ''))).toEqual([]);
});

it('a misspelt member of the only object of a request is told', () => {
  const contract = smallContract({
    operations: ['SavePartner(partner: Partner) -> n: int'],
    types: { Partner: 'partnerCode: string, name: string' },
  });
  const table = 'soapstone: 2\ncontract: small.wsdl\nrules:\n  - PUT /partners/{partnrCode}: SavePartner\n';
  expect(() => compileMapping(table, 'mapping.yaml', contract)).toThrow(
    '"SavePartner" has no member "partnrCode" (did you mean "partnerCode"?)',
  );
});

it('a missing file comes before what it would have declared, of which there is a count', async () => {
  const parts = Array.from({ length: 9 }, (_, i) => `<part name="p${i}" element="m:E${i}"/>`).join('');
  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:m="urn:m" xmlns:t="urn:t" targetNamespace="urn:t"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"><types>
    <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><x:import namespace="urn:n" schemaLocation="n.xsd"/>
    <x:element name="E" type="n:T" xmlns:n="urn:n"/></x:schema></types>
    <message name="In">${parts}</message>
    <portType name="P"><operation name="O"><input message="t:In"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="O"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding></definitions>`;
  const dir = temp({ 'service.wsdl': wsdl });
  const problems = await loadContract(join(dir, 'service.wsdl')).catch(problemLines);
  expect(problems).toEqual([
    expect.stringMatching(/CONTRACT_READ: the import of namespace "urn:n" cannot be read from "n\.xsd"/),
    expect.stringMatching(/CONTRACT_REFERENCE: there is no element "\{urn:m\}E0"; 8 more references lead nowhere/),
  ]);
});

it('the help of a verb shows no default that is nothing', () => {
  for (const verb of program(() => {}, undefined).commands)
    expect(verb.helpInformation()).not.toMatch(/default:\s+\[\]/);
});
