// `types:` as, and patterns for the names of types.
import { describe, expect, it } from 'vitest';
import { presented } from './presented.ts';

const schema = `
  <xs:simpleType name="Day"><xs:restriction base="xs:dateTime"><xs:minInclusive value="2000-01-01T00:00:00Z"/></xs:restriction></xs:simpleType>
  <xs:complexType name="Stamp"><xs:simpleContent><xs:extension base="xs:dateTime"><xs:attribute name="n" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="AList"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="all" type="xs:boolean"/></xs:complexType>
  <xs:complexType name="BList"><xs:sequence><xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
  <xs:complexType name="Doc"><xs:sequence>
    <xs:element name="day" type="xs:dateTime" minOccurs="0"/><xs:element name="from" type="t:Day" minOccurs="0"/>
    <xs:element name="createdAt" type="xs:dateTime" minOccurs="0"/><xs:element name="stamp" type="t:Stamp" minOccurs="0" maxOccurs="3"/>
    <xs:element name="sum" type="xs:decimal" minOccurs="0" nillable="true"/><xs:element name="real" type="xs:double" minOccurs="0"/>
    <xs:element name="yes" type="xs:boolean" minOccurs="0"/>
    <xs:element name="aList" type="t:AList" minOccurs="0"/><xs:element name="bList" type="t:BList" minOccurs="0"/></xs:sequence>
    <xs:attribute name="at" type="xs:dateTime"/></xs:complexType>
  <xs:element name="Put" type="t:Doc"/>`;
const put = (inside: string) => `<t:Put xmlns:t="urn:t"${inside}</t:Put>`;

describe('values: date', () => {
  const { decode, encode, valid, problems } = presented(
    schema,
    'types: { dateTime: { values: date, except: [ createdAt ] } }',
  );
  it.each([
    ['><t:day>2026-01-31T00:00:00Z</t:day>', '{"day":"2026-01-31"}'],
    ['><t:day>2026-01-31T09:30:00Z</t:day>', '{"day":"2026-01-31T09:30:00Z"}'],
    ['><t:day>2026-01-31T00:00:00</t:day>', '{"day":"2026-01-31T00:00:00"}'],
    ['><t:day>2026-01-31T00:00:00-08:00</t:day>', '{"day":"2026-01-31T00:00:00-08:00"}'],
    [
      '><t:from>2026-01-31T00:00:00Z</t:from><t:createdAt>2026-01-31T00:00:00Z</t:createdAt>',
      '{"from":"2026-01-31","createdAt":"2026-01-31T00:00:00Z"}',
    ],
    [
      ' at="2026-01-31T00:00:00Z"><t:stamp n="1">2026-02-01T00:00:00Z</t:stamp>',
      '{"@at":"2026-01-31","stamp":[{"@n":1,"$value":"2026-02-01"}]}',
    ],
  ])('goes there and back: %s', (inside, text) => {
    expect(decode(put(inside))).toBe(text);
    expect(encode(text)).toBe(put(inside));
    expect(valid(text)).toBe(true);
  });

  it('other spellings of midnight are the same date', () => {
    expect(decode(put('><t:day> 2026-01-31T00:00:00.000+00:00 </t:day>'))).toBe('{"day":"2026-01-31"}');
    expect(encode('{"day":"2026-01-31T00:00:00.0Z"}')).toContain('2026-01-31T00:00:00.0Z');
  });

  it.each([
    ['{"day":"2026-02-30"}', '$.day CODEC_TYPE'],
    ['{"day":"31.1.2026"}', '$.day CODEC_TYPE'],
    ['{"from":"1999-12-31"}', '$.from CODEC_FACET'],
    ['{"createdAt":"2026-01-31"}', '$.createdAt CODEC_TYPE'],
    ['{"day":7}', '$.day CODEC_TYPE'],
  ])('is refused where it is wrong: %s', (text, problem) => {
    expect(problems(text)).toEqual([problem]);
    expect(() => encode(text)).toThrow();
  });
});

describe('values: date in a zone', () => {
  const { decode, encode, valid, problems } = presented(
    schema,
    'types: { dateTime: { values: date, zone: America/Los_Angeles, except: [ createdAt ] } }',
  );
  it.each([
    ['><t:day>2026-01-31T00:00:00-08:00</t:day>', '{"day":"2026-01-31"}'],
    ['><t:day>2026-07-31T00:00:00-07:00</t:day>', '{"day":"2026-07-31"}'],
    ['><t:day>2026-01-31T00:00:00Z</t:day>', '{"day":"2026-01-31T00:00:00Z"}'],
    ['><t:day>2026-01-31T00:00:00</t:day>', '{"day":"2026-01-31T00:00:00"}'],
    ['><t:day>2026-07-31T00:00:00-08:00</t:day>', '{"day":"2026-07-31T00:00:00-08:00"}'],
    ['><t:day>2026-01-31T00:00:00.001-08:00</t:day>', '{"day":"2026-01-31T00:00:00.001-08:00"}'],
    ['><t:createdAt>2026-01-31T00:00:00-08:00</t:createdAt>', '{"createdAt":"2026-01-31T00:00:00-08:00"}'],
    [' at="2026-01-31T00:00:00-08:00">', '{"@at":"2026-01-31"}'],
  ])('goes there and back: %s', (inside, text) => {
    expect(decode(put(inside))).toBe(text);
    expect(encode(text).replace('/>', `></t:Put>`)).toBe(put(inside));
    expect(valid(text)).toBe(true);
  });

  it.each(['2026-01-31T08:00:00Z', '2026-01-31T13:30:00.000+05:30', '2026-01-30T24:00:00-08:00'])(
    'another spelling of its midnight is the same date: %s',
    (moment) => expect(decode(put(`><t:day>${moment}</t:day>`))).toBe('{"day":"2026-01-31"}'),
  );

  it('is refused where it is wrong', () => {
    expect(problems('{"day":"2026-02-30"}')).toEqual(['$.day CODEC_TYPE']);
    // 1999-12-31 begins at 8 o'clock in UTC: before the least of the type.
    expect(problems('{"from":"1999-12-31"}')).toEqual(['$.from CODEC_FACET']);
    expect(encode('{"from":"2000-01-01"}')).toContain('2000-01-01T00:00:00-08:00');
  });

  it.each([
    ['{ values: date, zone: America/Los_Angles }', /"America\/Los_Angles" is no time zone.*did you mean.*Los_Angeles/s],
    ['{ values: date, zone: Pacific }', /"Pacific" is no time zone/],
    ['{ zone: UTC }', /"zone" needs "values: date"/],
  ])('the table is checked: %s', (entry, message) => {
    expect(() => presented(schema, `types: { dateTime: ${entry} }`)).toThrow(message);
  });
});

describe('values: string', () => {
  const { decode, encode, valid, problems } = presented(
    schema,
    'types: { decimal: { values: string }, double: { values: string }, boolean: { values: string } }',
  );
  it.each([
    [
      '><t:sum>12345678901234567890.10</t:sum><t:real>INF</t:real><t:yes>true</t:yes>',
      '{"sum":"12345678901234567890.10","real":"INF","yes":"true"}',
    ],
    ['><t:real>1.5E3</t:real><t:aList><t:a>7</t:a></t:aList>', '{"real":"1.5E3","aList":{"a":["7"]}}'],
  ])('goes there and back: %s', (inside, text) => {
    expect(decode(put(inside))).toBe(text);
    expect(encode(text)).toBe(put(inside));
    expect(valid(text)).toBe(true);
  });

  it.each([
    ['{"sum":7}', '$.sum CODEC_TYPE'],
    ['{"sum":"x"}', '$.sum CODEC_TYPE'],
    ['{"sum":"true"}', '$.sum CODEC_TYPE'],
    ['{"yes":true}', '$.yes CODEC_TYPE'],
  ])('is refused where it is wrong: %s', (text, problem) => {
    expect(problems(text)).toEqual([problem]);
    expect(() => encode(text)).toThrow();
  });
});

describe('patterns for the names of types', () => {
  const made = (words: string) => presented(schema, `types: { ${words} }`);
  const xml = put('><t:aList><t:a>1</t:a></t:aList><t:bList><t:b>2</t:b></t:bList>');

  it('hold where they can', () => {
    const { decode, encode } = made('"t:*List": { rename: { a: items, b: items }, omit: "@all" }');
    expect(decode(xml)).toBe('{"aList":{"items":[1]},"bList":{"items":[2]}}');
    expect(encode(decode(xml))).toBe(xml);
    expect(decode(xml.replace('<t:aList>', '<t:aList all="true">'))).toBe(decode(xml));
  });

  it('may ask for a member', () => {
    expect(made('"*List[@all]": { rename: { "*": snake, a: x } }').decode(xml)).toBe(
      '{"aList":{"x":[1]},"bList":{"b":[2]}}',
    );
  });

  it.each([
    [
      't:AList: { rename: { a: own } }, "t:*": { rename: { a: wide, b: wide } }, "t:*List": { rename: { a: near, b: near } }',
    ],
    [
      '"t:*List": { rename: { a: near, b: near } }, "t:*": { rename: { a: wide, b: wide } }, t:AList: { rename: { a: own } }',
    ],
  ])('the more exact one wins: %s', (words) => {
    expect(made(words).decode(xml)).toBe('{"aList":{"own":[1]},"bList":{"near":[2]}}');
  });

  it('are checked', () => {
    expect(() => made('"t:*Lits": { rename: { "*": snake } }')).toThrow(/no type of the contract matches "t:\*Lits"/);
    expect(() => made('"u:*List": { rename: { "*": snake } }')).toThrow(/prefix "u"/);
    expect(() => made('"t:*List": { rename: { c: d } }')).toThrow(/has no member "c"/);
    expect(() => made('"t:A*st": { rename: { "*": snake } }, "t:*List[a]": { rename: { "*": camel } }')).not.toThrow();
    expect(() => made('"t:A*st": { rename: { "*": snake } }, "t:*ist": { rename: { a: all } }')).not.toThrow();
    expect(() => made('"t:A*st": { rename: { "*": snake } }, "t:*ist": { rename: { "*": camel } }')).toThrow(
      /"rename" of the type "AList" is also set at line 3/,
    );
    expect(() => made('"t:*List": { rename: { a: all, b: all, "@all": all } }')).toThrow(/would both be "all"/);
    expect(() => made('t:Day: { values: date }, decimal: { values: date }')).toThrow(
      /values: date works only for xs:dateTime/,
    );
  });
});
