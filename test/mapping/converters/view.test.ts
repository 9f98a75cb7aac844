// `view` of a response body: what of a record clients are shown, by their parameters.
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

const HEAD = 'types: { "*": { codes: id/refName } }\nsettings: { revision: [ 1, 2 ] }\n';
const LINKS = 'resources: [ "p:*List", p:Address ], address: { links: [ { rel: self, href: "{$self}" } ] }';
const OPTIONS = `{ always: [ note ], ${LINKS} }`;
const ALL = 'view(fields, expand, simple)';

interface Table {
  readonly call?: string;
  readonly options?: string;
  readonly more?: string;
  readonly body?: string;
}

function table({
  call = ALL,
  options = OPTIONS,
  more = 'only: rest-to-soap',
  body = '"{doc|VIEW}"',
}: Table = {}): string {
  return `${HEAD}converters: { view: ${options} }
rest: { base: /v1 }
rules:
  - id: get
    ${more}
    rest:
      request: "GET /docs/{id}?fields={fields?|csv}&expand={expand=false}&simple={simple=false}"
      response: { body: ${body.replace('VIEW', call)} }
    soap: { request: { Get: { id: "{id}" } }, response: { GetResponse: { doc: "{doc}" } } }`;
}

const doc = {
  note: 'a "b" \\ ä',
  kind: 'bank',
  kinds: ['bank', 'other'],
  lines: { items: [{ article: 'x', kind: 'other' }, { article: 'y' }] },
  home: { city: 'Z', kind: 'bank' },
  inner: { note: 'deep', lines: { items: [] } },
};

function shown(query: string, text = table(), value: unknown = doc, options = {}): unknown {
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
      lines: {
        links: link('/lines'),
        items: doc.lines.items.map((line, i) => ({ links: link(`/lines/${i + 1}`), ...line })),
      },
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
      lines: {
        links: link('/lines'),
        items: [
          { links: link('/lines/1'), article: 'x' },
          { links: link('/lines/2'), article: 'y' },
        ],
      },
      home: { links: link('/home'), city: 'Z' },
      inner: { note: 'deep' },
    });
    expect(shown('?fields=inner.note,inner&simple=true')).toMatchObject({ inner: doc.inner });
  });

  it('refuses names that are none before anything is asked', () => {
    const refused = (query: string, text = table(), options = {}) =>
      refusal(() => ask(mappingOf(contract, text, options), `GET /v1/docs/7?fields=${query}`));
    expect(refused('knd')).toBe('BAD_QUERY ?fields');
    expect(refused('lines.items.articel')).toBe('BAD_QUERY ?fields');
    expect(refused('note.x')).toBe('BAD_QUERY ?fields');
    expect(refused('__proto__')).toBe('BAD_QUERY ?fields');
    expect(refusal(() => ask(mappingOf(contract, table()), 'GET /v1/docs/7?expand=maybe'))).toBe('BAD_QUERY ?expand');
    const both = table({ options: `[ { ${LINKS} }, { when: { revision: 2 }, selectResources: false } ]` });
    const second = { settings: new Map([['revision', '2']]) };
    expect([refused('lines', both), refused('lines', both, second), refused('kind', both, second)]).toEqual([
      'none',
      'BAD_QUERY ?fields',
      'none',
    ]);
  });

  it('is the body itself where nothing is asked for', () => {
    const text = table({ call: 'view(fields)', options: '{}' });
    expect(shown('', text)).toEqual(doc);
    expect(shown('?fields=kind', text)).toEqual({ kind: 'bank' });
  });

  it('is of the value of its placeholder, wherever that stands in the body', () => {
    const views = { call: 'view(fields, plain: simple)', options: '{}' };
    const text = table({ ...views, body: '{ at: "{$base}", data: { doc: "{doc|VIEW}" } }' });
    expect(shown('?fields=kind', text)).toEqual({ at: '/v1', data: { doc: { kind: code('bank') } } });
    expect(refusal(() => shown('?fields=at', text))).toBe('BAD_QUERY ?fields');
    expect(shown('', text, { kind: null })).toEqual({ at: '/v1', data: { doc: { kind: null } } });
    const rest = table({ ...views, body: '{ at: "{$base}", $rest: "{doc|VIEW}" }' });
    expect(shown('?fields=kind', rest)).toEqual({ at: '/v1', kind: code('bank') });
  });

  it('may be the same for all clients', () => {
    const short = table({ call: 'view(whole: false, plain: true)' });
    expect(shown('', short)).toEqual({
      ...doc,
      links: link(''),
      lines: { links: link('/lines') },
      home: { links: link('/home') },
    });
    expect(shown('', table({ call: 'view(plain: false)' }))).toMatchObject({ kind: code('bank'), home: { city: 'Z' } });
  });

  it('leaves every value as it is, in whatever order members are asked for', () => {
    const names = Object.keys(doc) as (keyof typeof doc)[];
    const text = table({ call: 'view(fields)', options: '{}' });
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

  it('stands in the lines of an explanation', () => {
    const [rule] = mappingOf(contract, table()).rules;
    expect(rule.response.rest.lines()).toContain(`"{doc|${ALL}}"`);
  });

  it('is what the description says', () => {
    const description = describeRest([mappingOf(contract, table())]);
    const responses = description.paths['/v1/docs/{id}'].get!.responses;
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
  const both = table({ more: '' })
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

describe('a part of a body', () => {
  const part = (
    path: string,
    query = '',
    call = 'part: at',
    body = '"{doc|VIEW}"',
    value: unknown = doc,
    keys = '[ number, article ]',
  ) => {
    const options = OPTIONS.replace('resources', `keys: { lines: ${keys} }, resources`);
    const text = table({ call: `view(whole: expand, plain: simple, ${call})`, options, body })
      .replace('fields={fields?|csv}&', '')
      .replace('/docs/{id}', '/docs/{id}/{at*}');
    const mapping = mappingOf(contract, text);
    const { rule, bindings: asked } = ask(mapping, `GET /v1/docs/7%208/${path}${query}`)!;
    const bindings = [...asked];
    bindings[rule.variables.indexOf('doc')] = fromJs(value);
    return JSON.parse(Buffer.from(rule.response.rest.fill(bindings).body!).toString());
  };

  it('is an object, an item by its key, or a list of links', () => {
    expect(part('home', '?simple=true')).toEqual({ links: link('/home'), ...doc.home });
    expect(part('lines/y')).toEqual({ links: link('/lines/y'), article: 'y' });
    expect(part('lines/x')).toEqual({ links: link('/lines/x'), article: 'x', kind: code('other') });
    const body = '{ $add: { size: "{size}" }, $rest: "{doc|VIEW}" }';
    expect(part('lines', '', 'list: at, total: size', body)).toEqual({
      size: 2,
      links: link('/lines'),
      items: [{ links: link('/lines/x') }, { links: link('/lines/y') }],
    });
    expect(part('lines', '?expand=true', 'list: at').items[1]).toEqual({ links: link('/lines/y'), article: 'y' });
  });

  it.each([
    ['note', 'part: at'],
    ['lines', 'part: at'],
    ['home', 'list: at'],
    ['lines/y/article', 'part: at'],
    ['inner/home', 'part: at'],
    ['nothing', 'part: at'],
  ])('is none at %s by %s, and nothing is asked of the service', (path, call) => {
    expect(refusal(() => part(path, '', call))).toBe('NOT_FOUND');
  });

  it('is not found where the body has none', () => {
    expect(() => part('lines/z')).toThrow('there is no "lines/z" here');
  });

  it('has no address where its key is that of an item before it, or cannot stand in a path', () => {
    const articles = ['x', 'x', '', 'a/b', '..', 'y'].map((article) => ({ article }));
    const list = part('lines', '', 'list: at', '"{doc|VIEW}"', { ...doc, lines: { items: articles } });
    expect(list.items).toEqual([{ links: link('/lines/x') }, ...articles.slice(1, 5), { links: link('/lines/y') }]);
  });

  it('is known by the first key that it has, or by its number', () => {
    const lines = { items: [{ kind: 'other', article: 'x' }, { article: 'y' }, {}] };
    const of = (path: string, call: string) =>
      part(path, '', call, '"{doc|VIEW}"', { ...doc, lines }, '[ kind, article ]');
    const addresses = ['/lines/other', '/lines/y', '/lines/3'];
    expect(of('lines', 'list: at').items).toEqual(addresses.map((address) => ({ links: link(address) })));
    for (const [n, address] of addresses.entries())
      expect(of(address.slice(1), 'part: at')).toMatchObject({
        links: link(address),
        ...(n < 2 && { article: lines.items[n].article }),
      });
  });

  it('has an address', () => {
    const text = table({ call: 'view(part: at)' }).replace('/docs/{id}', '/docs/{id}/{at*}');
    expect(problemsOf(contract, text).join()).toContain('a part has an address, which "view" shows');
  });
});

describe('a view is checked', () => {
  const both = table({ more: '' });
  it.each([
    [both, 'MAPPING_MISSING: the service must show the whole: {expand} has no fill default that is true'],
    [
      both.replace('{expand=false}', '{expand=false:false}'),
      'MAPPING_MISSING: the service must show the whole: {expand} has no fill default that is true',
    ],
    [
      both.replace('{fields?|csv}', '{fields!|csv}'),
      'MAPPING_NAMES: {fields} is in rest.request but not in soap.request',
    ],
    [table({ more: 'only: soap-to-rest' }), 'MAPPING_SHAPE: "view" is for REST clients, and none reaches this rule'],
    [table({ call: 'view(fileds)' }), 'MAPPING_NAMES: no pattern of the rule has {fileds}'],
    [
      table({ call: 'view(note)', body: '{ note: "{note}", doc: "{doc|VIEW}" }' }).replace(
        'doc: "{doc}"',
        'doc: { note: "{note}", $rest: "{doc}" }',
      ),
      'MAPPING_NAMES: {note} must be in the request',
    ],
    [table({ call: 'view(a, b, c, d, e, f, id)' }), 'MAPPING_PATTERN: "view" has no place for the argument "id"'],
    [table({ call: 'view(feilds: fields)' }), 'MAPPING_PATTERN: "view" has no argument "feilds"'],
    [table({ call: 'view(fields, fields: fields)' }), 'MAPPING_PATTERN: "view" has the argument "fields" twice'],
    [
      table({ call: 'quoted|view(fields)' }),
      'MAPPING_TYPE: {doc} has no members in the contract that "view" could show',
    ],
    [
      table({ body: '{ docs: [ { at: "{id|VIEW}" } ] }' }),
      'MAPPING_TYPE: {id} has no members in the contract that "view" could show',
    ],
    [table({ options: '{ always: [ note ], when: { revision: 3 } }' }), 'MAPPING_UNREACHABLE: "revision" is never "3"'],
    [
      table({ options: '[ { always: [ note ] }, { always: [ kind ] } ]' }),
      'MAPPING_DUPLICATE: "view" sets "always" twice',
    ],
    [
      table({ options: '{ resources: [ "p:*Array" ], address: { a: "{$self}" } }' }),
      'MAPPING_UNKNOWN_ELEMENT: no type of the contract matches "p:*Array"',
    ],
    [
      table({ options: '{ resources: [ "p:*List" ], address: { a: b } }' }),
      'MAPPING_PATTERN: "address" must be an object with "{$self}" in one place',
    ],
    [table({ options: '{ resources: [ "p:*List" ] }' }), 'MAPPING_MISSING: "view" has no "address"'],
    [table({ options: '{}' }), 'MAPPING_MISSING: the table does not say how "view" shows an address'],
    [
      table().replace('"GET /docs', '"DELETE /docs'),
      'MAPPING_SHAPE: only the response to a GET request has an address',
    ],
    [table({ options: 'x' }), 'MAPPING_SHAPE: "view" must hold keys and values'],
    [table().replace(HEAD, ''), 'MAPPING_MISSING: coded values need the names of two members'],
    [
      table({ more: 'only: rest-to-soap\n    stream: true' }),
      'MAPPING_UNSUPPORTED: "view" and "stream" cannot be combined',
    ],
    [table().replace('"GET /docs/{id}?', '"GET /docs/{id|view(fields)}?'), 'MAPPING_PATTERN: "view" cannot stand here'],
    [table().replace('doc: "{doc}"', 'doc: "{doc|view(fields)}"'), 'MAPPING_PATTERN: "view" cannot stand here'],
  ])('%#', (text, problem) => {
    expect(
      problemsOf(contract, text).some((p) => p.startsWith(problem)),
      problemsOf(contract, text).join('\n'),
    ).toBe(true);
  });
});
