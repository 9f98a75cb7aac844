import { describe, expect, it } from 'vitest';
import { complex, element, good, model, problems } from './inline-contracts.ts';

const type = (content: string) => good(`<xs:complexType name="T">${content}</xs:complexType>${extras}`);
const extras = `
<xs:element name="g" type="xs:int"/>
<xs:group name="G"><xs:sequence><xs:element name="x"/><xs:element name="y" minOccurs="0"/></xs:sequence></xs:group>
<xs:group name="Nested"><xs:choice><xs:group ref="t:G" maxOccurs="2"/><xs:element ref="t:g"/></xs:choice></xs:group>
<xs:group name="All"><xs:all><xs:element name="p"/><xs:element name="q" minOccurs="0"/></xs:all></xs:group>`;

describe('content models', () => {
  it.each([
    ['<xs:sequence><xs:element name="a"/><xs:element name="b" minOccurs="0"/></xs:sequence>', '(a, b?)'],
    [
      '<xs:sequence maxOccurs="unbounded"><xs:element name="a" minOccurs="2" maxOccurs="5"/></xs:sequence>',
      '(a{2,5})+',
    ],
    [
      '<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="a"/><xs:sequence><xs:element name="b"/></xs:sequence></xs:choice>',
      '(a | (b))*',
    ],
    ['<xs:all minOccurs="0"><xs:element name="a"/><xs:element name="b" minOccurs="0"/></xs:all>', '(a & b?)?'],
    ['<xs:sequence><xs:element ref="t:g"/><xs:element name="u" form="unqualified"/></xs:sequence>', '(g, {}u)'],
    ['<xs:group ref="t:G"/>', '(x, y?)'],
    ['<xs:group ref="t:G" minOccurs="0" maxOccurs="3"/>', '(x, y?){0,3}'],
    ['<xs:sequence><xs:group ref="t:Nested"/><xs:element name="z"/></xs:sequence>', '(((x, y?){1,2} | g), z)'],
    ['<xs:group ref="t:All"/>', '(p & q?)'],
    ['<xs:sequence><xs:any/><xs:element name="a"/></xs:sequence>', '(<any strict>, a)'],
    ['<xs:sequence/>', 'empty'],
    ['<xs:choice minOccurs="0"/>', 'empty'],
    ['<xs:sequence><xs:element name="a"/><xs:element name="never" minOccurs="0" maxOccurs="0"/></xs:sequence>', '(a)'],
    ['<xs:sequence><xs:sequence/><xs:element name="a"/></xs:sequence>', '(a)'],
  ])('%s is %s', (content, expected) => {
    expect(model(complex(type(content), 'T'))).toBe(expected);
  });

  it('keeps an empty choice that must occur: it matches nothing', () => {
    expect(model(complex(type('<xs:choice/>'), 'T'))).toBe('()');
  });

  it('shares the content of a group between the places that refer to it', () => {
    const schemas = good(`${extras}<xs:complexType name="A"><xs:group ref="t:G"/></xs:complexType>
      <xs:complexType name="B"><xs:group ref="t:G"/></xs:complexType>`);
    expect(complex(schemas, 'A').content).toEqual(complex(schemas, 'B').content);
  });

  it('is its own type where a type is recursive', () => {
    const schemas = good(`<xs:complexType name="Tree"><xs:sequence>
      <xs:element name="child" type="t:Tree" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`);
    const tree = complex(schemas, 'Tree');
    expect(tree.content).toMatchObject({ particle: { particles: [{ element: { name: { local: 'child' } } }] } });
    const [child] =
      tree.content.kind === 'elements' && 'particles' in tree.content.particle ? tree.content.particle.particles : [];
    expect(child.kind === 'element' && child.element.type).toBe(tree);
  });

  it('names local elements by elementFormDefault and form', () => {
    const body = `<xs:complexType name="T"><xs:sequence><xs:element name="a"/><xs:element name="b" form="qualified"/>
      <xs:element name="c" form="unqualified"/></xs:sequence></xs:complexType>`;
    expect(model(complex(good(body, ''), 'T'))).toBe('({}a, b, {}c)');
    expect(model(complex(good(body), 'T'))).toBe('(a, b, {}c)');
  });
});

describe('elements', () => {
  it('keep nillable, abstract, default, fixed, documentation and place', () => {
    const schemas = good(`<xs:element name="a" type="xs:int" nillable="true" default="7"><xs:annotation>
      <xs:documentation>Seven  </xs:documentation><xs:documentation>of <b>nine</b></xs:documentation></xs:annotation></xs:element>
<xs:element name="b" abstract="1" fixed="x" type="xs:string"/>`);
    expect(element(schemas, 'a')).toMatchObject({
      global: true,
      nillable: true,
      abstract: false,
      default: '7',
      doc: 'Seven\nof nine',
      place: { file: 'main.xsd', line: 2, col: 1 },
    });
    expect(element(schemas, 'b')).toMatchObject({ abstract: true, fixed: 'x', nillable: false, substitutes: [] });
    expect(element(schemas, 'b').place).toMatchObject({ line: 4 });
  });

  it('are of anyType when they say nothing', () => {
    const schemas = good('<xs:element name="a"/>');
    expect(element(schemas, 'a').type).toBe(schemas.types.get('{http://www.w3.org/2001/XMLSchema}anyType'));
    expect(model(element(schemas, 'a').type)).toBe('(<any lax>*)');
  });

  it('have anonymous types of their own', () => {
    const schemas = good(`<xs:element name="a"><xs:complexType><xs:sequence><xs:element name="b"><xs:simpleType>
      <xs:restriction base="xs:int"/></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element>`);
    expect(element(schemas, 'a').type.name).toBeUndefined();
    expect(model(element(schemas, 'a').type)).toBe('(b)');
  });
});

describe('problems of content models', () => {
  const broken = (content: string) => problems(`<xs:complexType name="T">\n${content}\n</xs:complexType>${extras}`);

  it.each([
    [
      '<xs:sequence>\n<xs:element name="a" minOccurs="-1"/></xs:sequence>',
      'main.xsd:4:1 CONTRACT_INVALID: minOccurs="-1" is not a count',
    ],
    [
      '<xs:sequence>\n<xs:element name="a" maxOccurs="many"/></xs:sequence>',
      'main.xsd:4:1 CONTRACT_INVALID: maxOccurs="many" is neither a count nor "unbounded"',
    ],
    [
      '<xs:sequence minOccurs="2"><xs:element name="a"/></xs:sequence>',
      'main.xsd:3:1 CONTRACT_INVALID: maxOccurs (1) is less than minOccurs (2)',
    ],
    [
      '<xs:all><xs:element name="a" maxOccurs="2"/></xs:all>',
      'main.xsd:3:1 CONTRACT_INVALID: xs:all may hold only elements that occur at most once',
    ],
    [
      '<xs:sequence><xs:element ref="t:gg"/></xs:sequence>',
      'main.xsd:3:14 CONTRACT_REFERENCE: there is no element "{urn:t}gg" (did you mean "{urn:t}g"?)',
    ],
    [
      '<xs:sequence><xs:element name="a" type="t:Y"/></xs:sequence>',
      'main.xsd:3:14 CONTRACT_REFERENCE: there is no type "{urn:t}Y" (did you mean "{urn:t}T"?)',
    ],
    [
      '<xs:sequence><xs:element name="a" type="u:Y"/></xs:sequence>',
      'main.xsd:3:14 CONTRACT_REFERENCE: the prefix of "u:Y" is not declared',
    ],
    [
      '<xs:sequence><xs:element name="a" type="xs:strnig"/></xs:sequence>',
      'main.xsd:3:14 CONTRACT_REFERENCE: there is no type "{http://www.w3.org/2001/XMLSchema}strnig" (did you mean "{http://www.w3.org/2001/XMLSchema}string"?)',
    ],
    [
      '<xs:group ref="t:H"/>',
      'main.xsd:3:1 CONTRACT_REFERENCE: there is no group "{urn:t}H" (did you mean "{urn:t}G"?)',
    ],
    ['<xs:group/>', 'main.xsd:3:1 CONTRACT_INVALID: a group inside a content model needs a ref'],
    [
      '<xs:sequence><xs:element type="xs:int"/></xs:sequence>',
      'main.xsd:3:14 CONTRACT_INVALID: an element needs a name or a ref',
    ],
    [
      '<xs:assert test="1"/>',
      'main.xsd:3:1 CONTRACT_UNSUPPORTED: xs:assert has no place in xs:complexType (it is of XML Schema 1.1: delete it in a copy of the contract; it only refuses values)',
    ],
    [
      '<xs:sequence/><xs:choice/>',
      'main.xsd:3:15 CONTRACT_INVALID: a type has one content model; put them into a sequence',
    ],
    [
      '<xs:sequence><xs:element name="a"><xs:sequence/></xs:element></xs:sequence>',
      'main.xsd:3:35 CONTRACT_INVALID: xs:sequence has no place in xs:element',
    ],
    [
      '<xs:sequence><xs:element name="a" default="1" fixed="2"/></xs:sequence>',
      'main.xsd:3:14 CONTRACT_INVALID: element "{urn:t}a" has both a default and a fixed value',
    ],
  ])('%s', (content, message) => {
    expect(broken(content)).toEqual([message]);
  });

  it('finds groups that contain themselves, used or not', () => {
    const found = problems(`<xs:group name="A"><xs:sequence><xs:group ref="t:B"/></xs:sequence></xs:group>
<xs:group name="B"><xs:choice><xs:group ref="t:A"/></xs:choice></xs:group>`);
    expect(found).toEqual(['main.xsd:3:31 CONTRACT_INVALID: group "{urn:t}A" contains itself']);
  });
});
