// One name is one value: what path, query or header say, a body may say again and not change; nothing else is written.

import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { Mismatch } from '../../src/codec/model/codec.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import { Problems, SoapstoneError } from '../../src/errors/errors.ts';
import { scan } from '../../src/json/tape.ts';
import { fromJs } from '../../src/json/value.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import { wsdlOf, XSI } from '../codec/presented.ts';

const extended = (name: string, inside: string) =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:Doc">${inside}</xs:extension></xs:complexContent></xs:complexType>`;

const contract = loadContractFrom(
  new Map([
    [
      't.wsdl',
      Buffer.from(
        wsdlOf(`
  <xs:complexType name="Names"><xs:sequence><xs:element name="name" type="xs:string" minOccurs="0" maxOccurs="9"/></xs:sequence></xs:complexType>
  <xs:complexType name="Money"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="unit" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Place"><xs:sequence><xs:element name="street" type="xs:string" minOccurs="0"/><xs:element name="town" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:complexType name="Doc"><xs:sequence>
    <xs:element name="title" type="xs:string" minOccurs="0"/><xs:element name="size" type="xs:int" minOccurs="0"/>
    <xs:element name="price" type="xs:decimal" minOccurs="0"/><xs:element name="day" type="xs:dateTime" minOccurs="0"/>
    <xs:element name="tag" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="place" type="t:Place" minOccurs="0"/><xs:element name="empty" type="t:Names" minOccurs="0"/></xs:sequence>
    <xs:attribute name="id" type="xs:string"/><xs:attribute name="key" type="xs:string"/></xs:complexType>
  ${extended('Book', '<xs:sequence><xs:element name="pages" type="xs:int" minOccurs="0"/></xs:sequence>')}
  <xs:complexType name="Open"><xs:sequence><xs:element name="code" type="xs:string"/>
    <xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="9"/></xs:sequence>
    <xs:attribute name="id" type="xs:string"/><xs:attribute name="old" type="xs:string"/><xs:anyAttribute processContents="lax"/></xs:complexType>
  <xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="doc" type="t:Doc" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="open" type="t:Open" minOccurs="0"/><xs:element name="money" type="t:Money" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`),
      ),
    ],
  ]),
);

interface Table {
  readonly line?: string;
  readonly body?: string;
  readonly soap: string;
  readonly types?: string;
  readonly more?: string;
}

function tableOf({ line = '"PUT /docs/{id}"', body = '"{doc}"', soap, types = '{}', more = '' }: Table): string {
  return `soapstone: 2
namespaces: { t: "urn:t" }
auth: { credential: [ tenant ] }
types: ${types}
rules:
  - id: put
    only: rest-to-soap
    rest: { request: { line: ${line}, headers: { X-On: "{on=Error}", X-Tag: "{tag?}" }, body: ${body.replace('"{doc}"', '"{doc|tolerant(on, on)}"')} }, response: { status: 204 } }
    soap: { request: { Put: ${soap} } }
${more}`;
}

const compiled = (table: Table): Mapping => compileMapping(tableOf(table), 'mapping.yaml', contract);

function problemsOf(table: Table): string[] {
  try {
    compiled(table);
    return [];
  } catch (e) {
    if (e instanceof Problems) return e.problems.map((p) => `${p.code}: ${p.message}`);
    throw e;
  }
}

interface Asked {
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  /** Of the credential. */
  readonly tenant?: string;
}

/** What stands in `Put`, or `CODE path` of the first refusal. */
function put(table: Table, body: unknown, { path = '7', query = '', headers = {}, tenant }: Asked = {}): string {
  const mapping = compiled(table);
  const [rule] = mapping.rules;
  const { rest, soap } = rule.request;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  try {
    const found = rest.match({
      method: 'PUT',
      segments: ['docs', path],
      query,
      headers,
      body: scan(Buffer.from(text)),
    });
    if (found === undefined) return 'another rule';
    if (tenant !== undefined) found[rule.variables.indexOf('$credential.tenant')] = fromJs(tenant);
    const out = new ByteBuffer();
    const [{ element, shape }] = soap.body;
    const program = mapping.codec.program(element, shape, soap.slots);
    program.encode(soap.fill(found), out, false, rule.tolerance?.(found));
    return /^<t:Put[^>]*>(.*)<\/t:Put>$/.exec(Buffer.from(out.slice()).toString())?.[1] ?? '';
  } catch (e) {
    if (e instanceof SoapstoneError) return `${e.code} ${e.path}`;
    throw e;
  }
}

const doc = { soap: '{ doc: [ { "@id": "{id}", title: "{tag}", $rest: "{doc}" } ] }' };

describe('a body beside the path', () => {
  it.each([
    [{ size: 1 }, '<t:doc id="7"><t:size>1</t:size></t:doc>'],
    [{ '@id': '7', size: 1 }, '<t:doc id="7"><t:size>1</t:size></t:doc>'],
    ['{"\\u0040id":"\\u0037"}', '<t:doc id="7"></t:doc>'],
    [{ '@id': '8' }, 'BAD_BODY $.@id'],
    ['{"\\u0040id":"8"}', 'BAD_BODY $.@id'],
    [{ '@id': '07' }, 'BAD_BODY $.@id'],
    [{ '@id': '7 ' }, 'BAD_BODY $.@id'],
    [{ '@id': '' }, 'BAD_BODY $.@id'],
    [{ '@id': 7 }, 'BAD_BODY $.@id'],
    [{ '@id': null }, 'BAD_BODY $.@id'],
    [{ '@id': ['7'] }, 'BAD_BODY $.@id'],
    [{ '@id': { $value: '7' } }, 'BAD_BODY $.@id'],
    ['{"@id":"7","@id":"8"}', 'JSON_DUPLICATE_KEY $.@id'],
    [{ '@ID': '8' }, 'CODEC_UNKNOWN $.@ID'],
    // The header says nothing, so the body may not either.
    [{ title: 'x' }, 'BAD_BODY $.title'],
  ])('%j', (body, expected) => {
    expect(put(doc, body)).toBe(expected);
  });

  it('says the same as a header, or nothing', () => {
    const headers = { 'x-tag': 'x' };
    expect(put(doc, { title: 'x' }, { headers })).toBe('<t:doc id="7"><t:title>x</t:title></t:doc>');
    expect(put(doc, { title: 'y' }, { headers })).toBe('BAD_BODY $.title');
    expect(put(doc, { title: null }, { headers })).toBe('BAD_BODY $.title');
  });

  it('is refused however lenient its sender wants it to be taken', () => {
    const headers = { 'x-on': 'Ignore', 'x-tag': 'x' };
    expect(put(doc, { '@id': '8', nix: 1, size: 'x' }, { headers })).toBe('BAD_BODY $.@id');
    expect(put(doc, { '@id': 8 }, { headers })).toBe('BAD_BODY $.@id');
    expect(put(doc, { title: 'y' }, { headers })).toBe('BAD_BODY $.title');
    expect(put(doc, { title: 5 }, { headers })).toBe('BAD_BODY $.title');
    expect(put(doc, { title: ['x'] }, { headers })).toBe('BAD_BODY $.title');
  });

  it('is refused at its place in a larger body', () => {
    const inner = { ...doc, body: '{ in: { doc: "{doc}" } }' };
    expect(put(inner, { in: { doc: { '@id': '7' } } })).toBe('<t:doc id="7"></t:doc>');
    expect(put(inner, { in: { doc: { '@id': '8' } } })).toBe('BAD_BODY $.in.doc.@id');
  });

  it('may name the path itself', () => {
    const own = { ...doc, body: '{ id: "{id?}", $rest: "{doc}" }' };
    expect(put(own, { id: '7', size: 1 })).toBe('<t:doc id="7"><t:size>1</t:size></t:doc>');
    expect(put(own, { size: 1 })).toBe('<t:doc id="7"><t:size>1</t:size></t:doc>');
    expect(put(own, { id: '8' })).toBe('BAD_BODY $.id');
  });
});

describe('equal is what is one value of its type', () => {
  const typed = (member: string) => ({ soap: `{ doc: [ { ${member}: "{id}", $rest: "{doc}" } ] }` });
  it.each([
    ['size', '7', { size: 7 }, '<t:doc><t:size>7</t:size></t:doc>'],
    ['size', '7', { size: 8 }, 'BAD_BODY $.size'],
    ['size', '7', { size: '7' }, 'BAD_BODY $.size'],
    ['price', '1.50', '{"price":1.5}', '<t:doc><t:price>1.50</t:price></t:doc>'],
    ['price', '1.5', '{"price":1.500}', '<t:doc><t:price>1.5</t:price></t:doc>'],
    ['price', '1.5', '{"price":1.51}', 'BAD_BODY $.price'],
    [
      'day',
      '2020-01-01T00:00:00Z',
      { day: '2020-01-01T01:00:00+01:00' },
      '<t:doc><t:day>2020-01-01T00:00:00Z</t:day></t:doc>',
    ],
    ['day', '2020-01-01T00:00:00Z', { day: '2020-01-01T00:00:00+01:00' }, 'BAD_BODY $.day'],
  ])('%s of %s beside %j', (member, path, body, expected) => {
    expect(put(typed(member), body, { path })).toBe(expected);
  });

  it('of a list: the same items', () => {
    const list = {
      line: '"PUT /docs/{id}?tag={tags?}"',
      soap: '{ doc: [ { "@id": "{id}", tag: "{tags}", $rest: "{doc}" } ] }',
    };
    const query = 'tag=a&tag=b';
    expect(put(list, { tag: ['a', 'b'] }, { query })).toBe('<t:doc id="7"><t:tag>a</t:tag><t:tag>b</t:tag></t:doc>');
    expect(put(list, { tag: ['b', 'a'] }, { query })).toBe('BAD_BODY $.tag');
    expect(put(list, { tag: [] }, { query })).toBe('BAD_BODY $.tag');
  });

  it('of a text around a hole', () => {
    const text = { soap: '{ doc: [ { "@id": "eid:{id}", $rest: "{doc}" } ] }' };
    expect(put(text, { '@id': 'eid:7' })).toBe('<t:doc id="eid:7"></t:doc>');
    expect(put(text, { '@id': '7' })).toBe('BAD_BODY $.@id');
  });

  it('of the text of an element', () => {
    const money = { soap: '{ money: { $value: "{id}", $rest: "{doc}" } }' };
    expect(put(money, { '@unit': 'EUR', $value: 7 })).toBe('<t:money unit="EUR">7</t:money>');
    expect(put(money, { '@unit': 'EUR', $value: 8 })).toBe('BAD_BODY $.$value');
  });
});

describe('members with other names in JSON, and members of derived types', () => {
  const types =
    '{ t:Doc: { rename: { "@id": id, "@key": handle }, nulls: empty/name }, t:Book: { rename: { "@id": number, "@key": id } } }';
  const named = { types, soap: '{ doc: [ { id: "{id}", title: "{tag}", $rest: "{doc}" } ] }' };
  const xsi = 'xsi:type="t:Book"';

  it('count by what they are in XML', () => {
    expect(put(named, { id: '7', handle: 'h' })).toBe('<t:doc id="7" key="h"></t:doc>');
    expect(put(named, { id: '8' })).toBe('BAD_BODY $.id');
    expect(put(named, { $type: 't:Book', pages: 3 })).toBe(`<t:doc ${xsi} id="7"><t:pages>3</t:pages></t:doc>`);
    expect(put(named, { $type: 't:Book', number: '7', id: 'h' })).toBe(`<t:doc ${xsi} id="7" key="h"></t:doc>`);
    expect(put(named, { $type: 't:Book', number: '8' })).toBe('BAD_BODY $.number');
  });

  it('count where the derived type does not show them', () => {
    const hidden = { ...named, types: types.replace('rename: { "@id": number, "@key": id }', 'omit: [ "@id" ]') };
    expect(put(hidden, { handle: 'h' })).toBe('<t:doc id="7" key="h"></t:doc>');
    expect(put(hidden, { $type: 't:Book' })).toBe('BAD_BODY $');
  });

  it('do not come into the list of null members', () => {
    expect(put(named, { size: null })).toBe('<t:doc id="7"><t:empty><t:name>size</t:name></t:empty></t:doc>');
    expect(put(named, { title: null })).toBe('BAD_BODY $.title');
    expect(put(named, { title: null }, { headers: { 'x-tag': 'x', 'x-on': 'Ignore' } })).toBe('BAD_BODY $.title');
  });

  it('are refused where the type is a variable, too', () => {
    const head = {
      line: '"PUT /docs/{id}?kind={kind?}"',
      soap: '{ doc: [ { $type: "{kind}", "@id": "{id}", $rest: "{doc}" } ] }',
    };
    const query = 'kind=t:Book';
    expect(put(head, { '@id': '7' }, { query })).toBe(`<t:doc ${xsi} id="7"></t:doc>`);
    expect(put(head, { '@id': '8' }, { query })).toBe('BAD_BODY $.@id');
    expect(put(head, { $type: 't:Doc' }, { query })).toBe('BAD_BODY $.$type');
  });
});

describe('wildcards', () => {
  const open = {
    soap: '{ open: { "@id": "{id}", code: "{tag}", $rest: "{doc}" } }',
    types: '{ t:Open: { omit: [ "@old" ] } }',
  };
  const headers = { 'x-tag': 'c' };
  const element = (name: string) => ({ $any: [{ $name: name, $value: 'x' }] });

  it('carry nothing that the request says elsewhere', () => {
    expect(put(open, element('t:other'), { headers })).toBe(
      '<t:open id="7"><t:code>c</t:code><t:other>x</t:other></t:open>',
    );
    expect(put(open, element('t:code'), { headers })).toBe('BAD_BODY $.$any[0]');
    expect(put(open, element('{urn:t}code'), { headers })).toBe('BAD_BODY $.$any[0]');
    expect(put(open, { '@{}id': '8' }, { headers })).toBe('CODEC_UNKNOWN $["@{}id"]');
  });

  it('carry no attribute that the mapping leaves out', () => {
    expect(put(open, { '@old': 'x' }, { headers })).toBe('CODEC_UNKNOWN $.@old');
    expect(put(open, { '@new': 'x' }, { headers })).toContain('new="x"');
  });
});

describe('what the gateway or the table says', () => {
  const tenant = { soap: '{ doc: [ { "@id": "{id}", "@key": "{$credential.tenant?}", $rest: "{doc}" } ] }' };

  it('no body may say, and none can find out', () => {
    expect(put(tenant, {}, { tenant: 'a' })).toBe('<t:doc id="7" key="a"></t:doc>');
    for (const key of ['a', 'b', null])
      expect(put(tenant, { '@key': key }, { tenant: 'a' })).toBe('CODEC_UNKNOWN $.@key');
    expect(put(tenant, { '@key': 'a' })).toBe('CODEC_UNKNOWN $.@key');
  });

  it('is not for a body where it is a constant', () => {
    const fixed = { soap: '{ doc: [ { "@id": "{id}", title: x, place: { town: y }, $rest: "{doc}" } ] }' };
    for (const body of [{ title: 'y' }, { place: { town: 'z' } }])
      expect(put(fixed, body, { headers: { 'x-on': 'Ignore' } })).toMatch(/^CODEC_UNKNOWN \$\.(title|place)$/);
  });

  it('is the type where the pattern names it', () => {
    const book = { soap: '{ doc: [ { $type: t:Book, "@id": "{id}", $rest: "{doc}" } ] }' };
    expect(put(book, { $type: 't:Doc' })).toBe('CODEC_UNKNOWN $.$type');
  });
});

describe('$absent', () => {
  const external = { soap: '{ doc: [ { "@key": "{id}", $absent: [ "@id" ], $rest: "{doc}" } ] }' };

  it('is refused in a body, whatever it says', () => {
    expect(put(external, { size: 1 })).toBe('<t:doc key="7"><t:size>1</t:size></t:doc>');
    for (const id of ['7', '8', null, 8, '']) expect(put(external, { '@id': id })).toBe('BAD_BODY $.@id');
    expect(put(external, { '@id': '8' }, { headers: { 'x-on': 'Ignore' } })).toBe('BAD_BODY $.@id');
  });

  it('is another rule in a SOAP message', () => {
    const mapping = compiled(external);
    const [{ variables, request }] = mapping.rules;
    const [{ element, shape }] = request.soap.body;
    const taken = (attributes: string) => {
      const decoder = mapping.codec.program(element, shape, request.soap.slots).decoder();
      decoder.write(Buffer.from(`<t:Put xmlns:t="urn:t" ${XSI}><t:doc ${attributes}/></t:Put>`));
      try {
        return request.soap.match(decoder.end(), new Array(variables.length)) !== undefined;
      } catch (e) {
        if (e instanceof Mismatch) return false;
        throw e;
      }
    };
    expect([taken('key="a"'), taken('key="a" id="7"'), taken('key="a" id=""')]).toEqual([true, false, false]);
  });

  it('stands in a REST body as well', () => {
    const rest = {
      soap: '{ doc: [ { "@key": "{id}", $rest: "{doc}" } ] }',
      body: '{ $absent: [ "@id" ], $rest: "{doc}" }',
    };
    expect(put(rest, { size: 1 })).toBe('<t:doc key="7"><t:size>1</t:size></t:doc>');
    expect(put(rest, { '@id': '8' })).toBe('BAD_BODY $.@id');
  });

  it('is checked', () => {
    const soap = (text: string) => ({ soap: `{ doc: [ { "@key": "{id}", ${text} } ] }` });
    expect(problemsOf(soap('$absent: [ nix ], $rest: "{doc}"'))).toEqual([
      'MAPPING_UNKNOWN_ELEMENT: element "doc" has no member "nix"',
    ]);
    expect(problemsOf(soap('$absent: [ "@key" ], $rest: "{doc}"'))).toEqual([
      'MAPPING_DUPLICATE: "@key" is listed twice',
    ]);
    expect(problemsOf(soap('$absent: "@id", $rest: "{doc}"'))).toEqual([
      'MAPPING_PATTERN: $absent must be a list of names',
    ]);
    expect(problemsOf({ soap: '{ doc: [ { "@key": "{id}", size: "{doc}", $absent: [ "@id" ] } ] }' })).toEqual([
      'MAPPING_PATTERN: $absent needs $rest',
    ]);
  });
});

describe('a key that another rule has in its path', () => {
  const more = (pattern: string) => `  - id: by-key
    only: rest-to-soap
    rest: { request: { line: "PUT /docs/key:{key}", body: "{doc}" }, response: { status: 204 } }
    soap: { request: { Put: { doc: [ ${pattern} ] } } }`;
  const notes = (own: string, other: string) =>
    (compiled({ soap: `{ doc: [ ${own} ] }`, more: more(other) }).undecided ?? []).map(
      ({ rest, key, rule, place }) => `${place.line} {${rest}} ${key} ${rule}`,
    );

  it('is told, where nothing decides', () => {
    const both = ['{ "@id": "{id}", $rest: "{doc}" }', '{ "@key": "{key}", $rest: "{doc}" }'] as const;
    expect(notes(...both)).toEqual(['9 {doc} @key by-key', '13 {doc} @id put']);
  });

  it('is decided where one of the two refuses the other', () => {
    expect(
      notes('{ "@id": "{id}", $rest: "{doc}" }', '{ "@key": "{key}", $absent: [ "@id" ], $rest: "{doc}" }'),
    ).toEqual([]);
    expect(
      notes('{ "@id": "{id}", $absent: [ "@key" ], $rest: "{doc}" }', '{ "@key": "{key}", $rest: "{doc}" }'),
    ).toEqual([]);
  });
});
