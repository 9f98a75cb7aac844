// A shape that lists members of an abstract type: read from whichever derived type stands there.
import { expect, it } from 'vitest';
import type { ElementMember } from '../../src/codec/model/members.ts';
import type { ComplexType, ElementDecl } from '../../src/contract/model/model.ts';
import { toJs } from '../../src/json/value.ts';
import { presented, XSI } from './presented.ts';

const schema = `
  <xs:complexType name="Thing" abstract="true"><xs:sequence>
    <xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:complexType name="Car"><xs:complexContent><xs:extension base="t:Thing"><xs:sequence>
    <xs:element name="wheels" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="House"><xs:complexContent><xs:extension base="t:Thing"><xs:sequence>
    <xs:element name="floors" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="All"><xs:sequence><xs:element name="thing" type="t:Thing"/></xs:sequence></xs:complexType>
  <xs:element name="Put" type="t:All"/>`;
const { codec, element } = presented(schema, 'types: {}');

function memberOf(type: ElementDecl['type'], key: string): ElementMember {
  return codec.members(type as ComplexType).find((m) => m.key === key) as ElementMember;
}

const thing = memberOf(element.type, 'thing');
const name = memberOf(thing.element.type, 'name');
const program = codec.program(
  element,
  {
    kind: 'members',
    entries: [
      { member: thing, shape: { kind: 'members', entries: [{ member: name, shape: { kind: 'hole', slot: 0 } }] } },
    ],
  },
  1,
);

function read(inside: string): unknown {
  const decoder = program.decoder();
  decoder.write(Buffer.from(`<t:Put ${XSI} xmlns:t="urn:t">${inside}</t:Put>`));
  return toJs(decoder.end()[0]!);
}

it('takes a member of the base from any derived type', () => {
  expect(read('<t:thing xsi:type="t:Car"><t:name>A</t:name><t:wheels>4</t:wheels></t:thing>')).toBe('A');
  expect(read('<t:thing xsi:type="t:House"><t:name>B</t:name><t:floors>2</t:floors></t:thing>')).toBe('B');
});

it('still wants one of them', () => {
  expect(() => read('<t:thing><t:name>A</t:name></t:thing>')).toThrow('abstract');
});
