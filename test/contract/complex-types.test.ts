import { describe, expect, it } from 'vitest';
import { attributes, complex, good, model, problems, wild } from './inline-contracts.ts';

const base = `<xs:complexType name="Base" mixed="false"><xs:sequence><xs:element name="a"/></xs:sequence>
<xs:attribute name="id" type="xs:int" use="required"/><xs:attribute name="old" type="xs:string"/></xs:complexType>`;

describe('extension', () => {
  it('puts its own content after the inherited one, in a sequence', () => {
    const schemas = good(`${base}<xs:complexType name="D"><xs:complexContent><xs:extension base="t:Base"><xs:choice>
      <xs:element name="b"/><xs:element name="c"/></xs:choice><xs:attribute name="n" type="xs:date"/></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="E"><xs:complexContent><xs:extension base="t:D"><xs:sequence><xs:element name="d"/></xs:sequence>
      </xs:extension></xs:complexContent></xs:complexType>`);
    expect(model(complex(schemas, 'D'))).toBe('((a), (b | c))');
    expect(model(complex(schemas, 'E'))).toBe('(((a), (b | c)), (d))');
    expect(attributes(complex(schemas, 'E'))).toBe('id:int! old:string n:date');
    expect(complex(schemas, 'E')).toMatchObject({ derivation: 'extension', base: complex(schemas, 'D') });
  });

  it('links a chain whatever the order of its types', () => {
    const type = (
      n: number,
    ) => `<xs:complexType name="C${n}"><xs:complexContent><xs:extension base="t:C${n - 1}"><xs:sequence>
      <xs:element name="e${n}"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
    const root = '<xs:complexType name="C0"><xs:sequence><xs:element name="e0"/></xs:sequence></xs:complexType>';
    const many = Array.from({ length: 200 }, (_, i) => type(200 - i));
    const schemas = good(`${many.slice(0, 3).join('')}<!-- -->${many.slice(3).join('')}${root}`);
    expect(schemas.derives(complex(schemas, 'C200'), complex(schemas, 'C0'))).toBe(true);
    expect(model(complex(schemas, 'C2'))).toBe('(((e0), (e1)), (e2))');
  });

  it('takes over the content as it is when it adds none, and starts it when there was none', () => {
    const schemas = good(`${base}<xs:complexType name="Empty"/>
      <xs:complexType name="D"><xs:complexContent><xs:extension base="t:Base"><xs:attribute name="n"/></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="E"><xs:complexContent><xs:extension base="t:Empty"><xs:all><xs:element name="b"/></xs:all></xs:extension></xs:complexContent></xs:complexType>`);
    expect(complex(schemas, 'D').content).toBe(complex(schemas, 'Base').content);
    expect(model(complex(schemas, 'Empty'))).toBe('empty');
    expect(model(complex(schemas, 'E'))).toBe('(b)');
    expect(attributes(complex(schemas, 'D'))).toBe('id:int! old:string n:anySimpleType');
  });

  it('can start inside an anonymous type', () => {
    const schemas =
      good(`<xs:element name="e"><xs:complexType><xs:complexContent><xs:extension base="t:Base"><xs:sequence>
      <xs:element name="b"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:element>${base}`);
    expect(model(schemas.elements.get('{urn:t}e')!.type)).toBe('((a), (b))');
  });
});

describe('restriction', () => {
  it('replaces the content, keeps attributes that it does not mention, drops prohibited ones', () => {
    const schemas =
      good(`<xs:complexType name="Base"><xs:sequence><xs:element name="a"/><xs:element name="b" minOccurs="0"/></xs:sequence>
        <xs:attribute name="id" type="xs:int"/><xs:attribute name="old" type="xs:string"/><xs:attribute name="keep" type="xs:date"/></xs:complexType>
      <xs:complexType name="D"><xs:complexContent><xs:restriction base="t:Base"><xs:sequence><xs:element name="a"/></xs:sequence>
        <xs:attribute name="old" use="prohibited"/><xs:attribute name="id" type="xs:int" use="required"/></xs:restriction></xs:complexContent></xs:complexType>`);
    expect(model(complex(schemas, 'D'))).toBe('(a)');
    expect(attributes(complex(schemas, 'D'))).toBe('id:int! keep:date');
    expect(complex(schemas, 'D')).toMatchObject({ derivation: 'restriction', base: complex(schemas, 'Base') });
  });

  it('of anyType is what a type without derivation is', () => {
    const schemas =
      good(`${base}<xs:complexType name="D"><xs:complexContent><xs:restriction base="xs:anyType"><xs:sequence>
      <xs:element name="a"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`);
    expect(complex(schemas, 'Base').base).toBe(schemas.types.get('{http://www.w3.org/2001/XMLSchema}anyType'));
    expect(complex(schemas, 'D').base).toBe(complex(schemas, 'Base').base);
    expect(complex(schemas, 'D').anyAttribute).toBeUndefined();
  });
});

describe('mixed and abstract', () => {
  it('has mixed content by the type, by complexContent, and by inheritance', () => {
    const schemas =
      good(`<xs:complexType name="M" mixed="true"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType>
      <xs:complexType name="N"><xs:complexContent mixed="true"><xs:extension base="t:M"/></xs:complexContent></xs:complexType>
      <xs:complexType name="O" mixed="true"/><xs:complexType name="P" abstract="true"/>`);
    expect(['M', 'N', 'O', 'P'].map((n) => complex(schemas, n).mixed)).toEqual([true, true, true, false]);
    expect(model(complex(schemas, 'O'))).toBe('()');
    expect(complex(schemas, 'P').abstract).toBe(true);
  });
});

describe('simple content', () => {
  it('extends a simple type, then is extended, then restricted', () => {
    const schemas =
      good(`<xs:complexType name="A"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="x" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:complexType name="B"><xs:simpleContent><xs:extension base="t:A"><xs:attribute name="y"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:complexType name="C"><xs:simpleContent><xs:restriction base="t:B"><xs:maxLength value="4"/><xs:attribute name="y" use="prohibited"/></xs:restriction></xs:simpleContent></xs:complexType>
      <xs:complexType name="D"><xs:simpleContent><xs:restriction base="t:C"><xs:minLength value="1"/></xs:restriction></xs:simpleContent></xs:complexType>`);
    expect(['A', 'B'].map((n) => model(complex(schemas, n)))).toEqual(['text string', 'text string']);
    expect(['A', 'B', 'C', 'D'].map((n) => attributes(complex(schemas, n)))).toEqual([
      'x:int',
      'x:int y:anySimpleType',
      'x:int',
      'x:int',
    ]);
    expect(complex(schemas, 'D').content).toMatchObject({
      kind: 'simple',
      type: { builtin: 'string', facets: { minLength: 1, maxLength: 4 } },
    });
  });

  it('takes an inner type, also where the base is mixed', () => {
    const schemas =
      good(`<xs:complexType name="M" mixed="true"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:complexType>
      <xs:complexType name="T"><xs:simpleContent><xs:restriction base="t:M"><xs:simpleType><xs:restriction base="t:S"/></xs:simpleType>
      <xs:maxInclusive value="5"/></xs:restriction></xs:simpleContent></xs:complexType>
      <xs:simpleType name="S"><xs:restriction base="xs:int"><xs:minInclusive value="1"/></xs:restriction></xs:simpleType>`);
    expect(complex(schemas, 'T')).toMatchObject({
      mixed: false,
      content: { kind: 'simple', type: { builtin: 'int', facets: { minInclusive: '1', maxInclusive: '5' } } },
    });
  });
});

describe('attributes', () => {
  it('come from groups, references and types, qualified as they say', () => {
    const schemas = good(`<xs:attribute name="g" type="xs:int" default="3"/>
      <xs:attributeGroup name="G"><xs:attribute ref="t:g" fixed="4"/><xs:attributeGroup ref="t:H"/></xs:attributeGroup>
      <xs:attributeGroup name="H"><xs:attribute name="h" form="qualified" type="xs:date"/></xs:attributeGroup>
      <xs:complexType name="T"><xs:attribute name="a"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:attribute>
        <xs:attributeGroup ref="t:G"/><xs:attribute name="b" type="xs:string" default="x"/></xs:complexType>`);
    expect(attributes(complex(schemas, 'T'))).toBe('a:(list anySimpleType) t:g:int t:h:date b:string');
    expect(complex(schemas, 'T').attributes).toMatchObject([{}, { fixed: '4' }, {}, { default: 'x' }]);
    expect(complex(schemas, 'T').attributes[1].default).toBeUndefined();
    expect(schemas.attributes.get('{urn:t}g')).toMatchObject({ default: '3', required: false });
  });

  it('are qualified by attributeFormDefault', () => {
    const schemas = good(
      '<xs:complexType name="T"><xs:attribute name="a"/><xs:attribute name="b" form="unqualified"/></xs:complexType>',
      'attributeFormDefault="qualified"',
    );
    expect(attributes(complex(schemas, 'T'))).toBe('t:a:anySimpleType b:anySimpleType');
  });

  it('of the xml namespace need no schema', () => {
    const xml = 'http://www.w3.org/XML/1998/namespace';
    const text = (ref: string) => `<xs:complexType name="T"><xs:attribute ref="xml:${ref}"/></xs:complexType>`;
    expect(problems(`<xs:import namespace="${xml}"/>${text('lang')}`)).toEqual([]);
    expect(problems(text('space'))).toEqual([]);
    expect(problems('<xs:complexType name="T"><xs:attributeGroup ref="xml:specialAttrs"/></xs:complexType>')).toEqual(
      [],
    );
    expect(problems(text('no'))).toEqual([`main.xsd:2:26 CONTRACT_REFERENCE: there is no attribute "{${xml}}no"`]);
  });
});

describe('wildcards', () => {
  const wildcard = (body: string, more = '') =>
    complex(good(`<xs:complexType name="T">${body}</xs:complexType>${more}`), 'T').anyAttribute!;

  it.each([
    ['<xs:anyAttribute/>', '<any strict>'],
    ['<xs:anyAttribute namespace="##other" processContents="lax"/>', '<not urn:t lax>'],
    ['<xs:anyAttribute namespace="##targetNamespace ##local u:x" processContents="skip"/>', '<[urn:t  u:x] skip>'],
  ])('%s', (body, expected) => {
    expect(wild(wildcard(body))).toBe(expected);
  });

  const group = (name: string, namespace: string) =>
    `<xs:attributeGroup name="${name}"><xs:anyAttribute namespace="${namespace}" processContents="lax"/></xs:attributeGroup>`;

  it.each([
    ['##any', '##other', '<not urn:t strict>'],
    ['a b', 'b c', '<[b] strict>'],
    ['a urn:t ##local', '##other', '<[a] strict>'],
    ['##other', '##other', '<not urn:t strict>'],
  ])('%s and that of a group, %s, meet in %s', (own, other, expected) => {
    const body = `<xs:attributeGroup ref="t:G"/><xs:anyAttribute namespace="${own}"/>`;
    expect(wild(wildcard(body, group('G', other))).replace('lax', 'strict')).toBe(expected);
  });

  it.each([
    ['a', 'b', '<[a b] lax>'],
    ['##any', 'b', '<any lax>'],
    ['##other', 'a', '<not urn:t lax>'],
    ['##other', 'urn:t ##local', '<any lax>'],
    ['##other', 'urn:t', '<not  lax>'],
    ['##other', '##other', '<not urn:t lax>'],
  ])('an extension widens %s by %s to %s', (inherited, own, expected) => {
    const schemas = good(`<xs:complexType name="B"><xs:anyAttribute namespace="${inherited}"/></xs:complexType>
      <xs:complexType name="T"><xs:complexContent><xs:extension base="t:B"><xs:anyAttribute namespace="${own}" processContents="lax"/></xs:extension></xs:complexContent></xs:complexType>`);
    expect(wild(complex(schemas, 'T').anyAttribute!)).toBe(expected);
  });

  it('an extension inherits, a restriction does not', () => {
    const derived = (way: string) =>
      complex(
        good(`<xs:complexType name="B"><xs:anyAttribute/></xs:complexType>
          <xs:complexType name="T"><xs:complexContent><xs:${way} base="t:B"/></xs:complexContent></xs:complexType>`),
        'T',
      ).anyAttribute;
    expect(derived('extension')).toBeDefined();
    expect(derived('restriction')).toBeUndefined();
  });
});

describe('encoded arrays in literal contracts', () => {
  it('load as a sequence of anything', () => {
    const array = `<xs:complexType name="T" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:w="http://schemas.xmlsoap.org/wsdl/">
      <xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="xs:string[]"/></xs:restriction></xs:complexContent></xs:complexType>
      <xs:element name="s" type="e:string" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"/>`;
    expect(problems(array)).toEqual([]);
  });
});

describe('problems of complex types', () => {
  const broken = (body: string) => problems(`<xs:complexType name="T">\n${body}\n</xs:complexType>${base}`);
  const derive = (content: string, way: string, from: string, body: string) =>
    broken(`<xs:${content}>\n<xs:${way} base="${from}">${body}</xs:${way}></xs:${content}>`);

  it.each([
    [
      'complexContent',
      'extension',
      't:Bass',
      '',
      '4:1 CONTRACT_REFERENCE: there is no type "{urn:t}Bass" (did you mean "{urn:t}Base"?)',
    ],
    [
      'complexContent',
      'extension',
      'xs:int',
      '',
      '4:1 CONTRACT_INVALID: complexContent cannot start from the simple type "{http://www.w3.org/2001/XMLSchema}int"',
    ],
    [
      'simpleContent',
      'extension',
      't:Base',
      '',
      '4:1 CONTRACT_INVALID: simpleContent needs a base with simple content',
    ],
    [
      'simpleContent',
      'restriction',
      'xs:int',
      '',
      '4:1 CONTRACT_INVALID: simpleContent can extend a simple type, not restrict it',
    ],
    ['complexContent', 'extension', 't:T', '', '2:1 CONTRACT_INVALID: type "{urn:t}T" is derived from itself'],
    [
      'complexContent',
      'extension',
      't:Base',
      '<xs:all><xs:element name="z"/></xs:all>',
      '4:1 CONTRACT_INVALID: an xs:all group cannot be extended, nor extend (Part 1 §3.8.6) (in a copy of the contract, write the elements of both types into one xs:all, or use xs:sequence in both)',
    ],
    [
      'complexContent',
      'extension',
      't:Base',
      '<xs:attribute name="id"/>',
      '4:1 CONTRACT_INVALID: attribute "id" is in the base type already',
    ],
  ])('%s %s of %s %s', (content, way, from, body, message) => {
    expect(derive(content, way, from, body)).toEqual([`main.xsd:${message}`]);
  });

  it.each([
    ['<xs:complexContent/>', '3:1 CONTRACT_INVALID: complexContent needs a restriction or an extension'],
    ['<xs:complexContent><xs:extension/></xs:complexContent>', '3:20 CONTRACT_INVALID: xs:extension needs a base'],
    ['<xs:attribute/>', '3:1 CONTRACT_INVALID: an attribute needs a name or a ref'],
    ['<xs:attribute name="a"/><xs:attribute name="a"/>', '3:25 CONTRACT_INVALID: attribute "a" is declared twice'],
    [
      '<xs:attribute name="a" default="1" use="required"/>',
      '3:1 CONTRACT_INVALID: attribute "a" has a default and is required',
    ],
    ['<xs:attribute name="a" type="t:Base"/>', '3:1 CONTRACT_INVALID: "{urn:t}Base" is not a simple type'],
    ['<xs:attributeGroup/>', '3:1 CONTRACT_INVALID: an attributeGroup in a type needs a ref'],
    ['<xs:attributeGroup ref="t:no"/>', '3:1 CONTRACT_REFERENCE: there is no attribute group "{urn:t}no"'],
    [
      '<xs:anyAttribute processContents="loose"/>',
      '3:1 CONTRACT_INVALID: processContents="loose" is none of strict, lax, skip',
    ],
  ])('%s', (body, message) => {
    expect(broken(body)).toEqual([`main.xsd:${message}`]);
  });

  it('finds circles of derivations and of attribute groups', () => {
    const link = (name: string, to: string) =>
      `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:${to}"/></xs:complexContent></xs:complexType>\n`;
    expect(problems(link('A', 'B') + link('B', 'C') + link('C', 'A'))).toEqual([
      'main.xsd:4:1 CONTRACT_INVALID: type "{urn:t}C" is derived from itself',
    ]);
    expect(
      problems(`<xs:attributeGroup name="A"><xs:attributeGroup ref="t:B"/></xs:attributeGroup>
<xs:attributeGroup name="B"><xs:attributeGroup ref="t:A"/></xs:attributeGroup>`),
    ).toEqual(['main.xsd:3:29 CONTRACT_INVALID: attribute group "{urn:t}A" contains itself']);
  });

  it('says what it found, all at once', () => {
    const found = broken(
      '<xs:sequence><xs:element name="a" type="t:no1"/>\n<xs:element ref="t:no2"/></xs:sequence><xs:attribute ref="t:no3"/>',
    );
    expect(found.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'main.xsd:3:14 CONTRACT_REFERENCE:',
      'main.xsd:4:1 CONTRACT_REFERENCE:',
      'main.xsd:4:40 CONTRACT_REFERENCE:',
    ]);
  });
});
