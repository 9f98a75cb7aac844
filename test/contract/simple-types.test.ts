import { describe, expect, it } from 'vitest';
import { builtinTypes } from '../../src/contract/xsd/builtins.ts';
import { element, good, problems, simple } from './inline-contracts.ts';

const type = (body: string) => simple(good(`<xs:simpleType name="T">${body}</xs:simpleType>`), 'T');
const restricted = (base: string, facets: string) =>
  type(`<xs:restriction base="xs:${base}">${facets}</xs:restriction>`);

describe('built-in types', () => {
  it('are 44, anySimpleType and anyType, and one set for all contracts', () => {
    expect(builtinTypes.size).toBe(46);
    const int = builtinTypes.get('{http://www.w3.org/2001/XMLSchema}int');
    expect(good('<xs:element name="a" type="xs:int"/>').types.get('{http://www.w3.org/2001/XMLSchema}int')).toBe(int);
    expect(element(good('<xs:element name="a" type="xs:int"/>'), 'a').type).toBe(int);
  });

  it.each([
    ['byte', 'byte short int long integer decimal anySimpleType'],
    ['NCName', 'NCName Name token normalizedString string anySimpleType'],
    ['positiveInteger', 'positiveInteger nonNegativeInteger integer decimal anySimpleType'],
    ['IDREFS', 'IDREFS anySimpleType'],
  ])('%s comes from its bases', (name, chain) => {
    const names: string[] = [];
    for (let t = builtinTypes.get(`{http://www.w3.org/2001/XMLSchema}${name}`); t; t = t.base)
      names.push(t.name!.local);
    expect(names.join(' ')).toBe(chain);
  });

  it('have their white space and nothing more', () => {
    const facets = (name: string) => {
      const t = builtinTypes.get(`{http://www.w3.org/2001/XMLSchema}${name}`)!;
      return t.kind === 'simple' && t.facets;
    };
    expect(facets('string')).toEqual({ whiteSpace: 'preserve' });
    expect(facets('normalizedString')).toEqual({ whiteSpace: 'replace' });
    expect(facets('token')).toEqual({ whiteSpace: 'collapse' });
    expect(facets('int')).toEqual({ whiteSpace: 'collapse' });
    expect(facets('NMTOKENS')).toEqual({ whiteSpace: 'collapse', minLength: 1 });
  });
});

describe('facets', () => {
  it.each([
    ['string', '<xs:length value="3"/>', { whiteSpace: 'preserve', length: 3 }],
    [
      'string',
      '<xs:minLength value="1"/><xs:maxLength value="9"/>',
      { whiteSpace: 'preserve', minLength: 1, maxLength: 9 },
    ],
    ['string', '<xs:whiteSpace value="collapse"/>', { whiteSpace: 'collapse' }],
    ['decimal', '<xs:totalDigits value="9"/><xs:fractionDigits value="2"/>', { totalDigits: 9, fractionDigits: 2 }],
    ['int', '<xs:minInclusive value="-1"/><xs:maxExclusive value="10"/>', { minInclusive: '-1', maxExclusive: '10' }],
    ['date', '<xs:minExclusive value="2020-01-01"/>', { minExclusive: '2020-01-01' }],
    ['string', '<xs:enumeration value="a b"/><xs:enumeration value=""/>', { enumeration: ['a b', ''] }],
    ['token', '<xs:enumeration value=" a "/>', { enumeration: ['a'] }],
    ['double', '<xs:maxInclusive value="INF"/>', { maxInclusive: 'INF' }],
  ])('%s with %s', (base, facets, expected) => {
    expect(restricted(base, facets)).toMatchObject({ variety: 'atomic', builtin: base, facets: expected });
  });

  it('merge over the chain: patterns are steps of alternatives, the rest is narrowed', () => {
    const schemas = good(`
      <xs:simpleType name="C"><xs:restriction base="t:B"><xs:pattern value="..."/><xs:enumeration value="abc"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="B"><xs:restriction base="t:A"><xs:maxLength value="5"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="A"><xs:restriction base="xs:token"><xs:pattern value="a.*"/><xs:pattern value="b.*"/>
        <xs:maxLength value="9"/><xs:minLength value="1"/><xs:enumeration value="abc"/><xs:enumeration value="bcd"/></xs:restriction></xs:simpleType>`);
    expect(simple(schemas, 'C')).toMatchObject({
      builtin: 'token',
      facets: {
        whiteSpace: 'collapse',
        minLength: 1,
        maxLength: 5,
        enumeration: ['abc'],
        patterns: { alternatives: ['...'], base: { alternatives: ['a.*', 'b.*'] } },
      },
    });
    expect(simple(schemas, 'C').facets.patterns?.base).toBe(simple(schemas, 'A').facets.patterns);
    expect(simple(schemas, 'B').facets.enumeration).toEqual(['abc', 'bcd']);
    expect(simple(schemas, 'C').base).toBe(simple(schemas, 'B'));
  });

  it('keeps the names that QName enumerations mean', () => {
    const t = restricted('QName', '<xs:enumeration value="t:a"/><xs:enumeration value="xs:b"/>');
    expect(t.facets.enumeration).toEqual(['t:a', 'xs:b']);
    expect(t.facets.enumerationNames).toEqual(['{urn:t}a', '{http://www.w3.org/2001/XMLSchema}b']);
  });
});

describe('lists and unions', () => {
  it('knows lists by name, inside, and restricted', () => {
    const schemas = good(`<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType>
      <xs:simpleType name="M"><xs:list><xs:simpleType><xs:restriction base="xs:NCName"/></xs:simpleType></xs:list></xs:simpleType>
      <xs:simpleType name="N"><xs:restriction base="t:L"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>`);
    expect(simple(schemas, 'L')).toMatchObject({ variety: 'list', builtin: 'anySimpleType', item: { builtin: 'int' } });
    expect(simple(schemas, 'M')).toMatchObject({ item: { builtin: 'NCName', base: { name: { local: 'NCName' } } } });
    expect(simple(schemas, 'N')).toMatchObject({
      variety: 'list',
      item: { builtin: 'int' },
      facets: { whiteSpace: 'collapse', maxLength: 3 },
    });
  });

  it('knows unions of named and of inner types, in order, and restricted', () => {
    const schemas = good(`<xs:simpleType name="U"><xs:union memberTypes="xs:int t:W"><xs:simpleType>
      <xs:restriction base="xs:date"/></xs:simpleType></xs:union></xs:simpleType>
      <xs:simpleType name="W"><xs:restriction base="xs:string"><xs:enumeration value="none"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="V"><xs:restriction base="t:U"><xs:enumeration value="none"/><xs:enumeration value="7"/></xs:restriction></xs:simpleType>`);
    expect(simple(schemas, 'U').members?.map((m) => m.builtin)).toEqual(['int', 'string', 'date']);
    expect(simple(schemas, 'V')).toMatchObject({ variety: 'union', facets: { enumeration: ['none', '7'] } });
    expect(simple(schemas, 'V').members).toEqual(simple(schemas, 'U').members);
  });

  it('restricts a type written inside the restriction', () => {
    const t =
      type(`<xs:restriction><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="9"/></xs:restriction>
      </xs:simpleType><xs:minLength value="2"/></xs:restriction>`);
    expect(t).toMatchObject({ builtin: 'string', facets: { minLength: 2, maxLength: 9 } });
  });
});

describe('derives', () => {
  it('follows bases, unions and anyType', () => {
    const schemas = good(`<xs:simpleType name="A"><xs:restriction base="xs:int"/></xs:simpleType>
      <xs:simpleType name="U"><xs:union memberTypes="t:V xs:date"/></xs:simpleType>
      <xs:simpleType name="V"><xs:union memberTypes="xs:integer"/></xs:simpleType>
      <xs:complexType name="C"><xs:sequence/></xs:complexType>
      <xs:complexType name="D"><xs:complexContent><xs:extension base="t:C"/></xs:complexContent></xs:complexType>`);
    const get = (name: string) => schemas.types.get(name.startsWith('{') ? name : `{urn:t}${name}`)!;
    const xs = '{http://www.w3.org/2001/XMLSchema}';
    expect(schemas.derives(get('A'), get(`${xs}decimal`))).toBe(true);
    expect(schemas.derives(get('A'), get('U'))).toBe(true);
    expect(schemas.derives(get('A'), get(`${xs}string`))).toBe(false);
    expect(schemas.derives(get('A'), get(`${xs}anyType`))).toBe(true);
    expect(schemas.derives(get(`${xs}string`), get('U'))).toBe(false);
    expect(schemas.derives(get('D'), get('C'))).toBe(true);
    expect(schemas.derives(get('C'), get('D'))).toBe(false);
    expect(schemas.derives(get('C'), get('C'))).toBe(true);
  });
});

describe('problems of simple types', () => {
  const remedy = '(in a copy of the contract, mend the facet or delete it)';

  const broken = (body: string) => problems(`<xs:simpleType name="T">\n${body}\n</xs:simpleType>`);
  const facet = (base: string, body: string) => broken(`<xs:restriction base="xs:${base}">\n${body}</xs:restriction>`);

  it.each([
    ['string', '<xs:minLength value="-1"/>', 'minLength="-1" is not a count'],
    ['decimal', '<xs:totalDigits value="0"/>', 'totalDigits="0" is not a count'],
    [
      'int',
      '<xs:minInclusive value="a"/>',
      'minInclusive="a" is not a value of "{http://www.w3.org/2001/XMLSchema}int"',
    ],
    [
      'date',
      '<xs:minInclusive value=""/>',
      'minInclusive="" is not a value of "{http://www.w3.org/2001/XMLSchema}date"',
    ],
    [
      'int',
      '<xs:enumeration value="a"/>',
      'enumeration value "a" is not a value of "{http://www.w3.org/2001/XMLSchema}int"',
    ],
    [
      'int',
      '<xs:maxLength value="1"/>',
      'the facet maxLength does not apply to "{http://www.w3.org/2001/XMLSchema}int"',
    ],
    [
      'boolean',
      '<xs:minInclusive value="0"/>',
      'the facet minInclusive does not apply to "{http://www.w3.org/2001/XMLSchema}boolean"',
    ],
    ['string', '<xs:length/>', 'the facet length needs a value'],
    ['string', '<xs:whiteSpace value="none"/>', 'whiteSpace="none" is none of preserve, replace, collapse'],
    [
      'token',
      '<xs:whiteSpace value="preserve"/>',
      'whiteSpace="preserve" is looser than "collapse" of "{http://www.w3.org/2001/XMLSchema}token"',
    ],
  ])('%s with %s', (base, body, message) => {
    expect(facet(base, body)).toEqual([`main.xsd:4:1 CONTRACT_INVALID: ${message} ${remedy}`]);
  });

  it.each([
    ['string', '<xs:minLength value="3"/><xs:maxLength value="2"/>', 'minLength (3) is more than maxLength (2)'],
    [
      'decimal',
      '<xs:totalDigits value="2"/><xs:fractionDigits value="3"/>',
      'fractionDigits (3) is more than totalDigits (2)',
    ],
    [
      'int',
      '<xs:minInclusive value="3"/><xs:maxInclusive value="2"/>',
      'minInclusive (3) is more than maxInclusive (2)',
    ],
  ])('%s with %s contradicts itself', (base, body, message) => {
    expect(facet(base, body)).toEqual([`main.xsd:3:1 CONTRACT_INVALID: ${message} ${remedy}`]);
  });

  it.each([
    ['<xs:restriction/>', 'main.xsd:3:1 CONTRACT_INVALID: xs:restriction needs base="…" or a simpleType inside'],
    ['<xs:list/>', 'main.xsd:3:1 CONTRACT_INVALID: xs:list needs itemType="…" or a simpleType inside'],
    ['<xs:union/>', 'main.xsd:3:1 CONTRACT_INVALID: a union needs members'],
    ['', 'main.xsd:2:1 CONTRACT_INVALID: a simpleType needs a restriction, a list or a union'],
    ['<xs:restriction base="t:T"/>', 'main.xsd:2:1 CONTRACT_INVALID: type "{urn:t}T" is derived from itself'],
    ['<xs:list itemType="t:T"/>', 'main.xsd:2:1 CONTRACT_INVALID: "{urn:t}T" is a list of lists'],
    ['<xs:list itemType="xs:NMTOKENS"/>', 'main.xsd:2:1 CONTRACT_INVALID: "{urn:t}T" is a list of lists'],
    [
      '<xs:union memberTypes="xs:int t:T"/>',
      'main.xsd:2:1 CONTRACT_INVALID: "{urn:t}T" is a union that contains itself',
    ],
    [
      '<xs:list itemType="xs:anyType"/>',
      'main.xsd:3:1 CONTRACT_INVALID: "{http://www.w3.org/2001/XMLSchema}anyType" is not a simple type',
    ],
  ])('%s', (body, message) => {
    expect(broken(body)).toEqual([message]);
  });
});
