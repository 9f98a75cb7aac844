// A contract with one operation for each type, and a table that has its value in a path, a query, a header field and a body.

import { loadContractFrom } from '../../../src/contract/load.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';

const BUILTINS =
  'string normalizedString token language Name NCName NMTOKEN ID anyURI boolean float double decimal integer nonPositiveInteger negativeInteger ' +
  'long int short byte nonNegativeInteger unsignedLong unsignedInt unsignedShort unsignedByte positiveInteger dateTime date time gYearMonth gYear ' +
  'gMonthDay gDay gMonth duration hexBinary base64Binary';
const RESTRICTIONS: readonly (readonly [name: string, base: string, facets: string])[] = [
  ['Positive', 'decimal', '<xs:minExclusive value="0"/>'],
  ['BelowOne', 'double', '<xs:maxExclusive value="1"/>'],
  ['Money', 'decimal', '<xs:totalDigits value="6"/><xs:fractionDigits value="2"/>'],
  ['Cents', 'decimal', '<xs:fractionDigits value="2"/>'],
  ['Digits', 'integer', '<xs:totalDigits value="3"/>'],
  ['Between', 'long', '<xs:minExclusive value="-3"/><xs:maxInclusive value="7"/>'],
  ['Short', 'string', '<xs:maxLength value="3"/>'],
  ['NotA', 'string', '<xs:pattern value="[^a]*"/>'],
  ['Line', 'string', '<xs:pattern value=".*"/>'],
  ['Anything', 'string', '<xs:pattern value="[\\s\\S]+"/>'],
  ['Words', 'token', '<xs:pattern value="\\w+\\W?\\D*"/>'],
  ['Code', 'string', '<xs:pattern value="\\i\\c*"/>'],
  ['Kind', 'string', '<xs:enumeration value="food"/><xs:enumeration value="a b"/>'],
  ['Octets', 'base64Binary', '<xs:minLength value="2"/><xs:maxLength value="4"/>'],
];

export const types: readonly string[] = [...BUILTINS.split(' '), ...RESTRICTIONS.map(([name]) => name)];

/** Where the value of a type stands. */
export type PlaceOfValue = 'path' | 'query' | 'header' | 'body';

export const lines: Readonly<Record<PlaceOfValue, (type: string) => object>> = {
  path: (type) => ({ request: `GET /path/${type}/{v}` }),
  query: (type) => ({ request: `GET /query/${type}?v={v}` }),
  header: (type) => ({ request: { line: `GET /header/${type}`, headers: { 'X-V': '{v}' } } }),
  body: (type) => ({ request: { line: `POST /body/${type}`, body: { v: '{v}' } } }),
};

export function everyType(): Mapping {
  const contract = loadContractFrom(new Map([['types.wsdl', Buffer.from(wsdl())]]));
  const rules = types.flatMap((type) =>
    Object.entries(lines).map(([place, line]) => ({
      id: `${place}.${type}`,
      only: 'rest-to-soap',
      rest: { ...line(type), response: { status: 204 } },
      soap: { request: { [`Op${type}`]: { v: '{v}' } }, response: { Done: {} } },
    })),
  );
  return compileMapping(JSON.stringify({ soapstone: 2, rules }), 'mapping.yaml', contract);
}

function wsdl(): string {
  const simple = RESTRICTIONS.map(
    ([name, base, facets]) =>
      `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType>`,
  );
  const named = (type: string) => (RESTRICTIONS.some(([name]) => name === type) ? `t:${type}` : `xs:${type}`);
  const elements = types.map(
    (type) =>
      `<xs:element name="Op${type}"><xs:complexType><xs:sequence><xs:element name="v" type="${named(type)}"/></xs:sequence></xs:complexType></xs:element>`,
  );
  const each = (make: (type: string) => string) => types.map(make).join('');
  return `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<w:types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${simple.join('')}${elements.join('')}
<xs:element name="Done"><xs:complexType/></xs:element></xs:schema></w:types>
<w:message name="Done"><w:part name="p" element="t:Done"/></w:message>
${each((type) => `<w:message name="Op${type}"><w:part name="p" element="t:Op${type}"/></w:message>`)}
<w:portType name="P">${each((type) => `<w:operation name="Op${type}"><w:input message="t:Op${type}"/><w:output message="t:Done"/></w:operation>`)}</w:portType>
<w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each((type) => `<w:operation name="Op${type}"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input><w:output><s:body use="literal"/></w:output></w:operation>`)}</w:binding>
<w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://127.0.0.1:9/"/></w:port></w:service></w:definitions>`;
}
