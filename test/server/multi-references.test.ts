// A PHP service that writes an object once and refers to it (multi-references of SOAP 1.1 §5), where its contract is literal.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Fields } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { startPhpSharedValues } from '../peers/php.ts';
import { call } from './http-client.ts';
import { temp } from './temp.ts';

const WSDL = `<definitions name="People" targetNamespace="urn:people" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:p="urn:people"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <types><xsd:schema targetNamespace="urn:people" elementFormDefault="qualified">
    <xsd:complexType name="Office"><xsd:sequence><xsd:element name="city" type="xsd:string"/><xsd:element name="floor" type="xsd:int"/></xsd:sequence></xsd:complexType>
    <xsd:complexType name="Person"><xsd:sequence><xsd:element name="name" type="xsd:string"/><xsd:element name="office" type="p:Office"/>
      <xsd:element name="second" type="p:Office" minOccurs="0"/></xsd:sequence></xsd:complexType>
    <xsd:complexType name="People"><xsd:sequence><xsd:element name="person" type="p:Person" maxOccurs="unbounded"/></xsd:sequence></xsd:complexType>
    <xsd:element name="GetPeople"><xsd:complexType/></xsd:element>
    <xsd:element name="GetPeopleResponse" type="p:People"/>
  </xsd:schema></types>
  <message name="In"><part name="parameters" element="p:GetPeople"/></message>
  <message name="Out"><part name="parameters" element="p:GetPeopleResponse"/></message>
  <portType name="Port"><operation name="GetPeople"><input message="p:In"/><output message="p:Out"/></operation></portType>
  <binding name="B" type="p:Port"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="GetPeople"><soap:operation soapAction="urn:people#GetPeople"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="S"><port name="P" binding="p:B"><soap:address location="http://localhost/people"/></port></service>
</definitions>`;
/** rpc/literal: the result is one part. */
const RPC = WSDL.replace('<part name="parameters" element="p:GetPeople"/></message>', '</message>')
  .replace('<part name="parameters" element="p:GetPeopleResponse"/>', '<part name="people" type="p:People"/>')
  .replace('<soap:binding ', '<soap:binding style="rpc" ')
  .replaceAll('<soap:body use="literal"/>', '<soap:body use="literal" namespace="urn:people"/>');

async function open(wsdl: string, settings: object = {}, people = 3) {
  const folder = temp({
    'people.wsdl': wsdl,
    'mapping.yaml':
      'soapstone: 2\ncontract: people.wsdl\nnamespaces: { p: "urn:people" }\nrules:\n  - GET /people: GetPeople\n',
  });
  const peer = await startPhpSharedValues(join(folder, 'people.wsdl'), people);
  onTestFinished(() => peer.stop());
  const lines: Fields[] = [];
  const log = { write: (_: string, fields: Fields) => void lines.push(fields), droppedLines: 0, end: async () => true };
  const fixed = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', adminPort: '0', watch: '0', retries: '0' };
  const flags = { mapping: folder, ...fixed, upstream: `${peer.origin}/people`, name: 'people', ...settings };
  const server = await startServer(await loadSettings({ flags, environment: {}, cwd: folder }), log);
  onTestFinished(async () => void (await server.drain(0)));
  const get = async () => {
    const { status, text } = await call(server.port, '/people');
    return { status, body: JSON.parse(text) };
  };
  const drift = async () => {
    const { text } = await call(server.adminPort!, '/metrics');
    return text.split('\n').filter((line) => line.startsWith('soapstone_contract_drift_total{'));
  };
  return { get, drift, lines };
}

const office = { city: 'Oslo', floor: 4 };
const person = (i: number) => ({ name: `p${i}`, office, second: office });

test.each([
  ['document/literal', WSDL],
  ['rpc/literal', RPC],
])('%s: the value stands wherever the response refers to it', async (_style, wsdl) => {
  const { get, drift, lines } = await open(wsdl);
  const { status, body } = await get();
  expect(status, JSON.stringify(lines)).toBe(200);
  expect(body.people ?? body).toEqual({ person: [1, 2, 3].map(person) });
  expect(await drift()).toEqual([
    'soapstone_contract_drift_total{bridge="people",operation="GetPeople",kind="unknown"} 1',
    'soapstone_contract_drift_total{bridge="people",operation="GetPeople",kind="href"} 5',
  ]);
  await get();
  expect(lines.filter(({ operation }) => operation !== undefined)).toHaveLength(2);
});

test('where unknown content is an error, the log says which setting reads it', async () => {
  const { get, drift, lines } = await open(WSDL, { responseUnknown: 'error' });
  expect(await get()).toMatchObject({ status: 502, body: { code: 'UPSTREAM_BODY' } });
  expect(lines.find(({ code }) => code === 'UPSTREAM_BODY')?.reason).toMatch(/to accept it: responseUnknown: skip$/);
  expect(await drift()).toEqual([]);
});

test('a long list too', async () => {
  const { get } = await open(WSDL, {}, 5000);
  const { status, body } = await get();
  expect([status, body.person?.length, body.person?.at(-1)]).toEqual([200, 5000, person(5000)]);
});
