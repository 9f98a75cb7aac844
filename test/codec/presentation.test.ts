// `types:` operators that the tables carry out: XML there and back in the other looks, and a schema that agrees.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import type { Presentation, TypePresentation } from '../../src/codec/presentation/presentation.ts';
import { jsonSchema } from '../../src/codec/schema/schema-set.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import { json, textOf } from '../../src/json/value.ts';

const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:simpleType name="Kind"><xs:restriction base="xs:string">
      <xs:enumeration value="_bank"/><xs:enumeration value="_cash"/><xs:enumeration value="_other"/></xs:restriction></xs:simpleType>
    <xs:complexType name="Account"><xs:sequence>
      <xs:element name="AcctKind" type="t:Kind" maxOccurs="unbounded"/><xs:element name="FullName" type="xs:string"/></xs:sequence>
      <xs:attribute name="internalId" type="xs:int" use="required"/><xs:attribute name="kind" type="t:Kind"/></xs:complexType>
    <xs:complexType name="Loan"><xs:complexContent><xs:extension base="t:Account"><xs:sequence>
      <xs:element name="RatePercent" type="xs:decimal"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:element name="Put" type="t:Account"/></xs:schema></types>
  <message name="m"><part name="p" element="t:Put"/></message>
  <portType name="P"><operation name="Put"><input message="t:m"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Put"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1/"/></port></service></definitions>`;

const { schemas } = loadContractFrom(new Map([['t.wsdl', Buffer.from(wsdl)]]));
const kinds = new Map([
  ['_bank', 'Bank'],
  ['_cash', 'Cash'],
]);
const none: Omit<TypePresentation, 'type'> = {
  rename: new Map(),
  omit: new Set(),
  enums: new Map(),
  unwrap: new Map(),
  keyed: new Map(),
};
const presentation: Presentation = {
  types: [
    {
      ...none,
      type: schemas.types.get('{urn:t}Account')!,
      rename: new Map([['@internalId', 'id']]),
      case: 'camel',
      enums: new Map([
        ['AcctKind', kinds],
        ['@kind', kinds],
      ]),
    },
  ],
  values: [],
};
const codec = createCodec(schemas, dialect(new Map([['t', 'urn:t']])), presentation);
const element = schemas.elements.get('{urn:t}Put')!;
const program = codec.program(element, { kind: 'hole', slot: 0 }, 1);

function decode(xml: string): string {
  const decoder = program.decoder();
  decoder.write(Buffer.from(xml));
  return textOf(decoder.end()[0]!);
}

function encode(text: string): string {
  const out = new ByteBuffer();
  program.encode([json(Buffer.from(text))], out);
  return Buffer.from(out.slice()).toString();
}

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

describe('a presented type', () => {
  it.each([
    [
      `<t:Put xmlns:t="urn:t" internalId="7" kind="_cash"><t:AcctKind>_bank</t:AcctKind><t:AcctKind>_other</t:AcctKind><t:FullName>A</t:FullName></t:Put>`,
      '{"id":7,"@kind":"Cash","acctKind":["Bank","_other"],"fullName":"A"}',
    ],
    [
      `<t:Put ${XSI} xmlns:t="urn:t" xsi:type="t:Loan" internalId="7"><t:AcctKind>_bank</t:AcctKind><t:FullName>A</t:FullName><t:RatePercent>1.50</t:RatePercent></t:Put>`,
      '{"$type":"t:Loan","id":7,"acctKind":["Bank"],"fullName":"A","ratePercent":1.50}',
    ],
  ])('goes there and back: %s', (xml, text) => {
    expect(decode(xml)).toBe(text);
    expect(encode(text)).toBe(xml);
  });

  it('keeps the type of a value that the peer names', () => {
    const xml = `<t:Put ${XSI} xmlns:t="urn:t" internalId="7"><t:AcctKind xsi:type="t:Kind">_bank</t:AcctKind><t:FullName>A</t:FullName></t:Put>`;
    expect(decode(xml)).toBe('{"id":7,"acctKind":["Bank"],"fullName":"A"}');
  });

  it('refuses values and names of the plain dialect', () => {
    expect(() => encode('{"id":7,"acctKind":["Gold"],"fullName":"A"}')).toThrow('must be one of Bank, Cash, _other');
    expect(() => encode('{"id":7,"acctKind":["_bank"],"fullName":"A"}')).toThrow('must be one of Bank, Cash, _other');
    expect(() => encode('{"@internalId":7,"acctKind":["Bank"],"fullName":"A"}')).toThrow(/not a member/);
  });

  it('has a schema of the same looks', () => {
    const schema = jsonSchema(element, codec);
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, ownProperties: true });
    ajv.addVocabulary(['discriminator']);
    const valid = ajv.compile(schema);
    expect(valid(JSON.parse('{"id":7,"@kind":"Cash","acctKind":["Bank","_other"],"fullName":"A"}'))).toBe(true);
    expect(valid(JSON.parse('{"id":7,"acctKind":["_bank"],"fullName":"A"}'))).toBe(false);
  });
});
