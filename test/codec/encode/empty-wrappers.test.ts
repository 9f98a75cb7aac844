// Optional elements around lists that must have items: without items they are left out.
import { expect, it } from 'vitest';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import type { Shape } from '../../../src/codec/model/shape.ts';
import type { ComplexType } from '../../../src/contract/model/model.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { json } from '../../../src/json/value.ts';
import { good } from '../../contract/inline-contracts.ts';

const list = (name: string, min: number, more = '') =>
  `<xs:complexType name="${name}"><xs:sequence><xs:element name="item" type="xs:int" minOccurs="${min}" maxOccurs="unbounded"/>
  </xs:sequence>${more}</xs:complexType>`;
const schemas =
  good(`${list('Full', 1)}${list('Any', 0)}${list('Named', 1, '<xs:attribute name="name" type="xs:string"/>')}
  <xs:complexType name="Outer"><xs:sequence><xs:element name="full" type="t:Full"/></xs:sequence></xs:complexType>
  <xs:element name="root"><xs:complexType><xs:sequence>
    <xs:element name="full" type="t:Full" minOccurs="0"/><xs:element name="any" type="t:Any" minOccurs="0"/>
    <xs:element name="named" type="t:Named" minOccurs="0"/><xs:element name="outer" type="t:Outer" minOccurs="0"/>
    <xs:element name="needed" type="t:Full" minOccurs="1"/>
  </xs:sequence></xs:complexType></xs:element>`);
const codec = createCodec(schemas, dialect());
const root = schemas.elements.get('{urn:t}root')!;

function members(type: string, entries: Readonly<Record<string, Shape>>): Shape {
  const def = type === 'root' ? (root.type as ComplexType) : (schemas.types.get(`{urn:t}${type}`) as ComplexType);
  const member = (key: string) => codec.members(def).find((one) => one.key === key)!;
  return { kind: 'members', entries: Object.entries(entries).map(([key, shape]) => ({ member: member(key), shape })) };
}

const hole = (slot: number): Shape => ({ kind: 'hole', slot });
const each: Shape = { kind: 'each', slot: 0, item: hole(0), fields: ['n'] };
const items = members('Full', { item: hole(0) });

function written(inner: Readonly<Record<string, Shape>>, ...values: (string | undefined)[]): string {
  const out = new ByteBuffer();
  const slots = values.map((text) => (text === undefined ? undefined : json(Buffer.from(text))));
  try {
    codec.program(root, members('root', inner), slots.length).encode(slots, out);
  } catch (error) {
    if (error instanceof SoapstoneError) return error.code;
    throw error;
  }
  return Buffer.from(out.slice())
    .toString()
    .replaceAll(/ xmlns:\w+="[^"]*"|\w+:(?=\w+[ />])/g, '');
}

it.each<[string, Readonly<Record<string, Shape>>, (string | undefined)[], string]>([
  ['a list with items', { full: items }, ['[7]'], '<root><full><item>7</item></full></root>'],
  ['no items', { full: items }, [' [ ] '.trim()], '<root></root>'],
  ['no items, one by one', { full: members('Full', { item: each }) }, ['[]'], '<root></root>'],
  ['no items around them', { outer: members('Outer', { full: items }) }, ['[]'], '<root></root>'],
  ['no items where none are needed', { any: members('Any', { item: hole(0) }) }, ['[]'], '<root><any></any></root>'],
  [
    'no items and no name',
    { named: members('Named', { item: hole(0), '@name': hole(1) }) },
    ['[]', undefined],
    '<root></root>',
  ],
  [
    'no items beside a name',
    { named: members('Named', { item: hole(0), '@name': hole(1) }) },
    ['[]', '"x"'],
    'CODEC_COUNT',
  ],
  ['no items in an element that must be there', { needed: items }, ['[]'], 'CODEC_COUNT'],
])('%s', (_, inner, values, xml) => {
  expect(written(inner, ...values)).toBe(xml);
});
