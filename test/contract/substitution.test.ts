import { describe, expect, it } from 'vitest';
import { element, good, problems } from './inline-contracts.ts';

const names = (body: string, head = 'head', attributes?: string) =>
  element(good(body, attributes), head).substitutes.map((e) => e.name.local);

const types = `<xs:complexType name="B"><xs:sequence/></xs:complexType>
<xs:complexType name="Ext"><xs:complexContent><xs:extension base="t:B"/></xs:complexContent></xs:complexType>
<xs:complexType name="Res"><xs:complexContent><xs:restriction base="t:B"/></xs:complexContent></xs:complexType>
<xs:element name="same" type="t:B" substitutionGroup="t:head"/>
<xs:element name="ext" type="t:Ext" substitutionGroup="t:head"/>
<xs:element name="res" type="t:Res" substitutionGroup="t:head"/>`;

describe('substitution groups', () => {
  it('are transitive; abstract members are passed through', () => {
    expect(
      names(`<xs:element name="leaf" substitutionGroup="t:middle"/><xs:element name="head" type="xs:string" abstract="true"/>
        <xs:element name="middle" abstract="true" substitutionGroup="t:head"/><xs:element name="other" substitutionGroup="t:head"/>`),
    ).toEqual(['other', 'leaf']);
  });

  it('give their type to members that have none', () => {
    const schemas = good(`<xs:element name="c" substitutionGroup="t:b"/><xs:element name="b" substitutionGroup="t:a"/>
      <xs:element name="a"><xs:complexType><xs:attribute name="x"/></xs:complexType></xs:element>`);
    expect(element(schemas, 'c').type).toBe(element(schemas, 'a').type);
  });

  it.each([
    ['', ['same', 'ext', 'res']],
    ['block="extension"', ['same', 'res']],
    ['block="restriction"', ['same', 'ext']],
    ['block="extension restriction"', ['same']],
    ['block="substitution"', []],
    ['block="#all"', []],
  ])('with %s hold %j', (block, expected) => {
    expect(names(`<xs:element name="head" type="t:B" ${block}/>${types}`)).toEqual(expected);
  });

  it('obey blockDefault and the block of the type', () => {
    const head = '<xs:element name="head" type="t:B"/>';
    expect(names(head + types, 'head', 'blockDefault="restriction"')).toEqual(['same', 'ext']);
    expect(names(head + types.replace('name="B"', 'name="B" block="#all"'))).toEqual(['same']);
  });

  it('are refused when they are circular, unknown or of a foreign type', () => {
    expect(
      problems(`<xs:element name="a" substitutionGroup="t:b"/>\n<xs:element name="b" substitutionGroup="t:a"/>`),
    ).toEqual([
      'main.xsd:2:1 CONTRACT_INVALID: element "{urn:t}a" substitutes itself',
      'main.xsd:3:1 CONTRACT_INVALID: element "{urn:t}b" substitutes itself',
    ]);
    expect(problems('<xs:element name="a" substitutionGroup="t:heat"/><xs:element name="head"/>')).toEqual([
      'main.xsd:2:1 CONTRACT_REFERENCE: there is no element "{urn:t}heat" (did you mean "{urn:t}head"?)',
    ]);
    expect(
      problems(
        '<xs:element name="a" type="xs:int" substitutionGroup="t:head"/>\n<xs:element name="head" type="xs:date"/>',
      ),
    ).toEqual([
      'main.xsd:2:1 CONTRACT_INVALID: the type of "{urn:t}a" is not derived from that of "{urn:t}head", which it substitutes',
    ]);
  });
});
