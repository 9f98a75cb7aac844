// A small contract in both SOAP versions and hand-made rules over it: what a mapping would hand to the back binding.

import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import type { Codec } from '../../../src/codec/model/codec.ts';
import type { Shape } from '../../../src/codec/model/shape.ts';
import { loadContractFrom } from '../../../src/contract/load.ts';
import type { Contract, Operation, SoapVersion } from '../../../src/contract/model/contract.ts';
import type { ElementDecl } from '../../../src/contract/model/model.ts';
import { Fault } from '../../../src/fault/fault.ts';
import type { Bindings, SoapPattern } from '../../../src/rule/pattern.ts';
import type { FaultResponse, Rule } from '../../../src/rule/rule.ts';

const NS = 'urn:shelf';

const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${NS}"
  xmlns:s11="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/" targetNamespace="${NS}">
<types><xs:schema targetNamespace="${NS}" elementFormDefault="qualified">
  <xs:element name="Session"><xs:complexType><xs:sequence><xs:element name="token" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Quota" type="xs:int"/>
  <xs:element name="GetBook"><xs:complexType><xs:sequence><xs:element name="id" type="xs:long"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="GetBookResponse"><xs:complexType><xs:sequence>
    <xs:element name="state" type="xs:string"/><xs:element name="book" type="t:Book" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="ListBooks"><xs:complexType/></xs:element>
  <xs:element name="ListBooksResponse"><xs:complexType><xs:sequence>
    <xs:element name="state" type="xs:string"/><xs:element name="books" type="t:Books"/><xs:element name="next" type="xs:string" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="Ping"><xs:complexType><xs:sequence><xs:element name="note" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="BookMissing"><xs:complexType><xs:sequence><xs:element name="id" type="xs:long"/></xs:sequence></xs:complexType></xs:element>
  <xs:complexType name="Book"><xs:sequence><xs:element name="title" type="xs:string"/><xs:element name="price" type="xs:decimal"/></xs:sequence></xs:complexType>
  <xs:complexType name="Books"><xs:sequence><xs:element name="book" type="t:Book" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
</xs:schema></types>
${messages('Session', 'Quota', 'GetBook', 'GetBookResponse', 'ListBooks', 'ListBooksResponse', 'Ping', 'BookMissing')}
<portType name="Shelf">
  <operation name="GetBook"><input message="t:GetBook"/><output message="t:GetBookResponse"/><fault name="f" message="t:BookMissing"/></operation>
  <operation name="ListBooks"><input message="t:ListBooks"/><output message="t:ListBooksResponse"/></operation>
  <operation name="Ping"><input message="t:Ping"/></operation>
</portType>
${binding('s11')}${binding('s12')}
<service name="Shelf">
  <port name="P11" binding="t:s11"><s11:address location="http://shelf.example/soap/shelf?v=1"/></port>
  <port name="P12" binding="t:s12"><s12:address location="http://shelf.example/soap12"/></port>
</service></definitions>`;

function messages(...elements: string[]): string {
  return elements.map((e) => `<message name="${e}"><part name="p" element="t:${e}"/></message>`).join('');
}

function binding(s: string): string {
  const headers = `<${s}:body use="literal"/><${s}:header message="t:Session" part="p" use="literal"/>`;
  const responseHeaders = `${headers}<${s}:header message="t:Quota" part="p" use="literal"/>`;
  const body = `<${s}:body use="literal"/>`;
  const fault = `<fault name="f"><${s}:fault name="f" use="literal"/></fault>`;
  return `<binding name="${s}" type="t:Shelf"><${s}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="GetBook"><${s}:operation soapAction="urn:shelf#get &quot;book&quot;"/><input>${headers}</input><output>${responseHeaders}</output>${fault}</operation>
    <operation name="ListBooks"><${s}:operation soapAction="urn:shelf#list"/><input>${body}</input><output>${body}</output></operation>
    <operation name="Ping"><${s}:operation soapAction=""/><input>${body}</input></operation></binding>`;
}

export interface Shelf {
  readonly contract: Contract;
  readonly codec: Codec;
  /** Variables: 0 id, 1 book, 2 session, 3 quota. */
  getBook(version: SoapVersion, replies?: readonly FaultResponse[]): Rule;
  /** Variables: 0 books, 1 next. Streams `books`. */
  listBooks(version: SoapVersion, replies?: readonly FaultResponse[]): Rule;
  /** Variables: 0 note. */
  ping(version: SoapVersion): Rule;
  /** A row for responses with this state. */
  stateRow(state: string, status: number, first: boolean): FaultResponse;
}

/** Its rules have what a SOAP back end uses of a rule. */
export function shelf(): Shelf {
  const contract = loadContractFrom(new Map([['shelf.wsdl', Buffer.from(wsdl)]]), 'shelf.wsdl');
  const codec = createCodec(contract.schemas, dialect(new Map([['shelf', NS]])));
  const element = (name: string) => contract.schemas.elements.get(`{${NS}}${name}`) as ElementDecl;
  const operation = (name: string, version: SoapVersion) =>
    contract.operations.find((o) => o.name === name && o.version === version) as Operation;

  function members(of: string, shapes: Record<string, Shape>): { element: ElementDecl; shape: Shape } {
    const declaration = element(of);
    const entries = codec.members(declaration.type).flatMap((member) => {
      const shape = new Map(Object.entries(shapes)).get(member.key);
      return shape ? [{ member, shape }] : [];
    });
    return { element: declaration, shape: { kind: 'members', entries } };
  }

  function stateRow(state: string, status: number, first: boolean): FaultResponse {
    const soap = side([members('GetBookResponse', { state: constant(state) })], []);
    const fault = () => new Fault({ status, code: 'STATE', title: state });
    return { first, variables: [], soap, writtenMessage: soap, fault, bind: () => undefined, lacks: [] };
  }

  return {
    contract,
    codec,
    stateRow,
    getBook(version, replies = []) {
      const o = operation('GetBook', version);
      const header = (list: Operation['input']['headers'], name: string) =>
        list.find((h) => h.element.name.local === name)!;
      const request = side([members('GetBook', { id: hole(0) })], [0, 2]);
      const response = side([members('GetBookResponse', { state: constant('ok'), book: hole(0) })], [1, 3]);
      return {
        id: `book.${version}`,
        operation: o,
        stream: false,
        request: {
          rest: { placeOf: () => undefined },
          soap: {
            ...request,
            headers: [
              { part: header(o.input.headers, 'Session'), shape: members('Session', { token: hole(1) }).shape },
            ],
          },
        },
        response: {
          soap: { ...response, headers: [{ part: header(o.output!.headers, 'Quota'), shape: hole(1) }] },
          rest: {},
        },
        faults: { responses: replies },
      } as unknown as Rule;
    },
    listBooks(version, replies = []) {
      const shape = { state: constant('ok'), books: hole(0), next: hole(1) };
      return {
        id: `books.${version}`,
        operation: operation('ListBooks', version),
        stream: true,
        request: { rest: { placeOf: () => undefined }, soap: side([members('ListBooks', {})], []) },
        response: { soap: side([members('ListBooksResponse', shape)], [0, 1]), rest: { stream: { variable: 0 } } },
        faults: { responses: replies },
      } as unknown as Rule;
    },
    ping: (version) =>
      ({
        id: `ping.${version}`,
        operation: operation('Ping', version),
        stream: false,
        request: { rest: { placeOf: () => undefined }, soap: side([members('Ping', { note: hole(0) })], [0]) },
        response: { soap: side([], []), rest: {} },
        faults: { responses: [] as readonly FaultResponse[] },
      }) as unknown as Rule,
  };
}

function hole(slot: number): Shape {
  return { kind: 'hole', slot };
}

function constant(text: string): Shape {
  return { kind: 'constant', text };
}

/** `variables[slot]` is the variable of a slot, taken as it is. */
function side(body: SoapPattern['body'], variables: readonly number[]): SoapPattern {
  return {
    body,
    headers: [],
    slots: variables.length,
    slotOf: (variable) => (variables.includes(variable) ? variables.indexOf(variable) : undefined),
    variablesOf: (slot) => [variables[slot]],
    fill: (bindings) => variables.map((v) => bindings[v]),
    match: (slots, bindings) => {
      const bound: Bindings = bindings.slice();
      for (const [slot, variable] of variables.entries()) bound[variable] = slots[slot];
      return bound;
    },
  };
}
