// `types:` with `$type` in rename and values: another name and other values for `$type`, at elements declared with one type.
import { describe, expect, it } from 'vitest';
import { presented, XSI } from './presented.ts';

const schema = `
  <xs:complexType name="Thing"><xs:attribute name="id" type="xs:int"/></xs:complexType>
  <xs:complexType name="Delivery" abstract="true"><xs:complexContent><xs:extension base="t:Thing"><xs:sequence>
    <xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Home"><xs:complexContent><xs:extension base="t:Delivery"><xs:sequence>
    <xs:element name="floor" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Castle"><xs:complexContent><xs:extension base="t:Home"><xs:sequence>
    <xs:element name="tower" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Shop"><xs:complexContent><xs:extension base="t:Delivery"/></xs:complexContent></xs:complexType>
  <xs:complexType name="All"><xs:sequence>
    <xs:element name="to" type="t:Delivery" minOccurs="0" nillable="true"/>
    <xs:element name="home" type="t:Home" minOccurs="0"/>
    <xs:element name="thing" type="t:Thing" minOccurs="0"/>
    <xs:element name="any" type="xs:anyType" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:element name="Put" type="t:All"/>`;
const table = (rows: string) =>
  `tables: { kinds: ${rows} }\ntypes: { t:Delivery: { rename: { $type: kind }, values: { $type: kinds } } }`;
const { decode, encode, valid, problems } = presented(schema, table('{ home: t:Home, castle: t:Castle }'));
const put = (inside: string) => `<t:Put ${XSI} xmlns:t="urn:t">${inside}</t:Put>`;

describe('the name of a type', () => {
  it.each([
    ['<t:to xsi:type="t:Home" id="1"><t:floor>2</t:floor></t:to>', '{"to":{"kind":"home","@id":1,"floor":2}}'],
    ['<t:to xsi:type="t:Shop"><t:note>n</t:note></t:to>', '{"to":{"kind":"t:Shop","note":"n"}}'],
    [
      '<t:home xsi:type="t:Castle"><t:floor>2</t:floor><t:tower>1</t:tower></t:home>',
      '{"home":{"kind":"castle","floor":2,"tower":1}}',
    ],
    ['<t:thing xsi:type="t:Home"><t:floor>2</t:floor></t:thing>', '{"thing":{"$type":"t:Home","floor":2}}'],
    ['<t:any xsi:type="t:Home"><t:floor>2</t:floor></t:any>', '{"any":{"$type":"t:Home","floor":2}}'],
    ['<t:to xsi:type="t:Home" id="1" xsi:nil="true"/>', '{"to":{"$nil":true,"kind":"home","@id":1}}'],
  ])('goes there and back: %s', (xml, text) => {
    expect(decode(put(xml))).toBe(text);
    expect(encode(text)).toBe(put(xml));
    expect(valid(text)).toBe(true);
  });

  it('is named in messages that lack it, with the types that there are', () => {
    expect(() => decode(put('<t:to><t:floor>2</t:floor></t:to>'))).toThrow(
      expect.objectContaining({
        code: 'CODEC_ABSTRACT',
        message: 'the type Delivery is abstract: xsi:type must name Home, Castle or Shop',
        safeMessage: 'the type Delivery is abstract: xsi:type must name Home, Castle or Shop',
      }),
    );
    expect(() => encode('{"to":{"floor":2}}')).toThrow('"kind" must name home, castle or t:Shop');
  });

  it('stands anywhere, however it is spelt, and may name the declared type', () => {
    const xml = encode('{"home":{"floor":1,"kind":"home"}}');
    expect(decode(xml)).toBe('{"home":{"floor":1}}');
    expect(encode('{"to":{"floor":1,"k\\u0069nd":"home"}}')).toBe(encode('{"to":{"\\u006bind":"home","floor":1}}'));
  });

  it.each([
    ['{"to":{"floor":2}}', '$.to CODEC_ABSTRACT'],
    ['{"to":{"$type":"t:Home","floor":2}}', '$.to CODEC_ABSTRACT'],
    ['{"to":{"kind":"home","$type":"t:Home","floor":2}}', '$.to.$type CODEC_UNKNOWN'],
    ['{"to":{"kind":"t:Home","floor":2}}', '$.to.kind CODEC_TYPE'],
    ['{"to":{"kind":"garden","floor":2}}', '$.to.kind CODEC_TYPE'],
    ['{"to":{"kind":7,"floor":2}}', '$.to.kind CODEC_TYPE'],
    ['{"thing":{"kind":"home","floor":2}}', '$.thing.kind CODEC_UNKNOWN'],
    ['{"thing":{"kind":"home","$type":"t:Home","floor":2}}', '$.thing.kind CODEC_UNKNOWN'],
    ['{"any":{"kind":"home","$type":"t:Home","floor":2}}', '$.any.kind CODEC_UNKNOWN'],
  ])('is refused where it is wrong: %s', (text, problem) => {
    expect(problems(text)).toContain(problem);
    expect(() => encode(text)).toThrow();
    expect(valid(text)).toBe(false);
  });

  it('is checked against the contract', () => {
    const wrong = (types: string) => () => presented(schema, types);
    expect(wrong('types: { t:Delivery: { rename: { $type: floor } } }')).toThrow(/"floor"/);
    expect(wrong(table('{ "t:Shop": t:Home }'))).toThrow(/"t:Shop" is the name of another type/);
    expect(wrong(table('{ thing: t:Thing }'))).toThrow(/not derived/);
    expect(wrong(table('[ { rest: home, soap: t:Home }, { rest: home, soap: t:Shop } ]'))).toThrow(/"home"/);
    expect(wrong(table('{ home: t:Hom }'))).toThrow(/did you mean "t:Home"/);
    expect(wrong('types: { t:Delivery: { values: { $type: kinds } } }')).toThrow(/unknown table "kinds"/);
  });
});
