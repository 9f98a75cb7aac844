// `types:` for many types at once: names by a pattern, values without a prefix, coded values as objects, members that JSON alone has.
import { describe, expect, it } from 'vitest';
import { Problems } from '../../src/errors/errors.ts';
import { presented, XSI } from './presented.ts';

const schema = `
  <xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="_bank"/><xs:enumeration value="_otherAsset"/>
    <xs:enumeration value="_stat"/><xs:enumeration value="stat"/><xs:enumeration value="_"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Colour"><xs:restriction base="xs:string"><xs:enumeration value="_red"/><xs:enumeration value="blue"/></xs:restriction></xs:simpleType>
  <xs:complexType name="Ref"><xs:sequence><xs:element name="name" type="xs:string" minOccurs="0"/></xs:sequence>
    <xs:attribute name="internalId" type="xs:string"/><xs:attribute name="type" type="xs:string"/></xs:complexType>
  <xs:complexType name="LineList"><xs:sequence><xs:element name="line" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="replaceAll" type="xs:boolean"/></xs:complexType>
  <xs:complexType name="Plain"><xs:sequence><xs:element name="noList" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:complexType name="Doc"><xs:sequence>
    <xs:element name="kind" type="t:Kind" minOccurs="0"/>
    <xs:element name="colour" type="t:Colour" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="itemList" type="t:LineList" minOccurs="0"/>
    <xs:element name="tag" type="xs:string" minOccurs="0"/>
    <xs:element name="tagList" type="t:LineList" minOccurs="0"/>
    <xs:element name="ref" type="t:Ref" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="plain" type="t:Plain" minOccurs="0"/></xs:sequence>
    <xs:attribute name="kind" type="t:Kind"/></xs:complexType>
  <xs:element name="Put" type="t:Doc"/>`;
/** A part and what it holds, beside the same in the document around it. */
const nested = `
  <xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="_bank"/><xs:enumeration value="_stat"/></xs:restriction></xs:simpleType>
  <xs:complexType name="DotList"><xs:sequence><xs:element name="dot" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
  <xs:complexType name="Leaf"><xs:sequence><xs:element name="dotList" type="t:DotList" minOccurs="0"/></xs:sequence>
    <xs:attribute name="id" type="xs:string"/><xs:attribute name="kind" type="t:Kind"/></xs:complexType>
  <xs:complexType name="Part"><xs:sequence><xs:element name="dotList" type="t:DotList" minOccurs="0"/><xs:element name="leaf" type="t:Leaf" minOccurs="0"/></xs:sequence>
    <xs:attribute name="id" type="xs:string"/><xs:attribute name="kind" type="t:Kind"/></xs:complexType>
  <xs:complexType name="Bold"><xs:complexContent><xs:extension base="t:Part"><xs:sequence><xs:element name="bold" type="t:Leaf" minOccurs="0"/></xs:sequence>
    </xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Doc"><xs:sequence><xs:element name="kind" type="t:Kind" minOccurs="0"/><xs:element name="dotList" type="t:DotList" minOccurs="0"/>
    <xs:element name="part" type="t:Part" minOccurs="0"/></xs:sequence><xs:attribute name="id" type="xs:string"/></xs:complexType>
  <xs:element name="Put" type="t:Doc"/>`;
const put = (inside: string) => `<t:Put xmlns:t="urn:t"${inside}</t:Put>`;

function problemsOf(types: string): string[] {
  try {
    presented(schema, types);
    return [];
  } catch (e) {
    if (e instanceof Problems) return e.problems.map((p) => `${p.code}: ${p.message}`);
    throw e;
  }
}

function pairs(types: string, all: readonly (readonly [xml: string, json: string])[]): void {
  const { decode, encode, valid } = presented(schema, types);
  for (const [xml, json] of all) {
    expect(decode(put(xml))).toBe(json);
    expect(encode(json)).toBe(put(xml));
    expect(valid(json), json).toBe(true);
  }
}

describe('names by a pattern', () => {
  const types =
    'types: { "*List": { rename: { $list: items } }, "t:*": { rename: { "{x}List": "{x}", noList: noList } } }';

  it('shorten members of the types, and name the list in them', () => {
    pairs(types, [
      ['><t:itemList replaceAll="true"><t:line>a</t:line></t:itemList>', '{"item":{"@replaceAll":true,"items":["a"]}}'],
      ['><t:plain><t:noList>x</t:noList></t:plain>', '{"plain":{"noList":"x"}}'],
    ]);
  });

  it('leave a name that another member would have', () => {
    pairs(types, [
      ['><t:tag>x</t:tag><t:tagList><t:line>a</t:line></t:tagList>', '{"tag":"x","tagList":{"items":["a"]}}'],
    ]);
  });

  it('count less than the name that a type says itself', () => {
    pairs(`${types.slice(0, -2)}, t:Doc: { rename: { itemList: things } }, t:LineList: { rename: { line: all } } }`, [
      ['><t:itemList><t:line>a</t:line></t:itemList>', '{"things":{"all":["a"]}}'],
    ]);
  });

  it('leave a name that an added member has', () => {
    const { decode } = presented(nested, 'types: { "t:*": { rename: { "{x}List": "{x}" } }, t:Doc: { add: [ dot ] } }');
    const list = '<t:dotList><t:dot>a</t:dot></t:dotList>';
    expect(decode(put(`>${list}<t:part>${list}</t:part>`))).toBe(
      '{"dotList":{"dot":["a"]},"part":{"dot":{"dot":["a"]}}}',
    );
  });

  it('stay whole where a name of its own says so', () => {
    pairs(`${types.slice(0, -2)}, t:Doc: { rename: { itemList: itemList } } }`, [
      ['><t:itemList><t:line>a</t:line></t:itemList>', '{"itemList":{"items":["a"]}}'],
    ]);
  });

  it('hold in what one type holds, where the pattern says so', () => {
    const { decode } = presented(
      nested,
      'types: { "*List in t:Part": { rename: { $list: items } }, "* in t:Part": { rename: { "@id": key, "{x}List": "{x}" } } }',
    );
    const list = '<t:dotList><t:dot>a</t:dot></t:dotList>';
    expect(decode(put(` id="1">${list}<t:part id="2">${list}<t:leaf id="3">${list}</t:leaf></t:part>`))).toBe(
      '{"@id":"1","dotList":{"items":["a"]},"part":{"key":"2","dot":{"items":["a"]},"leaf":{"key":"3","dot":{"items":["a"]}}}}',
    );
    expect(decode(put(`><t:part ${XSI} xsi:type="t:Bold"><t:leaf id="3"/><t:bold id="4"/></t:part>`))).toBe(
      '{"part":{"$type":"t:Bold","leaf":{"key":"3"},"bold":{"key":"4"}}}',
    );
  });

  it('a pattern selects types by a member of one type', () => {
    const { decode } = presented(nested, 'types: { "*[leaf: t:Leaf]": { rename: { "@id": key } } }');
    expect(decode(put(' id="1"><t:part id="2"><t:leaf id="3"/></t:part>'))).toBe(
      '{"@id":"1","part":{"key":"2","leaf":{"@id":"3"}}}',
    );
    expect(problemsOf('types: { "*[tag: t:LineList]": { rename: { "@kind": sort } } }')).toEqual([
      'MAPPING_UNKNOWN_ELEMENT: no type of the contract matches "*[tag: t:LineList]"',
    ]);
  });

  it('are mistakes in what is no type with members', () => {
    expect(
      problemsOf(
        'types: { "*List in t:Nothing": { rename: { $list: items } }, "*List in t:Kind": { rename: { $list: items } } }',
      ),
    ).toEqual([
      'MAPPING_UNKNOWN_ELEMENT: the contract has no type "t:Nothing"',
      'MAPPING_TYPE: "t:Kind" holds no other types',
    ]);
    expect(problemsOf('types: { "*List in t:Ref": { rename: { $list: items } } }')).toEqual([
      'MAPPING_UNKNOWN_ELEMENT: no type of the contract matches "*List in t:Ref"',
    ]);
  });

  it('are mistakes where nothing fits', () => {
    expect(problemsOf('types: { t:Plain: { rename: { $list: items } } }')).toEqual([
      'MAPPING_UNKNOWN_ELEMENT: the type does not hold one list and nothing else',
    ]);
    expect(problemsOf('types: { "t:*List": { rename: { "{x}Array": "{x}" } } }')).toEqual([
      'MAPPING_UNKNOWN_ELEMENT: the type has no member with a name like "{x}Array", in any matching type',
    ]);
    expect(problemsOf('types: { t:LineList: { rename: { "{y}List": "{x}" } } }')).toEqual([
      'MAPPING_PATTERN: "{y}List: {x}" is not a pattern of names',
    ]);
  });
});

describe('values of enumerations', () => {
  it('lose a prefix in the types that say so, and in those derived from them', () => {
    const types = 'types: { "* in t:Part": { values: "_{x}" } }';
    const { decode, encode, valid, problems } = presented(nested, types);
    const xml = put('><t:kind>_bank</t:kind><t:part kind="_bank"><t:leaf kind="_stat"></t:leaf></t:part>');
    const json = '{"kind":"_bank","part":{"@kind":"bank","leaf":{"@kind":"stat"}}}';
    expect([decode(xml), encode(json), valid(json)]).toEqual([json, xml, true]);
    expect(problems('{"kind":"bank","part":{"@kind":"_bank"}}')).toEqual([
      '$.kind CODEC_FACET',
      '$.part.@kind CODEC_FACET',
    ]);
  });

  it('lose a prefix where a table of a member has no row for them', () => {
    pairs('tables: { kinds: { Bank: _bank, stat2: _ } }\ntypes: { t:Doc: { values: { kind: kinds, "*": "_{x}" } } }', [
      [' kind="_bank"><t:kind>_bank</t:kind>', '{"@kind":"bank","kind":"Bank"}'],
      ['><t:kind>_otherAsset</t:kind><t:colour>_red</t:colour>', '{"kind":"otherAsset","colour":["red"]}'],
      ['><t:kind>_</t:kind>', '{"kind":"stat2"}'],
    ]);
    pairs('tables: { kinds: { otherAsset: _bank } }\ntypes: { t:Doc: { values: { kind: kinds, "*": "_{x}" } } }', [
      ['><t:kind>_otherAsset</t:kind>', '{"kind":"_otherAsset"}'],
    ]);
  });

  it('lose a prefix, where that leaves a value of its own', () => {
    pairs('types: { "*": { values: "_{x}" } }', [
      [' kind="_bank"><t:kind>_otherAsset</t:kind>', '{"@kind":"bank","kind":"otherAsset"}'],
      [
        '><t:kind>_stat</t:kind><t:colour>_red</t:colour><t:colour>blue</t:colour>',
        '{"kind":"_stat","colour":["red","blue"]}',
      ],
      [' kind="stat"><t:kind>_</t:kind>', '{"@kind":"stat","kind":"_"}'],
    ]);
    const { problems, valid } = presented(schema, 'types: { "*": { values: "_{x}" } }');
    expect(problems('{"kind":"_bank"}')).toEqual(['$.kind CODEC_FACET']);
    expect(valid('{"kind":"_bank"}')).toBe(false);
  });

  it('have codes of their own by type, others stay as they are', () => {
    const tables = 'tables: { kinds: { Bank: _bank, OthAsset: _otherAsset } }\n';
    pairs(`${tables}types: { t:Kind: { values: kinds }, "*": { values: "_{x}" } }`, [
      [
        ' kind="_bank"><t:kind>_otherAsset</t:kind><t:colour>_red</t:colour>',
        '{"@kind":"Bank","kind":"OthAsset","colour":["red"]}',
      ],
    ]);
    expect(problemsOf(`${tables}types: { t:Colour: { values: kinds } }`)).toEqual([
      'MAPPING_TYPE: "_bank" of table "kinds" is not a value of "Colour"',
      'MAPPING_TYPE: "_otherAsset" of table "kinds" is not a value of "Colour"',
    ]);
    expect(problemsOf('types: { "*": { values: "{x}" } }')).toEqual([
      'MAPPING_PATTERN: "{x}" is not a pattern of values',
    ]);
  });
});

describe('coded values', () => {
  const { encode, decode, valid, problems } = presented(
    schema,
    'types: { "*": { values: "_{x}", codes: id/refName } }',
  );

  it('may be objects in what is read, and are written bare', () => {
    const xml = put('><t:kind>_bank</t:kind><t:colour>_red</t:colour><t:colour>blue</t:colour>');
    expect(encode('{"kind":{"id":"bank","refName":"A bank"},"colour":[{"refName":"Red","id":"red"},"blue"]}')).toBe(
      xml,
    );
    expect(decode(xml)).toBe('{"kind":"bank","colour":["red","blue"]}');
  });

  it('have a key of their type, and nothing else', () => {
    expect(problems('{"kind":{"id":"x"}}')).toEqual(['$.kind.id CODEC_FACET']);
    expect(problems('{"kind":{"refName":"x"}}')).toEqual(['$.kind CODEC_MISSING']);
    expect(problems('{"kind":{"id":"bank","other":1}}')).toEqual(['$.kind CODEC_TYPE']);
    expect(problems('{"tag":{"id":"bank"}}')).toEqual(['$.tag CODEC_TYPE']);
    expect([valid('{"kind":{"id":"bank"}}'), valid('{"kind":{"id":"x"}}'), valid('{"tag":{"id":"bank"}}')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('added members', () => {
  const types = `tables: { kinds: { accounts: account, parts: item } }
types:
  t:Ref: { rename: { "@internalId": id, "@type": type }, add: { links: [ { rel: self, href: "/v1/{type|table(kinds)}/{id}" } ], label: "{id} {{}}" } }
  t:Doc: { add: [ links ] }`;
  const { encode, decode, valid } = presented(schema, types);

  it('are written with the attributes, where all of them are there', () => {
    const xml = put(
      '><t:ref internalId="7;8" type="account"><t:name>x</t:name></t:ref><t:ref internalId="&quot;&lt;" type="other"/><t:ref type="item"/>',
    );
    const json =
      '{"ref":[{"id":"7;8","type":"account","links":[{"rel":"self","href":"/v1/accounts/7%3B8"}],"label":"7;8 {}","name":"x"},' +
      '{"id":"\\"<","type":"other","label":"\\"< {}"},{"type":"item"}]}';
    expect(decode(xml)).toBe(json);
    expect(valid(json)).toBe(true);
    expect(decode(encode(json))).toBe(json);
  });

  it.each(['..', '.', '', 'a/b', '../accounts/1', '\\'])('are left out where %j would be part of a path', (id) => {
    const json = JSON.parse(decode(put(`><t:ref internalId="${id}" type="account"/>`)));
    expect(json).toEqual({ ref: [{ id, type: 'account', label: `${id} {}` }] });
  });

  it('are ignored where they are read, whatever they say', () => {
    expect(encode('{"links":{"x":[1]},"kind":"_bank","ref":[{"links":null,"id":"1","label":5}]}')).toBe(
      put('><t:kind>_bank</t:kind><t:ref internalId="1"></t:ref>'),
    );
    expect(decode(put('><t:kind>_bank</t:kind>'))).toBe('{"kind":"_bank"}');
  });

  it('are checked', () => {
    const one = (added: string) => problemsOf(`tables: { kinds: { a: b } }\ntypes: { t:Ref: { add: ${added} } }`);
    expect(one('{ links: "{id}", also: "{internalId}" }')).toEqual([
      'MAPPING_NAMES: "Ref" has no attribute that JSON calls "id"',
    ]);
    expect(one('{ name: x }')).toEqual(['MAPPING_DUPLICATE: an added member and "name" would both be "name"']);
    expect(one('{ links: "{$now}" }')).toEqual(['MAPPING_NAMES: {$now} is not known when the table is loaded']);
    expect(one('{ links: "{type|int}" }')).toEqual([
      'MAPPING_PATTERN: {type} of an added member allows only a table as converter',
    ]);
  });
});
