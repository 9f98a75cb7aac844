// An optional element whose text is a hole and whose attributes are constants: there with the text, absent without it, both ways.
import { expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import type { Program } from '../../src/codec/model/codec.ts';
import type { Member } from '../../src/codec/model/members.ts';
import type { Shape } from '../../src/codec/model/shape.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import type { ComplexType } from '../../src/contract/model/model.ts';
import { fromJs, type Json, textOf } from '../../src/json/value.ts';

const { schemas } = loadContractFrom(
  new Map([
    [
      'power.xsd',
      Buffer.from(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="Ref"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="type" type="xs:string"/>
  </xs:extension></xs:simpleContent></xs:complexType>
  <xs:element name="PowerOn"><xs:complexType><xs:sequence>
    <xs:element name="vm" type="Ref"/><xs:element name="host" type="Ref" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`),
    ],
  ]),
);

function powerOn(): Program {
  const codec = createCodec(schemas, dialect());
  const root = schemas.elements.get('PowerOn')!;
  const reference = schemas.types.get('Ref') as ComplexType;
  const member = (type: ComplexType, key: string): Member => codec.members(type).find((m) => m.key === key)!;
  const ref = (type: string, slot: number): Shape => ({
    kind: 'members',
    entries: [
      { member: member(reference, '@type'), shape: { kind: 'constant', text: type } },
      { member: member(reference, '$value'), shape: { kind: 'hole', slot } },
    ],
  });
  const entries = [
    { member: member(root.type as ComplexType, 'vm'), shape: ref('VirtualMachine', 0) },
    { member: member(root.type as ComplexType, 'host'), shape: ref('HostSystem', 1) },
  ];
  return codec.program(root, { kind: 'members', entries }, 2);
}

const cases: readonly (readonly [texts: readonly (string | undefined)[], xml: string])[] = [
  [['vm-1', undefined], '<PowerOn><vm type="VirtualMachine">vm-1</vm></PowerOn>'],
  [['vm-1', 'host-1'], '<PowerOn><vm type="VirtualMachine">vm-1</vm><host type="HostSystem">host-1</host></PowerOn>'],
];

it.each(cases)('%j ⇄ %s', (texts, xml) => {
  const program = powerOn();
  const out = new ByteBuffer();
  program.encode(
    texts.map((t): Json | undefined => (t === undefined ? undefined : fromJs(t))),
    out,
  );
  expect(Buffer.from(out.slice()).toString()).toBe(xml);
  const decoder = program.decoder();
  decoder.write(Buffer.from(xml));
  expect(decoder.end().map((v) => v && JSON.parse(textOf(v)))).toEqual(texts);
});

it('still tells elements apart by a constant that does not fit', () => {
  const decoder = powerOn().decoder();
  const wrong = '<PowerOn><vm type="VirtualMachine">vm-1</vm><host type="Pool">p</host></PowerOn>';
  expect(() => {
    decoder.write(Buffer.from(wrong));
    decoder.end();
  }).toThrow('is "Pool", expected "HostSystem"');
});
