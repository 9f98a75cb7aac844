// Documents that differ from their contract in the ways that services do: skipped, taken and noted, or refused with the deviation that would help.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import type { AcceptedDeviations, Deviation } from '../../src/codec/model/deviation.ts';
import { deviationOf } from '../../src/codec/model/deviation.ts';
import { json, textOf } from '../../src/json/value.ts';
import { presented } from './presented.ts';

const { codec, element, decode } = presented(
  `<xs:complexType name="Line"><xs:sequence><xs:element name="sku" type="xs:string"/><xs:element name="count" type="xs:int"/>
    <xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence><xs:attribute name="no" type="xs:int" use="required"/></xs:complexType>
  <xs:element name="Put"><xs:complexType><xs:sequence>
    <xs:element name="id" type="xs:int"/><xs:element name="name" type="xs:string"/>
    <xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="key" type="xs:string"/><xs:element name="value" type="xs:string" minOccurs="0"/></xs:sequence>
    <xs:element name="line" type="t:Line" maxOccurs="unbounded"/>
    <xs:choice><xs:element name="cash" type="xs:int"/><xs:element name="card" type="xs:string"/></xs:choice>
    <xs:element name="all"><xs:complexType><xs:all><xs:element name="x" type="xs:int"/><xs:element name="y" type="xs:int"/></xs:all></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>`,
  'types: {}',
);
const program = codec.program(element, { kind: 'hole', slot: 0 }, 1);

type Noted = readonly [Deviation, string | undefined];

function read(xml: string, accepted: Partial<AcceptedDeviations>): { json: unknown; noted: readonly Noted[] } {
  const noted: Noted[] = [];
  const note = (deviation: Deviation, path: string | undefined) => noted.push([deviation, path]);
  const deviations = { unknown: false, namespaces: false, missing: false, values: false, ...accepted, note };
  const decoder = program.decoder({ deviations });
  decoder.write(Buffer.from(xml));
  return { json: JSON.parse(textOf(decoder.end()[0]!)), noted };
}

function failing(xml: string, accepted: Partial<AcceptedDeviations> = {}): Deviation | string | undefined {
  try {
    read(xml, accepted);
  } catch (error) {
    return deviationOf(error) ?? (error as Error).message;
  }
  return 'taken';
}

const START = '<t:Put xmlns:t="urn:t" xmlns:u="urn:u">';
const GOOD = [
  '<t:id>1</t:id>',
  '<t:name>a</t:name>',
  '<t:key>k</t:key>',
  '<t:value>v</t:value>',
  '<t:key>l</t:key>',
  '<t:line no="1"><t:sku>s</t:sku><t:count>2</t:count></t:line>',
  '<t:line no="2"><t:sku>t</t:sku><t:count>3</t:count><t:note>n</t:note></t:line>',
  '<t:card>c</t:card>',
  '<t:all><t:y>1</t:y><t:x>2</t:x></t:all>',
];
const put = (parts: readonly string[]) => `${START}${parts.join('')}</t:Put>`;
const whole = JSON.parse(decode(put(GOOD)));

describe('unknown content', () => {
  const unknown = { unknown: true };
  const insertions = [
    '<t:new>1</t:new>',
    '<u:id2/>',
    '<new xmlns="" a="b"><t:id>7</t:id>text</new>',
    '<t:new><t:line/></t:new>',
  ];

  it('is skipped wherever it stands, and noted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(GOOD.length), fc.constantFrom(...insertions)), { minLength: 1, maxLength: 6 }),
        (added) => {
          const parts: string[] = [];
          for (let at = 0; at <= GOOD.length; at++)
            parts.push(...added.filter(([place]) => place === at).map(([, xml]) => xml), GOOD[at] ?? '');
          const { json, noted } = read(put(parts), unknown);
          expect(json).toEqual(whole);
          expect(noted.map(([kind]) => kind)).toEqual(added.map(() => 'unknown'));
        },
      ),
    );
  });

  it('is skipped inside of lines, inside of a group that has not ended, and in attributes', () => {
    const parts = GOOD.map((xml) =>
      xml.replace('<t:sku>', '<t:extra/><t:sku>').replace('no="1"', 'no="1" more="x" u:more="y"'),
    );
    parts.splice(3, 0, '<t:between/>');
    const { json, noted } = read(put(parts), unknown);
    expect(json).toEqual(whole);
    expect(noted).toEqual([
      ['unknown', 'Put/between'],
      ['unknown', 'Put/line/@more'],
      ['unknown', 'Put/line/@more'],
      ['unknown', 'Put/line/extra'],
      ['unknown', 'Put/line/extra'],
    ]);
  });

  it('is refused by default, and says what would accept it', () => {
    expect(failing(put(['<t:new/>', ...GOOD]))).toBe('unknown');
    expect(failing(put(GOOD).replace('no="1"', 'no="1" more="x"'))).toBe('unknown');
  });

  it('is no known element at the wrong place, nor one too many, nor in another namespace', () => {
    expect(failing(put([...GOOD.slice(1, 2), ...GOOD]), unknown)).toBe('missing');
    expect(failing(put([...GOOD, GOOD[0]]), unknown)).toContain('wrong place');
    expect(failing(put(['<u:id>1</u:id>', ...GOOD.slice(1)]), unknown)).toBe('namespace');
    expect(failing(put([GOOD[0], GOOD[1], '<t:value>v</t:value>', ...GOOD.slice(5)]), unknown)).toBe('missing');
  });

  it('has its path for the first ones of a document alone', () => {
    const { noted } = read(put([...Array(40).fill('<t:new/>'), ...GOOD]), unknown);
    expect(noted).toHaveLength(40);
    expect(noted.filter(([, path]) => path !== undefined)).toHaveLength(16);
  });

  it('is no reference to a value that stands elsewhere', () => {
    expect(failing(put(GOOD).replace('<t:card>', '<t:card href="#a">'), unknown)).toBe('href');
    expect(failing(put(GOOD).replace('<t:card>', '<t:card href="#a">'))).toBe('href');
  });
});

describe('other namespaces', () => {
  it('of a required element are what a lenient reader names, in place of a missing one', () => {
    const decoder = program.decoder({ lenient: true });
    const read = () => {
      decoder.write(Buffer.from(put(['<u:id>1</u:id>', ...GOOD.slice(1)])));
      decoder.end();
    };
    expect(read).toThrow('{urn:u}id; the contract has {urn:t}id');
    expect(failing(put(GOOD.slice(1)))).toBe('missing');
  });

  it('are taken for the one of the contract', () => {
    const other = put(GOOD.map((xml) => xml.replaceAll('t:', 'u:')));
    const { json, noted } = read(other, { namespaces: true });
    expect(json).toEqual(whole);
    expect(new Set(noted.map(([kind]) => kind))).toEqual(new Set(['namespace']));
    const none = put(GOOD.map((xml) => xml.replaceAll('t:', ''))).replace(START, '<t:Put xmlns:t="urn:t">');
    expect(read(none, { namespaces: true }).json).toEqual(whole);
  });

  it('stay refused for others afterwards, with the same program', () => {
    read(put(GOOD.map((xml) => xml.replaceAll('t:', 'u:'))), { namespaces: true });
    expect(failing(put(GOOD.map((xml) => xml.replaceAll('t:', 'u:'))))).toBe('namespace');
    expect(read(put(GOOD), {}).json).toEqual(whole);
  });
});

describe('missing content', () => {
  const missing = { missing: true };

  it.each([
    ['the first', 0, { id: null }, 'Put/id'],
    ['one in the middle', 1, { name: null }, 'Put/name'],
    ['the last', 8, { all: null }, 'Put/all'],
  ])('%s is null', (_, at, expected, path) => {
    const { json, noted } = read(put(GOOD.toSpliced(at, 1)), missing);
    expect(json).toEqual({ ...whole, ...expected });
    expect(noted).toEqual([['missing', path]]);
    expect(failing(put(GOOD.toSpliced(at, 1)))).toBe('missing');
  });

  it.each([
    [0, 1, 'Put/name'],
    [1, 1, 'Put/key'],
    [5, 2, 'Put/card'],
  ])('is null before elements in another namespace too: without %i', (at, count, after) => {
    const parts = GOOD.toSpliced(at, count);
    const moved = put(parts.map((xml) => xml.replaceAll('t:', 'u:')));
    const { json, noted } = read(moved, { missing: true, namespaces: true });
    expect(json).toEqual(read(put(parts), { missing: true }).json);
    expect(noted.filter(([kind]) => kind === 'missing')).toHaveLength(1);
    expect(noted).toContainEqual(['namespace', after]);
    expect(failing(moved)).toBe('namespace');
    expect(failing(moved, { namespaces: true })).toBe('missing');
    expect(failing(moved, missing)).toBe('namespace');
  });

  it('two and more are null, in lines and in groups of any order too', () => {
    const parts = ['<t:line no="1"><t:note>n</t:note></t:line>', '<t:card>c</t:card>', '<t:all><t:y>1</t:y></t:all>'];
    const { json, noted } = read(put(parts), missing);
    expect(json).toEqual({
      id: null,
      name: null,
      line: [{ '@no': 1, sku: null, count: null, note: 'n' }],
      card: 'c',
      all: { y: 1, x: null },
    });
    expect(noted.map(([, path]) => path)).toEqual([
      'Put/id',
      'Put/name',
      'Put/line/sku',
      'Put/line/count',
      'Put/all/x',
    ]);
  });

  it('a list is empty, an attribute absent', () => {
    const { json } = read(put([...GOOD.slice(0, 5), ...GOOD.slice(7)]), missing);
    expect(json).toEqual({ ...whole, line: [] });
    const bare = put(GOOD).replace(' no="1"', '');
    expect(read(bare, missing).json).toEqual({ ...whole, line: [{ sku: 's', count: 2 }, whole.line[1]] });
  });

  it('of a choice nothing is made up, and a nil that may not be is null', () => {
    const { json, noted } = read(put(GOOD.toSpliced(7, 1)), missing);
    const { card: _, ...withoutCard } = whole;
    expect(json).toEqual(withoutCard);
    expect(noted).toEqual([['missing', 'Put']]);
    const nil = put(GOOD).replace(
      '<t:name>a<',
      '<t:name xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"><',
    );
    expect(read(nil, missing).json).toEqual({ ...whole, name: null });
    expect(failing(nil)).toBe('missing');
  });

  it('is noted for each attribute, and for an element that stands too few times', () => {
    const { codec: few, element: root } = presented(
      `<xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="i" type="xs:int" minOccurs="3" maxOccurs="5"/></xs:sequence>
        <xs:attribute name="u" type="xs:int" use="required"/><xs:attribute name="w" type="xs:int" use="required"/></xs:complexType></xs:element>`,
      'types: {}',
    );
    const noted: Noted[] = [];
    const note = (...it: Noted) => noted.push(it);
    const decoder = few
      .program(root, { kind: 'hole', slot: 0 }, 1)
      .decoder({ deviations: { unknown: false, namespaces: false, missing: true, values: false, note } });
    decoder.write(Buffer.from('<t:Put xmlns:t="urn:t"><t:i>1</t:i></t:Put>'));
    expect(JSON.parse(textOf(decoder.end()[0]!))).toEqual({ i: [1] });
    expect(noted.map(([, path]) => path)).toEqual(['Put/@u', 'Put/@w', 'Put/i']);
  });

  it('makes no large document from a small one', () => {
    const names = Array.from({ length: 400 }, (_, i) => `m${i}`);
    const { codec: wide, element: root } = presented(
      `<xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="i" maxOccurs="unbounded"><xs:complexType><xs:sequence>
        ${names.map((name) => `<xs:element name="${name}" type="xs:int"/>`).join('')}</xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`,
      'types: {}',
    );
    const decoder = wide
      .program(root, { kind: 'hole', slot: 0 }, 1)
      .decoder({ deviations: { unknown: false, namespaces: false, missing: true, values: false } });
    const items = '<t:i><t:m0>1</t:m0><t:m399>2</t:m399></t:i>'.repeat(4000);
    expect(() => decoder.write(Buffer.from(`<t:Put xmlns:t="urn:t">${items}</t:Put>`))).toThrow(/wrong place|missing/);
  });
});

describe('values that their enumeration lacks', () => {
  const TYPES = `<xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="_bank"/><xs:enumeration value="_till"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>
    <xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="kind" type="t:Kind"/><xs:element name="short" type="t:Short" minOccurs="0"/></xs:sequence>
    <xs:attribute name="as" type="t:Kind"/></xs:complexType></xs:element>`;
  const plain = presented(TYPES, 'types: {}');
  const bare = presented(TYPES, 'types: { "*": { values: "_{x}" } }');
  const tabled = presented(TYPES, 'tables: { kinds: { Bank: _bank } }\ntypes: { t:Kind: { values: kinds } }');
  const xml = (kind: string, more = '') => `<t:Put xmlns:t="urn:t" as="_bank"><t:kind>${kind}</t:kind>${more}</t:Put>`;
  const readBy = ({ codec, element }: typeof plain, text: string, values = true) => {
    const noted: Noted[] = [];
    const note = (...[deviation, path]: Noted) => noted.push([deviation, path]);
    const deviations = { unknown: false, namespaces: false, missing: false, values, note };
    const decoder = codec.program(element, { kind: 'hole', slot: 0 }, 1).decoder({ deviations });
    decoder.write(Buffer.from(text));
    return { json: JSON.parse(textOf(decoder.end()[0]!)), noted };
  };
  const write = ({ codec, element }: typeof plain, text: string, lenient: boolean) => {
    const out = new ByteBuffer(64);
    codec.program(element, { kind: 'hole', slot: 0 }, 1).encode([json(Buffer.from(text))], out, lenient);
    return /kind>(.*?)</.exec(Buffer.from(out.bytes.subarray(0, out.length)).toString())?.[1];
  };

  it('are read as they are, and noted, in elements and attributes', () => {
    const { json, noted } = readBy(plain, xml('_vault').replace('as="_bank"', 'as="_safe"'));
    expect(json).toEqual({ '@as': '_safe', kind: '_vault' });
    expect(noted).toEqual([
      ['value', 'Put/@as'],
      ['value', 'Put/kind'],
    ]);
    expect(readBy(plain, xml('_till'))).toEqual({ json: { '@as': '_bank', kind: '_till' }, noted: [] });
  });

  it('have the look that those of a newer contract would have', () => {
    expect(readBy(bare, xml('_vault')).json).toEqual({ '@as': 'bank', kind: 'vault' });
    expect(readBy(bare, xml('vault')).json.kind).toBe('vault');
    // Another value has that look.
    expect(readBy(bare, xml('bank')).json.kind).toBe('bank');
    expect(readBy(tabled, xml('_vault')).json.kind).toBe('_vault');
  });

  it('are refused by default, and so are other values that do not fit', () => {
    expect(() => readBy(plain, xml('_vault'), false)).toThrow('must be one of');
    const bad = put(GOOD).replace('<t:id>1', '<t:id>x');
    expect(failing(bad)).toBe('invalid');
    expect(() => read(bad, {})).toThrow("'x' is not a value of xs:int");
    expect(() => readBy(plain, xml('_bank', '<t:short>long</t:short>'))).toThrow('at most 3');
  });

  it('are refused of clients, and written of a service whose responses are read leniently', () => {
    expect(() => write(bare, '{"kind":"vault"}', false)).toThrow('must be one of');
    expect(write(bare, '{"kind":"vault"}', true)).toBe('_vault');
    expect(write(plain, '{"kind":"<v>"}', true)).toBe('&lt;v&gt;');
    expect(write(tabled, '{"kind":"vault"}', true)).toBe('vault');
    // The one spelling of a value is another one.
    for (const kind of ['"_bank"', '7']) expect(() => write(bare, `{"kind":${kind}}`, true)).toThrow();
  });
});

describe('other namespaces, and elements that stand for another', () => {
  const { codec: group, element: root } = presented(
    `<xs:element name="head" type="t:Head"/><xs:complexType name="Head"><xs:sequence><xs:element name="p" type="xs:string"/></xs:sequence></xs:complexType>
    <xs:element name="sub" type="t:Head" substitutionGroup="t:head"/>
    <xs:element name="Put"><xs:complexType><xs:sequence><xs:element ref="t:head" maxOccurs="3"/></xs:sequence></xs:complexType></xs:element>`,
    'types: {}',
  );
  const groupProgram = group.program(root, { kind: 'hole', slot: 0 }, 1);
  const json = (inside: string, namespaces: boolean) => {
    const decoder = groupProgram.decoder({ deviations: { unknown: true, namespaces, missing: false, values: false } });
    decoder.write(Buffer.from(`${START}${inside}</t:Put>`));
    return textOf(decoder.end()[0]!);
  };

  it('have the same JSON', () => {
    const inside = '<t:head><t:p>1</t:p></t:head><t:sub><t:p>2</t:p></t:sub>';
    expect(json(inside.replaceAll('t:', 'u:'), true)).toBe(json(inside, false));
    expect(() => json(inside.replaceAll('t:sub', 'u:sub'), false)).toThrow('sub');
  });
});

it('an unknown element inside of simple content is skipped', () => {
  expect(read(put(GOOD).replace('<t:name>a<', '<t:name>a<t:hint>x</t:hint><'), { unknown: true }).json).toEqual(whole);
  expect(failing(put(GOOD).replace('<t:name>a<', '<t:name>a<t:hint>x</t:hint><'))).toBe('unknown');
});

it.each(['a<t:hint>x</t:hint>b', 'a<t:hint/><t:hint/>b', 'a<t:hint/>b<t:hint/>'])(
  'text on both sides of a skipped element is no value: %s',
  (text) => {
    const glued = put(GOOD).replace('<t:name>a<', `<t:name>${text}<`);
    expect(() => read(glued, { unknown: true })).toThrow('an element stands between two pieces of one value');
  },
);

it('values that do not fit their types are null where that is accepted, and noted', () => {
  const bad = put(GOOD)
    .replace('<t:id>1<', '<t:id>one<')
    .replace('no="2"', 'no="x"')
    .replace('<t:y>1<', '<t:y>99999999999<');
  const { json, noted } = read(bad, { values: true, nullValues: true });
  const [first, second] = whole.line;
  expect(json).toEqual({
    ...whole,
    id: null,
    line: [first, { ...second, '@no': null }],
    all: { ...whole.all, y: null },
  });
  expect(noted).toEqual([
    ['invalid', 'Put/id'],
    ['invalid', 'Put/line/@no'],
    ['invalid', 'Put/all/y'],
  ]);
  expect(failing(bad, { values: true })).toBe('invalid');
  expect(() => read(bad, { values: true })).toThrow("'one' is not a value of xs:int");
});
