// xsi:type of a simple type at an element that is declared with one (Part 1 §3.3.4).
import { describe, expect, it } from 'vitest';
import { presented, XSI } from './presented.ts';

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

const codec = presented(
  `<xs:simpleType name="When"><xs:union memberTypes="xs:int xs:date xs:NMTOKEN"/></xs:simpleType>
  <xs:simpleType name="Small"><xs:restriction base="xs:long"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType>
  <xs:complexType name="Priced"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="in" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:element name="Put"><xs:complexType><xs:choice maxOccurs="unbounded">
    <xs:element name="id" type="xs:long" nillable="true"/>
    <xs:element name="fixed" type="xs:decimal" fixed="1.0"/>
    <xs:element name="text" type="xs:string"/>
    <xs:element name="when" type="t:When"/>
    <xs:element name="price" type="xs:decimal"/>
    <xs:element name="any" type="xs:anySimpleType"/>
  </xs:choice></xs:complexType></xs:element>`,
  '',
);

const put = (name: string, type: string, text: string, more = '') =>
  `<t:Put xmlns:t="urn:t" ${XSI} ${XS}><t:${name} xsi:type="${type}"${more}>${text}</t:${name}></t:Put>`;

describe('xsi:type of simple types', () => {
  it.each([
    ['id', 'xs:long', '7', '7'],
    ['id', 'xs:int', ' +07 ', '7'],
    ['id', 't:Small', '9', '9'],
    ['fixed', 'xs:integer', '1', '1'],
    ['text', 'xs:token', ' a  b ', '"a b"'],
    ['text', 'xs:normalizedString', ' a&#9;b', '" a b"'],
    ['when', 'xs:int', '07', '7'],
    ['when', 'xs:date', '2024-05-06', '"2024-05-06"'],
    // The JSON of a union is that of its first member type, whatever the XML names: so it is read back.
    ['when', 'xs:NMTOKEN', '7', '7'],
    ['any', 'xs:int', '7', '{"$type":"xs:int","$value":7}'],
    ['price', 't:Priced', '7', '{"$type":"t:Priced","$value":7}'],
  ])('%s of %s "%s" is %s', (name, type, text, shown) => {
    const json = codec.decode(put(name, type, text));
    expect(json).toBe(`{"$items":[{"${name}":${shown}}]}`);
    expect(codec.decode(codec.encode(json))).toBe(json);
    expect(codec.valid(json)).toBe(type !== 't:Priced');
  });

  it('may be nil', () =>
    expect(codec.decode(put('id', 'xs:int', '', ' xsi:nil="true"'))).toBe('{"$items":[{"id":null}]}'));

  it.each([
    ['id', 'xs:int', '3000000000', 'not a value of xs:int'],
    ['id', 't:Small', '10', 'at most 9'],
    ['id', 'xs:decimal', '7', 'not derived from'],
    ['id', 'xs:string', '7', 'not derived from'],
    ['id', 'xs:noSuch', '7', 'not a type of the contract'],
    ['when', 'xs:int', '2024-05-06', 'xs:int'],
    ['fixed', 'xs:integer', '2', 'fixed'],
  ])('%s of %s "%s" is refused', (name, type, text, why) =>
    expect(() => codec.decode(put(name, type, text))).toThrow(why),
  );

  it('is written where JSON names it', () => {
    const xml = codec.encode('{"$items":[{"id":{"$type":"xs:int","$value":7}}]}');
    expect(xml).toContain('xsi:type="xs:int"');
    expect(() => codec.encode('{"$items":[{"id":{"$type":"xs:int","$value":3000000000}}]}')).toThrow();
  });
});
