// `types:` keyed with items of several types: their values are bare members, and the key or the JSON value tells the type.
import { describe, expect, it } from 'vitest';
import { presented, XSI } from './presented.ts';

const kind = (
  name: string,
  type: string,
  more = '',
) => `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:Field"><xs:sequence>
    <xs:element name="value" type="${type}" ${more}/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
const schema = `
  <xs:complexType name="Ref"><xs:sequence><xs:element name="name" type="xs:string" minOccurs="0"/></xs:sequence>
    <xs:attribute name="id" type="xs:string"/></xs:complexType>
  <xs:complexType name="Field" abstract="true"><xs:attribute name="id" type="xs:string"/><xs:attribute name="script" type="xs:string"/></xs:complexType>
  ${kind('Whole', 'xs:long')}${kind('Double', 'xs:double')}${kind('Flag', 'xs:boolean')}${kind('Text', 'xs:string')}
  ${kind('Day', 'xs:dateTime')}${kind('Select', 't:Ref')}${kind('Several', 't:Ref', 'maxOccurs="unbounded"')}
  <xs:complexType name="Fields"><xs:sequence><xs:element name="field" type="t:Field" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
  <xs:complexType name="Names"><xs:sequence><xs:element name="name" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
  <xs:complexType name="Doc"><xs:sequence><xs:element name="nulls" type="t:Names" minOccurs="0"/>
    <xs:element name="end" type="xs:string" minOccurs="0"/><xs:element name="custom" type="xs:string" minOccurs="0"/>
    <xs:element name="fields" type="t:Fields" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:element name="Put" type="t:Doc"/>`;

const WORDS = 'key: "@script!", value: value, into: parent, names: "cust*", list: items';
const types = (words: string, more = ', nulls: nulls/name') =>
  `types: { t:Ref: { rename: { "@id": id, name: label } }, t:Doc: { keyed: { fields/field: { ${words} } }${more} } }`;
const put = (inside: string) => `<t:Put ${XSI} xmlns:t="urn:t">${inside}</t:Put>`;
const field = (type: string, script: string, value: string) =>
  `<t:field xsi:type="t:${type}" script="${script}">${value}</t:field>`;
const value = (text: string) => `<t:value>${text}</t:value>`;
const fields = (...all: string[]) => `<t:fields>${all.join('')}</t:fields>`;
const { decode, encode, problems, valid } = presented(
  schema,
  types(`${WORDS}, types: { cust_day_text: t:Text, "cust*_rate": t:Double }`),
);

describe('items of several types', () => {
  it.each([
    [fields(field('Flag', 'cust_ok', value('false'))), '{"cust_ok":false}'],
    [fields(field('Whole', 'cust_n', value('-7'))), '{"cust_n":-7}'],
    [fields(field('Double', 'cust_n', value('7.5'))), '{"cust_n":7.5}'],
    [fields(field('Double', 'cust_n', value('1.0E20'))), '{"cust_n":100000000000000000000.0}'],
    [fields(field('Text', 'cust_t', value('a &amp; b'))), '{"cust_t":"a & b"}'],
    [fields(field('Day', 'cust_d', value('2026-01-31T00:00:00Z'))), '{"cust_d":"2026-01-31T00:00:00Z"}'],
    [
      fields(field('Select', 'cust_s', '<t:value id="7"><t:name>Oak</t:name></t:value>')),
      '{"cust_s":{"id":"7","label":"Oak"}}',
    ],
    [
      fields(field('Several', 'cust_m', '<t:value id="7"></t:value><t:value id="8"></t:value>')),
      '{"cust_m":{"items":[{"id":"7"},{"id":"8"}]}}',
    ],
    [fields(field('Text', 'cust_day_text', value('2026-01-31T00:00:00Z'))), '{"cust_day_text":"2026-01-31T00:00:00Z"}'],
    [fields(field('Double', 'cust_a_rate', value('3.0'))), '{"cust_a_rate":3.0}'],
    [fields(field('Double', 'cust_n', value('-7.0'))), '{"cust_n":-7.0}'],
    [
      `<t:nulls><t:name>end</t:name><t:name>cust_b</t:name></t:nulls>${fields(field('Flag', 'cust_a', value('true')))}`,
      '{"end":null,"cust_b":null,"cust_a":true}',
    ],
    ['<t:nulls><t:name>cust_b</t:name></t:nulls><t:end>.</t:end>', '{"cust_b":null,"end":"."}'],
  ])('go there and back: %s', (inside, json) => {
    expect(JSON.parse(decode(put(inside)))).toEqual(JSON.parse(json));
    const xml = encode(decode(put(inside)));
    expect(xml).toBe(put(inside).replace(inside.includes('xsi:') ? '' : `${XSI} `, ''));
    expect(valid(json)).toBe(true);
  });

  it('have further attributes, which are not shown', () => {
    expect(
      decode(put(`<t:fields><t:field xsi:type="t:Flag" id="9" script="cust_a">${value('1')}</t:field></t:fields>`)),
    ).toBe('{"cust_a":true}');
  });

  it('leave a declared member of such a name alone', () => {
    expect(decode(put('<t:custom>x</t:custom>'))).toBe('{"custom":"x"}');
    expect(encode('{"custom":"x"}')).toContain('<t:custom>x</t:custom>');
    expect(valid('{"custom":true}')).toBe(false);
    expect(valid('{"customs":true}')).toBe(true);
  });

  it.each([
    ['{"other":true}', '$.other CODEC_UNKNOWN'],
    ['{"other":true,"cust_a":true}', '$.other CODEC_UNKNOWN'],
    ['{"cust_m":[]}', '$.cust_m CODEC_TYPE'],
    ['{"cust_s":{"name":"x"}}', '$.cust_s.name CODEC_UNKNOWN'],
    ['{"cust_a_rate":"x"}', '$.cust_a_rate CODEC_TYPE'],
    ['{"cust_a_rate":null,"cust_a_rate":1}', '$.cust_a_rate JSON_DUPLICATE_KEY'],
  ])('are refused where they are wrong: %s', (text, problem) => {
    expect(problems(text)).toEqual([problem]);
    expect(() => encode(text)).toThrow();
  });

  it.each([
    [fields(field('Flag', 'ok', value('true'))), /the key "ok" is none of those/],
    [fields(`<t:field xsi:type="t:Flag">${value('true')}</t:field>`), /has no key/],
    ['<t:nulls><t:name>other</t:name></t:nulls>', /not the name of a member that may be null/],
    [
      `<t:nulls><t:name>cust_a</t:name></t:nulls>${fields(field('Flag', 'cust_a', value('1')))}`,
      /stands beside its name as null/,
    ],
    [fields(field('Text', 'custom', value('x'))), /the name of another member/],
  ])('are refused in XML where they are wrong: %s', (inside, message) => {
    expect(() => decode(put(inside))).toThrow(message);
  });

  it('have no null without a list of null members', () => {
    const plain = presented(schema, types(WORDS, ''));
    expect(plain.problems('{"cust_a":null}')).toEqual(['$.cust_a CODEC_TYPE']);
    expect(plain.valid('{"cust_a":null}')).toBe(false);
    expect(valid('{"cust_a":null}')).toBe(true);
  });

  it('stand in an object of their own too', () => {
    const own = presented(schema, types('key: "@script!", value: value, names: [ "cust*", "extra" ]'));
    const xml = put(
      fields(field('Flag', 'extra', value('true')), field('Several', 'cust_m', '<t:value id="7"></t:value>')),
    );
    const json = '{"fields":{"extra":true,"cust_m":[{"id":"7"}]}}';
    expect(own.decode(xml)).toBe(json);
    expect(own.encode(json)).toBe(xml);
    expect(own.valid(json)).toBe(true);
    expect(own.problems('{"fields":{"other":true}}')).toEqual(['$.fields.other CODEC_UNKNOWN']);
    expect(own.valid('{"fields":{"other":true}}')).toBe(false);
  });

  it('are checked against the contract', () => {
    const wrong = (words: string) => () => presented(schema, types(words));
    expect(wrong('key: "@script!", value: valu')).toThrow(/the type Whole has no member "valu"/);
    expect(wrong(`${WORDS}, types: { a: t:Doc }`)).toThrow(/"t:Doc" is no type of the items/);
    expect(wrong(`${WORDS}, types: { a: t:Nothing }`)).toThrow(/t:Nothing/);
    expect(wrong('key: "@script!", list: items')).toThrow(/"list" is for items of several types with "value"/);
  });
});
