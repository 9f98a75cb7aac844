// `types:` keyed, in an object of their own or in the parent's: items of a list named by one of their members.
import { describe, expect, it } from 'vitest';
import { presented, XSI } from './presented.ts';

const schema = `
  <xs:complexType name="Note"><xs:simpleContent><xs:extension base="xs:string">
    <xs:attribute name="lang" type="xs:language" use="required"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Entry"><xs:sequence><xs:element name="value" type="xs:int" minOccurs="0"/>
    <xs:element name="key" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:complexType name="Field" abstract="true"><xs:attribute name="id" type="xs:string" use="required"/></xs:complexType>
  <xs:complexType name="TextField"><xs:complexContent><xs:extension base="t:Field"><xs:sequence>
    <xs:element name="text" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="DayField"><xs:complexContent><xs:extension base="t:Field"><xs:sequence>
    <xs:element name="day" type="xs:date"/><xs:element name="zone" type="xs:string" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Numbered"><xs:sequence><xs:element name="x" type="xs:int" minOccurs="0"/></xs:sequence>
    <xs:attribute name="n" type="xs:int" use="required"/></xs:complexType>
  <xs:complexType name="Map"><xs:sequence><xs:element name="e" type="t:Entry" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
  <xs:complexType name="Doc"><xs:sequence>
    <xs:element name="note" type="t:Note" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="entry" type="t:Entry" minOccurs="0" maxOccurs="3"/>
    <xs:element name="map" type="t:Map" minOccurs="0"/>
    <xs:element name="numbered" type="t:Numbered" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="field" type="t:Field" minOccurs="0" maxOccurs="unbounded" nillable="true"/>
    <xs:element name="end" type="xs:string" minOccurs="0"/></xs:sequence>
    <xs:attribute name="v" type="xs:int"/></xs:complexType>
  <xs:element name="Put" type="t:Doc"/>`;
const types = (field: string) => `types:
  t:Map: { keyed: { e: { key: key, value: value } } }
  t:Doc:
    flatten: map/e
    rename: { note: notes }
    keyed: { note: { key: "@lang", value: $value }, entry: { key: key, value: value }, numbered: { key: "@n" }${field} }`;
const put = (inside: string) => `<t:Put ${XSI} xmlns:t="urn:t"${inside}</t:Put>`;

const both: [string, string][] = [
  ['><t:note lang="en">a</t:note><t:note lang="de">b "c"</t:note>', '{"notes":{"en":"a","de":"b \\"c\\""}}'],
  [
    '><t:entry><t:value>1</t:value><t:key>a "b"</t:key></t:entry><t:entry><t:key></t:key></t:entry>',
    '{"entry":{"a \\"b\\"":1,"":null}}',
  ],
  ['><t:map></t:map><t:end>x</t:end>', '{"map":{},"end":"x"}'],
  [
    '><t:map><t:e><t:value>1</t:value><t:key>$type</t:key></t:e><t:e><t:value>2</t:value><t:key>__proto__</t:key></t:e></t:map>',
    '{"map":{"$type":1,"__proto__":2}}',
  ],
  [
    '><t:numbered n="7"><t:x>1</t:x></t:numbered><t:numbered n="-1"></t:numbered>',
    '{"numbered":{"7":{"x":1},"-1":{}}}',
  ],
];

describe('a keyed list', () => {
  const { decode, encode, valid, problems } = presented(schema, types(', field: { key: "@id" }'));
  it.each([
    ...both,
    [
      ' v="1"><t:field xsi:type="t:TextField" id="a"><t:text>x</t:text></t:field><t:field xsi:type="t:DayField" id="b"><t:day>2026-01-01</t:day></t:field><t:end>.</t:end>',
      '{"@v":1,"field":{"a":{"$type":"t:TextField","text":"x"},"b":{"$type":"t:DayField","day":"2026-01-01"}},"end":"."}',
    ] as [string, string],
  ])('goes there and back: %s', (inside, text) => {
    expect(decode(put(inside))).toBe(text);
    const xml = put(inside);
    expect(encode(text)).toBe(text.includes('$type":"t:') ? xml : xml.replace(`${XSI} `, ''));
    expect(valid(text)).toBe(true);
  });

  it('refuses two items of one key', () => {
    expect(() => decode(put('><t:note lang="en">a</t:note><t:note lang="en">b</t:note>'))).toThrow(
      /two items have the key "en"/,
    );
    expect(problems('{"notes":{"en":"a","en":"b"}}')).toEqual(['$.notes.en JSON_DUPLICATE_KEY']);
  });

  it('refuses an item that is nil', () => {
    expect(() => decode(put('><t:field xsi:nil="true" xsi:type="t:TextField" id="a"/>'))).toThrow(/is nil/);
  });

  it.each([
    ['{"notes":[]}', '$.notes CODEC_TYPE'],
    ['{"notes":{"not a language":"x"}}', '$.notes["not a language"] CODEC_TYPE'],
    ['{"notes":{"en":7}}', '$.notes.en CODEC_TYPE'],
    ['{"entry":{"a":"x"}}', '$.entry.a CODEC_TYPE'],
    ['{"entry":{"a":1,"b":1,"c":1,"d":1}}', '$.entry CODEC_COUNT'],
    ['{"numbered":{"x":{}}}', '$.numbered.x CODEC_TYPE'],
    ['{"numbered":{"1":{"@n":1}}}', '$.numbered["1"]["@n"] CODEC_UNKNOWN'],
    ['{"field":{"a":null}}', '$.field.a CODEC_TYPE'],
    ['{"field":{"a":{"text":"x"}}}', '$.field.a CODEC_TYPE'],
    ['{"map":[]}', '$.map CODEC_TYPE'],
  ])('is refused where it is wrong: %s', (text, problem) => {
    expect(problems(text).map((p) => p.replace('.@n', '["@n"]'))).toEqual([problem]);
    expect(() => encode(text)).toThrow();
    // The schema says nothing about keys.
    if (!text.includes('not a language') && !text.includes('"x":{}')) expect(valid(text)).toBe(false);
  });

  it('is checked against the contract', () => {
    const wrong = (keyed: string) => () => presented(schema, `types: { t:Doc: { keyed: { ${keyed} } } }`);
    expect(wrong('end: { key: x }')).toThrow(/"end" is not a list/);
    expect(wrong('entry: { key: value }')).toThrow(/is optional, so it cannot name the items/);
    expect(wrong('entry: { value: value }')).toThrow(/no "key"/);
    expect(wrong('field: { key: "@id", value: text }')).toThrow(/no member "text"/);
  });
});

describe('a list in an element that holds nothing else', () => {
  const held = (words: string, min = 0) =>
    presented(
      `<xs:complexType name="Field" abstract="true"><xs:attribute name="id" type="xs:string"/></xs:complexType>
  <xs:complexType name="TextField"><xs:complexContent><xs:extension base="t:Field"><xs:sequence>
    <xs:element name="text" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Fields"><xs:sequence><xs:element name="field" type="t:Field" minOccurs="${min}" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="replaceAll" type="xs:boolean"/></xs:complexType>
  <xs:complexType name="Base"><xs:sequence><xs:element name="name" type="xs:string" minOccurs="0"/>
    <xs:element name="fields" type="t:Fields" minOccurs="0"/><xs:element name="more" type="t:Fields" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:complexType name="Doc"><xs:complexContent><xs:extension base="t:Base"><xs:sequence>
    <xs:element name="always" type="t:Fields"/><xs:element name="end" type="xs:string" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:element name="Put" type="t:Doc"/>`,
      `types: { t:Fields: { omit: "@replaceAll" }, ${words} }`,
    );
  const field = (id: string, text = 'x') =>
    `<t:field xsi:type="t:TextField" id="${id}"><t:text>${text}</t:text></t:field>`;
  const always = '<t:always></t:always>';
  const keyed = held(
    't:Base: { keyed: { fields/field: { key: "@id!", into: parent }, more/field: { key: "@id!" } }, rename: { more: others } }',
  );

  it.each([
    [`>${always}`, '{"always":{"field":[]}}', '{"always":{}}'],
    [
      `><t:name>n</t:name><t:fields>${field('a')}${field('b', 'y')}</t:fields><t:more>${field('a')}</t:more>${always}<t:end>.</t:end>`,
      '{"name":"n","a":{"$type":"t:TextField","text":"x"},"b":{"$type":"t:TextField","text":"y"},"others":{"a":{"$type":"t:TextField","text":"x"}},"always":{},"end":"."}',
    ],
    [
      `><t:fields>${field('more')}</t:fields><t:more></t:more>${always}`,
      '{"more":{"$type":"t:TextField","text":"x"},"others":{},"always":{}}',
    ],
  ])('goes there and back: %s', (inside, first, second = first) => {
    const xml = put(inside);
    expect(keyed.decode(xml)).toBe(second);
    expect(keyed.encode(second)).toBe(second.includes('$type') ? xml : xml.replace(`${XSI} `, ''));
    expect(keyed.valid(second)).toBe(true);
  });

  it('takes its members wherever they stand, and leaves out what holds none', () => {
    const text =
      '{"end":".","a":{"$type":"t:TextField","text":"x"},"always":{},"b":{"$type":"t:TextField","text":"y"}}';
    expect(keyed.encode(text)).toContain(`<t:fields>${field('a')}${field('b', 'y')}</t:fields>${always}<t:end>`);
    expect(keyed.decode(put(`><t:fields replaceAll="true"></t:fields>${always}`))).toBe('{"always":{}}');
  });

  it('writes what holds none where the contract requires it', () => {
    const { encode, decode, valid } = held('t:Doc: { keyed: { always/field: { key: "@id!", into: parent } } }');
    expect(encode('{}')).toBe(put(`>${always}`).replace(`${XSI} `, ''));
    expect(decode(put(`>${always}<t:end>.</t:end>`))).toBe('{"end":"."}');
    const one = held('t:Doc: { keyed: { always/field: { key: "@id!", into: parent } } }', 1);
    expect(one.problems('{"end":"."}')).toEqual(['$ CODEC_MISSING']);
    expect(valid('{"end":"."}')).toBe(true);
  });

  it('refuses names of other members, names that stand twice and items without one', () => {
    const fields = (...ids: string[]) => put(`><t:fields>${ids.map((id) => field(id)).join('')}</t:fields>${always}`);
    for (const id of ['end', 'others', 'name', '$type'])
      expect(() => keyed.decode(fields(id))).toThrow(/is the name of another member/);
    expect(() => keyed.decode(fields('q', 'q'))).toThrow(/two items have the key "q"/);
    expect(() => keyed.decode(put(`><t:fields>${field('q').replace(' id="q"', '')}</t:fields>${always}`))).toThrow(
      /has no key/,
    );
    const value = '{"$type":"t:TextField","text":"x"}';
    expect(keyed.problems(`{"always":{},"q":${value},"q":${value}}`)).toEqual(['$.q JSON_DUPLICATE_KEY']);
    expect(keyed.problems('{"always":{},"q":{"text":"x"}}')).toEqual(['$.q CODEC_TYPE']);
    expect(keyed.problems('{"always":{},"others":{"q":1}}')).toEqual(['$.others.q CODEC_TYPE']);
  });

  it('is checked against the contract', () => {
    const wrong = (words: string) => () => held(words);
    expect(wrong('t:Base: { keyed: { fields/field: { key: "@id", into: parent } } }')).toThrow(/write key: "@id!"/);
    expect(wrong('t:Base: { keyed: { name/field: { key: "@id!", into: parent } } }')).toThrow(/must hold one list/);
    expect(
      wrong(
        't:Base: { keyed: { fields/field: { key: "@id!", into: parent }, more/field: { key: "@id!", into: parent } } }',
      ),
    ).toThrow(/items of two lists cannot be members of one object/);
    expect(wrong('t:Base: { keyed: { fields/field: { key: "@id!", into: child } } }')).toThrow(
      /"into" must be one of parent/,
    );
    expect(wrong('t:Base: { keyed: { fields/feld: { key: "@id!" } } }')).toThrow(/did you mean "field"/);
  });
});

describe('a list keyed into its parent', () => {
  const { decode, encode, valid, problems } = presented(schema, types(', field: { key: "@id", into: parent }'));
  it.each([
    ...both,
    [
      ' v="1"><t:field xsi:type="t:TextField" id="a"><t:text>x</t:text></t:field><t:field xsi:type="t:DayField" id="b"><t:day>2026-01-01</t:day></t:field><t:end>.</t:end>',
      '{"@v":1,"a":{"$type":"t:TextField","text":"x"},"b":{"$type":"t:DayField","day":"2026-01-01"},"end":"."}',
    ] as [string, string],
    [
      '><t:field xsi:type="t:TextField" id="a"><t:text>x</t:text></t:field>',
      '{"a":{"$type":"t:TextField","text":"x"}}',
    ],
  ])('goes there and back: %s', (inside, text) => {
    expect(decode(put(inside))).toBe(text);
    const xml = put(inside);
    expect(encode(text)).toBe(text.includes('$type":"t:') ? xml : xml.replace(`${XSI} `, ''));
    expect(valid(text)).toBe(true);
  });

  it('takes its members wherever they stand', () => {
    const text = '{"a":{"$type":"t:TextField","text":"x"},"end":".","b":{"$type":"t:TextField","text":"y"}}';
    expect(decode(encode(text))).toBe(
      '{"a":{"$type":"t:TextField","text":"x"},"b":{"$type":"t:TextField","text":"y"},"end":"."}',
    );
  });

  it('refuses names of other members, and names that stand twice', () => {
    const field = (id: string) => `<t:field xsi:type="t:TextField" id="${id}"><t:text>x</t:text></t:field>`;
    for (const id of ['end', '@v', 'notes', '$type'])
      expect(() => decode(put(`>${field(id)}`))).toThrow(/is the name of another member/);
    expect(() => decode(put(`>${field('q')}${field('q')}`))).toThrow(/two items have the key "q"/);
    const value = '{"$type":"t:TextField","text":"x"}';
    expect(problems(`{"q":${value},"q":${value}}`)).toEqual(['$.q JSON_DUPLICATE_KEY']);
  });

  it.each([
    ['{"q":1}', '$.q CODEC_TYPE'],
    ['{"q":{"$type":"t:TextField"}}', '$.q CODEC_MISSING'],
    ['{"field":[]}', '$.field CODEC_TYPE'],
  ])('is refused where it is wrong: %s', (text, problem) => {
    expect(problems(text)).toEqual([problem]);
    expect(() => encode(text)).toThrow();
    expect(valid(text)).toBe(false);
  });
});
