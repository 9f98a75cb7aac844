// `readOnly` of a type: members that the service alone sets. They are shown, may come back in requests, and are not sent.
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { jsonSchema } from '../../src/codec/schema/schema-set.ts';
import { Problems } from '../../src/errors/errors.ts';
import { json } from '../../src/json/value.ts';
import { presented } from './presented.ts';

const schema = `
  <xs:complexType name="Base"><xs:sequence><xs:element name="made" type="xs:dateTime" minOccurs="0"/></xs:sequence>
    <xs:attribute name="rev" type="xs:int"/><xs:attribute name="id" type="xs:string" use="required"/></xs:complexType>
  <xs:complexType name="Doc"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="note" type="xs:string" minOccurs="0"/>
    <xs:element name="part" type="t:Base" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:element name="Put" type="t:Doc"/>`;
const types = 'types: { t:Base: { readOnly: [ made, "@rev" ], rename: { made: madeAt } } }';
const doc = presented(schema, types);
const program = doc.codec.program(doc.element, { kind: 'hole', slot: 0 }, 1);

function request(text: string): string {
  const out = new ByteBuffer();
  program.encode([json(Buffer.from(text))], out, false, undefined, 'ignored');
  return Buffer.from(out.slice()).toString();
}

const put = (inside: string) => `<t:Put xmlns:t="urn:t"${inside}</t:Put>`;
const shown = '{"@rev":3,"@id":"7","madeAt":"2026-01-01T00:00:00Z","note":"x","part":[{"@rev":1,"@id":"8"}]}';

describe('members that the service alone sets', () => {
  it('are shown, and written in what is no request', () => {
    const xml = put(
      ' rev="3" id="7"><t:made>2026-01-01T00:00:00Z</t:made><t:note>x</t:note><t:part rev="1" id="8"></t:part>',
    );
    expect([doc.decode(xml), doc.encode(shown)]).toEqual([shown, xml]);
  });

  it('are left out of requests, at any depth and whatever they say', () => {
    const xml = put(' id="7"><t:note>x</t:note><t:part id="8"></t:part>');
    expect(request(shown)).toBe(xml);
    expect(request('{"@id":"7","note":"x","madeAt":[null],"part":[{"@rev":"none","@id":"8"}],"@rev":null}')).toBe(xml);
  });

  it('are no mistakes beside others', () => {
    expect(doc.problems('{"@id":"7","madeAt":"never","note":5}')).toEqual(['$.note CODEC_TYPE']);
    expect(() => request('{"@id":"7","made":"2026-01-01T00:00:00Z"}')).toThrow(/"made" is not a member/);
  });

  it('are read-only in JSON Schema', () => {
    const names = new Set<string>();
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, inner] of Object.entries(node)) {
        if (inner?.readOnly === true) names.add(name);
        visit(inner);
      }
    };
    visit(jsonSchema(doc.element, doc.codec));
    expect([...names].toSorted()).toEqual(['@rev', 'madeAt']);
  });

  it('are optional in the contract', () => {
    const problemsOf = (text: string) => {
      try {
        presented(schema, text);
        return [];
      } catch (error) {
        return error instanceof Problems
          ? error.problems.map(({ code, message }) => `${code}: ${message}`)
          : [`${error}`];
      }
    };
    expect(problemsOf('types: { t:Base: { readOnly: "@id" } }')).toEqual([
      'MAPPING_MISSING: "@id" is required, so it cannot be read-only',
    ]);
    expect(problemsOf('types: { t:Base: { readOnly: [ mad ] } }')).toEqual([
      'MAPPING_UNKNOWN_ELEMENT: the type has no member "mad"',
    ]);
  });
});
