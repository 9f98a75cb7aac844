// Patterns over repeated groups and substitution groups: entries taken apart by the names of their members. Both directions.
import { describe, expect, it } from 'vitest';
import { bothWays, problemsOf } from '../both-ways.ts';

const schema = `
  <xs:complexType name="Msg"><xs:sequence><xs:element name="Code" type="xs:string"/><xs:element name="Text" type="xs:string" minOccurs="0"/>
    <xs:element name="Id" type="t:Id" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="Class" type="xs:string" use="required"/></xs:complexType>
  <xs:complexType name="Id"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="k" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Big"><xs:complexContent><xs:extension base="t:Msg"><xs:sequence><xs:element name="Size" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Shape"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:element name="shape" type="t:Shape" abstract="true"/>
  <xs:element name="circle" substitutionGroup="t:shape"><xs:complexType><xs:complexContent><xs:extension base="t:Shape"><xs:sequence>
    <xs:element name="r" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:element>
  <xs:element name="dot" substitutionGroup="t:shape" type="t:Shape"/>
  <xs:element name="Put"><xs:complexType><xs:sequence>
    <xs:element name="Messages" minOccurs="0"><xs:complexType><xs:choice maxOccurs="unbounded">
      <xs:element name="Get" type="t:Msg"/><xs:element name="Make" type="t:Msg"/><xs:element name="Count" type="xs:int"/></xs:choice></xs:complexType></xs:element>
    <xs:element name="Pairs" minOccurs="0"><xs:complexType><xs:sequence maxOccurs="unbounded">
      <xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element ref="t:shape" minOccurs="0"/>
    <xs:element name="Shapes" minOccurs="0"><xs:complexType><xs:sequence><xs:element ref="t:shape" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="end" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`;
const head = 'tables: { codes: { ok: NoError, bad: Error } }';
const both = (rest: string, soap: string) => bothWays(schema, rest, soap, head);
const message = (name: string, inside: string, attributes = ' Class="S"') =>
  `<t:${name}${attributes}>${inside}</t:${name}>`;

describe('a repeated choice', () => {
  it('by the names of its members', () => {
    const { toXml, toJson } = both(
      '{ done: { $each: { code: "{got.code}", text: "{got.text}" } }, made: "{makes}" }',
      '{ Messages: { $items: { Get: { $each: { "@Class": S, Code: "{got.code|table(codes)}", Text: "t:{got.text}" } }, Make: "{makes}" } } }',
    );
    const json = { done: [{ code: 'ok', text: 'x' }, { code: 'bad' }], made: [{ '@Class': 'M', Code: 'c' }] };
    const get =
      message('Get', '<t:Code>NoError</t:Code><t:Text>t:x</t:Text>') + message('Get', '<t:Code>Error</t:Code>');
    const make = message('Make', '<t:Code>c</t:Code>', ' Class="M"');
    expect(toXml(json)).toBe(`<t:Messages>${get}${make}</t:Messages>`);
    expect(toJson(`<t:Messages>${get}${make}</t:Messages>`)).toEqual(json);
    expect(toJson(`<t:Messages>${make}${get}</t:Messages>`)).toEqual(json);
    expect(toJson(`<t:Messages><t:Count>7</t:Count>${make}</t:Messages>`)).toEqual({ made: json.made });
    expect(toXml({ made: json.made })).toBe(`<t:Messages>${make}</t:Messages>`);
    expect(toJson(`<t:Messages>${get.replace('Class="S"', 'Class="E"')}</t:Messages>`)).toBeUndefined();
    expect(toJson(`<t:Messages>${get.replace('NoError', 'Other')}</t:Messages>`)).toBeUndefined();
  });

  it('one entry alone, with constants, types and texts beside attributes', () => {
    const { toXml, toJson } = both(
      '{ code: "{code}", id: "{id}", size: "{size}" }',
      '{ Messages: { $items: { Get: { $type: "t:Big", "@Class": S, Code: "{code}", Id: [ "i-{id}", fixed ], Size: "{size}" } } } }',
    );
    const json = { code: 'c', id: '7', size: 3 };
    const xml = `<t:Messages>${message('Get', '<t:Code>c</t:Code><t:Id>i-7</t:Id><t:Id>fixed</t:Id><t:Size>3</t:Size>', ' xsi:type="t:Big" Class="S"')}</t:Messages>`;
    expect(toXml(json)).toBe(xml);
    expect(toJson(xml)).toEqual(json);
    expect(toJson(xml.replace('fixed', 'other'))).toBeUndefined();
    expect(toJson(xml.replace(' xsi:type="t:Big"', '').replace('<t:Size>3</t:Size>', ''))).toBeUndefined();
  });

  it('in their order, entry by entry', () => {
    const { toXml, toJson } = both(
      '{ all: { $each: { got: "{all.got}", count: "{all.count|int}" } } }',
      '{ Messages: { $items: { $each: { Get: { "@Class": "{all.got}", Code: "c-{all.got}" }, Count: "{all.count}" } } } }',
    );
    const json = { all: [{ got: 'x' }, { count: 7 }, { got: 'y' }] };
    const xml = `<t:Messages>${message('Get', '<t:Code>c-x</t:Code>', ' Class="x"')}<t:Count>7</t:Count>${message('Get', '<t:Code>c-y</t:Code>', ' Class="y"')}</t:Messages>`;
    expect(toXml(json)).toBe(xml);
    expect(toJson(xml)).toEqual(json);
  });

  it('the first ones', () => {
    const { toXml, toJson } = both(
      '{ n: "{n}", code: "{code}" }',
      '{ Messages: { $items: [ { Count: "{n}" }, { Make: { "@Class": M, Code: "{code}" } } ] } }',
    );
    const xml = `<t:Messages><t:Count>7</t:Count>${message('Make', '<t:Code>c</t:Code>', ' Class="M"')}</t:Messages>`;
    expect(toXml({ n: 7, code: 'c' })).toBe(xml);
    expect(toJson(xml)).toEqual({ n: 7, code: 'c' });
    expect(toJson(xml.replace('<t:Count>7</t:Count>', ''))).toBeUndefined();
    expect(toJson(xml.replace('</t:Messages>', '<t:Count>8</t:Count></t:Messages>'))).toBeUndefined();
  });
});

describe('a repeated sequence', () => {
  it('goes entry by entry', () => {
    const { toXml, toJson } = both(
      '{ pairs: { $each: "{p.a}={p.b}" } }',
      '{ Pairs: { $items: { $each: { a: "{p.a}", b: "{p.b}" } } } }',
    );
    const xml = '<t:Pairs><t:a>x</t:a><t:b>1</t:b><t:a>y</t:a><t:b>2</t:b></t:Pairs>';
    expect(toXml({ pairs: ['x=1', 'y=2'] })).toBe(xml);
    expect(toJson(xml)).toEqual({ pairs: ['x=1', 'y=2'] });
  });
});

describe('a substitution group', () => {
  it('is one of its members', () => {
    const { toXml, toJson } = both(
      '{ name: "{name}", r: "{r}" }',
      '{ shape: { circle: { name: "{name}", r: "{r}" } } }',
    );
    const xml = '<t:circle><t:name>c</t:name><t:r>2</t:r></t:circle>';
    expect(toXml({ name: 'c', r: 2 })).toBe(xml);
    expect(toXml({})).toBe('');
    expect(toJson(xml)).toEqual({ name: 'c', r: 2 });
  });

  it('is taken apart by their names', () => {
    const { toXml, toJson } = both(
      '{ dots: "{dots}", radius: { $each: "{c.r}" } }',
      '{ Shapes: { shape: { dot: "{dots}", circle: { $each: { name: c, r: "{c.r}" } } } } }',
    );
    const xml =
      '<t:Shapes><t:circle><t:name>c</t:name><t:r>2</t:r></t:circle><t:dot><t:name>d</t:name></t:dot></t:Shapes>';
    expect(toXml({ radius: [2], dots: [{ name: 'd' }] })).toBe(xml);
    expect(toJson(xml)).toEqual({ radius: [2], dots: [{ name: 'd' }] });
  });
});

describe('is checked', () => {
  it.each([
    ['{ Messages: { $items: { Gte: "{x}" } } }', 'MAPPING_UNKNOWN_ELEMENT: "$items" has no member "Gte"'],
    [
      '{ Messages: { $items: { Get: { $each: { "@Class": "{x.c}" } } } } }',
      'MAPPING_MISSING: the required member "Code" of element "Get" is missing',
    ],
    [
      '{ Messages: { $items: [ { Count: many }, { Get: "{x}" } ] } }',
      `MAPPING_TYPE: the constant "many" does not fit: 'many' is not a value of xs:int`,
    ],
    ['{ Messages: { $items: x } }', 'MAPPING_PATTERN: each entry of "$items" must be an object'],
    ['{ Pairs: { $items: { a: "{x}" } } }', 'MAPPING_PATTERN: entries of "$items" may have several members'],
    ['{ Pairs: { $items: [ { b: 1 } ] } }', 'MAPPING_MISSING: the required member "a" of "$items" is missing'],
    ['{ shape: { square: "{x}" } }', 'MAPPING_UNKNOWN_ELEMENT: "shape" has no member "square"'],
    [
      '{ Messages: { $items: { Count: "{n}", Get: [ { "@Class": "{n}", Code: x } ] } } }',
      'MAPPING_TYPE: {n} is a list of xs:int elsewhere in the rule and xs:string here',
    ],
  ])('%s', (soap, problem) => {
    expect(problemsOf(schema, '{ x: "{x}", n: "{n}" }', soap, head)).toContain(problem);
  });
});
