// Names in another letter case for all types: the structure of SOAP 1.2 faults and of header blocks has no part in it, in both directions.
import { describe, expect, test } from 'vitest';
import { startGate, startPeer } from '../auth/notes.ts';
import { faultOf } from '../binding/soap/front/front-scene.ts';
import { envelope, fault12, typeOf } from '../binding/soap/responses.ts';
import { call } from './http-client.ts';
import { temp } from './temp.ts';

const parts = (name: string) => `<message name="${name}"><part name="p" element="t:${name}"/></message>`;
const wsdl = `<definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    ${element('Get', '<xs:element name="Number" type="xs:int"/>')}
    ${element('GetResponse', '<xs:element name="Owner" type="xs:string"/>')}
    ${element('Missing', '<xs:element name="LastSeen" type="xs:string"/>')}
  </xs:schema></types>
  ${['Get', 'GetResponse', 'Missing'].map(parts).join('')}
  <portType name="P"><operation name="Get"><input message="t:Get"/><output message="t:GetResponse"/><fault name="f" message="t:Missing"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Get"><soap:operation soapAction="get"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
      <fault name="f"><soap:fault name="f" use="literal"/></fault></operation></binding>
  <service name="S"><port name="A" binding="t:B"><soap:address location="http://127.0.0.1/soap"/></port></service>
</definitions>`;

function element(name: string, content: string): string {
  return `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
}

const table = `soapstone: 2
contract: t.wsdl
namespaces: { t: "urn:t" }
types: { "*": { rename: { "*": camel } } }
responses:
  - { soap: { fault: t:Missing }, rest: { status: 404, code: MISSING } }
  - { soap: { subcode: t:Busy }, rest: { status: 429, code: BUSY } }
rules:
  - id: get
    rest: { request: "GET /accounts/{id}", response: { headers: { X-Quota: "{quota?}" }, body: "{account}" } }
    soap:
      headers: { "{urn:v}Session": { User: "{id}" } }
      responseHeaders: { "{urn:v}Quota": { Left: "{quota?}" } }
      request: { Get: { Number: "{id}" } }
      response: { GetResponse: "{account}" }
`;
const mapping = () => temp({ 'mapping.yaml': table, 't.wsdl': wsdl });

describe('REST in front', () => {
  async function problemFor(fault: string) {
    const headers = { 'content-type': typeOf('1.2') };
    const peer = await startPeer(() => ({ status: 500, headers, body: envelope('1.2', fault) }));
    const { get } = await startGate(peer.origin, { mapping: mapping() });
    const { status, text } = await get('/accounts/7');
    return { status, ...JSON.parse(text) };
  }

  test('a declared fault has its row, and its members their new names', async () => {
    const detail = '<t:Missing xmlns:t="urn:t"><t:LastSeen>May</t:LastSeen></t:Missing>';
    expect(await problemFor(fault12('e:Sender', detail))).toMatchObject({
      status: 404,
      code: 'MISSING',
      data: { lastSeen: 'May' },
    });
  });

  test('a subcode has its row', async () => {
    const subcode = '<e:Subcode><e:Value xmlns:b="urn:t">b:Busy</e:Value></e:Subcode>';
    expect(await problemFor(fault12('e:Sender', '', subcode))).toMatchObject({ status: 429, code: 'BUSY' });
  });

  test('an undeclared fault keeps code and reason', async () => {
    expect(await problemFor(fault12('e:Sender'))).toMatchObject({
      detail: 'No such book',
      fault: { code: 'Sender' },
    });
  });

  test('header blocks that no contract declares keep their names', async () => {
    const header = '<v:Quota xmlns:v="urn:v"><v:Left>3</v:Left></v:Quota>';
    const body = '<GetResponse xmlns="urn:t"><Owner>Ada</Owner></GetResponse>';
    const headers = { 'content-type': typeOf('1.2') };
    const peer = await startPeer(() => ({ headers, body: envelope('1.2', body, header) }));
    const { get } = await startGate(peer.origin, { mapping: mapping() });
    const { headers: fields, text } = await get('/accounts/7');
    expect([fields['x-quota'], text]).toEqual(['3', '{"owner":"Ada"}']);
    expect(peer.heard[0].body).toMatch(/<(\w+):Session[^>]*><\1:User>7</);
  });
});

describe('SOAP in front', () => {
  async function faultFor(status: number, code: string, data?: unknown) {
    const headers = { 'content-type': 'application/problem+json' };
    const peer = await startPeer(() => ({ status, headers, body: JSON.stringify({ code, title: 'No', data }) }));
    const gate = await startGate(peer.origin.replace('/notes', ''), { mapping: mapping(), present: 'soap' });
    const body = envelope('1.2', '<Get xmlns="urn:t"><Number>7</Number></Get>');
    const got = await call(gate.port, '/soap', { method: 'POST', headers: { 'content-type': typeOf('1.2') }, body });
    return { ...faultOf(got.text), text: got.text };
  }

  test('a row makes the declared fault', async () => {
    const fault = await faultFor(404, 'MISSING', { lastSeen: 'May' });
    expect(fault).toMatchObject({ code: 'Sender', reason: 'No' });
    expect(fault.text).toMatch(/<(\w+):Missing[^>]*><\1:LastSeen>May</);
  });

  test('a row makes the subcode', async () => {
    expect(await faultFor(429, 'BUSY')).toMatchObject({ code: 'Sender', subcodes: ['{urn:t}Busy'], reason: 'No' });
  });

  test('every other failure is a fault too', async () => {
    expect(await faultFor(503, 'DOWN')).toMatchObject({
      code: 'Receiver',
      reason: expect.stringContaining('UPSTREAM_FAULT'),
    });
  });
});
