import { describe, expect, test } from 'vitest';
import { simpleTypeProblem } from '../../../src/codec/datatypes/compile.ts';
import type { Facets, SimpleType } from '../../../src/contract/model/model.ts';
import { atomic, decode, encode, failure, inSteps, listOf, numbers, unionOf } from './types.ts';

const ab = { enumeration: ['a', 'b c'] };
const days = (more: Partial<Facets>) => atomic('date', more);

const table: [name: string, SimpleType, good: string[], bad: string[], message: string][] = [
  [
    'length',
    atomic('string', { length: 2 }),
    ['ab', 'é😀', '  '],
    ['a', 'abc', '😀'],
    'must have exactly 2 characters, has ',
  ],
  [
    'minLength',
    atomic('string', { minLength: 2 }),
    ['ab', '12345'],
    ['', 'é'],
    'must have at least 2 characters, has ',
  ],
  ['maxLength', atomic('string', { maxLength: 2 }), ['', 'éé'], ['abc'], 'must have at most 2 characters, has 3'],
  [
    'lengths of collapsed text',
    atomic('token', { minLength: 2, maxLength: 3 }),
    [' a  b '],
    ['  a  '],
    'must have 2 to 3 characters, has 1',
  ],
  ['hex length', atomic('hexBinary', { length: 2 }), ['0fB7'], ['0f', '0fB700'], 'must have exactly 2 octets, has '],
  [
    'base64 length',
    atomic('base64Binary', { maxLength: 2 }),
    ['TQ==', 'T W E =', ''],
    ['TWFu'],
    'must have at most 2 octets, has 3',
  ],
  [
    'list length',
    listOf(atomic('int'), { minLength: 1, maxLength: 2 }),
    ['1', '1 2'],
    ['', '1 2 3'],
    'must have 1 to 2 items, has ',
  ],
  [
    'totalDigits',
    atomic('decimal', { totalDigits: 3 }),
    ['123', '00123', '1.23', '12.300', '-123', '0.001'],
    ['1234', '1.234', '0.0001'],
    'must have at most 3 digits',
  ],
  [
    'fractionDigits',
    atomic('decimal', { fractionDigits: 2 }),
    ['1234.56', '1.2000', '5'],
    ['1.234'],
    'must have at most 2 digits after the point',
  ],
  [
    'minInclusive',
    atomic('decimal', { minInclusive: '-1.50' }),
    ['-1.5', '-1.500', '0', '-0'],
    ['-1.51', '-2', '-10'],
    'must be at least -1.50',
  ],
  [
    'maxInclusive',
    atomic('integer', { maxInclusive: '99999999999999999999' }),
    ['99999999999999999999', '-5'],
    ['100000000000000000000'],
    'must be at most 99999999999999999999',
  ],
  [
    'minExclusive',
    atomic('decimal', { minExclusive: '0' }),
    ['0.0000000000000000000000001', '1'],
    ['0', '-0.0', '-1'],
    'must be more than 0',
  ],
  [
    'maxExclusive',
    atomic('decimal', { maxExclusive: '10' }),
    ['9.99999999999999999999999'],
    ['10', '10.0', '11'],
    'must be less than 10',
  ],
  [
    'float bounds',
    atomic('double', { minInclusive: '-1e3', maxExclusive: 'INF' }),
    ['-1000', '1e300'],
    ['-1000.1', '-INF', 'INF', 'NaN'],
    'must be ',
  ],
  [
    'date bounds',
    days({ minInclusive: '2004-02-29', maxInclusive: '2004-12-31' }),
    ['2004-02-29', '2004-12-31'],
    ['2004-02-28', '2005-01-01'],
    'must be at ',
  ],
  [
    'zoned against bare bounds, which leave 14 hours open',
    atomic('dateTime', { maxInclusive: '2004-01-01T12:00:00' }),
    ['2004-01-02T02:00:00Z', '2004-01-01T12:00:00'],
    ['2004-01-02T02:00:01Z', '2004-01-01T12:00:01'],
    'must be at most',
  ],
  [
    'bare against zoned bounds',
    atomic('dateTime', { minExclusive: '2004-01-01T12:00:00Z' }),
    ['2004-01-01T00:00:00', '2004-01-01T13:00:00Z'],
    ['2003-12-31T21:59:59', '2004-01-01T12:00:00Z', '2004-01-01T13:00:00+01:00'],
    'must be more than',
  ],
  [
    'fractions of seconds',
    atomic('time', { maxExclusive: '12:00:00.5' }),
    ['12:00:00.4999999999999999999'],
    ['12:00:00.50', '12:00:00.50000000000000001'],
    'must be less than',
  ],
  [
    'years before 1',
    atomic('gYear', { minInclusive: '-0002' }),
    ['-0002', '-0001', '0001', '123456'],
    ['-0003', '-12000'],
    'must be at least',
  ],
  [
    'duration bounds',
    atomic('duration', { minInclusive: 'P1M', maxExclusive: 'P1Y' }),
    ['P1M', 'P31D', 'P30D', 'P28D', 'P11M30D', 'P365D'],
    ['P27D', 'P12M', 'P367D', '-P1M', 'PT1S', 'P1Y0.0'.slice(0, 3)],
    'must be ',
  ],
  [
    'duration fractions',
    atomic('duration', { maxInclusive: '-PT1.5S' }),
    ['-PT1.5S', '-PT1.50001S', '-PT2S', '-P1D'],
    ['-PT1.4999S', 'PT2S', 'PT0S'],
    'must be at most',
  ],
  ['enumeration', atomic('string', ab), ['a', 'b c'], ['', 'b', 'A', ' a'], 'must be one of a, b c'],
  ['enumeration of tokens', atomic('token', ab), [' a', 'b \n c'], ['ab'], 'must be one of a, b c'],
  [
    'enumeration of decimals',
    atomic('decimal', { enumeration: ['1.0', '-2.50', '0'] }),
    ['1', '+01.00', '-2.5', '-0.0'],
    ['1.01', '2.5'],
    'must be one of 1.0, -2.50, 0',
  ],
  [
    'enumeration of floats',
    atomic('double', { enumeration: ['100', 'NaN'] }),
    ['1e2', 'NaN', '100.0'],
    ['101', 'INF'],
    'must be one of 100, NaN',
  ],
  [
    'enumeration of instants',
    atomic('dateTime', { enumeration: ['2004-01-01T00:00:00Z'] }),
    ['2003-12-31T24:00:00Z', '2004-01-01T05:00:00+05:00', '2004-01-01T00:00:00.00Z'],
    ['2004-01-01T00:00:00', '2004-01-01T00:00:01Z'],
    'must be one of',
  ],
  [
    'enumeration of durations',
    atomic('duration', { enumeration: ['P1Y', 'PT0S'] }),
    ['P12M', 'P0Y', '-PT0.0S'],
    ['P365D', '-P1Y'],
    'must be one of',
  ],
  ['enumeration of octets', atomic('hexBinary', { enumeration: ['0fb7'] }), ['0FB7'], ['0FB8'], 'must be one of'],
  [
    'enumeration of lists',
    listOf(atomic('decimal'), { enumeration: ['1 2', ''] }),
    ['1.0  2.0', ' '],
    ['2 1', '12'],
    'must be one of',
  ],
  [
    'enumeration of unions',
    unionOf([atomic('decimal'), atomic('token')], { enumeration: ['1', 'x'] }),
    ['1.0', 'x'],
    ['2', 'y'],
    'must be one of',
  ],
  [
    'one pattern',
    atomic('string', { patterns: inSteps(['[A-Z]{2}\\d+']) }),
    ['AB1'],
    ['AB', 'xAB1', 'AB1 '],
    'must match the pattern [A-Z]{2}\\d+',
  ],
  [
    'alternatives of a step',
    atomic('int', { patterns: inSteps(['\\d', '9\\d']) }),
    ['5', '95'],
    ['85', '955'],
    'must match the pattern \\d or 9\\d',
  ],
  [
    'steps',
    atomic('string', { patterns: inSteps(['a.*'], ['.*b']) }),
    ['ab', 'axb'],
    ['a', 'b', 'ba'],
    'must match the pattern',
  ],
  [
    'pattern of a list',
    listOf(atomic('int'), { patterns: inSteps(['\\d \\d']) }),
    ['1 2', ' 1\n2 '],
    ['1', '12 3'],
    'must match the pattern',
  ],
  [
    'pattern of a date',
    days({ patterns: inSteps(['[^Z]*']) }),
    ['2004-01-01'],
    ['2004-01-01Z'],
    'must match the pattern',
  ],
  ['pattern of a QName', atomic('QName', { patterns: inSteps(['a:.*']) }), ['a:x'], ['x'], 'must match the pattern'],
];

describe.each(table)('%s', (_, type, good, bad, message) => {
  test.each(good)('takes %j', (xml) => {
    const json = decode(type, xml);
    expect(decode(type, encode(type, json))).toBe(json);
  });

  test.each(bad)('refuses %j on both sides', (xml) => {
    expect(failure(() => decode(type, xml))).toContain(`CODEC_FACET ${message}`);
    const json = decode(type, xml, numbers, true);
    expect(failure(() => encode(type, json))).toContain(`CODEC_FACET ${message}`);
  });
});

test('booleans with a pattern are written as it demands', () => {
  const digits = atomic('boolean', { patterns: inSteps(['[01]']) });
  expect([encode(digits, 'true'), encode(digits, 'false')]).toEqual(['1', '0']);
  expect(failure(() => encode(atomic('boolean', { patterns: inSteps(['0|false']) }), 'true'))).toContain('CODEC_FACET');
});

test('numbers with a pattern are judged as they are written', () => {
  expect(encode(atomic('int', { patterns: inSteps(['\\d{3}']) }), '1.00e2')).toBe('100');
  expect(failure(() => encode(atomic('int', { patterns: inSteps(['[1-9]\\d{3}']) }), '1.00'))).toContain('CODEC_FACET');
});

test('numbers get the zeros that a pattern asks for', () => {
  const zip = atomic('integer', { patterns: inSteps(['\\d{5}']) });
  expect(decode(zip, '00501')).toBe('501');
  expect(encode(zip, '501')).toBe('00501');
  expect(failure(() => encode(zip, '123456'))).toContain('CODEC_FACET must match the pattern');
  const price = atomic('decimal', { patterns: inSteps(['-?\\d+\\.\\d{2}']) });
  expect(['12', '12.5', '-1e1', '0.25'].map((json) => encode(price, json))).toEqual([
    '12.00',
    '12.50',
    '-10.00',
    '0.25',
  ]);
  expect(failure(() => encode(price, '0.125'))).toContain('CODEC_FACET');
});

test('doubles get the zeros that a pattern asks for', () => {
  const code = atomic('double', { patterns: inSteps(['\\d{3}']) });
  expect(decode(code, '007')).toBe('7');
  expect(['7', '7.0', '70.', '700'].map((json) => encode(code, json.replace(/\.$/, '')))).toEqual([
    '007',
    '007',
    '070',
    '700',
  ]);
  const rate = atomic('float', { patterns: inSteps(['-?\\d{2}\\.\\d{2}']) });
  expect(['7', '-0.5', '12.50'].map((json) => encode(rate, json))).toEqual(['07.00', '-00.50', '12.50']);
  expect(failure(() => encode(rate, '0.125'))).toContain('CODEC_FACET');
  expect(failure(() => encode(code, '7e0'))).toContain('CODEC_FACET');
});

test('strings are numbers where a pattern may want what no JSON number can say', () => {
  const code = { patterns: inSteps(['\\d{1,3}']) };
  for (const builtin of ['int', 'decimal', 'double'] as const) {
    expect(encode(atomic(builtin, code), '"007"')).toBe('007');
    expect(encode(atomic(builtin, code), '7')).toBe('7');
    expect(failure(() => encode(atomic(builtin, code), '"0007"'))).toContain('CODEC_FACET');
    expect(failure(() => encode(atomic(builtin, code), '"x"'))).toContain('CODEC_TYPE');
    expect(failure(() => encode(atomic(builtin), '"007"'))).toContain('CODEC_TYPE');
  }
  expect(failure(() => encode(atomic('double', { ...code, maxInclusive: '5' }), '"007"'))).toContain('CODEC_FACET');
});

test('enumerated names are compared with their namespaces', () => {
  const type = atomic('QName', { enumeration: ['x:y'], enumerationNames: ['{urn:a}y'] });
  expect(decode(type, 'a:y')).toBe('"{urn:a}y"');
  expect(encode(type, '"{urn:a}y"')).toBe('a:y');
  expect(failure(() => decode(type, 'y'))).toBe('CODEC_FACET must be one of {urn:a}y');
  expect(failure(() => encode(type, '"y"'))).toBe('CODEC_FACET must be one of {urn:a}y');
});

test('a long enumeration finds every value and no other', () => {
  const values = Array.from({ length: 500 }, (_, i) => `V${i}`);
  const type = atomic('token', { enumeration: values });
  for (const v of values) expect(decode(type, v)).toBe(`"${v}"`);
  expect(failure(() => decode(type, 'V500'))).toBe(`CODEC_FACET must be one of ${values.slice(0, 12).join(', ')}, …`);
});

describe('facets that make no sense are refused when the type is compiled', () => {
  test.each<[Partial<Facets>, Parameters<typeof atomic>[0]]>([
    [{ patterns: inSteps(['a**']) }, 'string'],
    [{ patterns: inSteps(['ok', '(']) }, 'int'],
    [{ minInclusive: '2004-02-30' }, 'date'],
    [{ maxInclusive: 'x' }, 'duration'],
    [{ maxExclusive: '1e3' }, 'decimal'],
    [{ minExclusive: '' }, 'double'],
    [{ enumeration: ['2004'] }, 'date'],
    [{ enumeration: ['1', 'x'] }, 'int'],
    [{ enumeration: ['1 a'] }, 'NCName'],
    [{ enumeration: ['xyz'] }, 'hexBinary'],
  ])('%j of %s', (facets, builtin) => {
    const place = { file: 'a.xsd', line: 3, col: 5 };
    const type = { ...atomic(builtin, facets), name: { ns: 'urn:t', local: 'T' }, place };
    let caught: unknown;
    try {
      decode(type, '1');
    } catch (e) {
      caught = e;
    }
    expect(caught).toMatchObject({
      code: 'CONTRACT_INVALID',
      place,
      message: expect.stringContaining(`T (xs:${builtin}): `),
    });
  });
});

test('a type that cannot be used says why', () => {
  const bad = (line: number, pattern: string) => {
    const place = { file: 'a.xsd', line, col: 1 };
    return { ...atomic('string', { patterns: inSteps([pattern]) }), place };
  };
  const problems = [bad(1, '('), bad(2, 'ok'), bad(3, '\\b')].flatMap((type) => simpleTypeProblem(type, numbers) ?? []);
  expect(problems.map((e) => [e.place?.line, e.message])).toEqual([
    [1, 'xs:string: the pattern "(" cannot be used: ")" expected, at character 2'],
    [3, 'xs:string: the pattern "\\b" cannot be used: "\\b" is no escape of XSD, at character 3'],
  ]);
});
