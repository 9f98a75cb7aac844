// SOAP 1.1 §5: encoded messages have the JSON of literal ones.
import { describe, expect, it } from 'vitest';
import type { AcceptedDeviations } from '../../../src/codec/model/deviation.ts';
import type { SoapstoneError } from '../../../src/errors/errors.ts';
import { compiled, encoded, encoded12, literal } from './encoded.ts';

const read = encoded.read.bind(encoded);
const written = encoded.written.bind(encoded);

function failure(operation: string, content: string, messages = encoded, accepted?: AcceptedDeviations): string {
  try {
    messages.read(operation, content, accepted);
  } catch (error) {
    const { code, path, message } = error as SoapstoneError;
    return `${code} ${path}: ${message}`;
  }
  return 'none';
}

describe('limits', () => {
  it('bound the dimensions of an array', () => {
    const sizes = (n: number) =>
      `<return e:arrayType="xsd:anyType[5000${',1'.repeat(n)}]">${'<i/>'.repeat(5000)}</return>`;
    expect(failure('echoAny', sizes(16))).toMatch(/^CODEC_TYPE .*malformed/);
    expect(failure('echoAny', sizes(30_000))).toMatch(/^CODEC_TYPE .*malformed/);
  });

  it('bound the prefixes that elements keep', () => {
    const prefixes = Array.from({ length: 200 }, (_, i) => ` xmlns:p${i}="u"`).join('');
    const content = `<return><name${prefixes}>${'<a xmlns:q="i"/>'.repeat(2000)}</name></return>`;
    expect(failure('echoPerson', content)).toMatch(/^XML_LIMIT .*namespace/);
  });
});

describe('members of any type', () => {
  const item = '<item>Dear <b>Ann</b> and\n <b>Bo</b>\n</item>';

  it('keep text between elements; white space between encoded accessors means nothing', () => {
    const mixed = (...content: unknown[]) => [{ $mixed: content }];
    const names = ['Ann', 'Bo'].map((name) => ({ $name: 'b', $value: name }));
    const content = `<return e:arrayType="xsd:anyType[1]">${item}</return>`;
    expect(literal.read('echoAny', content)).toEqual(mixed('Dear ', names[0], ' and\n ', names[1], '\n'));
    const spaced = content.replace('Dear ', '\n ').replace(' and', '');
    expect(read('echoAny', spaced)).toEqual(mixed(...names));
    expect(read('echoAny', content)).toEqual(mixed('Dear ', names[0], ' and\n ', names[1]));
  });

  it('are no strings where they have attributes', () => {
    const value = [{ '@more': 'm', $value: 'text' }, 'text'];
    const xml = written('echoAny', { a: value });
    expect(xml).toContain('xsi:type="xsd:anyType" more="m">text</');
    expect(xml).toContain('<item xsi:type="xsd:string">text</');
  });
});

describe('a type that the contract lacks, at xs:anyType', () => {
  const MAP = 'http://xml.apache.org/xml-soap';
  const item = '<item><key xsi:type="xsd:string">a</key><value xsi:type="xsd:int">1</value></item>';
  const map = `<return xmlns:v="${MAP}" xsi:type="v:Map">${item}</return>`;

  it('is kept, and can be sent', () => {
    const value = read('echoOne', map);
    expect(value).toMatchObject({ $type: `{${MAP}}Map` });
    const xml = written('echoOne', { x: value });
    const [, prefix] = /xsi:type="(\w+):Map"/.exec(xml)!;
    expect(xml).toContain(`xmlns:${prefix}="${MAP}"`);
    expect(xml).toMatch(/<key [^>]*type="\w+:string"[^>]*>a<\/key>/);
    expect(xml).not.toContain('anyType');
  });

  it('is kept where maps hold maps, and in members of arrays', () => {
    const inner = `<item><key>b</key><value xmlns:v="${MAP}" xsi:type="v:Map">${item}</value></item>`;
    const xml = written('echoOne', { x: read('echoOne', map.replace(item, inner)) });
    expect(xml.match(/:Map"/g)).toHaveLength(2);
    const [member] = read('echoAny', `<return>${map.replaceAll('return', 'i')}</return>`) as unknown[];
    expect(member).toMatchObject({ $type: `{${MAP}}Map` });
  });

  it('may be the Struct of the encoding, and a text', () => {
    const struct = read('echoOne', '<return xsi:type="e:Struct"><k>v</k></return>');
    expect(written('echoOne', { x: struct })).toMatch(/xsi:type="\w+:Struct"/);
    expect(read('echoOne', '<return xsi:type="m:Color">red</return>')).toEqual({
      $type: '{urn:enc}Color',
      $value: 'red',
    });
    expect(written('echoOne', { x: { $type: '{urn:enc}Color', $value: 'red' } })).toMatch(/xsi:type="\w+:Color">red</);
  });

  it('is refused where it is no name, and in literal messages', () => {
    expect(() => written('echoOne', { x: { $type: '{urn:x}a"b', $value: 'x' } })).toThrow(
      'is not a type of the contract',
    );
    expect(() => literal.written('echoOne', { x: { $type: '{urn:x}T', $value: 'x' } })).toThrow('is not a type');
    expect(failure('echoOne', map, literal)).toMatch(/is not a type of the contract/);
  });
});

describe('references', () => {
  it('are resolved wherever the value stands, shared values once for each use', () => {
    const people = `<return e:arrayType="t:Person[2]"><item href="#a"/><item href="#a"/></return>`;
    expect(
      read('echoPeople', `${people}<t:Person id="a" xsi:type="t:Person"><name href="#n"/></t:Person><x id="n">Ann</x>`),
    ).toEqual([
      { name: 'Ann', country: 'NZ' },
      { name: 'Ann', country: 'NZ' },
    ]);
  });

  it.each([
    ['to nothing', '<return href="#none"/>', 'no element of the message has the id of the reference "#none"'],
    ['out of the message', '<return href="http://h/x"/>', 'the reference "http://h/x" leads out of the message'],
    [
      'a part that is missing',
      '<return href="cid:nope"/>',
      'the reference "cid:nope" names no attachment: no part has this Content-ID',
    ],
    [
      'beside content',
      '<return href="#a"><i>x</i></return><x id="a"><i>y</i></x>',
      'the reference "#a" stands at an element that has content of its own',
    ],
    [
      'beside a text',
      '<return href="#a">x</return><x id="a"><i>y</i></x>',
      'the reference "#a" stands at an element that has content of its own',
    ],
    ['to themselves', '<return href="#a"/><x id="a" href="#a"/>', 'the reference "#a" leads to a value that holds it'],
  ])('%s are refused', (_, content, message) => {
    expect(failure('echoStrings', content)).toContain(`CODEC_REFERENCE echoStringsResponse/return: ${message}`);
  });

  it('that make a cycle are refused with the place', () => {
    const cycle = '<return id="a"><name>Ann</name><boss><name>Bo</name><boss href="#a"/></boss></return>';
    expect(failure('echoPerson', cycle)).toContain(
      'CODEC_REFERENCE echoPersonResponse/return/boss/boss: the reference "#a"',
    );
  });

  it('do not make a small message large', () => {
    const levels = Array.from({ length: 30 }, (_, i) => {
      const item = `<item href="#l${i + 1}"/>`;
      return `<x id="l${i}" xsi:type="e:Array" e:arrayType="xsd:anyType[2]">${item}${item}</x>`;
    });
    const bomb = `<return href="#l0"/>${levels.join('')}<x id="l30" xsi:type="xsd:string">lol</x>`;
    expect(failure('echoAny', bomb)).toMatch(/^XML_LIMIT /);
  });

  it('do not make a small message slow', () => {
    const many = 2000;
    const ids = Array.from({ length: many }, (_, i) => `<x id="i${i}"/><y href="#i${i}"/>`).join('');
    const items = '<i href="#a"/>'.repeat(many);
    expect(failure('echoPeople', `<return>${items}</return><x id="a"><name>A</name>${ids}</x>`)).toMatch(/^XML_LIMIT /);
  });

  it('that nobody makes leave an element with an id where it is: unknown', () => {
    const unknown = '<return><name>a</name><unknown id="z">lost</unknown></return>';
    expect(failure('echoPerson', unknown)).toMatch(/^CODEC_UNKNOWN /);
    expect(failure('echoPerson', `${unknown}<x id="y"/>`)).toMatch(/^CODEC_UNKNOWN /);
  });

  it('that make a long chain are refused as deep nesting is', () => {
    const links = Array.from({ length: 5000 }, (_, i) => `<x id="p${i}"><name>a</name><boss href="#p${i + 1}"/></x>`);
    expect(failure('echoPerson', `<return href="#p0"/>${links.join('')}<x id="p5000"><name>z</name></x>`)).toMatch(
      /^XML_LIMIT /,
    );
  });
});

describe('structs', () => {
  it('have their accessors in any order and namespace', () => {
    const person = '<return><t:age>4</t:age><boss xsi:nil="1"/><name xsi:type="xsd:string">Ann</name></return>';
    expect(read('echoPerson', person)).toEqual({ name: 'Ann', age: 4, boss: null, country: 'NZ' });
  });

  it('may be of a derived type', () => {
    const employee = '<return xsi:type="t:Employee"><salary>1.5</salary><name>Ann</name></return>';
    expect(read('echoPerson', employee)).toEqual({ $type: 't:Employee', name: 'Ann', country: 'NZ', salary: 1.5 });
  });

  it('may name the return value as they like, also in a compiled contract', () => {
    const content = '<echoStringsReturn><a>x</a></echoStringsReturn>';
    expect(read('echoStrings', content)).toEqual(['x']);
    expect(compiled.read('echoStrings', content)).toEqual(['x']);
  });

  it('have unknown accessors skipped and noted where that is accepted', () => {
    const noted: string[] = [];
    const note = (kind: string, path: string | undefined) => void noted.push(`${kind} ${path}`);
    const accepted = { unknown: true, namespaces: false, missing: false, values: true, note };
    const content = '<extra/><return><name>Ann</name><more>1</more></return>';
    expect(read('echoPerson', content, accepted)).toEqual({ name: 'Ann', country: 'NZ' });
    expect(noted).toEqual(['unknown echoPersonResponse/extra', 'unknown echoPersonResponse/return/more']);
  });

  it('have absent accessors noted, and nil ones not', () => {
    const noted: string[] = [];
    const note = (kind: string, path: string | undefined) => void noted.push(`${kind} ${path}`);
    const accepted = { unknown: true, namespaces: false, missing: false, values: true, note };
    expect(read('echoPerson', '<return><age>4</age></return>', accepted)).toEqual({
      name: null,
      age: 4,
      country: 'NZ',
    });
    expect(noted).toEqual(['missing echoPersonResponse/return/name']);
    expect(read('echoPerson', '<return><name xsi:nil="1"/></return>', accepted)).toEqual({ name: null, country: 'NZ' });
    expect(noted).toHaveLength(1);
  });

  it.each([
    [
      'of another type',
      'echoPerson',
      '<return xsi:type="t:ArrayOfString"><a>x</a></return>',
      'echoPersonResponse/return',
    ],
    ['of a simple type', 'echoPerson', '<return xsi:type="xsd:string">x</return>', 'echoPersonResponse/return'],
    [
      'that is an array',
      'echoPerson',
      '<return xsi:type="e:Array" e:arrayType="xsd:string[1]"><a>x</a></return>',
      'echoPersonResponse/return',
    ],
    [
      'by reference',
      'echoPerson',
      '<return href="#a"/><m id="a" xsi:type="t:ArrayOfString"><a>x</a></m>',
      'echoPersonResponse/return',
    ],
    [
      'in place of a text',
      'echoStrings',
      '<return><a xsi:type="t:Person"><name>Ann</name></a></return>',
      'echoStringsResponse/return/item',
    ],
    [
      'in place of an array',
      'echoStrings',
      '<return xsi:type="t:Person"><name>Ann</name></return>',
      'echoStringsResponse/return',
    ],
    [
      'as the array of typed members says',
      'echoPeople',
      '<return e:arrayType="t:ArrayOfString[1]"><a xsi:type="t:Person"><name>Ann</name></a></return>',
      'echoPeopleResponse/return/item',
    ],
    [
      'as the array of simple members says',
      'echoStrings',
      '<return e:arrayType="t:Person[1]"><a xsi:type="xsd:string">Ann</a></return>',
      'echoStringsResponse/return/item',
    ],
    [
      'as the array of several dimensions says',
      'echoMatrix',
      '<return e:arrayType="t:Person[1,1]"><a xsi:type="xsd:int">1</a></return>',
      'echoMatrixResponse/return/item',
    ],
    [
      'as the array of arrays says',
      'echoPeople',
      '<return e:arrayType="t:Person[][1]"><a xsi:type="t:Person"><name>Ann</name></a></return>',
      'echoPeopleResponse/return/item',
    ],
    [
      'as the array says',
      'echoPeople',
      '<return e:arrayType="xsd:string[1]"><a>Ann</a></return>',
      'echoPeopleResponse/return/item',
    ],
  ])('%s are refused with their place, whatever is accepted', (_, operation, content, path) => {
    const accepted = { unknown: true, namespaces: true, missing: true, values: true };
    const text = failure(operation, content, encoded, accepted);
    expect(text).toMatch(/^CODEC_TYPE .*which is not derived from/);
    expect(text).toContain(path);
  });

  it('without an accessor of their type are refused', () => {
    const accepted = { unknown: true, namespaces: false, missing: false, values: true };
    const text = failure('echoPeople', '<return><a><zip>1</zip><city>x</city></a></return>', encoded, accepted);
    expect(text).toMatch(
      /^CODEC_UNKNOWN .*echoPeopleResponse\/return\/item\/zip.*no accessor of \{urn:enc:types\}Person/,
    );
  });

  it('have no text of their own', () => {
    expect(failure('echoPerson', '<return>text<name>Ann</name></return>')).toMatch(/^CODEC_TYPE /);
    expect(failure('echoPeople', '<return>text</return>')).toMatch(/^CODEC_TYPE /);
  });

  it('of a type that the contract lacks, or whose prefix is not declared, are refused as literal ones', () => {
    const typed = (type: string) => `<return xsi:type="${type}"><name>Ann</name></return>`;
    for (const messages of [encoded, literal]) {
      const reason = /echoPersonResponse\/return.*\{urn:enc:types\}None, which is not a type of the contract/;
      expect(failure('echoPerson', typed('t:None'), messages)).toMatch(reason);
      expect(failure('echoPerson', typed('zz:None'), messages)).toMatch(/^XML_NAMESPACE .*prefix "zz" of xsi:type/);
    }
  });
});

describe('arrays', () => {
  it.each([
    ['whatever their members are called', '<a>x</a><b>y</b>', ['x', 'y']],
    ['with nil members', '<i>x</i><i xsi:nil="true"/>', ['x', null]],
    ['with positions', '<i e:position="[3]">z</i><i e:position="[1]">y</i>', [null, 'y', null, 'z']],
  ])('%s', (_, members, expected) => {
    expect(read('echoStrings', `<return e:arrayType="xsd:string[9]">${members}</return>`)).toEqual(expected);
  });

  it('that are partly transmitted have null before their offset', () => {
    expect(read('echoStrings', '<return e:offset="[2]"><i>x</i></return>')).toEqual([null, null, 'x']);
  });

  it('of arrays and of several dimensions', () => {
    const jagged =
      '<return e:arrayType="xsd:string[][2]"><i href="#a"/><i><j>z</j></i></return><x id="a"><j>x</j><j>y</j></x>';
    expect(read('echoJagged', jagged)).toEqual([['x', 'y'], ['z']]);
    const cells = [1, 2, 3, 4, 5, 6].map((n) => `<i>${n}</i>`).join('');
    expect(read('echoMatrix', `<return e:arrayType="xsd:int[2,3]">${cells}</return>`)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    const sparse = '<return e:arrayType="xsd:int[2,2]"><i e:position="[1,0]">7</i></return>';
    expect(read('echoMatrix', sparse)).toEqual([
      [null, null],
      [7, null],
    ]);
  });

  it('of anything have the types of their members', () => {
    const items = '<i xsi:type="xsd:int">5</i><e:string>x</e:string><i xsi:type="t:Person"><name>A</name></i>';
    expect(read('echoAny', `<return e:arrayType="xsd:anyType[3]">${items}</return>`)).toEqual([
      { $type: 'xs:int', $value: 5 },
      { $type: 'xs:string', $value: 'x' },
      { $type: 't:Person', name: 'A', country: 'NZ' },
    ]);
  });

  it.each([
    ['of a malformed type', 'e:arrayType="xsd:string[-1"', '', 'CODEC_TYPE'],
    ['at a negative offset', 'e:offset="[-1]"', '<i>x</i>', 'CODEC_TYPE'],
    ['with a negative position', '', '<i e:position="[-2]">x</i>', 'CODEC_TYPE'],
    ['with one position twice', '', '<i e:position="[2]">x</i><i e:position="[2]">y</i>', 'CODEC_COUNT'],
    ['with a position far away', '', '<i e:position="[999999999]">x</i>', 'XML_LIMIT'],
  ])('%s are refused', (_, attributes, members, code) => {
    expect(failure('echoStrings', `<return ${attributes}>${members}</return>`)).toMatch(new RegExp(`^${code} `));
  });

  it('may claim any size', () => {
    expect(read('echoStrings', '<return e:arrayType="xsd:string[999999999]"><i>x</i></return>')).toEqual(['x']);
  });
});

describe('requests', () => {
  it('name the type of every accessor', () => {
    const xml = written('echoPerson', { p: { name: 'Ann', age: 4, boss: null, tags: ['a'] } });
    expect(xml).toContain(
      '<p xsi:type="n:Person"><name xsi:type="xsd:string">Ann</name><age xsi:type="xsd:int">4</age><boss xsi:nil="true"></boss>',
    );
    expect(xml).toContain(
      '<tags xsi:type="soapenc:Array" soapenc:arrayType="xsd:string[1]"><item xsi:type="xsd:string">a</item></tags>',
    );
  });

  it('say the members and sizes of arrays', () => {
    expect(written('echoJagged', { a: [['x'], []] })).toContain('soapenc:arrayType="xsd:string[][2]"');
    expect(
      written('echoMatrix', {
        a: [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      }),
    ).toContain('soapenc:arrayType="xsd:int[3,2]"');
    expect(written('echoPeople', { a: [{ $type: 't:Employee', name: 'A', salary: 1 }] })).toContain(
      '<item xsi:type="t:Employee">',
    );
    expect(written('echoAny', { a: ['x'] })).toContain('<item xsi:type="xsd:string">x</item>');
  });

  it('refuse arrays whose rows have different lengths', () => {
    expect(() => written('echoMatrix', { a: [[1, 2], [3]] })).toThrow('the rows of an array have different lengths');
  });
});

describe('arrays in literal use', () => {
  it('have members of any names, and say what they are', () => {
    expect(literal.read('echoStrings', '<return><a>x</a><b>y</b></return>')).toEqual(['x', 'y']);
    const xml = literal.written('echoPerson', { p: { name: 'Ann', tags: ['a'] } });
    expect(xml).toContain('<name>Ann</name><tags soapenc:arrayType="xsd:string[1]"><item>a</item></tags>');
  });
});

describe('a compiled contract', () => {
  it('has the same arrays', () => {
    for (const value of [{ a: [['x'], ['y', 'z']] }])
      expect(compiled.written('echoJagged', value)).toBe(written('echoJagged', value));
  });
});

describe('the encoding of SOAP 1.2', () => {
  it('has references and arrays of its own', () => {
    const scope = 'xmlns:f="http://www.w3.org/2003/05/soap-encoding"';
    const people = `<return ${scope} f:itemType="t:Person" f:arraySize="2"><i f:ref="a"/><i f:id="a"><name>Ann</name></i></return>`;
    expect(encoded12.read('echoPeople', people)).toEqual([
      { name: 'Ann', country: 'NZ' },
      { name: 'Ann', country: 'NZ' },
    ]);
    expect(encoded12.written('echoMatrix', { a: [[1, 2]] })).toContain('enc:itemType="xsd:int" enc:arraySize="1 2"');
  });
});
