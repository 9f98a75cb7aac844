// One name at several positions of a content model: one member, read as a list in document order and written where it fits.
import { describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import { NS, schema } from '../contract/inline-contracts.ts';
import { Transcode } from '../laws/transcode.ts';

const e = (name: string, times = '') => `<xs:element name="${name}" type="xs:string" ${times}/>`;
const many = 'minOccurs="0" maxOccurs="unbounded"';
const optional = 'minOccurs="0"';

function transcodeOf(content: string, types = ''): Transcode {
  const body = `${types}<xs:element name="root"><xs:complexType>${content}</xs:complexType></xs:element>`;
  const { schemas } = loadContractFrom(new Map([['main.xsd', Buffer.from(schema(body))]]), 'main.xsd');
  return new Transcode(createCodec(schemas, dialect()), schemas.elements.get(`{${NS}}root`)!);
}

/** `a1 b2`: elements with their texts. */
function xml(word: string): string {
  const elements = word.split(' ').filter((one) => one !== '');
  const inside = elements.map((one) => `<${one[0]}>${one.slice(1)}</${one[0]}>`).join('');
  return `<root xmlns="${NS}">${inside}</root>`;
}

function word(text: string): string {
  return [...text.matchAll(/<(?:\w+:)?([a-z])>([^<]*)</g)].map(([, name, value]) => `${name}${value}`).join(' ');
}

function read(transcode: Transcode, children: string): string {
  return transcode.decode(xml(children));
}

function write(transcode: Transcode, json: string): string {
  return word(transcode.encode(json));
}

describe('a name that stands twice', () => {
  const apart = transcodeOf(`<xs:sequence>${e('a')}${e('b', optional)}${e('a', optional)}</xs:sequence>`);
  it('is one list', () => {
    expect(read(apart, 'a1 b2 a3')).toBe('{"b":"2","a":["1","3"]}');
    expect(read(apart, 'a1')).toBe('{"a":["1"]}');
    expect(write(apart, '{"a":["1","3"],"b":"2"}')).toBe('a1 b2 a3');
    expect(write(apart, '{"b":"2","a":["1"]}')).toBe('a1 b2');
  });

  it('keeps its place among the members where nothing stands between', () => {
    const together = transcodeOf(`<xs:sequence>${e('a')}${e('a', many)}${e('b')}</xs:sequence>`);
    expect(read(together, 'a1 a2 a3 b4')).toBe('{"a":["1","2","3"],"b":"4"}');
    expect(write(together, '{"a":["1","2","3"],"b":"4"}')).toBe('a1 a2 a3 b4');
    const optionalGroup = transcodeOf(
      `<xs:sequence ${optional}>${e('c')}<xs:choice>${e('c', many)}</xs:choice></xs:sequence>`,
    );
    expect(read(optionalGroup, 'c1 c2')).toBe('{"c":["1","2"]}');
    expect(write(optionalGroup, '{"c":["1","2"]}')).toBe('c1 c2');
    expect(write(optionalGroup, '{"c":["1"]}')).toBe('c1');
    expect(write(optionalGroup, '{}')).toBe('');
  });

  it('is written at the first positions where several orders are valid', () => {
    const around = transcodeOf(`<xs:sequence>${e('a', many)}${e('b')}${e('a', many)}</xs:sequence>`);
    expect(read(around, 'a1 b2 a3')).toBe('{"b":"2","a":["1","3"]}');
    expect(write(around, '{"a":["1","3"],"b":"2"}')).toBe('a1 a3 b2');
  });

  it('says what is missing or too many', () => {
    expect(() => write(apart, '{"b":"2"}')).toThrow('member "a" is missing');
    expect(() => write(apart, '{"a":["1","2","3"]}')).toThrow('expected 2 items at most, found 3');
    expect(() => write(apart, '{"a":"1"}')).toThrow('expected an array');
  });

  it('is no `$mixed` in an extension that repeats a name of its base', () => {
    const base = `<xs:complexType name="Base"><xs:sequence>${e('a')}${e('b', optional)}</xs:sequence></xs:complexType>`;
    const derived = transcodeOf(
      `<xs:complexContent><xs:extension base="t:Base"><xs:sequence>${e('a', optional)}${e('c')}</xs:sequence></xs:extension></xs:complexContent>`,
      base,
    );
    expect(read(derived, 'a1 b2 a3 c4')).toBe('{"b":"2","c":"4","a":["1","3"]}');
    expect(write(derived, '{"a":["1","3"],"b":"2","c":"4"}')).toBe('a1 b2 a3 c4');
  });
});

describe('a choice whose branches share a name', () => {
  it('is written by the branch that has room for the members', () => {
    const interval = transcodeOf(
      `<xs:choice ${optional}><xs:sequence>${e('a')}${e('b', optional)}</xs:sequence>${e('b')}<xs:sequence>${e('c')}${e('b', optional)}</xs:sequence></xs:choice>`,
    );
    for (const children of ['a1 b2', 'a1', 'b1', 'c1 b2', 'c1', '']) {
      expect(write(interval, read(interval, children))).toBe(children);
    }
    expect(() => write(interval, '{"a":"1","c":"2"}')).toThrow('only one of "a" and "c" may stand here');
  });

  it('does not take long to refuse what no order has', () => {
    const pairs = Array.from(
      { length: 30 },
      () =>
        `<xs:choice><xs:sequence>${e('a', optional)}${e('b')}</xs:sequence><xs:sequence>${e('c')}${e('d')}</xs:sequence></xs:choice>`,
    );
    const hard = transcodeOf(`<xs:sequence>${pairs.join('')}</xs:sequence>`);
    const items = (count: number) => JSON.stringify(Array.from({ length: count }, () => 'x'));
    expect(write(hard, `{"b":${items(14)},"c":${items(16)},"d":${items(16)}}`).split(' ')).toHaveLength(46);
    expect(() => write(hard, `{"b":${items(14)},"c":${items(16)},"d":${items(15)}}`)).toThrow(/order/);
  });
});

describe('a repeated group that may be empty', () => {
  it('does not begin with a name that stands later in it', () => {
    const group = transcodeOf(
      `<xs:sequence ${many}><xs:sequence ${optional}>${e('a')}${e('c')}</xs:sequence>${e('b', optional)}</xs:sequence>`,
    );
    expect(() => read(group, 'c1')).toThrow('element "c" stands at the wrong place');
    expect(read(group, 'a1 c2 b3')).toBe('{"$items":[{"a":"1","c":"2","b":"3"}]}');
  });
});
