// `project:` of a reply: views of a record by the caller's parameters.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { scan } from '../../../src/json/tape.ts';
import { fromJs, textOf } from '../../../src/json/value.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { sample } from '../../sample-size.ts';
import { ask, mappingOf, problemsOf, refusal } from '../tables.ts';

const contract = loadContractFrom(
  new Map([
    [
      't.wsdl',
      Buffer.from(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="https://example.com/t" targetNamespace="https://example.com/t">
  <types><xs:schema targetNamespace="https://example.com/t" elementFormDefault="qualified">
    <xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="bank"/><xs:enumeration value="other"/></xs:restriction></xs:simpleType>
    <xs:complexType name="Line"><xs:sequence><xs:element name="article" type="xs:string"/><xs:element name="kind" type="t:Kind" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:complexType name="LineList"><xs:sequence><xs:element name="items" type="t:Line" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
    <xs:complexType name="Address"><xs:sequence><xs:element name="city" type="xs:string"/><xs:element name="kind" type="t:Kind" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:complexType name="Doc"><xs:sequence>
      <xs:element name="note" type="xs:string" minOccurs="0"/>
      <xs:element name="kind" type="t:Kind" minOccurs="0"/>
      <xs:element name="kinds" type="t:Kind" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="lines" type="t:LineList" minOccurs="0"/>
      <xs:element name="home" type="t:Address" minOccurs="0"/>
      <xs:element name="inner" type="t:Doc" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:element name="Get"><xs:complexType><xs:sequence><xs:element name="id" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="GetResponse"><xs:complexType><xs:sequence><xs:element name="doc" type="t:Doc"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Get"/></message><message name="out"><part name="p" element="t:GetResponse"/></message>
  <portType name="P"><operation name="Get"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Get"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1/"/></port></service></definitions>`),
    ],
  ]),
);

const HEAD =
  'types: { "*": { codes: { key: id, label: refName } } }\nsettings: { revision: { default: 1, values: [ 1, 2 ] } }\n';
const LINKS =
  'links: { types: [ "p:*List", p:Address ], self: "{$base}/docs/{id}", as: { links: [ { rel: self, href: "{$self}" } ] }, unless: expand }';
const ALL = `{ fields: { names: fields, always: [ note ] }, ${LINKS}, codes: { unless: simple } }`;

function table(project: string, more = 'only: rest-to-soap', body = '"{doc}"'): string {
  return `${HEAD}rest: { base: /v1 }
rules:
  - id: get
    ${more}
    rest:
      request: "GET /docs/{id}?fields={fields?|csv}&expand={expand=false}&simple={simple=false}"
      reply: { body: ${body}, project: ${project} }
    soap: { request: { Get: { id: "{id}" } }, reply: { GetResponse: { doc: "{doc}" } } }`;
}

const doc = {
  note: 'a "b" \\ ä',
  kind: 'bank',
  kinds: ['bank', 'other'],
  lines: { items: [{ article: 'x', kind: 'other' }, { article: 'y' }] },
  home: { city: 'Z', kind: 'bank' },
  inner: { note: 'deep', lines: { items: [] } },
};

function shown(query: string, text = table(ALL), value: unknown = doc, options = {}): unknown {
  const { rule, bindings } = ask(mappingOf(contract, text, options), `GET /v1/docs/7%208${query}`)!;
  bindings[rule.variables.indexOf('doc')] = fromJs(value);
  return JSON.parse(Buffer.from(rule.response.rest.fill(bindings).body!).toString());
}

const link = (path: string) => [{ rel: 'self', href: `/v1/docs/7%208${path}` }];
const code = (id: string) => ({ id, refName: id });

describe('a view of a response', () => {
  it('shows resources as links and coded values with their labels, unless it is asked otherwise', () => {
    expect(shown('')).toEqual({
      links: link(''),
      note: doc.note,
      kind: code('bank'),
      kinds: [code('bank'), code('other')],
      lines: { links: link('/lines') },
      home: { links: link('/home') },
      inner: { note: 'deep', lines: { items: [] } },
    });
    expect(shown('?expand=true&simple=true')).toEqual({
      ...doc,
      links: link(''),
      lines: { links: link('/lines'), ...doc.lines },
      home: { links: link('/home'), ...doc.home },
    });
    expect(shown('?expand=true')).toMatchObject({
      lines: { items: [{ article: 'x', kind: code('other') }, { article: 'y' }] },
      home: { city: 'Z', kind: code('bank') },
    });
  });

  it('has the members that were asked for, and those that it always has', () => {
    expect(shown('?fields=kind&simple=true')).toEqual({ links: link(''), note: doc.note, kind: 'bank' });
    expect(shown('?fields=lines&simple=true')).toEqual({
      links: link(''),
      note: doc.note,
      lines: { links: link('/lines') },
    });
  });

  it('goes inside by paths, whatever is a resource there', () => {
    expect(shown('?fields=lines.items.article,inner.note,home.city&simple=true')).toEqual({
      links: link(''),
      note: doc.note,
      lines: { links: link('/lines'), items: [{ article: 'x' }, { article: 'y' }] },
      home: { links: link('/home'), city: 'Z' },
      inner: { note: 'deep' },
    });
    expect(shown('?fields=inner.note,inner&simple=true')).toMatchObject({ inner: doc.inner });
  });

  it('refuses names that are none before anything is asked', () => {
    const refused = (query: string, text = table(ALL), options = {}) =>
      refusal(() => ask(mappingOf(contract, text, options), `GET /v1/docs/7?fields=${query}`));
    expect(refused('knd')).toBe('BAD_QUERY ?fields');
    expect(refused('lines.items.articel')).toBe('BAD_QUERY ?fields');
    expect(refused('note.x')).toBe('BAD_QUERY ?fields');
    expect(refused('__proto__')).toBe('BAD_QUERY ?fields');
    expect(refusal(() => ask(mappingOf(contract, table(ALL)), 'GET /v1/docs/7?expand=maybe'))).toBe(
      'BAD_QUERY ?expand',
    );
    const both = table(
      '[ { when: { revision: 1 }, fields: fields }, { when: { revision: 2 }, fields: { names: fields, resources: false } }, { links: LINKS, codes: { unless: simple } } ]'.replace(
        'LINKS',
        LINKS.slice('links: '.length),
      ),
    );
    const second = { settings: new Map([['revision', '2']]) };
    expect([refused('lines', both), refused('lines', both, second), refused('kind', both, second)]).toEqual([
      'none',
      'BAD_QUERY ?fields',
      'none',
    ]);
  });

  it('is the body itself where nothing is asked for', () => {
    const text = table('"{fields|csv}"');
    expect(shown('', text)).toEqual(doc);
    expect(shown('?fields=kind', text)).toEqual({ kind: 'bank' });
  });

  it('knows bodies with members of the table', () => {
    const text = table('{ fields: fields, codes: { unless: simple } }', undefined, '{ at: "{$base}", doc: "{doc}" }');
    expect(shown('?fields=doc.kind', text)).toEqual({ doc: { kind: code('bank') } });
    expect(shown('?fields=at', text)).toEqual({ at: '/v1' });
    expect(shown('', text, { kind: null })).toEqual({ at: '/v1', doc: { kind: null } });
  });

  it('leaves every value as it is, in whatever order members are asked for', () => {
    const names = Object.keys(doc) as (keyof typeof doc)[];
    const text = table('{ fields: fields }');
    const law = fc.property(
      fc.subarray(names, { minLength: 1 }),
      fc.shuffledSubarray(names, { minLength: 1 }),
      (given, asked) => {
        const value = Object.fromEntries(given.map((name) => [name, doc[name]]));
        const wanted = Object.fromEntries(
          given.filter((name) => asked.includes(name)).map((name) => [name, doc[name]]),
        );
        expect(shown(`?fields=${asked.join()}`, text, value)).toEqual(wanted);
      },
    );
    fc.assert(law, { numRuns: sample(12, 50) });
  });

  it('is what the description says', () => {
    const description = describeRest([mappingOf(contract, table(ALL))]);
    const responses = description.paths['/v1/docs/{id}'].get.responses;
    const [media] = Object.values((responses['200'] as { content: Record<string, { schema: object }> }).content);
    const ajv = new Ajv2020({ strict: false });
    const valid = ajv.compile({ ...media.schema, components: description.components });
    for (const query of [
      '',
      '?expand=true',
      '?simple=true',
      '?fields=kind',
      '?fields=lines.items.kind',
      '?expand=true&simple=true',
    ])
      expect(valid(shown(query)) ? [] : valid.errors, query).toEqual([]);
    expect(valid({ kind: 'neither' })).toBe(false);
    expect(valid({ unknown: 1 })).toBe(false);
  });
});

describe('a view in a rule that runs both ways', () => {
  const both = table(ALL, '')
    .replace('{expand=false}', '{expand=false:true}')
    .replace('{simple=false}', '{simple=false:true}');
  const mapping = mappingOf(contract, both);
  const [rule] = mapping.rules;

  it('is shown to REST clients as in a rule for them alone', () => {
    for (const query of ['', '?expand=true', '?simple=true', '?fields=kind', '?expand=true&simple=true'])
      expect(shown(query, both), query).toEqual(shown(query));
  });

  it('asks the service for the whole, and reads the whole', () => {
    const { rest, soap } = rule.request;
    const bindings = soap.match([fromJs('7')], new Array(rule.variables.length)) ?? [];
    expect(rest.fill(bindings.slice()).target).toBe('/v1/docs/7?expand=true&simple=true');
    const body = scan(Buffer.from(JSON.stringify(doc)));
    const read = rule.response.rest.match({ status: 200, headers: {}, body }, bindings) ?? [];
    const whole = read[rule.variables.indexOf('doc')];
    expect(whole && JSON.parse(textOf(whole))).toEqual(doc);
  });
});

describe('a view is checked', () => {
  it.each([
    [table(ALL, ''), 'MAPPING_MISSING: the service must show the whole: {expand} has no fill default that is true'],
    [
      table(ALL, '').replace('{expand=false}', '{expand=false:false}'),
      'MAPPING_MISSING: the service must show the whole: {expand} has no fill default that is true',
    ],
    [
      table(ALL, '').replace('{fields?|csv}', '{fields!|csv}'),
      'MAPPING_NAMES: {fields} is in rest.request but not in soap.request',
    ],
    [
      table(ALL, 'only: soap-to-rest'),
      'MAPPING_SHAPE: "project" is a view for REST clients, and none reaches this rule',
    ],
    [table('{ fields: fileds }'), 'MAPPING_NAMES: {fileds} must be in the request'],
    [table('{ fields: fields, when: { revision: 3 } }'), 'MAPPING_UNREACHABLE: "revision" is never "3"'],
    [table('[ { fields: fields }, { fields: fields } ]'), 'MAPPING_DUPLICATE: "project" sets "fields" twice'],
    [
      table('{ links: { types: [ "p:*Array" ], self: "/x", as: { a: "{$self}" } } }'),
      'MAPPING_UNKNOWN_ELEMENT: no type of the contract matches "p:*Array"',
    ],
    [
      table('{ links: { types: [ "p:*List" ], self: "/x", as: { a: b } } }'),
      'MAPPING_PATTERN: "as" must be an object with "{$self}" in one place',
    ],
    [table('{ links: { types: [ "p:*List" ] } }'), 'MAPPING_MISSING: "links" has no "self"'],
    [table('x'), 'MAPPING_SHAPE: "project" must be a placeholder, or hold keys and values'],
    [table(ALL).replace(HEAD, ''), 'MAPPING_MISSING: "codes" needs the names of two members'],
    [
      table(ALL, 'only: rest-to-soap\n    stream: true'),
      'MAPPING_UNSUPPORTED: "project" and "stream" cannot be combined',
    ],
  ])('%#', (text, problem) => {
    expect(
      problemsOf(contract, text).some((p) => p.startsWith(problem)),
      problemsOf(contract, text).join('\n'),
    ).toBe(true);
  });
});
