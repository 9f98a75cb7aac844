// `enums` of `$value`: the text beside attributes, inside repeated groups too.
import { describe, expect, it } from 'vitest';
import { presented } from './presented.ts';

const schema = `
  <xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="_big"/><xs:enumeration value="_small"/></xs:restriction></xs:simpleType>
  <xs:complexType name="Label"><xs:simpleContent><xs:extension base="t:Kind"><xs:attribute name="lang" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Doc"><xs:sequence><xs:element name="label" type="t:Label"/>
    <xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="a" type="t:Label"/><xs:element name="b" type="xs:int"/></xs:sequence>
    </xs:sequence></xs:complexType>
  <xs:element name="Put" type="t:Doc"/>`;

describe('enums of $value', () => {
  const { decode, encode, valid, problems } = presented(
    schema,
    'tables: { sizes: { big: _big, small: _small } }\ntypes: { t:Label: { values: { $value: sizes } } }',
  );

  it('go there and back', () => {
    const xml =
      '<t:Put xmlns:t="urn:t"><t:label lang="en">_big</t:label><t:a>_small</t:a><t:b>1</t:b><t:a>_big</t:a><t:b>2</t:b></t:Put>';
    const json =
      '{"label":{"@lang":"en","$value":"big"},"$items":[{"a":{"$value":"small"},"b":1},{"a":{"$value":"big"},"b":2}]}';
    const text = decode(xml);
    expect(text).toBe(json);
    expect(encode(text)).toBe(xml);
    expect(valid(text)).toBe(true);
  });

  it('the spelling of XML is none in JSON', () => {
    const text = '{"label":{"$value":"_big"}}';
    expect(problems(text)).toEqual(['$.label.$value CODEC_FACET']);
    expect(valid(text)).toBe(false);
  });
});
