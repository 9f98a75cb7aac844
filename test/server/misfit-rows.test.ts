// Requests that do not fit the contract: fault rows with a detail are about them too, for any table.
import { expect, test } from 'vitest';
import { startGate } from '../auth/notes.ts';
import { faultOf } from '../binding/soap/front/front-scene.ts';
import { envelope, typeOf } from '../binding/soap/responses.ts';
import { call } from './http-client.ts';
import { temp } from './temp.ts';

type Style = 'document' | 'rpc';
type Members = Readonly<Record<string, string>>;

const MESSAGES: Readonly<Record<string, Members>> = {
  Get: { number: 'xs:int' },
  GetResponse: { owner: 'xs:string', failure: 'xs:string' },
  Invalid: { code: 'xs:string', reason: 'xs:string' },
  Session: { user: 'xs:int' },
};
const IN_PARTS = /^Get/;

function element([name, members]: [string, Members]): string {
  const content = Object.entries(members).map(
    ([member, type]) => `<xs:element name="${member}" type="${type}" minOccurs="${type === 'xs:string' ? 0 : 1}"/>`,
  );
  return `<xs:element name="${name}"><xs:complexType><xs:sequence>${content.join('')}</xs:sequence></xs:complexType></xs:element>`;
}

function message([name, members]: [string, Members], style: Style): string {
  const parts =
    style === 'rpc' && IN_PARTS.test(name)
      ? Object.entries(members).map(([member, type]) => `<part name="${member}" type="${type}"/>`)
      : [`<part name="p" element="t:${name}"/>`];
  return `<message name="${name}">${parts.join('')}</message>`;
}

function wsdl(style: Style): string {
  const body = `<soap:body use="literal"${style === 'rpc' ? ' namespace="urn:t"' : ''}/>`;
  const messages = Object.entries(MESSAGES);
  return `<definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
      xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
    <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${messages.map(element).join('')}</xs:schema></types>
    ${messages.map((one) => message(one, style)).join('')}
    <portType name="P"><operation name="Get"><input message="t:Get"/><output message="t:GetResponse"/><fault name="f" message="t:Invalid"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Get"><soap:operation soapAction="get"/>
        <input>${body}<soap:header message="t:Session" part="p" use="literal"/></input><output>${body}</output>
        <fault name="f"><soap:fault name="f" use="literal"/></fault></operation></binding>
    <service name="S"><port name="A" binding="t:B"><soap:address location="http://127.0.0.1/soap"/></port></service>
  </definitions>`;
}

const table = (row: string) => `soapstone: 2
contract: t.wsdl
namespaces: { t: "urn:t" }
responses:
  - ${row}
rules:
  - id: get
    rest: { request: "GET /accounts/{id}?user={user}", response: { body: { owner: "{owner?}", failure: "{failure?}" } } }
    soap:
      headers: { t:Session: { user: "{user}" } }
      request: { Get: { number: "{id}" } }
      response: { GetResponse: { owner: "{owner?}", failure: "{failure?}" } }
`;

const DECLARED = 'soap: { fault: t:Invalid, detail: { code: "{code}", reason: "{why}" } }';
const ROW = `{ ${DECLARED}, rest: { status: 4XX, code: "{code}", detail: "{why}" } }`;
const BODY = '<Get xmlns="urn:t"><number>seven</number></Get>';
const HEADER = '<Session xmlns="urn:t"><user>1</user></Session>';

interface Request {
  readonly style?: Style;
  readonly body?: string;
  readonly header?: string;
}

async function answer(row: string, { style = 'document', body = BODY, header = HEADER }: Request = {}) {
  const mapping = temp({ 'mapping.yaml': table(row), 't.wsdl': wsdl(style) });
  const gate = await startGate('http://127.0.0.1:1', { mapping, present: 'soap' });
  const headers = { 'content-type': typeOf('1.2') };
  return call(gate.port, '/soap', { method: 'POST', headers, body: envelope('1.2', body, header) });
}

const PLACE = "'seven' is not a value of xs:int \\(at Envelope/Body/Get/number, line 1, column \\d+\\)";

test.each([
  ['its code', `{ ${DECLARED}, rest: { status: 422, code: "{code}", detail: "{why}" } }`, 'CODEC_TYPE'],
  ['its status', `{ ${DECLARED.replace('{code}', 'X')}, rest: { status: 4XX, detail: "{why}" } }`, 'X'],
])('a row about %s makes a declared fault, with the place of the value', async (_, row, code) => {
  const { status, text } = await answer(row);
  expect([status, faultOf(text)]).toEqual([400, expect.objectContaining({ code: 'Sender', subcodes: [] })]);
  expect(text).toMatch(new RegExp(`<(\\w+):Invalid[^>]*><\\1:code>${code}</.*<\\1:reason>${PLACE}</`));
});

test('rpc style keeps its subcode', async () => {
  const body = '<t:Get xmlns:t="urn:t"><number>seven</number></t:Get>';
  const { text } = await answer(ROW, { style: 'rpc', body });
  expect(faultOf(text)).toMatchObject({ subcodes: ['{http://www.w3.org/2003/05/soap-rpc}BadArguments'] });
  expect(text).toContain(':Invalid');
});

test.each([
  ['no row is about it', `{ ${DECLARED}, rest: { status: 404, code: GONE, detail: "{why}" } }`, {}],
  ['the row makes a response', `{ soap: { response: { "*": { failure: "Invalid" } } }, rest: { status: 4XX } }`, {}],
  ['the row has no detail', '{ soap: { code: Server, reason: "no" }, rest: { status: 4XX } }', {}],
  ['it is about a header block', ROW, { header: HEADER.replace('1', 'x'), body: BODY.replace('seven', '7') }],
  ['a header block is not understood', ROW, { header: `${HEADER}<v:V xmlns:v="urn:v" e:mustUnderstand="true"/>` }],
  ['the operation is not known', ROW, { body: '<Put xmlns="urn:t"/>' }],
])("SOAP's own words stay where %s", async (_, row, request) => {
  const { status, text } = await answer(row, request);
  expect(status).toBeGreaterThanOrEqual(400);
  const { reason } = faultOf(text);
  expect([reason, text]).toEqual([expect.not.stringMatching(/^no$/), expect.not.stringMatching(/Invalid/)]);
});
