// Rows that a first table has as comments: `check` takes each without its `#`, in place of the rules that it names.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { parseCases } from '../../src/mapping/cases/cases.ts';
import { runCases } from '../../src/mapping/cases/run-cases.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { temp } from '../server/temp.ts';
import { smallContract } from './small-contract.ts';
import { uncommented } from './uncommented.ts';

const root = join(import.meta.dirname, '../..');

async function rowsOf(contract: Contract): Promise<number> {
  const { text } = await firstTable(contract, { contract: 'service.wsdl' });
  const { table, rows } = uncommented(text);
  expect(() => compileMapping(table, 'mapping.yaml', contract), table).not.toThrow();
  return rows;
}

const sequence = (inner: string) => `<xs:complexType><xs:sequence>${inner}</xs:sequence></xs:complexType>`;
const element = (name: string, type: string, more = '') => `<xs:element name="${name}" type="${type}"${more}/>`;
const MANY = ' minOccurs="0" maxOccurs="unbounded"';

/** A service whose elements have these members; the operations are those that have a response. `header`: an element, and the operation that takes it. */
function contractOf(elements: Readonly<Record<string, string>>, header?: readonly [string, string]): Promise<Contract> {
  const names = Object.keys(elements);
  const body = '<soap:body use="literal"/>';
  const head = header ? `<soap:header message="t:${header[0]}" part="p" use="literal"/>` : '';
  const operations = names.filter((name) => names.includes(`${name}Response`));
  const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:h" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:h">
    <types><xs:schema targetNamespace="urn:h" elementFormDefault="qualified">${Object.entries(elements)
      .map(([name, inner]) => `<xs:element name="${name}">${sequence(inner)}</xs:element>`)
      .join('')}</xs:schema></types>
    ${names.map((name) => `<message name="${name}"><part name="p" element="t:${name}"/></message>`).join('')}
    <portType name="Soap">${operations.map((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/></operation>`).join('')}</portType>
    <binding name="B" type="t:Soap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operations
      .map(
        (name) =>
          `<operation name="${name}"><soap:operation soapAction=""/><input>${body}${name === header?.[1] ? head : ''}</input><output>${body}</output></operation>`,
      )
      .join('')}</binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
  return loadContract(join(temp({ 'service.wsdl': text }), 'service.wsdl'));
}

/** `FindHotels(city, pageSize, currentPage)` answers a list in a holder, and `Book` a flag of success. */
function hotels(): Promise<Contract> {
  const hits = sequence(element('hotel', 'xs:string', MANY));
  return contractOf({
    FindHotels: ['city', 'pageSize', 'currentPage'].map((name) => element(name, 'xs:string')).join(''),
    FindHotelsResponse: `<xs:element name="FindHotelsResult">${sequence(`<xs:element name="hotels">${hits}</xs:element>${element('total', 'xs:int')}`)}</xs:element>`,
    ListRooms: element('offset', 'xs:int') + element('limit', 'xs:int'),
    ListRoomsResponse: element('room', 'xs:string', MANY),
    Book: element('hotel', 'xs:string'),
    BookResponse: element('success', 'xs:boolean') + element('message', 'xs:string', ' minOccurs="0"'),
  });
}

/** `query` and `queryAll` go on with `queryMore`; `create` takes a header part and answers a result for each record. */
function records(): Promise<Contract> {
  const value = (name: string) => element(name, 'xs:string');
  const page =
    element('done', 'xs:boolean') +
    element('queryLocator', 'xs:string', ' nillable="true"') +
    element('records', 'xs:string', MANY);
  const error = `<xs:element name="errors"${MANY}>${sequence(value('message') + value('statusCode'))}</xs:element>`;
  const saved = error + element('id', 'xs:string', ' nillable="true"') + element('success', 'xs:boolean');
  const result = (inner: string, more = '') => `<xs:element name="result"${more}>${sequence(inner)}</xs:element>`;
  const elements = {
    query: value('queryString'),
    queryResponse: result(page),
    queryAll: value('queryString'),
    queryAllResponse: result(page),
    queryMore: value('queryLocator'),
    queryMoreResponse: result(page),
    create: `<xs:element name="records"${MANY}>${sequence(value('name'))}</xs:element>`,
    createResponse: result(saved, MANY),
    Options: value('locale') + value('client'),
  };
  return contractOf(elements, ['Options', 'create']);
}

test('pages by a cursor where another operation alone takes a header part', async () => {
  const contract = await records();
  const { text } = await firstTable(contract, { contract: 'service.wsdl' });
  for (const name of ['query', 'queryAll'])
    expect(text).toContain(`# pages: one rule in place of those of ${name} and queryMore (soapstone docs `);
  expect(text).not.toContain('# pages?');
  expect(await rowsOf(contract)).toBe(3);
});

test('a list of results is 207; its row makes an error of the first failure', async () => {
  const contract = await records();
  const { text } = await firstTable(contract, { contract: 'service.wsdl' });
  expect(text).toContain('  - POST /records: create -> 207');
  expect(text).toContain('# look at the first result alone: they are for requests of one item.');
  const mapping = compileMapping(uncommented(text).table, 'mapping.yaml', contract);
  const failed = (success: boolean) => `
- name: create
  rule: create
  rest:
    request: { line: POST /records, body: [ { name: A } ] }
    response: ${success ? '{ status: 207, body: [ { id: "7", success: true } ] }' : '{ status: 422, problem: { code: TAKEN, detail: A is there } }'}
  soap:
    request: <create xmlns="urn:h"><records><name>A</name></records></create>
    response: <createResponse xmlns="urn:h"><result>${success ? '<id>7</id>' : '<errors><message>A is there</message><statusCode>TAKEN</statusCode></errors><id xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>'}<success>${success}</success></result></createResponse>
`;
  for (const success of [true, false]) {
    const [outcome] = runCases(mapping, parseCases(failed(success), 'case'));
    expect(outcome.problems).toEqual([]);
  }
});

test('a code is a hint of failures where its name or a text beside it says so', async () => {
  const codes = async (...names: string[]) => {
    const members = names.map((name) => element(name, 'xs:string')).join('');
    const contract = await contractOf({ GetWeather: element('city', 'xs:string'), GetWeatherResponse: members });
    return (await firstTable(contract, { contract: 'service.wsdl' })).text.includes('# failures inside');
  };
  expect(await codes('report', 'StatusCode')).toBe(false);
  expect(await codes('report', 'StatusCode', 'StatusMessage')).toBe(true);
  expect(await codes('report', 'ErrorCode')).toBe(true);
});

test('a save beside an update of the same book has the PUT, and the update is PATCH', async () => {
  const book = `<xs:element name="book">${sequence(element('bookId', 'xs:string') + element('title', 'xs:string'))}</xs:element>`;
  const contract = await contractOf({
    GetBook: element('bookId', 'xs:string'),
    GetBookResponse: book,
    UpdateBook: book,
    UpdateBookResponse: '',
    SaveBook: book,
    SaveBookResponse: '',
    ReplaceBook: book,
    ReplaceBookResponse: '',
  });
  const { text } = await firstTable(contract, { contract: 'service.wsdl' });
  expect(text.match(/- (.*Book)$/gm)).toEqual([
    '- GET /books/{bookId}: GetBook',
    '- PATCH /books/{bookId}: UpdateBook',
    '- PUT /books/{bookId}: SaveBook',
    '- POST /books/{bookId}/replace: ReplaceBook',
  ]);
});

test('pages by their number, and a flag of success', async () => {
  const contract = await hotels();
  const { text } = await firstTable(contract, { contract: 'hotels.wsdl' });
  expect(text).toContain('# pages: one rule in place of that of FindHotels (soapstone docs mapping#pages)');
  expect(text).toContain('response: { body: { items: "{items}", total: "{total}", hasMore: "{more}" } }');
  expect(text).toContain('total: "{total}" } } } }');
  expect(await rowsOf(contract)).toBe(2);
});

test('a row of failures keeps the code and the text of the service', async () => {
  const contract = smallContract({
    operations: [
      'bookTrip(city: string) -> success: boolean, errorCode?: string, errorMessage?: string, trip?: string',
      'cancelTrip(tripId: string) -> success: boolean, errorCode?: string, errorMessage?: string',
    ],
  });
  const { text } = await firstTable(contract, { contract: 'trips.wsdl' });
  const mapping = compileMapping(uncommented(text).table, 'mapping.yaml', contract);
  const failed = (code: string, detail: string) => `- name: failed
  rule: cancelTrip
  rest: { request: DELETE /trips/7, response: { status: 422, problem: { code: ${code}, detail: ${detail} } } }
  soap:
    request: <cancelTrip xmlns="urn:small"><tripId>7</tripId></cancelTrip>
    response: <cancelTripResponse xmlns="urn:small"><success>false</success><errorCode>LATE</errorCode><errorMessage>It has begun</errorMessage></cancelTripResponse>
`;
  const problems = (...reason: [string, string]) =>
    runCases(mapping, parseCases(failed(...reason), 'case')).flatMap((outcome) => outcome.problems);
  expect(problems('LATE', 'It has begun')).toEqual([]);
  expect(problems('LATE', 'Another reason')).toHaveLength(1);
  expect(problems('UPSTREAM_FAULT', 'It has begun')).toHaveLength(1);
});

test('pages by a cursor that the same operation takes', async () => {
  const contract = smallContract({
    operations: ['searchParcels(reference: string, cursor?: string, maxItems?: int) -> searchParcelsResult?: Page'],
    types: { Page: 'items?: Items, nextCursor?: string', Items: 'parcel?: Parcel[]', Parcel: 'parcelNo: string' },
  });
  const { text, replaced } = await firstTable(contract, { contract: 'parcels.wsdl' });
  expect(text).toContain('rest: { request: "GET /parcels?reference&limit={limit=100}&offset={offset=0}"');
  expect(text).toContain(
    'pages: { next: { request: { searchParcels: { reference: "{reference}", cursor: "{cursor}", maxItems: "{size}" } } } }',
  );
  expect(replaced).toEqual(['searchParcels']);
  expect(await rowsOf(contract)).toBe(1);
});

test('an offset and a limit that the contract requires have defaults, and a comment with pages', async () => {
  const { text } = await firstTable(await hotels(), { contract: 'hotels.wsdl' });
  expect(text).toMatch(/\n {2}- GET \/rooms\?offset=\{offset=0\}&limit=\{limit=20\}: ListRooms\n(?= +# pages: )/);
});

test('codes that the detail of a fault enumerates have rows of their own, and a password without one a comment', async () => {
  const statusOfCode = {
    INVALID_LOGIN: '401',
    INSUFFICIENT_ACCESS: '403',
    RECORD_NOT_FOUND: '404',
    INVALID_NEW_PASSWORD: '422',
    INVALID_OPERATION_WITH_EXPIRED_PASSWORD: '401',
    INVALID_API_KEY: '401',
    API_DISABLED_FOR_ORG: '403',
    DUPLICATE_VALUE: '409',
    REQUEST_LIMIT_EXCEEDED: '429',
    TOO_MANY_RECORDS: '422',
    SERVER_UNAVAILABLE: '503',
  };
  const codes = [...Object.keys(statusOfCode), 'INVALID_FIELD', 'UNKNOWN_EXCEPTION'];
  const values = codes.map((code) => `<xs:enumeration value="${code}"/>`).join('');
  const code = `<xs:element name="code"><xs:simpleType><xs:restriction base="xs:string">${values}</xs:restriction></xs:simpleType></xs:element>`;
  const element = (name: string, inner: string) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${inner}</xs:sequence></xs:complexType></xs:element>`;
  const faults = ['ApiFault', 'MalformedQueryFault', 'InvalidNewPasswordFault', 'InvalidApiKey'];
  const names = ['Open', 'OpenResponse', ...faults];
  const use = 'use="literal"';
  const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:f" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:f"><types><xs:schema targetNamespace="urn:f"
    elementFormDefault="qualified">${element('Open', '<xs:element name="password" type="xs:string"/>')}${element('OpenResponse', '')}${faults.map((name) => element(name, code)).join('')}</xs:schema></types>
    ${names.map((name) => `<message name="${name}"><part name="p" element="t:${name}"/></message>`).join('')}
    <portType name="P"><operation name="Open"><input message="t:Open"/><output message="t:OpenResponse"/>${faults.map((name) => `<fault name="${name}" message="t:${name}"/>`).join('')}</operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Open"><soap:operation soapAction=""/>
    <input><soap:body ${use}/></input><output><soap:body ${use}/></output>${faults.map((name) => `<fault name="${name}"><soap:fault name="${name}" ${use}/></fault>`).join('')}</operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
  const contract = await loadContract(join(temp({ 'api.wsdl': text }), 'api.wsdl'));
  const { text: table } = await firstTable(contract, { contract: 'api.wsdl' });
  // Its name says enough.
  expect(table).toMatch(/fault: "?\w+:MalformedQueryFault"? \}, rest: \{ status: 400 /);
  expect(table).not.toMatch(/MalformedQueryFault"?, detail/);
  expect(table).toMatch(/fault: "?\w+:InvalidNewPasswordFault"? \}, rest: \{ status: 422 /);
  expect(table).toMatch(/fault: "?\w+:InvalidApiKey"? \}, rest: \{ status: 401 /);
  const statuses = [...table.matchAll(/detail: \{ code: "(\w+)" \} \}, rest: \{ status: (\d+) /g)].map(
    ([, ...pair]) => pair,
  );
  expect(Object.fromEntries(statuses)).toEqual(statusOfCode);
  expect(table).not.toContain('# a wrong password');
});

test('of all contracts of this repository', async () => {
  const below = (folder: string, inner: string) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'schema')
      .map(({ name }) => join(root, folder, name, inner));
  const locations = [
    ...below('test/init/contracts', ''),
    ...below('test/fixtures/contracts', 'service.wsdl'),
    ...below('mappings', 'contract').filter((location) => !location.includes('business-records')),
  ];
  let rows = 0;
  for (const location of locations) rows += await rowsOf(await loadContract(location));
  expect(rows).toBeGreaterThan(3);
});

test('one block of failures is for all operations, wherever their flags stand', async () => {
  const contract = smallContract({
    operations: [
      'GetPatient(patientId: string) -> GetPatientResult: Outcome, Patient?: Patient',
      'ListPatients() -> ListPatientsResult: Outcome, Patient?: Patient[]',
      'MergePatients(first: string, second: string) -> MergePatientsResult: Outcome',
      'CheckPatient(patientId: string) -> CheckPatientResult: Deep, note?: string',
    ],
    types: {
      Outcome: 'Success: boolean, ErrorCode?: string',
      Deep: 'outcome: Outcome',
      Patient: 'mrn: string',
    },
  });
  const { text } = await firstTable(contract, { contract: 'pas.wsdl' });
  expect(text.slice(text.indexOf('\nrules:'))).not.toContain('responses');
  const mapping = compileMapping(uncommented(text).table, 'mapping.yaml', contract);
  const failure = '<Success>false</Success><ErrorCode>GONE</ErrorCode>';
  const failed = (rule: string, path: string, request: string, result: string) => `- name: ${rule}
  rule: ${rule}
  rest: { request: GET ${path}, response: { status: 422, problem: { code: GONE } } }
  soap:
    request: <${rule} xmlns="urn:small">${request}</${rule}>
    response: <${rule}Response xmlns="urn:small"><${rule}Result>${result}</${rule}Result></${rule}Response>
`;
  const cases = [
    failed('GetPatient', '/patients/7', '<patientId>7</patientId>', failure),
    failed('ListPatients', '/patients', '', failure),
    failed('CheckPatient', '/patients/7/check', '<patientId>7</patientId>', `<outcome>${failure}</outcome>`),
  ];
  const numbered = cases[0]
    .replace('problem: { code: GONE }', 'problem: { code: "3003", title: Unprocessable Entity }')
    .replace('>GONE<', '>3003<');
  for (const one of [...cases, numbered])
    expect(runCases(mapping, parseCases(one, 'case')).flatMap(({ problems }) => problems)).toEqual([]);
});

test('pages whose number and size stand in an object', async () => {
  const contract = smallContract({
    operations: ['searchPatients(ward?: string, paging?: Paging) -> patient?: string[], paging?: Paging'],
    types: { Paging: 'pageNumber: int, pageSize: int, totalRecords?: int' },
  });
  const { text } = await firstTable(contract, { contract: 'pas.wsdl' });
  expect(text).toContain('- GET /patients?ward&pageNumber&pageSize: searchPatients\n');
  expect(text).toContain('GET /patients?ward={ward?}&limit={limit=100}&offset={offset=0}');
  expect(text).toContain('paging: { pageNumber: "{page}", pageSize: "{size}" }');
  expect(text).toContain('paging: { totalRecords: "{total}" }');
  expect(text).toContain('totalRecords: "{total}", hasMore: "{more}"');
  expect(await rowsOf(contract)).toBe(1);
});

test.each([
  ['searchClaims(filter: Filter, paging: Paging) -> claim?: string[], total?: int', 'paging: {'],
  ['searchClaims(filter: Filter, pageNumber: int, pageSize: int) -> claim?: string[], total?: int', 'pageNumber: "'],
  [
    'searchClaims(filter: Filter, cursor?: string, maxItems?: int) -> claim?: string[], nextCursor?: string',
    'maxItems: "',
  ],
])('pages send the conditions that stand in an object too: %s', async (operation, after) => {
  const contract = smallContract({
    operations: [operation],
    types: { Filter: 'status: string, adjuster?: string', Paging: 'pageNumber: int, pageSize: int' },
  });
  const { text } = await firstTable(contract, { contract: 'c.wsdl' });
  expect(text).toContain('GET /claims?status&adjuster={adjuster?}&limit={limit=100}&offset={offset=0}');
  expect(text).toContain(`searchClaims: { filter: { status: "{status}", adjuster: "{adjuster}" }, ${after}`);
  expect(await rowsOf(contract)).toBe(1);
});

test('pages of a table in camelCase have members in camelCase', async () => {
  const contract = smallContract({
    operations: ['FindMeters(PageNumber: int, PageSize: int) -> Meter?: string[], TotalCount: int'],
  });
  const body = async (camelCase: boolean) =>
    /items: "\{items\}", (\w+)/.exec((await firstTable(contract, { contract: 'm.wsdl', camelCase })).text)?.[1];
  expect([await body(false), await body(true)]).toEqual(['TotalCount', 'totalCount']);
});
