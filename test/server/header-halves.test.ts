// Some of the values of a header part, and not those that the contract requires beside them: in requests of REST clients, and in responses of REST services.
import { expect, test } from 'vitest';
import { startGate, startPeer } from '../auth/notes.ts';
import { bankMapping, contract } from './bank-mapping.ts';
import { call } from './http-client.ts';

const PART = `<xsd:element name="Context"><xsd:complexType><xsd:sequence>
  <xsd:element name="channel" type="xsd:string"/><xsd:element name="on" type="xsd:string"/><xsd:element name="id" type="xsd:int"/>
</xsd:sequence></xsd:complexType></xsd:element>`;
const header = '<soap:header message="bank:Context" part="Context" use="literal"/><soap:body use="literal"/>';
const wsdl = contract
  .replace('<xsd:element name="GetAccount">', `${PART}$&`)
  .replace('<portType', '<message name="Context"><part name="Context" element="bank:Context"/></message>$&')
  .replaceAll(/(<(?:in|out)put>)<soap:body use="literal"\/>/g, `$1${header}`);

const table = `soapstone: 2
contract: accounts.wsdl
tables: { days: { today: T, tomorrow: M } }
rules:
  - id: account
    rest:
      request: { line: "GET /accounts/{id}", headers: { X-Channel: "{channel?}", X-On: "{on?}", X-Id: "{context?}" } }
      response: { headers: { X-Channel: "{seen?}", X-On: "{day?}", X-Id: "{number?}" }, body: { account: "{account}" } }
    soap:
      headers: { Context: { channel: "{channel?}", on: "{on?|table(days)}", id: "{context?}" } }
      responseHeaders: { Context: { channel: "{seen?}", on: "{day?|table(days)}", id: "{number?}" } }
      request: { GetAccount: { accountId: "{id}" } }
      response: { GetAccountResponse: { account: "{account}" } }
`;
const mapping = () => bankMapping(table, { 'accounts.wsdl': wsdl });

test('a request is refused by the fields that it lacks, with a converter too', async () => {
  const { get } = await startGate('http://127.0.0.1:9/', { mapping: mapping() });
  const { status, text } = await get('/accounts/7', { 'x-channel': 'web' });
  const { detail, errors } = JSON.parse(text);
  const message = 'required beside X-Channel';
  expect({ status, detail, errors }).toEqual({
    status: 422,
    detail: `2 values are not valid; the first: X-On: ${message}`,
    errors: ['X-On', 'X-Id'].map((path) => ({ path, code: 'CODEC_MISSING', message })),
  });
});

test('a response is refused by the fields that it lacks', async () => {
  const account = { id: 7, owner: 'Ada', balance: 1, currency: 'EUR', opened: '2020-01-01', frozen: false };
  const headers = { 'content-type': 'application/json', 'x-on': 'today' };
  const peer = await startPeer(() => ({ headers, body: JSON.stringify({ account }) }));
  const { port } = await startGate(peer.origin.replace('/notes', ''), { mapping: mapping(), present: 'soap' });
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetAccount xmlns="https://example.com/bank"><accountId>7</accountId></GetAccount></s:Body></s:Envelope>`;
  const { text } = await call(port, '/accounts', { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
  expect(text).toContain(
    '<faultstring>the response cannot be shown: required beside X-On (at X-Channel)</faultstring>',
  );
});

test('a parameter of the query that another one requires is a wrong query', async () => {
  const inQuery = table
    .replace('GET /accounts/{id}"', 'GET /accounts/{id}?channel&on"')
    .replace('X-Channel: "{channel?}", X-On: "{on?}", ', '');
  const { get } = await startGate('http://127.0.0.1:9/', { mapping: bankMapping(inQuery, { 'accounts.wsdl': wsdl }) });
  const queryFault = JSON.parse((await get('/accounts/7?channel=web', { 'x-id': '4' })).text);
  const error = { path: '?on', code: 'BAD_QUERY', message: 'required beside ?channel and X-Id' };
  expect(queryFault).toMatchObject({ status: 400, code: 'BAD_QUERY', errors: [error] });
  const fault = JSON.parse((await get('/accounts/7?channel=web')).text);
  expect(fault).toMatchObject({ status: 422, code: 'CODEC_MISSING', errors: [{ path: '?on' }, { path: 'X-Id' }] });
});
