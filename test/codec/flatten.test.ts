// `types:` flatten: an element that holds one list and nothing else is that list.
import { describe, expect, it } from 'vitest';
import { presented, XSI } from './presented.ts';

const schema = `
  <xs:complexType name="Lines"><xs:sequence><xs:element name="line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="replaceAll" type="xs:boolean"/></xs:complexType>
  <xs:complexType name="Line"><xs:sequence><xs:element name="qty" type="xs:int"/></xs:sequence></xs:complexType>
  <xs:complexType name="Tags"><xs:sequence><xs:element name="tag" type="xs:string" maxOccurs="3"/></xs:sequence></xs:complexType>
  <xs:complexType name="MoreTags"><xs:complexContent><xs:extension base="t:Tags"><xs:attribute name="more" type="xs:string"/>
    </xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Order"><xs:sequence>
    <xs:element name="lineList" type="t:Lines" minOccurs="0" nillable="true"/>
    <xs:element name="tags" type="t:Tags" minOccurs="0"/>
    <xs:element name="pages" minOccurs="0" maxOccurs="unbounded" type="t:Tags"/>
    <xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:element name="Put" type="t:Order"/>`;

const { decode, encode, valid, problems } = presented(
  schema,
  `types: { t:Lines: { omit: "@replaceAll" }, t:Order: { flatten: [ lineList/line, tags/tag ], rename: { lineList: lines } } }`,
);

describe('a flattened list', () => {
  it.each([
    ['<t:Put xmlns:t="urn:t"></t:Put>', '{}'],
    ['<t:Put xmlns:t="urn:t"><t:lineList></t:lineList></t:Put>', '{"lines":[]}'],
    [
      '<t:Put xmlns:t="urn:t"><t:lineList><t:line><t:qty>1</t:qty></t:line><t:line><t:qty>2</t:qty></t:line></t:lineList><t:tags><t:tag>a</t:tag></t:tags><t:note>n</t:note></t:Put>',
      '{"lines":[{"qty":1},{"qty":2}],"tags":["a"],"note":"n"}',
    ],
    [`<t:Put ${XSI} xmlns:t="urn:t"><t:lineList xsi:nil="true"/></t:Put>`, '{"lines":null}'],
    [
      '<t:Put xmlns:t="urn:t"><t:pages><t:tag>a</t:tag></t:pages><t:pages><t:tag>b</t:tag></t:pages></t:Put>',
      '{"pages":[{"tag":["a"]},{"tag":["b"]}]}',
    ],
  ])('goes there and back: %s', (xml, text) => {
    expect(decode(xml)).toBe(text);
    expect(encode(text)).toBe(xml);
    expect(valid(text)).toBe(true);
  });

  it('may come with the type that it has anyway', () => {
    const xml = `<t:Put ${XSI} xmlns:t="urn:t"><t:tags xsi:type="t:Tags"><t:tag>a</t:tag></t:tags></t:Put>`;
    expect(decode(xml)).toBe('{"tags":["a"]}');
    expect(() => decode(xml.replace('"t:Tags"', '"t:MoreTags"'))).toThrow(/not derived|another type/);
  });

  it.each([
    ['{"lines":{"line":[]}}', '$.lines CODEC_TYPE'],
    ['{"lines":{"$nil":true}}', '$.lines CODEC_TYPE'],
    ['{"lines":[{"qty":"x"}]}', '$.lines[0].qty CODEC_TYPE'],
    ['{"tags":[]}', '$.tags CODEC_COUNT'],
    ['{"tags":["a","b","c","d"]}', '$.tags CODEC_COUNT'],
    ['{"tags":null}', '$.tags CODEC_NIL'],
    ['{"lineList":[]}', '$.lineList CODEC_UNKNOWN'],
  ])('is refused where it is none: %s', (text, problem) => {
    expect(problems(text)).toEqual([problem]);
    expect(() => encode(text)).toThrow();
    expect(valid(text)).toBe(false);
  });

  it('is checked against the contract', () => {
    const wrong = (types: string) => () => presented(schema, `types: { t:Order: { flatten: ${types} } }`);
    expect(wrong('lineList/line')).toThrow(/"lineList" must hold one list and nothing else/);
    expect(wrong('note/x')).toThrow(/no member "x"/);
    // A repeated holder is a list of lists.
    expect(wrong('pages/tag')).not.toThrow();
    expect(wrong('[ pages ]')).toThrow(/write flatten: holderElement\/listElement/);
  });
});
