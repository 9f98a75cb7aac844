// `$each` over items that need more than to be moved: converters, defaults, texts, constants, others, lists in lists. Both directions.
import { describe, expect, it } from 'vitest';
import { bothWays, problemsOf } from './both-ways.ts';
import { parcels, problemsOf as problemsIn } from './tables.ts';

const schema = `
  <xs:complexType name="Tag"><xs:sequence><xs:element name="k" type="xs:string"/><xs:element name="v" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:complexType name="Any" abstract="true"><xs:sequence><xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:complexType name="Big"><xs:complexContent><xs:extension base="t:Any"><xs:sequence><xs:element name="size" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Item"><xs:sequence>
    <xs:element name="id" type="xs:string"/><xs:element name="kind" type="xs:string" minOccurs="0"/>
    <xs:element name="count" type="xs:int" minOccurs="0"/><xs:element name="unit" type="xs:string" minOccurs="0"/>
    <xs:element name="big" type="t:Any" minOccurs="0"/>
    <xs:element name="tag" type="t:Tag" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="on" type="xs:boolean"/></xs:complexType>
  <xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="item" type="t:Item" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="end" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`;
const head = 'tables: { kinds: { small: S, large: L } }';
const functions = new Map([
  ['pair', { in: (text: unknown) => String(text).split('/'), out: (parts: unknown) => (parts as string[]).join('/') }],
]);
const sides = (rest: string, soap: string) =>
  [schema, `{ items: ${rest}, end: "{end?}" }`, `{ item: ${soap}, end: "{end}" }`, head, functions] as const;

function both(rest: string, soap: string) {
  const { toXml, toJson } = bothWays(...sides(rest, soap));
  return {
    toXml: (items: unknown) => toXml({ items }),
    toJson: (xml: string) => (toJson(xml) as { items: unknown } | undefined)?.items,
  };
}

describe('inside $each', () => {
  it('converters and tables stand on both sides', () => {
    const { toXml, toJson } = both(
      '{ $each: { id: "{list.id}", kind: "{list.kind?}", n: "{list.count|int}" } }',
      '{ $each: { id: "{list.id}", kind: "{list.kind|table(kinds)}", count: "{list.count}" } }',
    );
    const items = [{ id: 'a', kind: 'small', n: 7 }, { id: 'b' }];
    const xml = '<t:item><t:id>a</t:id><t:kind>S</t:kind><t:count>7</t:count></t:item><t:item><t:id>b</t:id></t:item>';
    expect(toXml(items)).toBe(xml);
    expect(toJson(xml)).toEqual(items);
    expect(toJson('<t:item><t:id>a</t:id><t:kind>M</t:kind></t:item>')).toBeUndefined();
  });

  it('defaults and texts do', () => {
    const { toXml, toJson } = both(
      '{ $each: { key: "eid:{list.id}", unit: "{list.unit=kg}" } }',
      '{ $each: { id: "{list.id}", unit: "{list.unit=kg}", tag: [ { k: "of", v: "x-{list.id}" } ] } }',
    );
    const items = [{ key: 'eid:a' }, { key: 'eid:b', unit: 'lb' }];
    const xml =
      '<t:item><t:id>a</t:id><t:tag><t:k>of</t:k><t:v>x-a</t:v></t:tag></t:item><t:item><t:id>b</t:id><t:unit>lb</t:unit><t:tag><t:k>of</t:k><t:v>x-b</t:v></t:tag></t:item>';
    expect(toXml(items)).toBe(xml);
    expect(toJson(xml)).toEqual(items);
    // One name is one value, in an item too.
    expect(toJson(xml.replace('x-a', 'x-c'))).toBeUndefined();
  });

  it('constants tell items, $rest takes what has no name, $type and join do what they do elsewhere', () => {
    const { toXml, toJson } = both(
      '{ $each: { id: "{list.id}", at: "{list.kind|join(pair, list.unit)}", size: "{list.size}", $rest: "{list.others}" } }',
      '{ $each: { "@on": true, id: "{list.id}", kind: "{list.kind}", unit: "{list.unit}", big: { $type: "t:Big", size: "{list.size}" }, $rest: "{list.others}" } }',
    );
    const items = [{ id: 'a', at: 'x/y', size: 3, count: 4, tag: [{ k: 'k' }] }];
    const xml =
      '<t:item on="true"><t:id>a</t:id><t:kind>x</t:kind><t:count>4</t:count><t:unit>y</t:unit><t:big xsi:type="t:Big"><t:size>3</t:size></t:big><t:tag><t:k>k</t:k></t:tag></t:item>';
    expect(toXml(items)).toBe(xml);
    expect(toJson(xml)).toEqual(items);
    expect(toJson(xml.replace('on="true"', 'on="false"'))).toBeUndefined();
  });

  it('lists in lists are taken apart', () => {
    const { toXml, toJson } = both(
      '{ $each: { id: "{items.id}", tags: { $each: "{items.tags.k}={items.tags.v=none}" } } }',
      '{ $each: { id: "{items.id}", tag: { $each: { k: "{items.tags.k}", v: "{items.tags.v}" } } } }',
    );
    const items = [{ id: 'a', tags: ['k=1', 'l=none'] }, { id: 'b' }];
    const xml =
      '<t:item><t:id>a</t:id><t:tag><t:k>k</t:k><t:v>1</t:v></t:tag><t:tag><t:k>l</t:k><t:v>none</t:v></t:tag></t:item><t:item><t:id>b</t:id></t:item>';
    expect(toXml(items)).toBe(xml);
    expect(toJson(xml)).toEqual(items);
  });

  it('what the gateway supplies stands in items too', () => {
    const { toXml } = both('{ $each: "{list.id}" }', '{ $each: { id: "{list.id}", unit: "{$base}/x" } }');
    expect(toXml(['a'])).toBe('<t:item><t:id>a</t:id><t:unit>/x</t:unit></t:item>');
  });

  it('a variable of the rule is the same in each of them', () => {
    const rest = '{ items: { $each: { id: "{list.id}" } }, end: "{end}" }';
    const items = '{ $each: { id: "{list.id}", unit: "{end}", tag: [ { k: "of", v: "x-{end}" } ] } }';
    const { toXml, toJson } = bothWays(schema, rest, `{ item: ${items}, end: "{end}" }`, head, functions);
    const item = (id: string, unit: string) =>
      `<t:item><t:id>${id}</t:id><t:unit>${unit}</t:unit><t:tag><t:k>of</t:k><t:v>x-${unit}</t:v></t:tag></t:item>`;
    const body = { items: [{ id: 'a' }, { id: 'b' }], end: 'kg' };
    const xml = `${item('a', 'kg')}${item('b', 'kg')}<t:end>kg</t:end>`;
    expect(toXml(body)).toBe(xml);
    expect(toJson(xml)).toEqual(body);
    for (const other of [xml.replace('unit>kg', 'unit>lb'), xml.replace('end>kg', 'end>lb')])
      expect(toJson(other), other).toBeUndefined();
    // Nobody but the rule says it: a client's item has no such member.
    expect(() => toXml({ items: [{ id: 'a', '^end': 'lb' }], end: 'kg' })).toThrow();
  });

  it('a variable of the rule may be known by the items alone', () => {
    const rest = (list: string) => `{ items: ${list}, of: "{of}" }`;
    const soap = '{ item: { $each: { id: "{list.id}", unit: "{of}" } } }';
    const { toXml, toJson } = bothWays(schema, rest('{ $each: "{list.id}" }'), soap, head, functions);
    const item = (id: string, unit: string) => `<t:item><t:id>${id}</t:id><t:unit>${unit}</t:unit></t:item>`;
    expect(toXml({ items: ['a', 'b'], of: 'kg' })).toBe(item('a', 'kg') + item('b', 'kg'));
    expect(toJson(item('a', 'kg') + item('b', 'kg'))).toEqual({ items: ['a', 'b'], of: 'kg' });
    expect(toJson(item('a', 'kg') + item('b', 'lb'))).toBeUndefined();
  });

  it('a variable of the rule does not stand in items of a REST body', () => {
    const rest = '{ items: { $each: { id: "{list.id}", of: "{of}" } } }';
    const soap = '{ item: { $each: { id: "{list.id}", unit: "{of}" } } }';
    expect(problemsOf(schema, rest, soap, head, functions).join()).toMatch(
      /\{of\} inside \$each must be \{list\.field\}/,
    );
  });

  it('a list is whole on the other side, with the names of its fields', () => {
    const { toXml, toJson } = both('"{list}"', '{ $each: { id: "{list.id}", kind: "{list.kind|table(kinds)}" } }');
    const xml = '<t:item><t:id>a</t:id><t:kind>L</t:kind></t:item>';
    expect(toJson(xml)).toEqual([{ id: 'a', kind: 'large' }]);
    expect(toXml([{ id: 'a', kind: 'large' }])).toBe(xml);
  });

  it('a required field that is absent is named', () => {
    const { toXml } = both(
      '{ $each: { id: "{list.id}", kind: "{list.kind}" } }',
      '{ $each: { id: "{list.id}", kind: "{list.kind|table(kinds)}" } }',
    );
    expect(() => toXml([{ kind: 'small' }])).toThrow(/required, but absent/);
    expect(() => toXml([{ id: 'a', kind: 'medium' }])).toThrow(/no form on the other side/);
    expect(() => toXml([{ id: 'a', more: 1 }])).toThrow(/unknown member/);
  });
});

describe('is checked', () => {
  const problems = (rest: string, soap: string) => problemsOf(...sides(rest, soap));

  it.each([
    [
      '{ $each: { id: "{list.id}" } }',
      '{ $each: { id: "{list.idd}" } }',
      'MAPPING_NAMES: {id} is in rest.request but not in soap.request',
    ],
    [
      '{ $each: { id: "{list.id}" } }',
      '{ $each: { kind: "{list.id}" } }',
      'MAPPING_MISSING: the required member "id" of element "item" is missing',
    ],
    [
      '{ $each: { id: "{list.id}", k: "{list.kind|nope}" } }',
      '{ $each: { id: "{list.id}", kind: "{list.kind}" } }',
      'MAPPING_UNKNOWN_CONVERTER: unknown converter "nope"',
    ],
    [
      '{ $each: { id: "{list.id}", $rest: "{list.others}" } }',
      '{ $each: { id: "{list.id}", count: "{list.others}" } }',
      'MAPPING_TYPE: {others} is not an object, so it cannot be $rest',
    ],
    [
      '{ $each: { id: "{list.id}", x: "{other.x}" } }',
      '{ $each: { id: "{list.id}" } }',
      'MAPPING_PATTERN: {other.x} inside $each must be {list.field}, with one list',
    ],
    [
      '{ $each: { id: "x" } }',
      '{ $each: { id: "{list.id}" } }',
      'MAPPING_PATTERN: $each needs at least one placeholder {list.field}',
    ],
    [
      '{ $each: { id: "{list.id}", n: "{list.id}" } }',
      '{ $each: { id: "{list.id}", count: "{list.id}" } }',
      'MAPPING_TYPE: {id} is xs:string elsewhere in the rule and xs:int here',
    ],
  ])('%s', (rest, soap, problem) => {
    expect(problems(rest, soap)).toContain(problem);
  });

  it.each(['{ $each: { id: "{list}" } }', '{ $each: { id: "x" } }'])('a slip is told once: %s', (soap) => {
    const told = problems('"{list}"', soap).filter((problem) => !problem.includes('{list} is in'));
    expect(told).toEqual(['MAPPING_PATTERN: $each needs at least one placeholder {list.field}']);
  });

  it('csv writes no objects', () => {
    const table = `rules:
  - id: create
    only: rest-to-soap
    rest: { request: "POST /parcels?things={things|csv}", response: { status: 204 } }
    soap: { request: { CreateParcel: { parcel: { item: { $each: { description: "{things.what}" } } } } } }`;
    const message = 'MAPPING_TYPE: {things|csv}: csv needs simple values, but the items of {things} are not simple';
    expect(problemsIn(parcels, table)).toContain(message);
  });

  it('a view may leave out what the other side has', () => {
    expect(problems('{ $each: { id: "{list.id}" } }', '{ $each: { id: "{list.id}" } }')).toEqual([]);
  });

  it('an item does not take the place of what the request says', () => {
    const table = `rules:
  - id: all
    rest: { request: "GET /parcels/{id}?ids={ids|csv}", response: { body: { all: { $each: { ok: "{results.ok}" } } } } }
    calls: [ { each: id in ids, soap: { request: { GetParcel: { id: "{id}" } } } } ]`;
    const message = 'MAPPING_NAMES: {id} is a field of each item of {ids} and also in the request';
    expect(problemsIn(parcels, table)).toContain(message);
  });
});
