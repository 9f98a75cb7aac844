// What short rows say beside a line and an operation: `port`, `rest.unwrap`, and "*" for all operations.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { stubCase } from '../../src/init/table/stub-cases.ts';
import { parseCases } from '../../src/mapping/cases/cases.ts';
import { runCases } from '../../src/mapping/cases/run-cases.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import { smallContract } from '../init/small-contract.ts';
import { temp } from '../server/temp.ts';
import { mappingOf, parcels, problemsOf } from './tables.ts';

const weather = await loadContract(join(import.meta.dirname, '../init/contracts/weather/weather.wsdl'));
const ports = await loadContract(join(import.meta.dirname, '../fixtures/contracts/several-ports/service.wsdl'));

const parts = await loadContract(join(import.meta.dirname, '../fixtures/contracts/several-body-parts/service.wsdl'));

const NS = 'https://example.com/weather/';

function problems(table: string, rest: string, request: string, response: string): readonly string[] {
  const text = `- { name: one, rest: ${rest}, soap: { request: '<${request} xmlns="${NS}"/>', response: '${response}' } }`;
  return runCases(mappingOf(weather, table), parseCases(text, 'case'))[0].problems;
}

const countries = (inner: string) =>
  `<GetCountriesResponse xmlns="${NS}"><GetCountriesResult>${inner}</GetCountriesResult></GetCountriesResponse>`;

test.each([
  ['two items', '[ a, b ]', '<string>a</string><string>b</string>'],
  ['no item', '[]', ''],
])('unwrap: a result that holds a list alone is that list, both ways: %s', (_name, body, inner) => {
  const rest = `{ request: GET /countries, response: { body: ${body} } }`;
  const table = 'rest: { unwrap: "*Result" }\nrules:\n  - GET /countries: GetCountries\n';
  expect(problems(table, rest, 'GetCountries', countries(inner))).toEqual([]);
});

test('unwrap: other members stay, and so does a list that types: flattens already', () => {
  const table = 'rest: { unwrap: [ return, "*Other" ] }\nrules:\n  - GET /countries: GetCountries\n';
  const rest = '{ request: GET /countries, response: { body: { GetCountriesResult: { string: [ a ] } } } }';
  expect(problems(table, rest, 'GetCountries', countries('<string>a</string>'))).toEqual([]);
  const value =
    '<GetWeatherResponse xmlns="https://example.com/weather/"><GetWeatherResult>1.5</GetWeatherResult></GetWeatherResponse>';
  const single = 'rest: { unwrap: "*Result" }\nrules:\n  - GET /weather?cityName: GetWeather\n';
  expect(problems(single, '{ request: GET /weather, response: { body: 1.5 } }', 'GetWeather', value)).toEqual([]);
});

test.each([
  ['POST /parcels', '{ sender: Ann }', '<parcel><sender>Ann</sender></parcel>', ''],
  [
    'POST /parcels?testOnly',
    '{ sender: Ann }',
    '<parcel><sender>Ann</sender></parcel><testOnly>true</testOnly>',
    '?testOnly=true',
  ],
])('unwrap of requests: the only member beside those of the line is the body: %s', async (line, body, xml, query) => {
  const table = (unwrap: string) => `rest: { unwrap: ${unwrap} }\nrules:\n  - ${line}: Create -> 204\n`;
  const contract = await parcelsOf('Create', query !== '');
  const text = `- { name: one, rest: { request: { line: "POST /parcels${query}", body: ${body} }, response: { status: 204 } }, soap: { request: '<Create xmlns="https://example.com/p">${xml}</Create>', response: '<CreateResponse xmlns="https://example.com/p"/>' } }`;
  const run = (unwrap: string) => runCases(mappingOf(contract, table(unwrap)), parseCases(text, 'case'))[0].problems;
  expect(run('{ request: parcel }')).toEqual([]);
  expect(run('[ parcel ]')).not.toEqual([]);
});

const BOOKS = smallContract({
  operations: [
    'addBook(book: Book) -> book: Book',
    'addNote(isbn: string, text: string) -> id: int',
    'tagBook(isbn: string, tags: Tags) -> tags: Tags',
    'searchBooks(criteria: Criteria, most?: int) -> book?: Book[]',
    'mixBooks(first: Criteria, second: Criteria) -> book: Book[]',
  ],
  types: { Book: 'isbn: string, title: string', Tags: 'tag?: string[]', Criteria: 'title?: string, author?: string' },
});

/** Problems of one exchange with a table of one rule, both ways. */
function bookProblems(line: string, unwrap: string, exchange: string): readonly string[] {
  const table = `soapstone: 2\ncontract: small.wsdl\nrest: { unwrap: ${unwrap} }\nrules:\n  - ${line}\n`;
  const mapping = compileMapping(table, 'mapping.yaml', BOOKS);
  return runCases(mapping, parseCases(exchange, 'case'))[0].problems;
}

test.each([
  [
    'an object',
    'POST /books: addBook',
    '{ line: POST /books, body: { isbn: "1", title: A } }',
    '{ body: { isbn: "1", title: A } }',
    '<addBook xmlns="urn:small"><book><isbn>1</isbn><title>A</title></book></addBook>',
    '<addBookResponse xmlns="urn:small"><book><isbn>1</isbn><title>A</title></book></addBookResponse>',
  ],
  [
    'an object that holds one list',
    'PUT /books/{isbn}/tags: tagBook',
    '{ line: PUT /books/1/tags, body: [ a, b ] }',
    '{ body: [] }',
    '<tagBook xmlns="urn:small"><isbn>1</isbn><tags><tag>a</tag><tag>b</tag></tags></tagBook>',
    '<tagBookResponse xmlns="urn:small"><tags/></tagBookResponse>',
  ],
  [
    'not one value',
    'POST /books/{isbn}/notes: addNote',
    '{ line: POST /books/1/notes, body: { text: A } }',
    '{ body: { id: 7 } }',
    '<addNote xmlns="urn:small"><isbn>1</isbn><text>A</text></addNote>',
    '<addNoteResponse xmlns="urn:small"><id>7</id></addNoteResponse>',
  ],
])('unwrap of "*" is about an only object or list: %s', (_name, line, rest, answer, request, response) => {
  const exchange = `- { name: one, rest: { request: ${rest}, response: ${answer} }, soap: { request: '${request}', response: '${response}' } }`;
  expect(bookProblems(line, '{ request: "*", response: "*" }', exchange)).toEqual([]);
  expect(bookProblems(line, '[]', exchange).length > 0).toBe(_name !== 'not one value');
});

test.each([
  ['?title=A&most=3', '<criteria><title>A</title></criteria><most>3</most>'],
  ['?most=3', '<criteria/><most>3</most>'],
])('variables of the line stand for members of the one object that has them: %s', (query, inner) => {
  const rest = `{ request: "GET /books${query}", response: { body: [] } }`;
  const request = `<searchBooks xmlns="urn:small">${inner}</searchBooks>`;
  const exchange = `- { name: one, rest: ${rest}, soap: { request: '${request}', response: '<searchBooksResponse xmlns="urn:small"/>' } }`;
  expect(bookProblems('GET /books?title&author&most: searchBooks', '"*"', exchange)).toEqual([]);
});

const LOANS = smallContract({
  operations: [
    'renewLoan(sessionId: string, loan: Loan) -> ok: boolean',
    'sendLoan(loan: Loan, force?: boolean) -> ok: boolean',
    'moveLoan(loan: Loan, to: Desk) -> ok: boolean',
  ],
  types: { Loan: 'loanId: long, weeks?: int, note?: string, desk?: string', Desk: 'deskId: long, room?: string' },
});

function loans(rest: string): Mapping {
  return compileMapping(`soapstone: 2\ncontract: small.wsdl\n${rest}`, 'mapping.yaml', LOANS);
}

/** Members of one loan beside its id, which is in the path. */
const RENEWAL = '<loan><loanId>7</loanId><weeks>2</weeks><note>A</note></loan>';

test.each(['[]', '{ request: "*" }'])(
  'nothing but one object is left: the body has its other members, with unwrap: %s',
  (unwrap) => {
    const table = `rest: { unwrap: ${unwrap} }\nrules:\n  - PUT /loans/{loanId}: renewLoan\n    headers: { X-Session-Id: "{sessionId}" }\n`;
    const rest =
      '{ request: { line: PUT /loans/7, headers: { X-Session-Id: s }, body: { weeks: 2, note: A } }, response: { body: { ok: true } } }';
    const soap = `{ request: '<renewLoan xmlns="urn:small"><sessionId>s</sessionId>${RENEWAL}</renewLoan>', response: '<renewLoanResponse xmlns="urn:small"><ok>true</ok></renewLoanResponse>' }`;
    const cases = parseCases(`- { name: one, rest: ${rest}, soap: ${soap} }`, 'case');
    expect(runCases(loans(table), cases)[0].problems).toEqual([]);
  },
);

test.each([
  ['PUT /loans/{loanId}: sendLoan', /"loanId" is a member of "loan", .* no place for its weeks, note, desk/],
  ['POST /loans/{loanId}/{deskId}: moveLoan', /"loanId" is a member of "loan", .* no place for its weeks, note, desk/],
])('a body that would lose members of an object is refused: %s', (row, problem) => {
  expect(() => loans(`rules:\n  - ${row}\n`)).toThrow(problem);
});

test('a question needs no place for what its line does not name', () => {
  expect(() => loans('rules:\n  - GET /loans/{loanId}?weeks: sendLoan\n    safe: true\n')).not.toThrow();
});

test('a variable that two objects have is refused', () => {
  const line = 'GET /books?title: mixBooks';
  expect(() => bookProblems(line, '[]', '[]')).toThrow(/"mixBooks" has no member "title"/);
});

/** One operation: a parcel, perhaps with a flag beside it. */
function parcelsOf(name: string, hasFlag: boolean) {
  const flag = hasFlag ? '<xs:element name="testOnly" type="xs:boolean" minOccurs="0"/>' : '';
  const message = (suffix: string) =>
    `<message name="${name}${suffix}"><part name="p" element="t:${name}${suffix}"/></message>`;
  const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="https://example.com/p" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="https://example.com/p"><types><xs:schema targetNamespace="https://example.com/p" elementFormDefault="qualified">
    <xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="parcel"><xs:complexType><xs:sequence>
      <xs:element name="sender" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
      ${flag}</xs:sequence></xs:complexType></xs:element>
    <xs:element name="${name}Response"><xs:complexType/></xs:element></xs:schema></types>${message('')}${message('Response')}
    <portType name="P"><operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="${name}">
      <soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
  return loadContract(join(temp({ 'p.wsdl': text }), 'p.wsdl'));
}

/** The contract of the weather, with a forecast request around the ZIP. */
const wrapped = () =>
  loadContract(
    join(
      temp({
        'weather.wsdl': readFileSync(join(import.meta.dirname, '../init/contracts/weather/weather.wsdl'), 'utf8')
          .replace(
            /(name="GetCityForecastByZIP">.*?<s:element minOccurs="0" name=)"ZIP" type="s:string"/,
            '$1"ForecastRequest" type="tns:ForecastRequest"',
          )
          .replace(
            '<s:element name="GetWeather">',
            `<s:complexType name="ForecastRequest"><s:sequence><s:element name="ZIP" type="s:string"/><s:element minOccurs="0" name="days" type="s:int"/>
           </s:sequence></s:complexType>$&`,
          ),
      }),
      'weather.wsdl',
    ),
  );

test.each([
  ['GET /forecasts/{zip}?days', 'GET /forecasts/12345?days=3', '', '<ZIP>12345</ZIP><days>3</days>'],
  ['GET /forecasts/{zip}?days', 'GET /forecasts/12345', '', '<ZIP>12345</ZIP>'],
  ['PUT /forecasts/{zip}', 'PUT /forecasts/12345', ', body: { days: 3 }', '<ZIP>12345</ZIP><days>3</days>'],
  [
    'POST /forecasts',
    'POST /forecasts',
    ', body: { ForecastRequest: { ZIP: "12345" } }',
    '<ForecastRequest><ZIP>12345</ZIP></ForecastRequest>',
  ],
])('%s: variables go to the members of an only member', async (rule, line, body, inner) => {
  const content = inner.startsWith('<F') ? inner : `<ForecastRequest>${inner}</ForecastRequest>`;
  const soap = `<GetCityForecastByZIP xmlns="${NS}">${content}</GetCityForecastByZIP>`;
  const text = `- name: one
  rest: { request: { line: "${line}"${body} }, response: { body: {} } }
  soap: { request: '${soap}', response: '<GetCityForecastByZIPResponse xmlns="${NS}"/>' }
`;
  const mapping = mappingOf(await wrapped(), `rules:\n  - ${rule}: GetCityForecastByZIP\n`);
  expect(runCases(mapping, parseCases(text, 'case'))[0].problems).toEqual([]);
});

test('a variable that is in neither is an error that names the request element', async () => {
  const contract = await wrapped();
  expect(() => mappingOf(contract, 'rules:\n  - GET /forecasts/{city}: GetCityForecastByZIP\n')).toThrow(
    '"GetCityForecastByZIP" has no member "city"',
  );
});

test('a first table finds queries inside of an only member', async () => {
  const { choices, mapping } = await firstTable(await wrapped(), { contract: 'weather.wsdl' });
  const { route, reason } = choices.find(({ listed }) => listed.operation.name === 'GetCityForecastByZIP')!;
  expect([route?.path, route?.query, reason]).toEqual([
    '/city-forecast',
    ['zip', 'days'],
    '"get" is GET; 2 inputs in the query',
  ]);
  const rule = mapping.rules.find(({ id }) => id === 'GetCityForecastByZIP')!;
  const [outcome] = runCases(mapping, parseCases(stubCase(mapping, rule)!, 'case'));
  expect(outcome.problems).toEqual([]);
});

test('port: chooses among operations of one name', () => {
  const { name } = ports.operations.find((op) => new Set(portsOf(op.name)).size > 1)!;
  const ruleFor = (port: string) =>
    compileMapping(`soapstone: 2\nrules:\n  - POST /one: ${name}\n    port: ${port}\n`, 'mapping.yaml', ports);
  for (const port of portsOf(name)) expect(ruleFor(port).rules[0].operation.port).toBe(port);
  expect(() => ruleFor('Nowhere')).toThrow('no port "Nowhere"');
});

function portsOf(name: string): string[] {
  return ports.operations.filter((op) => op.name === name).map(({ port }) => port);
}

test('"*": a rule for each operation that no other row names', () => {
  const rules = 'rules:\n  - GET /parcels/{id}: GetParcel\n  - POST /all/<operation>: "*"\n    timeout: 5s\n';
  const mapping = mappingOf(parcels, rules);
  const lines = mapping.rules.map(({ request: { rest } }) => `${rest.method} ${rest.template}`);
  expect(lines).toEqual([
    'GET /parcels/{id}',
    'POST /all/CreateParcel',
    'POST /all/FindParcels',
    'POST /all/TrackParcel',
    'POST /all/PrintLabel',
  ]);
  expect(mapping.rules.map(({ timeout }) => timeout)).toEqual([undefined, 5000, 5000, 5000, 5000]);
});

test('"*" without <operation> is no operation', () => {
  expect(problemsOf(parcels, 'rules:\n  - POST /x: "*"\n')).toEqual([expect.stringContaining('no operation "*"')]);
});

test.each([
  ['POST /hits', 'POST /hits', '{ Search: tea, Options: { exact: true } }'],
  ['POST /hits/{search}', 'POST /hits/tea', '{ Options: { exact: true } }'],
])('several body parts are variables of the line or members of the body: %s', (line, request, body) => {
  const xmlns = 'xmlns="urn:example:several-body-parts"';
  const text = `- name: one
  rest: { request: { line: ${request}, body: ${body} }, response: { status: 200, body: { Hits: { hit: [ a ] }, Total: 1 } } }
  soap:
    request: [ '<Search ${xmlns}>tea</Search>', '<Options ${xmlns}><exact>true</exact></Options>' ]
    response: [ '<Hits ${xmlns}><hit>a</hit></Hits>', '<Total ${xmlns}>1</Total>' ]`;
  const table = `soapstone: 2\ncontract: c\nrules:\n  - ${line}: Search\n`;
  expect(runCases(compileMapping(table, 'm', parts), parseCases(text, 'case'))[0].problems).toEqual([]);
});

test.each([
  ['GET /hits?search: Search', 'the line has no variable for Options'],
  ['POST /hits?serch: Search', '"Search" has no body part "serch"'],
])('parts that a line cannot have are problems: %s', (row, message) => {
  const load = () => compileMapping(`soapstone: 2\ncontract: c\nrules:\n  - ${row}\n`, 'm', parts);
  expect(load).toThrow(message);
});
