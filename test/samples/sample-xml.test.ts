// Samples of elements: messages that share a choice have their own part of it, and the work does not multiply with each level of types that contain themselves.
import { describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import type { ComplexType, Particle, TypeDef } from '../../src/contract/model/model.ts';
import { type SampleSize, sampleXml } from '../../src/samples/sample-xml.ts';

const SIZES: readonly SampleSize[] = ['least', 'short', 'full'];
const { schemas } = loadContractFrom(
  new Map([
    [
      'search.xsd',
      Buffer.from(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="Empty"><xs:sequence/></xs:complexType>
  <xs:element name="lit" type="xs:string"/>
</xs:schema>`),
    ],
  ]),
);
const codec = createCodec(schemas, dialect());
const lit = schemas.elements.get('lit')!;
const empty = schemas.types.get('Empty') as ComplexType;
const once = { min: 1, max: 1 };

function element(local: string, type: TypeDef): Particle & { kind: 'element' } {
  return { ...once, kind: 'element', element: { ...lit, name: { ...lit.name, local }, type } };
}

const unary = (i: number, expression: ComplexType) => element(`op${i}`, expression);
function binary(i: number, expression: ComplexType) {
  const particles = [element('l', expression), element('r', expression)];
  return element(`op${i}`, {
    ...empty,
    content: { ...empty.content, kind: 'elements', particle: { ...once, kind: 'sequence', particles } },
  } as ComplexType);
}

/** A sample of an expression that is one of the alternatives; and how often the sampler opened one. */
function sampleOf(alternatives: (expression: ComplexType) => Particle[], size: SampleSize) {
  let steps = 0;
  const content = {
    ...empty.content,
    kind: 'elements',
    get particle() {
      // Without a bound the test would not end.
      if (++steps > 100_000) throw new Error('too many steps');
      return { ...once, kind: 'choice', particles };
    },
  };
  const expression = { ...empty, content } as ComplexType;
  const particles = alternatives(expression);
  return { lines: sampleXml(element('where', expression).element, codec, size), steps };
}

const repeated = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

describe.each([2, 3, 4, 5, 6])('a type of %i alternatives that all contain it', (count) => {
  it.each([
    ['one', unary],
    ['two', binary],
  ])('has no sample where each has %s of it, which the sampler finds in few steps', (_, alternative) => {
    for (const size of SIZES) {
      const { lines, steps } = sampleOf((expression) => repeated(count, (i) => alternative(i, expression)), size);
      expect(lines).toBeUndefined();
      expect(steps).toBeLessThan(100);
    }
  });

  it('has a sample where one more alternative is a text', () => {
    for (const size of SIZES) {
      const { lines, steps } = sampleOf(
        (expression) => [...repeated(count, (i) => binary(i, expression)), { ...once, kind: 'element', element: lit }],
        size,
      );
      expect(lines?.join('')).toContain('<lit>');
      expect(steps).toBeLessThan(5000);
    }
  });
});

describe('messages of all operations that share one choice', () => {
  const response = (name: string) =>
    `<xs:element name="${name}Response"><xs:complexType><xs:sequence><xs:element name="Messages" type="Messages"/></xs:sequence></xs:complexType></xs:element>`;
  const operations = ['CreateItem', 'GetItem', 'GetItemInfo'];
  const parts = operations.map((name) => `<xs:element name="${name}ResponseMessage" type="xs:string"/>`);
  const shared = loadContractFrom(
    new Map([
      [
        'shared.xsd',
        Buffer.from(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="Messages"><xs:choice maxOccurs="unbounded">${parts.join('')}</xs:choice></xs:complexType>
  ${[...operations, 'Other'].map(response).join('')}
</xs:schema>`),
      ],
    ]),
  ).schemas;

  it.each([
    ['GetItem', 'GetItem'],
    ['GetItemInfo', 'GetItemInfo'],
    ['Other', 'CreateItem'],
  ])('the sample of %sResponse has %sResponseMessage', (name, part) => {
    for (const size of SIZES) {
      const lines = sampleXml(shared.elements.get(`${name}Response`)!, createCodec(shared, dialect()), size);
      const members = [...lines!.join('').matchAll(/<(\w+)ResponseMessage>/g)].map(([, member]) => member);
      expect(members).toEqual([part]);
    }
  });
});

function schemasOf(text: string) {
  const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${text}</xs:schema>`;
  return loadContractFrom(new Map([['one.xsd', Buffer.from(schema)]])).schemas;
}

describe('objects of which the contract requires nothing', () => {
  const any = (name: string, type: string, more = '') =>
    `<xs:element name="${name}" type="${type}" minOccurs="0" ${more}/>`;
  const type = (name: string, members: string) =>
    `<xs:complexType name="${name}"><xs:sequence>${members}</xs:sequence></xs:complexType>`;
  const message = (name: string, members: string) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
  const optional = schemasOf(
    [
      type('Point', any('x', 'xs:int') + any('inner', 'Point')),
      type('Position', any('PanTilt', 'Point') + any('Zoom', 'Point')),
      type('Chain', any('next', 'Chain')),
      type('Reading', any('meterNo', 'xs:string') + any('at', 'xs:date')),
      type('Readings', any('reading', 'Reading', 'maxOccurs="unbounded"')),
      type('Result', any('readings', 'Readings')),
      message('List', any('result', 'Result')),
      message('Move', '<xs:element name="Position" type="Position"/>'),
      message('Submit', any('meterNo', 'xs:string') + any('reading', 'Reading')),
      message('Both', any('a', 'Reading') + any('b', 'Reading')),
      message('Link', '<xs:element name="chain" type="Chain"/>'),
      '<xs:complexType name="Place"><xs:attribute name="lon" type="xs:double"/><xs:attribute name="lat" type="xs:double" fixed="4"/></xs:complexType>',
      `<xs:complexType name="Named"><xs:sequence>${any('name', 'xs:string')}</xs:sequence><xs:attribute name="lang" type="xs:string"/></xs:complexType>`,
      message('GeoMove', '<xs:element name="Target" type="Place"/>'),
      message('Name', '<xs:element name="item" type="Named"/>'),
    ].join(''),
  );
  const sample = (name: string, size: SampleSize) =>
    sampleXml(optional.elements.get(name)!, createCodec(optional, dialect()), size)!
      .map((line) => line.trim())
      .join('');

  it.each([
    ['Move', '<Move><Position><PanTilt><x>1</x></PanTilt></Position></Move>'],
    ['Submit', '<Submit><meterNo>text</meterNo><reading><meterNo>text</meterNo><at>2024-01-31</at></reading></Submit>'],
    ['Both', '<Both/>'],
    ['Link', '<Link><chain/></Link>'],
    ['GeoMove', '<GeoMove><Target lon="1.5" lat="4"/></GeoMove>'],
    ['Name', '<Name><item><name>text</name></item></Name>'],
  ])('a short sample of %s', (name, xml) => expect(sample(name, 'short')).toBe(xml));

  it('items of lists have their values, however deep they are', () => {
    const item = '<reading><meterNo>text</meterNo><at>2024-01-31</at></reading>';
    expect(sample('List', 'full')).toBe(`<List><result><readings>${item}</readings></result></List>`);
  });

  it('the least sample stays empty', () => {
    expect(sample('Move', 'least')).toBe('<Move><Position/></Move>');
    expect(sample('Submit', 'least')).toBe('<Submit/>');
    expect(sample('GeoMove', 'least')).toBe('<GeoMove><Target/></GeoMove>');
  });
});

describe('a message that says success', () => {
  const value = (name: string, type: string, more = '') => `<xs:element name="${name}" type="xs:${type}" ${more}/>`;
  it('a code that the message must have is 0', () => {
    const strict = schemasOf(
      `<xs:element name="Done"><xs:complexType><xs:sequence>${value('Success', 'boolean')}${value('ErrorCode', 'int')}${value('Count', 'int')}</xs:sequence></xs:complexType></xs:element>`,
    );
    const lines = sampleXml(strict.elements.get('Done')!, createCodec(strict, dialect()), 'full')!;
    expect(lines.map((line) => line.trim()).slice(1, -1)).toEqual([
      '<Success>true</Success>',
      '<ErrorCode>0</ErrorCode>',
      '<Count>1</Count>',
    ]);
  });

  const message = (name: string, more: string, required = '') =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${value('Success', 'boolean', more)}${value('ErrorCode', 'int', 'minOccurs="0"')}${value('errors', 'string', 'minOccurs="0" maxOccurs="unbounded"')}${value('Error_Message', 'string', required)}${value('Message', 'string', 'minOccurs="0"')}</xs:sequence></xs:complexType></xs:element>`;
  const said = loadContractFrom(
    new Map([
      [
        'said.xsd',
        Buffer.from(
          `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${message('Done', '', 'minOccurs="0"')}${message('Strict', '')}${message('Failed', 'fixed="false"')}${message('Word', '').replace('xs:boolean', 'xs:string')}</xs:schema>`,
        ),
      ],
    ]),
  ).schemas;

  it.each([
    ['Done', ['Success', 'Message']],
    ['Strict', ['Success', 'Error_Message', 'Message']],
    ['Failed', ['Success', 'ErrorCode', 'errors', 'Error_Message', 'Message']],
    ['Word', ['Success', 'ErrorCode', 'errors', 'Error_Message', 'Message']],
  ])('%s has %j: no optional member of a failure beside a flag that is true', (name, members) => {
    const lines = sampleXml(said.elements.get(name)!, createCodec(said, dialect()), 'full')!.slice(1, -1);
    expect(lines.map((line) => line.match(/<(\w+)/)![1])).toEqual(members);
  });
});
