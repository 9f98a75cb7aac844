// One name at several positions of a content model: one member, read as a list in document order and written where it fits.
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import type { Shape } from '../../src/codec/model/shape.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import { scan } from '../../src/json/tape.ts';
import { textOf } from '../../src/json/value.ts';
import { NS, schema } from '../contract/inline-contracts.ts';
import { Transcode } from '../laws/transcode.ts';

const e = (name: string, times = '') => `<xs:element name="${name}" type="xs:string" ${times}/>`;
const many = 'minOccurs="0" maxOccurs="unbounded"';
const optional = 'minOccurs="0"';

function codecOf(content: string, types = '') {
  const body = `${types}<xs:element name="root"><xs:complexType>${content}</xs:complexType></xs:element>`;
  const { schemas } = loadContractFrom(new Map([['main.xsd', Buffer.from(schema(body))]]), 'main.xsd');
  return { codec: createCodec(schemas, dialect()), root: schemas.elements.get(`{${NS}}root`)! };
}

function transcodeOf(content: string, types = ''): Transcode {
  const { codec, root } = codecOf(content, types);
  return new Transcode(codec, root);
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

describe('a repeated element that stands twice at least', () => {
  it('stands twice or not at all', () => {
    const pairs = transcodeOf(`<xs:sequence ${many}>${e('a', 'minOccurs="2" maxOccurs="3"')}</xs:sequence>`);
    expect(write(pairs, read(pairs, ''))).toBe('');
    expect(write(pairs, read(pairs, 'a1 a2 a3 a4 a5'))).toBe('a1 a2 a3 a4 a5');
    expect(() => read(pairs, 'a1')).toThrow('"a" stands 1 times, 2 are required');
    expect(() => write(pairs, '{"a":["1"]}')).toThrow('expected at least 2 items, found 1');
  });
});

describe('patterns over a name that stands twice', () => {
  const { codec, root } = codecOf(
    `<xs:sequence>${e('a')}${e('b', optional)}${e('a', many)}${e('c', optional)}</xs:sequence>`,
  );
  const members = codec.members(root.type);
  const slot = (n: number): Shape => ({ kind: 'hole', slot: n });

  /** Slots of the word, and the word written from them. */
  function through(a: Shape, rest: number | undefined, children: string): unknown {
    const entries = [{ member: members[0], shape: a }];
    const program = codec.program(root, { kind: 'members', entries, ...(rest === undefined ? {} : { rest }) }, 3);
    const decoder = program.decoder();
    decoder.write(Buffer.from(xml(children)));
    const values = decoder.end();
    const out = new ByteBuffer();
    program.encode(
      values.map((v) => v && scan(Buffer.from(textOf(v)))),
      out,
    );
    return [values.map((v) => v && JSON.parse(textOf(v))), word(Buffer.from(out.slice()).toString())];
  }

  it('binds the list, and the others beside it', () => {
    expect(through(slot(0), 1, 'a1 b2 a3 a4 c5')).toEqual([
      [['1', '3', '4'], { b: '2', c: '5' }, undefined],
      'a1 b2 a3 a4 c5',
    ]);
    expect(through(slot(0), undefined, 'a1 b2 a3')).toEqual([[['1', '3'], undefined, undefined], 'a1 a3']);
  });

  it('binds leading items one by one', () => {
    const leading: Shape = { kind: 'ordered', items: [slot(0), slot(2)], exact: true };
    expect(through(leading, 1, 'a1 b2 a3')).toEqual([['1', { b: '2' }, '3'], 'a1 b2 a3']);
    const constant: Shape = { kind: 'ordered', items: [{ kind: 'constant', text: '1' }, slot(2)], exact: true };
    expect(through(constant, 1, 'a1 b2 a3')).toEqual([[undefined, { b: '2' }, '3'], 'a1 b2 a3']);
  });

  it('maps items one by one', () => {
    const each: Shape = { kind: 'each', slot: 0, item: slot(0), fields: ['x'] };
    expect(through(each, 1, 'a1 b2 a3')).toEqual([[[{ x: '1' }, { x: '3' }], { b: '2' }, undefined], 'a1 b2 a3']);
  });

  it('streams the list', () => {
    const entries = [{ member: members[0], shape: slot(0) }];
    const parts: Buffer[] = [];
    const decoder = codec
      .program(root, { kind: 'members', entries }, 1)
      .decoder({ stream: { slot: 0, onBytes: (bytes) => parts.push(Buffer.from(bytes)) } });
    for (const byte of Buffer.from(xml('a1 b2 a3'))) decoder.write(Uint8Array.of(byte));
    decoder.end();
    expect(Buffer.concat(parts).toString()).toBe('["1","3"]');
  });
});
