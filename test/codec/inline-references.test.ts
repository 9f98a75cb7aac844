// Values that a literal message shares, as in SOAP encoding: each stands where a reference to it stood, and nothing else changes.
import { describe, expect, it } from 'vitest';
import { ReferenceFound } from '../../src/codec/model/deviation.ts';
import { textOf } from '../../src/json/value.ts';
import { defaultLimits, type Limits } from '../../src/xml/reader/limits.ts';
import { presented, XSI } from './presented.ts';

const { codec, element } = presented(
  `<xs:complexType name="Node"><xs:sequence><xs:element name="name" type="xs:string" minOccurs="0"/><xs:element name="node" type="t:Node" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
  <xs:complexType name="Named"><xs:complexContent><xs:extension base="t:Node"><xs:sequence><xs:element name="by" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Link"><xs:attribute name="href" type="xs:string"/></xs:complexType>
  <xs:complexType name="Line"><xs:attribute name="id" type="xs:int"/></xs:complexType>
  <xs:element name="Put"><xs:complexType><xs:sequence>
    <xs:element name="node" type="t:Node" minOccurs="0" maxOccurs="unbounded"/><xs:element name="text" type="xs:string" minOccurs="0"/>
    <xs:element name="link" type="t:Link" minOccurs="0"/><xs:element name="line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>`,
  'types: {}',
);
const program = codec.program(element, { kind: 'hole', slot: 0 }, 1);
const document = (content: string) => Buffer.from(`<Put xmlns="urn:t" xmlns:t="urn:t" ${XSI}>${content}</Put>`);
const deviations = { unknown: true, namespaces: false, missing: false, values: false };

function decoded(bytes: Uint8Array, lenient = false): unknown {
  const decoder = program.decoder({ deviations, lenient });
  decoder.write(bytes);
  return JSON.parse(textOf(decoder.end()[0]!));
}

/** As a reader of responses does it: first as it stands. */
function read(content: string, limits: Limits = defaultLimits): unknown {
  expect(() => decoded(document(content))).toThrow(ReferenceFound);
  return decoded(program.inlineReferences(document(content), limits).bytes);
}

const ONE = '<node id="a"><name>n</name></node>';

describe('a reference', () => {
  it.each([
    ['back', `${ONE}<node href="#a"/>`],
    ['forward', `<node href="#a"/>${ONE}`],
    ['with white space', `${ONE}<node href=" #a "> </node>`],
    ['of a reference', `${ONE}<node id="b" href="#a"/>`],
    ['of an element with another prefix', `${ONE}<t:node href="#a"/>`],
    [
      'where the value has other prefixes',
      `<u:node xmlns:u="urn:t" id="a"><u:name>n</u:name></u:node><node href="#a"/>`,
    ],
    ['where there is no default namespace', `<t:node xmlns="" id="a"><t:name>n</t:name></t:node><node href="#a"/>`],
  ])('%s is the value', (_, content) => {
    expect(read(content)).toEqual({ node: [{ name: 'n' }, { name: 'n' }] });
  });

  it('is found by lenient readers, which ignore other attributes', () => {
    const shared = document(`${ONE}<node href="#a" other="1"/>`);
    expect(() => decoded(shared, true)).toThrow(ReferenceFound);
    const { bytes } = program.inlineReferences(shared, defaultLimits);
    expect(decoded(bytes, true)).toEqual({ node: [{ name: 'n' }, { name: 'n' }] });
  });

  it('keeps the type that the value names, with its prefix', () => {
    const typed = '<node xmlns:q="urn:t" xsi:type="q:Named" id="a"><by>b</by></node>';
    const { node } = read(`${typed}<node href="#a"/>`) as { node: readonly unknown[] };
    expect(node[0]).toMatchObject({ by: 'b' });
    expect(node[1]).toEqual(node[0]);
  });

  it('may stand inside of values that are referred to, and to simple values', () => {
    expect(
      read(`${ONE}<node id="b"><node href="#a"/></node><node href="#b"/><text href="#c"/><x id="c">&lt;y&amp;</x>`),
    ).toEqual({
      node: [{ name: 'n' }, { node: [{ name: 'n' }] }, { node: [{ name: 'n' }] }],
      text: '<y&',
    });
  });

  it('is none where the contract has the attribute', () => {
    const own = '<link href="#a"/><line id="1"/><line id="1"/>';
    expect(read(`${ONE}<node href="#a"/>${own}`)).toEqual({
      node: [{ name: 'n' }, { name: 'n' }],
      link: { '@href': '#a' },
      line: [{ '@id': 1 }, { '@id': 1 }],
    });
  });

  it.each([
    ['a cycle', '<node id="a"><node href="#a"/></node>', 'leads to a value that holds it'],
    ['a cycle of references', '<node id="a" href="#b"/><node id="b" href="#a"/>', 'leads to a value that holds it'],
    ['an id that nothing has', '<node href="#b"/>', 'no element of the message has the id'],
    ['an id that two elements have', `${ONE}${ONE}<node href="#a"/>`, 'two elements have the id "a"'],
    ['an address', `${ONE}<node href="http://x/#a"/>`, 'are read only in responses'],
    ['a reference with content', `${ONE}<node href="#a"><name>m</name></node>`, 'are read only in responses'],
  ])('%s is refused', (_, content, message) => {
    expect(() => read(content)).toThrow(message);
  });

  it('does not make a huge message of a small one', () => {
    const bomb = Array.from(
      { length: 30 },
      (_, i) => `<node id="n${i + 1}"><node href="#n${i}"/><node href="#n${i}"/></node>`,
    );
    expect(() => read(`<node id="n0"/>${bomb.join('')}`)).toThrow(expect.objectContaining({ code: 'XML_LIMIT' }));
    expect(() => read(`${ONE}<node href="#a"/>`, { ...defaultLimits, elements: 4 })).toThrow('more than 4 elements');
  });
});

it('the value of a body may stand behind its first element', () => {
  const envelope = Buffer.from(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Put xmlns="urn:t"><node href="#a"/></Put>
    <multiRef xmlns="" id="a"><n:name xmlns:n="urn:t">n</n:name></multiRef></s:Body></s:Envelope>`,
  );
  const { bytes, references } = program.inlineReferences(envelope, defaultLimits);
  const text = Buffer.from(bytes).toString();
  expect(references).toBe(1);
  expect(text).not.toContain('multiRef');
  expect(text).toMatch(/<(\w+):node [^>]*><n:name [^>]*>n<[/]n:name><[/]\1:node><[/]Put>/);
});
