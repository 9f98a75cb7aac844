// `types:` nulls: a list of names of members that are null.
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import type { Shape } from '../../src/codec/model/shape.ts';
import { json, textOf } from '../../src/json/value.ts';
import { presented, XSI } from './presented.ts';

const schema = `
  <xs:complexType name="Names"><xs:sequence><xs:element name="name" type="xs:string" minOccurs="0" maxOccurs="5"/></xs:sequence></xs:complexType>
  <xs:complexType name="Line"><xs:sequence><xs:element name="Qty" type="xs:int"/></xs:sequence></xs:complexType>
  <xs:complexType name="Rec"><xs:sequence>
    <xs:element name="Title" type="xs:string" minOccurs="0"/>
    <xs:element name="Empty" type="t:Names" minOccurs="0"/>
    <xs:element name="Note" type="xs:string" minOccurs="0"/>
    <xs:element name="Line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="Nil" type="xs:int" minOccurs="0" nillable="true"/>
    <xs:choice minOccurs="0"><xs:element name="A" type="xs:int"/><xs:element name="B" type="xs:int"/></xs:choice>
    <xs:element name="Id" type="xs:int"/></xs:sequence><xs:attribute name="v" type="xs:int"/></xs:complexType>
  <xs:complexType name="MoreRec"><xs:complexContent><xs:extension base="t:Rec"><xs:sequence>
    <xs:element name="More" type="t:Line" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:element name="Put" type="t:Rec"/>`;
const { codec, element, decode, encode, valid, problems } = presented(
  schema,
  'types: { t:Rec: { nulls: Empty/name, rename: { "*": camel, Note: remark } } }',
);
const put = (inside: string) => `<t:Put xmlns:t="urn:t"${inside}</t:Put>`;
const names = (...all: string[]) => `<t:Empty>${all.map((n) => `<t:name>${n}</t:name>`).join('')}</t:Empty>`;

describe('null members', () => {
  it.each([
    ['><t:Id>1</t:Id>', '{"id":1}'],
    [` v="2">${names('Note')}<t:Id>1</t:Id>`, '{"@v":2,"remark":null,"id":1}'],
    [`><t:Title>x</t:Title>${names('Note', 'Line')}<t:Id>1</t:Id>`, '{"title":"x","remark":null,"line":null,"id":1}'],
    [
      `>${names('Title')}<t:Note>n</t:Note><t:Line><t:Qty>1</t:Qty></t:Line><t:Line><t:Qty>2</t:Qty></t:Line><t:B>3</t:B><t:Id>1</t:Id>`,
      '{"title":null,"remark":"n","line":[{"qty":1},{"qty":2}],"b":3,"id":1}'
        .replace('"qty"', '"Qty"')
        .replace('"qty"', '"Qty"'),
    ],
  ])('go there and back: %s', (inside, text) => {
    expect(decode(put(inside))).toBe(text);
    expect(encode(text)).toBe(put(inside));
    expect(valid(text)).toBe(true);
  });

  it('may be those of a derived type', () => {
    const xml = `<t:Put ${XSI} xmlns:t="urn:t" xsi:type="t:MoreRec">${names('Note', 'More')}<t:Id>1</t:Id></t:Put>`;
    const text = '{"$type":"t:MoreRec","remark":null,"more":null,"id":1}';
    expect(decode(xml)).toBe(text);
    expect(encode(text)).toBe(xml);
    expect(valid(text)).toBe(true);
  });

  it('leave nil as it is', () => {
    const xml = `<t:Put ${XSI} xmlns:t="urn:t"><t:Nil xsi:nil="true"/><t:Id>1</t:Id></t:Put>`;
    expect(decode(xml)).toBe('{"nil":null,"id":1}');
    expect(encode('{"nil":null,"id":1}')).toBe(xml);
  });

  it('may be named in vain, or wrongly', () => {
    expect(decode(put(`>${names()}<t:Id>1</t:Id>`))).toBe('{"id":1}');
    expect(() => decode(put(`>${names('Nix')}<t:Id>1</t:Id>`))).toThrow(
      /"Nix" is not the name of a member that may be null/,
    );
    for (const name of ['Nil', 'A', 'Id', 'Empty', '__proto__'])
      expect(() => decode(put(`>${names(name)}<t:Id>1</t:Id>`))).toThrow(/is not the name of a member/);
    expect(() => decode(put(`><t:Title>x</t:Title>${names('Title')}<t:Id>1</t:Id>`))).toThrow(
      /beside its name as null/,
    );
    expect(() => decode(put(`>${names('Note')}<t:Note>x</t:Note><t:Id>1</t:Id>`))).toThrow(/beside its name as null/);
    expect(() => decode(put(`>${names('Note', 'Note')}<t:Id>1</t:Id>`))).toThrow(/beside its name as null/);
  });

  it.each([
    ['{"id":null}', '$.id CODEC_NIL'],
    ['{"b":null,"id":1}', '$.b CODEC_NIL'],
    ['{"empty":{},"id":1}', '$.empty CODEC_UNKNOWN'],
    ['{"title":null,"title":null,"id":1}', '$.title JSON_DUPLICATE_KEY'],
  ])('are refused where they are wrong: %s', (text, problem) => {
    expect(problems(text)).toEqual([problem]);
    expect(() => encode(text)).toThrow();
    if (!problem.includes('DUPLICATE')) expect(valid(text)).toBe(false);
  });

  it('are values of the holes of a pattern', () => {
    const members = codec.members(element.type);
    const entries = ['title', 'id'].map((key, slot) => ({
      member: members.find((m) => m.key === key)!,
      shape: { kind: 'hole', slot } as Shape,
    }));
    const program = codec.program(element, { kind: 'members', entries, rest: 2 }, 3);
    const xml = put(`>${names('Title', 'Note')}<t:Id>1</t:Id>`);
    const decoder = program.decoder();
    decoder.write(Buffer.from(xml));
    const values = decoder.end();
    expect(values.map((v) => v && textOf(v))).toEqual(['null', '1', '{"remark":null}']);
    const out = new ByteBuffer();
    program.encode(values, out);
    expect(Buffer.from(out.slice()).toString()).toBe(xml);
    out.reset();
    program.encode([json(Buffer.from('null')), json(Buffer.from('2')), undefined], out);
    expect(Buffer.from(out.slice()).toString()).toBe(put(`>${names('Title')}<t:Id>2</t:Id>`));
  });

  it('are checked against the contract', () => {
    const wrong = (nulls: string) => () => presented(schema, `types: { t:Rec: { nulls: ${nulls} } }`);
    expect(wrong('Empty')).toThrow(/not a list of names/);
    expect(wrong('Line/Qty')).toThrow(/not a list of names/);
    expect(wrong('Empty/nam')).toThrow(/no member "nam"/);
  });
});
