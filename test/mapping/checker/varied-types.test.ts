// `$type` from a variable, both directions.
import { describe, expect, it } from 'vitest';
import { bothWays, problemsOf } from '../both-ways.ts';

const extended = (name: string, inside: string) =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:Record"><xs:sequence>${inside}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
const schema = `
  <xs:complexType name="Record" abstract="true"><xs:sequence><xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence>
    <xs:attribute name="id" type="xs:string"/></xs:complexType>
  ${extended('Account', '<xs:element name="name" type="xs:string"/>')}${extended('Invoice', '<xs:element name="sum" type="xs:decimal"/>')}
  <xs:complexType name="Plain"><xs:sequence><xs:element name="a" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="record" type="t:Record" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="plain" type="t:Plain" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`;
const head = 'tables: { kinds: { account: "t:Account", invoice: "t:Invoice" } }';
const account = '<t:record xsi:type="t:Account" id="7"><t:note>n</t:note><t:name>x</t:name></t:record>';
const invoice = '<t:record xsi:type="t:Invoice"><t:sum>1.50</t:sum></t:record>';

describe('$type from a variable', () => {
  it('through a table, with the members of the declared type and all others', () => {
    const { toXml, toJson } = bothWays(
      schema,
      '{ kind: "{kind}", key: "{id}", record: "{record}" }',
      '{ record: { $type: "{kind|table(kinds)}", "@id": "{id}", $rest: "{record}" } }',
      head,
    );
    const json = { kind: 'account', key: '7', record: { note: 'n', name: 'x' } };
    expect(toXml(json)).toBe(account);
    expect(toJson(account)).toEqual(json);
    expect(toJson(invoice)).toEqual({ kind: 'invoice', record: { sum: 1.5 } });
    expect(() => toXml({ ...json, kind: 'order' })).toThrow(/no form on the other side/);
    expect(() => toXml({ ...json, kind: 'invoice' })).toThrow(/"name" is not a member/);
  });

  it('in items, and in a text', () => {
    const { toXml, toJson } = bothWays(
      schema,
      '{ all: { $each: { $type: "{all.kind}", $rest: "{all.rest}" } } }',
      '{ record: { $each: { $type: "t:{all.kind}", $rest: "{all.rest}" } } }',
    );
    const json = {
      all: [
        { $type: 'Account', '@id': '7', note: 'n', name: 'x' },
        { $type: 'Invoice', sum: 1.5 },
      ],
    };
    expect(toXml(json)).toBe(account + invoice.replace('1.50', '1.5'));
    expect(toJson(account + invoice)).toEqual(json);
  });

  it('is absent where the type is the declared one', () => {
    const { toXml, toJson } = bothWays(
      schema,
      '{ type: "{type}", a: "{a}" }',
      '{ plain: { $type: "{type}", a: "{a}" } }',
    );
    expect(toXml({ a: 'x' })).toBe('<t:plain><t:a>x</t:a></t:plain>');
    expect(toJson('<t:plain><t:a>x</t:a></t:plain>')).toEqual({ a: 'x' });
    expect(toXml({ type: 't:Plain', a: 'x' })).toBe('<t:plain><t:a>x</t:a></t:plain>');
    expect(() => toXml({ type: 't:Account', a: 'x' })).toThrow(/is not derived/);
  });

  it.each([
    ['{ plain: { $type: "{x}", b: "{y}" } }', 'MAPPING_UNKNOWN_ELEMENT: element "plain" has no member "b"'],
    ['{ record: { $type: "{x|table(kind)}", $rest: "{y}" } }', 'MAPPING_UNKNOWN_TABLE: unknown table "kind"'],
    ['{ plain: { a: { $type: "{x}", b: "{y}" } } }', 'MAPPING_TYPE: element "a" has no members'],
  ])('is checked: %s', (soap, problem) => {
    expect(problemsOf(schema, '{ x: "{x}", y: "{y}" }', soap, head)).toContain(problem);
  });
});
