// Writing leniently: members that nobody knows, and null where nothing can be null, make no difference to what is written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { createCodec } from '../../src/codec/create.ts';
import type { Shape } from '../../src/codec/model/shape.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import { scan } from '../../src/json/tape.ts';
import { type Json, json } from '../../src/json/value.ts';
import { names, wsdlOf } from './presented.ts';

const { schemas } = loadContractFrom(
  new Map([
    [
      't.wsdl',
      Buffer.from(
        wsdlOf(`
  <xs:complexType name="Label"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="lang" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Part"><xs:sequence><xs:element name="label" type="t:Label" minOccurs="0"/>
    <xs:choice minOccurs="0"><xs:element name="one" type="xs:int"/><xs:element name="two" type="xs:int"/></xs:choice>
    <xs:element name="inner" type="t:Part" minOccurs="0" maxOccurs="unbounded"/>
    <xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="t:Label" minOccurs="0"/></xs:sequence>
    <xs:element name="none" type="xs:int" nillable="true" minOccurs="0"/></xs:sequence>
    <xs:attribute name="at" type="xs:dateTime"/><xs:attribute name="id" type="xs:int" use="required"/><xs:attribute name="note" type="xs:string"/></xs:complexType>
  <xs:element name="Put" type="t:Part"/>`),
      ),
    ],
  ]),
);
const codec = createCodec(schemas, names);
const element = schemas.elements.get('{urn:t}Put')!;
const whole = codec.program(element, { kind: 'hole', slot: 0 }, 1);

function write(value: Json, lenient: boolean, program = whole): string {
  const out = new ByteBuffer();
  program.encode([value], out, lenient);
  return Buffer.from(out.slice()).toString();
}

const text = fc.constantFrom('x', 'é', '');
const { part } = fc.letrec((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    fc.record({ '@id': fc.nat(99) }),
    fc.record(
      {
        '@id': fc.nat(99),
        '@note': text,
        label: fc.record({ '@lang': text, $value: text }, { requiredKeys: ['$value'] }),
        one: fc.nat(9),
        inner: fc.array(tie('part'), { maxLength: 2 }),
        $items: fc.array(fc.record({ a: fc.nat(9), b: fc.record({ $value: text }) }, { requiredKeys: ['a'] }), {
          maxLength: 2,
        }),
        none: fc.constantFrom(null, 7),
      },
      { requiredKeys: ['@id'] },
    ),
  ),
}));

/** Members that may be absent, and have no null. */
const OPTIONAL = ['@note', 'label', 'one', 'two', 'inner'];
const further = fc.array(fc.tuple(fc.constantFrom('zip', 'selfLink', '@type', 'ID', 'émoji', ''), fc.jsonValue()), {
  maxLength: 3,
});

/** Objects with more in them: `next` draws what, `at` says where they are. */
function more(value: unknown, next: () => readonly (readonly [string, unknown])[], isPart = true): unknown {
  if (Array.isArray(value)) return value.map((item) => more(item, next, isPart));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, inner]) => [key, more(inner, next, key === 'inner')] as const);
  const absent = isPart ? OPTIONAL.filter((key) => !Object.hasOwn(value, key)).map((key) => [key, null] as const) : [];
  return Object.fromEntries([...next(), ...absent, ...members]);
}

describe('a lenient encoder', () => {
  it('says that a required member is null, where it is there', () => {
    const items = (item: string) => () => write(scan(Buffer.from(`{"@id":1,"$items":[${item}]}`)), true);
    expect(items('{"a":null,"b":{"$value":"x"}}')).toThrow('member "a" is null, and may not be');
    expect(items('{"b":{"$value":"x"}}')).toThrow('member "a" is missing');
  });

  it('writes what it writes without what nobody knows', () => {
    fc.assert(
      fc.property(part, fc.infiniteStream(further), (value, stream) => {
        const full = more(value, () => stream.next().value);
        const wanted = write(scan(Buffer.from(JSON.stringify(value))), false);
        const bytes = Buffer.from(JSON.stringify(full));
        expect(write(scan(bytes), true)).toBe(wanted);
        expect(write(json(bytes), true)).toBe(wanted);
        expect(() => write(scan(bytes), false)).toThrow();
      }),
    );
  });

  it('takes a day without a time for its midnight in UTC where a moment is wanted', () => {
    const at = (day: string, lenient: boolean) => write(scan(Buffer.from(`{"@id":1,"@at":"${day}"}`)), lenient);
    expect(at('2019-11-01', true)).toContain('at="2019-11-01T00:00:00Z"');
    expect(() => at('2019-11-01', false)).toThrow('2019-11-01');
    for (const wrong of ['2019-02-30', '2019-11', '2019-11-01Z', 'today']) expect(() => at(wrong, true)).toThrow(wrong);
  });

  it('passes over nothing else', () => {
    const refused = (text: string) => {
      try {
        return write(scan(Buffer.from(text)), true);
      } catch (e) {
        return `${(e as { code: string }).code} ${(e as { path: string }).path}`;
      }
    };
    expect(refused('{"x":1}')).toBe('CODEC_MISSING $');
    expect(refused('{"@id":null}')).toBe('CODEC_MISSING $');
    expect(refused('{"@id":"one"}')).toBe('CODEC_TYPE $.@id');
    expect(refused('{"@id":1,"one":1,"two":2}')).toMatch(/^CODEC_CHOICE/);
    expect(refused('{"@id":1,"$items":[{"a":null,"new":1}]}')).toBe('CODEC_MISSING $.$items[0]');
    expect(refused('{"@id":1,"inner":[null]}')).toBe('CODEC_NIL $.inner[0]');
    expect(refused('null')).toBe('CODEC_NIL $');
  });

  it('does so for members that a shape lists, and for those that it takes from a rest', () => {
    const entry = (key: string, slot: number) => ({
      member: codec.members(element.type).find((m) => m.key === key)!,
      shape: { kind: 'hole' as const, slot },
    });
    const shape: Shape = { kind: 'members', entries: [entry('label', 1), entry('none', 2)], rest: 0 };
    const program = codec.program(element, shape, 3);
    const out = new ByteBuffer();
    const value = (text: string) => scan(Buffer.from(text));
    program.encode([value('{"@id":1,"new":{"x":[1]},"@note":null}'), value('null'), value('null')], out, true);
    const xml = Buffer.from(out.slice()).toString();
    expect(xml).toContain('id="1"><t:none xsi:nil="true"/></t:Put>');
    expect(xml).not.toContain('label');
  });
});
