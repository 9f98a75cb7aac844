// `types:` omit: members that JSON neither shows nor takes.
import { describe, expect, it } from 'vitest';
import { presented } from './presented.ts';

const schema = `
  <xs:complexType name="Base"><xs:sequence>
    <xs:element name="link" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="tag" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="audit" minOccurs="0"><xs:complexType><xs:sequence><xs:element name="by" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:choice minOccurs="0"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>
    <xs:sequence minOccurs="0"><xs:element name="from" type="xs:int"/><xs:element name="to" type="xs:int"/></xs:sequence>
    <xs:element name="name" type="xs:string"/></xs:sequence>
    <xs:attribute name="etag" type="xs:string"/><xs:attribute name="id" type="xs:int" use="required"/></xs:complexType>
  <xs:complexType name="More"><xs:complexContent><xs:extension base="t:Base"><xs:sequence>
    <xs:element name="more" type="xs:string" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Group"><xs:all><xs:element name="x" type="xs:int"/><xs:element name="y" type="xs:int" minOccurs="0"/></xs:all></xs:complexType>
  <xs:complexType name="Both"><xs:sequence><xs:element name="base" type="t:Base"/><xs:element name="more" type="t:More"/>
    <xs:element name="group" type="t:Group"/></xs:sequence></xs:complexType>
  <xs:element name="Put" type="t:Both"/>`;

const { decode, encode, valid, problems } = presented(
  schema,
  'types: { t:Base: { omit: [ link, audit, b, "@etag" ] }, t:Group: { omit: y } }',
);
const put = (base: string, more: string, group: string) =>
  `<t:Put xmlns:t="urn:t"><t:base ${base}</t:base><t:more ${more}</t:more><t:group>${group}</t:group></t:Put>`;

describe('omitted members', () => {
  const full = put(
    'etag="e" id="1"><t:link>x</t:link><t:link>y</t:link><t:tag>p</t:tag><t:tag>q</t:tag><t:audit><t:by>me</t:by></t:audit><t:b>2</t:b><t:name>n</t:name>',
    'id="2" etag="f"><t:link/><t:audit><t:by/></t:audit><t:a>3</t:a><t:from>1</t:from><t:to>2</t:to><t:name>m</t:name><t:more>z</t:more>',
    '<t:y>1</t:y><t:x>2</t:x>',
  );
  const text =
    '{"base":{"@id":1,"tag":["p","q"],"name":"n"},"more":{"@id":2,"a":3,"from":1,"to":2,"name":"m","more":"z"},"group":{"x":2}}';
  const without = put(
    'id="1"><t:tag>p</t:tag><t:tag>q</t:tag><t:name>n</t:name>',
    'id="2"><t:a>3</t:a><t:from>1</t:from><t:to>2</t:to><t:name>m</t:name><t:more>z</t:more>',
    '<t:x>2</t:x>',
  );

  it('are passed over in XML and left out of it', () => {
    expect(decode(full)).toBe(text);
    expect(encode(text)).toBe(without);
    expect(decode(without)).toBe(text);
    expect(valid(text)).toBe(true);
  });

  it('still have to stand at their places', () => {
    expect(() =>
      decode(full.replace('<t:link>y</t:link><t:tag>p</t:tag>', '<t:tag>p</t:tag><t:link>y</t:link>')),
    ).toThrow(/wrong place/);
    expect(() => decode(full.replace('<t:y>1</t:y><t:x>2</t:x>', '<t:y>1</t:y><t:x>2</t:x><t:y>1</t:y>'))).toThrow();
  });

  it.each([
    ['link', '"link":["x"]'],
    ['b', '"b":2'],
    ['@etag', '"@etag":"e"'],
  ])('are not known in JSON: %s', (key, member) => {
    const wrong = text.replace('"tag"', `${member},"tag"`);
    expect(problems(wrong)).toEqual([`$.base.${key} CODEC_UNKNOWN`]);
    expect(valid(wrong)).toBe(false);
  });

  it('are checked against the contract', () => {
    const wrong = (omit: string) => () => presented(schema, `types: { t:Base: { omit: ${omit} } }`);
    expect(wrong('name')).toThrow(/"name" is required, so it cannot be omitted/);
    expect(wrong('"@id"')).toThrow(/"@id" is required/);
    expect(wrong('to')).toThrow(/"to" cannot be omitted: other members require it/);
    expect(wrong('lnk')).toThrow(/no member "lnk"/);
  });
});
