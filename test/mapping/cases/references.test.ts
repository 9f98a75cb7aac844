// Cases whose SOAP response has values once and refers to them, as PHP writes it: read as the gateway reads it of a service.
import { expect, test } from 'vitest';
import { folderOutcomes } from '../../../src/case-runner/case-runner.ts';
import { temp } from '../../server/temp.ts';

const WSDL = `<definitions targetNamespace="urn:p" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:p="urn:p"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:p">
    <xs:complexType name="Office"><xs:sequence><xs:element name="city" type="xs:string"/></xs:sequence></xs:complexType>
    <xs:element name="Get"><xs:complexType><xs:sequence><xs:element name="at" type="p:Office" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="GetResponse"><xs:complexType><xs:sequence><xs:element name="office" type="p:Office" maxOccurs="3"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="In"><part name="p" element="p:Get"/></message><message name="Out"><part name="p" element="p:GetResponse"/></message>
  <portType name="T"><operation name="Get"><input message="p:In"/><output message="p:Out"/></operation></portType>
  <binding name="B" type="p:T"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Get"><soap:operation soapAction="g"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="p:B"><soap:address location="http://localhost/p"/></port></service>
</definitions>`;

async function problemsOf(response: string, cities: readonly string[]) {
  const body = JSON.stringify({ office: cities.map((city) => ({ city })) });
  const folder = temp({
    'p.wsdl': WSDL,
    'mapping.yaml': `soapstone: 2
contract: p.wsdl
rules:
  - id: get
    rest: { request: { line: "GET /offices" }, response: { body: "{all}" } }
    soap: { request: { Get: {} }, response: { GetResponse: "{all}" } }
`,
    'cases/get.yaml': `name: get
rest: { request: "GET /offices", response: { status: 200, body: ${body} } }
soap:
  request: '<p:Get xmlns:p="urn:p"/>'
  response: '<p:GetResponse xmlns:p="urn:p">${response}</p:GetResponse>'
`,
  });
  const [outcome] = await folderOutcomes(folder, {});
  return outcome.problems;
}

const ONCE = '<office id="ref1"><city>Oslo</city></office>';

test('the value stands in the place of each reference, in both directions', async () => {
  expect(await problemsOf(`${ONCE}<office href="#ref1"/>`, ['Oslo', 'Oslo'])).toEqual([]);
  expect(await problemsOf(`${ONCE}<office href="#ref1"/>`, ['Oslo', 'Rome'])).not.toEqual([]);
});

test('a reference to nothing is a mistake of the case', async () => {
  const problems = await problemsOf(`${ONCE}<office href="#ref2"/>`, ['Oslo', 'Oslo']);
  expect(problems.join()).toContain('no element of the message has the id of the reference');
});
