// What holds for every first table: `check` takes it, and so does `soapstone test` its stub cases.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { missingFrom } from '../../src/init/missing.ts';
import { stubCase } from '../../src/init/table/stub-cases.ts';
import { parseCases } from '../../src/mapping/cases/cases.ts';
import { runCases } from '../../src/mapping/cases/run-cases.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { sampleRequest } from '../../src/samples/sample-exchange.ts';
import { temp } from '../server/temp.ts';

const root = join(import.meta.dirname, '../..');
const below = (folder: string, inner: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [`${folder}/${name}`, join(root, folder, name, inner)] as const);
const contracts = [
  ...below('test/fixtures/contracts', 'service.wsdl'),
  ...below('test/init/contracts', ''),
  ...below('mappings', 'contract').filter(([name]) => name !== 'mappings/schema'),
];

describe.each(contracts)('%s', (_name, location) => {
  test.each([
    ['as it is', {}],
    ['in camelCase', { camelCase: true }],
    ['with one rule for all', { all: true }],
  ])('a first table %s', async (_form, options) => {
    const contract = await loadContract(location);
    const { text, mapping, choices } = await firstTable(contract, { contract: 'service.wsdl', ...options });
    const checked = compileMapping(text, 'mapping.yaml', contract);
    expect(checked.rules.map(({ id }) => id)).toEqual(mapping.rules.map(({ id }) => id));
    expect(checked.undecided).toEqual([]);
    expect(missingFrom(mapping, choices).map(({ route }) => route)).toEqual(
      choices.filter(({ route }) => route === undefined).map(() => undefined),
    );
    for (const rule of mapping.rules) {
      const stub = stubCase(mapping, rule);
      if (stub === undefined) continue;
      const [outcome] = runCases(checked, parseCases(stub, 'case'));
      expect(outcome.problems).toEqual([]);
      expect(sampleRequest(mapping, rule)?.target).toMatch(/^\//);
    }
  });
});

test('most rules have a stub case', async () => {
  let [rules, stubs] = [0, 0];
  for (const [, location] of contracts) {
    const { mapping } = await firstTable(await loadContract(location), { contract: 'service.wsdl' });
    rules += mapping.rules.length;
    stubs += mapping.rules.filter((rule) => stubCase(mapping, rule) !== undefined).length;
  }
  expect(stubs / rules).toBeGreaterThan(0.9);
});

test('a header part that is a version is a setting, a fixed value a constant, anything else an HTTP header', async () => {
  const contract = await loadContract(join(root, 'test/init/contracts/headers/accounts.wsdl'));
  const { text, mapping } = await firstTable(contract, { contract: 'accounts.wsdl' });
  expect(text).toContain('requestVersion: [ "v2", "v1" ]');
  expect(text).toContain('RequestVersion: { "@Version": "{$settings.requestVersion}" }');
  expect(text).toContain('Edition: { "@code": "E7" }');
  expect(text).toContain('#   auth: { back: { fields: { sessionId: { env: SESSION_ID } } } }');
  expect(text).toContain('SessionHeader: { "sessionId": "{$credential.sessionId}" }');
  const [outcome] = runCases(mapping, parseCases(stubCase(mapping, mapping.rules[0]) ?? '[]', 'case'));
  expect(outcome.problems).toEqual([]);
});

test('a header part of responses is HTTP headers of the response, and what it says of the outcome is none of the request', async () => {
  const contract = await loadContract(join(root, 'test/init/contracts/headers/accounts.wsdl'));
  const { text, mapping } = await firstTable(contract, { contract: 'accounts.wsdl' });
  expect(text).toContain('Call: { "id": "{callId?}" }');
  expect(text).toContain('X-Call-Id: "{callId?}"');
  expect(text).toContain(
    'Call: { "id": "{responseCallId?}", "returnCode": "{callReturnCode?}", "message": "{callMessage?}" }',
  );
  expect(text).toContain('X-Call-Message: "{callMessage?|quoted}"');
  const stub = stubCase(mapping, mapping.rules[0])!;
  const answered = stub
    .replace(/ {4}response: \|\n((?: {6}.*\n)*)/, (_, xml: string) => {
      const header = '<Call xmlns="https://example.com/bank"><id>7</id><returnCode>3</returnCode></Call>';
      return `    response:\n      headers:\n        Call: '${header}'\n      body: |\n${xml.replace(/^/gm, '  ').trimEnd()}\n`;
    })
    .replace(/(response:\n {6}status: 200)/, '$1\n      headers: { X-Call-Id: "7", X-Call-Return-Code: "3" }');
  expect(answered).not.toBe(stub);
  const [outcome] = runCases(mapping, parseCases(answered, 'case'));
  expect(outcome.problems).toEqual([]);
});

/** `findHits(words)` answers a page and a cursor, with which `findMoreHits` goes on. */
function withPages(): Promise<Contract> {
  const types = (name: string, members: string) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
  const page =
    '<xs:element name="result"><xs:complexType><xs:sequence><xs:element name="queryLocator" type="xs:string" minOccurs="0"/><xs:element name="hit" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>';
  const operations = { findHits: 'words', findMoreHits: 'queryLocator' };
  const names = Object.keys(operations);
  const each = (text: (name: string) => string) => names.map(text).join('');
  const elements = Object.entries(operations).map(
    ([name, input]) => types(name, `<xs:element name="${input}" type="xs:string"/>`) + types(`${name}Response`, page),
  );
  const message = (name: string) => `<message name="${name}"><part name="p" element="t:${name}"/></message>`;
  const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:p" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:p">
    <types><xs:schema targetNamespace="urn:p" elementFormDefault="qualified">${elements.join('')}</xs:schema></types>
    ${each((name) => message(name) + message(`${name}Response`))}
    <portType name="Hits">${each((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/></operation>`)}</portType>
    <binding name="B" type="t:Hits"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each((name) => `<operation name="${name}"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`)}</binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
  return loadContract(join(temp({ 'hits.wsdl': text }), 'hits.wsdl'));
}

test('a proposal of pages is a rule that check takes in place of those of its operations', async () => {
  const contract = await withPages();
  const { text } = await firstTable(contract, { contract: 'hits.wsdl' });
  const [, first, next, lines] =
    /^ {4}# pages: one rule in place of those of (\w+) and (\w+) .*\n((?: {2}# .*\n){4})/m.exec(text) ?? [];
  expect([first, next], text).toEqual(['findHits', 'findMoreHits']);
  const others = text.split('\n').filter((line) => !line.endsWith(`: ${first}`) && !line.endsWith(`: ${next}`));
  const table = `${others.join('\n')}${lines.replaceAll('  # ', '  ')}`;
  expect(compileMapping(table, 'mapping.yaml', contract).rules.map(({ id }) => id)).toContain(first);
});

test('a proposal of a job is a rule that check takes in place of those of its operations', async () => {
  const contract = await loadContract(join(root, 'mappings/60-jobs/contract'));
  const { text } = await firstTable(contract, { contract: 'reports.wsdl' });
  const proposals = [
    ...text.matchAll(/^ {4}# jobs: one rule in place of those of (\w+), (\w+) and (\w+) .*\n((?: {2}# .*\n)+)/gm),
  ];
  const names = proposals.flatMap(([, ...found]) => found.slice(0, 3));
  expect(names, text).toEqual([
    'SubmitReport',
    'ReportStatus',
    'GetReport',
    'SubmitImport',
    'ImportStatus',
    'GetImport',
  ]);
  expect(text).not.toContain('ticket is a credential?');
  const others = text
    .split('\n')
    .filter((line) => !names.some((name) => line.replace(/ -> 202$/, '').endsWith(`: ${name}`)));
  const table = `${others.join('\n')}${proposals.map(([, , , , lines]) => lines.replaceAll('  # ', '  ')).join('')}`;
  expect(compileMapping(table, 'mapping.yaml', contract).rules.map(({ id }) => id)).toEqual([
    'MakeReport',
    'SubmitReport',
    'SubmitReport.status',
    'SubmitReport.result',
    'SubmitImport',
    'SubmitImport.status',
    'SubmitImport.result',
  ]);
});

test('credentials in the body, lists of errors and pages are pointed out', async () => {
  const sequence = (...members: string[]) =>
    `<xs:complexType><xs:sequence>${members.join('')}</xs:sequence></xs:complexType>`;
  const element = (name: string, content: string, fields = '') =>
    `<xs:element name="${name}"${fields}>${content}</xs:element>`;
  const value = (name: string) => element(name, '', ' type="xs:string"');
  const error = element('Err', sequence(value('Code'), value('Msg')), ' maxOccurs="unbounded"');
  const request = sequence(
    element('Auth', sequence(value('Token'), value('Sign'))),
    value('currentPage'),
    value('pageSize'),
  );
  const response = sequence(value('name'), element('Errors', sequence(error), ' minOccurs="0"'));
  const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:p"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:p">
    <types><xs:schema targetNamespace="urn:p" elementFormDefault="qualified">${element('FindBill', request)}${element('FindBillResponse', response)}</xs:schema></types>
    <message name="In"><part name="p" element="t:FindBill"/></message><message name="Out"><part name="p" element="t:FindBillResponse"/></message>
    <portType name="Bills"><operation name="FindBill"><input message="t:In"/><output message="t:Out"/></operation></portType>
    <binding name="B" type="t:Bills"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="FindBill"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
  const contract = await loadContract(join(temp({ 'bills.wsdl': text }), 'bills.wsdl'));
  const table = (await firstTable(contract, { contract: 'bills.wsdl' })).text;
  expect(table).toContain('# Auth holds credentials? soapstone docs credentials');
  expect(table).toContain(
    '#   - soap: { response: { FindBillResponse: { Errors: [ { Code: "{code!}", Msg: "{why?}" } ] } }, first: true }',
  );
  expect(table).not.toContain('failures inside of a response?');
  expect(table).toContain('# pages? It takes currentPage and pageSize');
  const proposed = /# \(soapstone docs mapping#failure-inside-a-response\):\n((?:# .*\n)+)/.exec(table)?.[1] ?? '';
  expect(proposed).toContain(
    'soap: { response: { FindBillResponse: { Errors: [ { Code: "{code!}", Msg: "{why?}" } ] } }, first: true }',
  );
  const used = compileMapping(table.replace(proposed, proposed.replaceAll(/^# /gm, '')), 'mapping.yaml', contract);
  const failed = parseCases(
    `- name: failed
  rule: FindBill
  only: rest-to-soap
  rest: { request: { line: "POST /bills/find", body: { Auth: { Token: t, Sign: s }, currentPage: "1", pageSize: "2" } }, response: { status: 422, problem: { code: "600", detail: No such bill } } }
  soap:
    request: <FindBill xmlns="urn:p"><Auth><Token>t</Token><Sign>s</Sign></Auth><currentPage>1</currentPage><pageSize>2</pageSize></FindBill>
    response: <FindBillResponse xmlns="urn:p"><name>x</name><Errors><Err><Code>600</Code><Msg>No such bill</Msg></Err></Errors></FindBillResponse>
`,
    'case',
  );
  expect(runCases(used, failed).flatMap(({ problems }) => problems)).toEqual([]);
});

test('an error class inside of a repeated choice is a row of faults to uncomment', async () => {
  const messages = ['GetItem', 'MoveItem'].map(
    (name) => `<xs:element name="${name}ResponseMessage" type="t:Message"/>`,
  );
  const sides = ['', 'Response'].map(
    (side) => `<message name="GetItem${side}"><part name="p" element="t:GetItem${side}"/></message>`,
  );
  const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:p"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:p">
    <types><xs:schema targetNamespace="urn:p" elementFormDefault="qualified">
      <xs:simpleType name="Class"><xs:restriction base="xs:string"><xs:enumeration value="Success"/><xs:enumeration value="Error"/></xs:restriction></xs:simpleType>
      <xs:complexType name="Message"><xs:sequence><xs:element name="MessageText" type="xs:string" minOccurs="0"/><xs:element name="ResponseCode" type="xs:string"/></xs:sequence><xs:attribute name="ResponseClass" type="t:Class" use="required"/></xs:complexType>
      <xs:element name="GetItem"><xs:complexType><xs:sequence><xs:element name="id" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="GetItemResponse"><xs:complexType><xs:sequence><xs:element name="ResponseMessages"><xs:complexType><xs:choice maxOccurs="unbounded">${messages.join('')}</xs:choice></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
    </xs:schema></types>
    ${sides.join('')}
    <portType name="Items"><operation name="GetItem"><input message="t:GetItem"/><output message="t:GetItemResponse"/></operation></portType>
    <binding name="B" type="t:Items"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="GetItem"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
  const contract = await loadContract(join(temp({ 'items.wsdl': text }), 'items.wsdl'));
  const table = (await firstTable(contract, { contract: 'items.wsdl' })).text;
  const proposed = /# \(soapstone docs mapping#failure-inside-a-response\):\n((?:# .*\n)+)/.exec(table)?.[1] ?? '';
  expect(proposed).toContain(
    '{ GetItemResponse: { ResponseMessages: { $items: [ { GetItemResponseMessage: { "@ResponseClass": Error, ResponseCode: "{code!}", MessageText: "{why?}" } } ] } } }',
  );
  const used = compileMapping(table.replace(proposed, proposed.replaceAll(/^# /gm, '')), 'mapping.yaml', contract);
  const failed = parseCases(
    `- name: failed
  rule: GetItem
  only: rest-to-soap
  rest: { request: { line: "GET /items/7" }, response: { status: 422, problem: { code: ErrorItemNotFound } } }
  soap:
    request: <GetItem xmlns="urn:p"><id>7</id></GetItem>
    response: <GetItemResponse xmlns="urn:p"><ResponseMessages><GetItemResponseMessage ResponseClass="Error"><ResponseCode>ErrorItemNotFound</ResponseCode></GetItemResponseMessage></ResponseMessages></GetItemResponse>
`,
    'case',
  );
  expect(runCases(used, failed).flatMap(({ problems }) => problems)).toEqual([]);
});

test('a one-way operation has a stub case', async () => {
  const file = join(root, 'test/init/contracts/headers/accounts.wsdl');
  const text = readFileSync(file, 'utf8')
    .replace(/<output message[^>]*>\s*<fault [^>]*>/, '')
    .replace(/<output><soap:body.*<\/output>\s*<fault .*<\/fault>/, '');
  const { mapping } = await firstTable(await loadContract(join(temp({ 'a.wsdl': text }), 'a.wsdl')), {
    contract: 'a.wsdl',
  });
  expect(stubCase(mapping, mapping.rules[0])).toContain('status: 202');
});

/** `login` answers a token, which the others take. */
function withSession(): Promise<Contract> {
  const element = (name: string, ...members: string[]) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${members.map((one) => `<xs:element name="${one}" type="xs:string"/>`).join('')}</xs:sequence></xs:complexType></xs:element>`;
  const names = ['login', 'getBook', 'searchBooks', 'lendBook'];
  const inputs = [
    ['user', 'pass'],
    ['token', 'isbn'],
    ['token', 'q'],
    ['token', 'isbn', 'memberId'],
  ];
  const outputs = [['token'], ['isbn', 'title'], ['title'], ['due']];
  const each = (text: (name: string, i: number) => string) => names.map(text).join('');
  const message = (name: string) => `<message name="${name}"><part name="p" element="t:${name}"/></message>`;
  const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:l" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:l">
    <types><xs:schema targetNamespace="urn:l" elementFormDefault="qualified">${each((name, i) => element(name, ...inputs[i]) + element(`${name}Response`, ...outputs[i]))}</xs:schema></types>
    ${each((name) => message(name) + message(`${name}Response`))}
    <portType name="Library">${each((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/></operation>`)}</portType>
    <binding name="B" type="t:Library"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each((name) => `<operation name="${name}"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`)}</binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
  return loadContract(join(temp({ 'library.wsdl': text }), 'library.wsdl'));
}

test('what a login answers and other operations take is a header, never an id or a query', async () => {
  const { text, mapping } = await firstTable(await withSession(), { contract: 'library.wsdl' });
  const header = '\n    headers: { X-Token: "{token}" }\n';
  expect(text).toContain(`  - GET /books/{isbn}: getBook${header}`);
  expect(text).toContain(`  - GET /books?q: searchBooks${header}`);
  expect(text).toContain('# token: a session or credential of the service. Clients send it as X-Token');
  expect(text).toMatch(/POST \/\S*: lendBook.*\n {4}headers:/);
  expect(text).not.toMatch(/names none|[{?&]token[}&]?.*: \w+Books?\b/);
  const rule = mapping.rules.find(({ id }) => id === 'getBook')!;
  const exchange = sampleRequest(mapping, rule)!;
  expect(exchange.target).not.toContain('token');
  expect(stubCase(mapping, rule)).toMatch(/X-Token/i);
});
