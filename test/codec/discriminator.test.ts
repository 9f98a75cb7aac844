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

describe('names of types in a letter case', () => {
  const alike = `
  <xs:complexType name="OpenAirCinema"><xs:complexContent><xs:extension base="t:Thing"/></xs:complexContent></xs:complexType>
  <xs:complexType name="open-air-cinema"><xs:complexContent><xs:extension base="t:Thing"/></xs:complexContent></xs:complexType>
  <xs:complexType name="TownHall"><xs:complexContent><xs:extension base="t:Thing"/></xs:complexContent></xs:complexType>`;
  const named = presented(alike + schema, 'types: { t:Thing: { values: { $type: camel } } }');

  it.each([
    ['<t:to xsi:type="t:Home" id="1"><t:floor>2</t:floor></t:to>', '{"to":{"$type":"home","@id":1,"floor":2}}'],
    ['<t:to xsi:type="t:Shop"><t:note>n</t:note></t:to>', '{"to":{"$type":"shop","note":"n"}}'],
    ['<t:thing xsi:type="t:TownHall" id="1"></t:thing>', '{"thing":{"$type":"townHall","@id":1}}'],
    // Two types would be openAirCinema: they keep their names.
    ['<t:thing xsi:type="t:OpenAirCinema" id="1"></t:thing>', '{"thing":{"$type":"t:OpenAirCinema","@id":1}}'],
    ['<t:thing xsi:type="t:open-air-cinema" id="1"></t:thing>', '{"thing":{"$type":"t:open-air-cinema","@id":1}}'],
    ['<t:any xsi:type="t:Home"><t:floor>2</t:floor></t:any>', '{"any":{"$type":"t:Home","floor":2}}'],
  ])('goes there and back: %s', (xml, text) => {
    expect(named.decode(put(xml))).toBe(text);
    expect(named.encode(text)).toBe(put(xml));
    expect(named.valid(text)).toBe(true);
  });

  it('has one name for a type', () => {
    expect(named.problems('{"to":{"$type":"t:Home","floor":2}}')).toContain('$.to.$type CODEC_TYPE');
    expect(named.valid('{"to":{"$type":"t:Home","floor":2}}')).toBe(false);
    expect(() => named.encode('{"to":{"floor":2}}')).toThrow('"$type" must name home, castle or shop');
  });

  it('stands beside the names of types at elements of a base', () => {
    const some = presented(schema, 'types: { t:Delivery: { values: { $type: camel } } }');
    for (const text of ['{"to":{"$type":"home","floor":2}}', '{"thing":{"$type":"t:Home","floor":2}}']) {
      expect(some.decode(some.encode(text))).toBe(text);
      expect(some.valid(text)).toBe(true);
    }
    expect(some.valid('{"to":{"$type":"castle","floor":2}}')).toBe(false);
  });

  it('may be under another key, or snake, and a table of the name counts more', () => {
    const types = (values: string) =>
      `types: { t:Delivery: { rename: { $type: kind }, values: { $type: ${values} } } }`;
    const xml = put('<t:to xsi:type="t:Shop"><t:note>n</t:note></t:to>');
    expect(presented(schema, types('snake')).decode(xml)).toBe('{"to":{"kind":"shop","note":"n"}}');
    const table = presented(schema, `tables: { camel: { market: t:Shop } }\n${types('camel')}`);
    expect(table.decode(xml)).toBe('{"to":{"kind":"market","note":"n"}}');
  });
});
