// Failures that a constant attribute tells, beside a text of any value: `<Error Code="284">No room</Error>`.
import { expect, it } from 'vitest';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { parseCases } from '../../../src/mapping/cases/cases.ts';
import { runCases } from '../../../src/mapping/cases/run-cases.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';

const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:rooms"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:rooms">
  <types><xs:schema targetNamespace="urn:rooms" elementFormDefault="qualified">
    <xs:element name="Book"><xs:complexType><xs:sequence><xs:element name="id" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="BookResponse"><xs:complexType><xs:sequence>
      <xs:element name="ref" type="xs:string" minOccurs="0"/>
      <xs:element name="Errors" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="Error" maxOccurs="unbounded"><xs:complexType><xs:simpleContent><xs:extension base="xs:string">
          <xs:attribute name="Code" type="xs:string"/>
        </xs:extension></xs:simpleContent></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Book"/></message><message name="out"><part name="p" element="t:BookResponse"/></message>
  <portType name="Rooms"><operation name="Book"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="Rooms" type="t:Rooms"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Book"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Rooms"><port name="Rooms" binding="t:Rooms"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

const contract = loadContractFrom(new Map([['rooms.wsdl', Buffer.from(wsdl)]]));

/** What is wrong with the case that this response is `expected`. */
function wrong(error: string, result: string, expected: string): readonly string[] {
  const table = `soapstone: 2
only: rest-to-soap
responses:
  - soap: { response: { "*": { ref: "{ref?}", Errors: { Error: [ { "@Code": "284", $value: "${error}" } ] } } }, first: true }
    rest: { status: 404, code: NO_ROOM, detail: "{why?}" }
rules:
  - POST /books: Book -> 201
`;
  const rest = `{ request: { line: POST /books, body: { id: "1" } }, response: ${expected} }`;
  const soap = `
  request: <Book xmlns="urn:rooms"><id>1</id></Book>
  response: '<BookResponse xmlns="urn:rooms">${result}</BookResponse>'`;
  const cases = parseCases(`rest: ${rest}\nsoap:${soap}\n`, 'cases.yaml');
  return runCases(compileMapping(table, 'mapping.yaml', contract), cases)[0].problems;
}

const failed = (detail: string) => `{ status: 404, body: { code: NO_ROOM${detail} } }`;
const booked = '<ref>R1</ref>';

it.each(['{why?}', '{why}', '{why!}'])('with %s a response without the error is a success', (error) => {
  expect(wrong(error, booked, '{ status: 201, body: { ref: R1 } }')).toEqual([]);
});

it.each(['{why?}', '{why}', '{why!}'])('with %s the code tells the failure', (error) => {
  const errors = (code: number, text: string) => `<Errors><Error Code="${code}">${text}</Error></Errors>`;
  expect(wrong(error, errors(284, 'No room'), failed(', detail: No room'))).toEqual([]);
  expect(wrong(error, booked + errors(284, 'No room'), failed(', detail: No room'))).toEqual([]);
  const other = '{ status: 201, body: { errors: { error: [ { "@Code": "1", $value: Late } ] } } }';
  expect(wrong(error, errors(1, 'Late'), other.replace('errors: { error', 'Errors: { Error'))).toEqual([]);
});

it('the text may be empty', () => {
  expect(wrong('{why?}', '<Errors><Error Code="284"/></Errors>', failed(''))).toEqual([]);
});
