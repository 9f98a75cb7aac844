// A document/literal contract for the processing model of SOAP: echoes in headers and bodies, like the collection of tests that W3C made
// for SOAP 1.2 asks for them. The REST side is made up.

import { loadContractFrom } from '../../../../src/contract/load.ts';
import { Fault } from '../../../../src/fault/fault.ts';
import { compileMapping } from '../../../../src/mapping/compile.ts';
import type { Mapping } from '../../../../src/mapping/model/mapping.ts';
import type { Answer } from './front-scene.ts';

export const ECHO_NS = 'http://example.org/ts-tests';

const texts = ['echoOk', 'responseOk', 'requiredHeader', 'echoHeaderResponse', 'validateCountryCode'];
const empties = ['returnVoid', 'returnVoidResponse', 'echoHeader'];
const elements = [...texts, ...empties, 'echoResolvedRef', 'responseResolvedRef'];
const none = '<xs:complexType/>';
const reference =
  '<xs:complexType><xs:sequence><xs:any maxOccurs="unbounded" processContents="lax"/></xs:sequence></xs:complexType>';

export const echoWsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${ECHO_NS}"
  xmlns:s="http://schemas.xmlsoap.org/wsdl/soap12/" targetNamespace="${ECHO_NS}">
<types><xs:schema targetNamespace="${ECHO_NS}" elementFormDefault="qualified">
  ${texts.map((name) => `<xs:element name="${name}" type="xs:string"/>`).join('')}
  ${empties.map((name) => `<xs:element name="${name}">${none}</xs:element>`).join('')}
  <xs:element name="echoResolvedRef">${reference}</xs:element>
  <xs:element name="responseResolvedRef" type="xs:string"/>
</xs:schema></types>
<message name="nothing"/>
${['', 'InHeader'].flatMap((where) => elements.map((name) => `<message name="${name}${where}"><part name="p" element="t:${name}"/></message>`)).join('')}
<portType name="Echo">
  <operation name="emptyBody"><input message="t:nothing"/><output message="t:nothing"/></operation>
  <operation name="echoOk"><input message="t:echoOk"/><output message="t:responseOk"/></operation>
  <operation name="returnVoid"><input message="t:returnVoid"/><output message="t:returnVoidResponse"/></operation>
  <operation name="echoHeader"><input message="t:echoHeader"/><output message="t:echoHeaderResponse"/></operation>
</portType>
<binding name="Echo" type="t:Echo"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${operation('emptyBody', ['echoOk', 'validateCountryCode', 'echoResolvedRef'], ['responseOk', 'responseResolvedRef'])}
  ${operation('echoOk', ['echoOk'], ['responseOk'])}${operation('returnVoid', [], [])}${operation('echoHeader', ['requiredHeader'], [])}
</binding>
<service name="Echo"><port name="Echo" binding="t:Echo"><s:address location="http://127.0.0.1/echo"/></port></service></definitions>`;

function operation(name: string, inputs: readonly string[], outputs: readonly string[]): string {
  const header = (element: string) => `<s:header message="t:${element}InHeader" part="p" use="literal"/>`;
  const side = (tag: string, blocks: readonly string[]) =>
    `<${tag}><s:body use="literal"/>${blocks.map(header).join('')}</${tag}>`;
  return `<operation name="${name}"><s:operation soapAction=""/>${side('input', inputs)}${side('output', outputs)}</operation>`;
}

const table = `soapstone: 2
namespaces: { t: "${ECHO_NS}" }
rules:
  - id: empty
    rest:
      request: { line: POST /empty, body: { ok: "{ok?}", country: "{country?}", ref: "{ref?}" } }
      response: { status: 200, body: { ok: "{back?}", ref: "{resolved?}" } }
    soap:
      operation: emptyBody
      headers: { t:echoOk: "{ok}", t:validateCountryCode: "{country}", t:echoResolvedRef: "{ref}" }
      responseHeaders: { t:responseOk: "{back}", t:responseResolvedRef: "{resolved}" }
  - id: ok
    rest:
      request: { line: POST /ok, body: { body: "{body}", header: "{header?}" } }
      response: { status: 200, body: { body: "{echoed}", header: "{back?}" } }
    soap:
      headers: { t:echoOk: "{header}" }
      request: { t:echoOk: "{body}" }
      responseHeaders: { t:responseOk: "{back}" }
      response: { t:responseOk: "{echoed}" }
  - id: void
    rest: { request: POST /void, response: { status: 204 } }
    soap: { request: { t:returnVoid: {} }, response: { t:returnVoidResponse: {} } }
  - id: header
    rest: { request: { line: POST /header, body: { required: "{required?}" } }, response: { status: 200, body: { header: "{header}" } } }
    soap: { headers: { t:requiredHeader: "{required}" }, request: { t:echoHeader: {} }, response: { t:echoHeaderResponse: "{header}" } }
`;

export function echoMapping(): Mapping {
  const contract = loadContractFrom(new Map([['echo.wsdl', Buffer.from(echoWsdl)]]), 'echo.wsdl');
  return compileMapping(table, 'mapping.yaml', contract);
}

/** What a REST service would say. */
export const echo: Answer = ({ rule, values }) => {
  const text = (name: string) => (values[name] === undefined ? undefined : JSON.parse(values[name]));
  if (text('country') !== undefined && !/^[A-Z]{2}$/.test(text('country')))
    throw new Fault({ status: 400, code: 'BAD_COUNTRY', title: 'Not a valid country code' });
  if (rule === 'empty') return { back: text('ok'), resolved: values.ref && 'http://example.org/today/new.xml' };
  if (rule === 'ok') return { echoed: text('body'), back: text('header') };
  return rule === 'header' ? { header: text('required') ?? '' } : {};
};
