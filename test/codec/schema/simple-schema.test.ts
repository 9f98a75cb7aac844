import { describe, expect, it } from 'vitest';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import type { JsonSchemaObject } from '../../../src/codec/schema/json-schema.ts';
import { described, extended } from '../../../src/codec/schema/numerals.ts';
import { simpleSchema } from '../../../src/codec/schema/simple-schema.ts';
import type { Builtin, SimpleType } from '../../../src/contract/model/model.ts';
import { builtin } from '../../../src/contract/xsd/builtins.ts';
import { listOf, schemasOf, simple, unionOf } from '../../laws/builder.ts';
import { inSteps } from '../datatypes/types.ts';
import { validator } from './validator.ts';

const schemas = schemasOf([]);
const strings = dialect(new Map(), 'string');

/** type, values that are valid, values that are not. */
const table: readonly (readonly [string, SimpleType, readonly unknown[], readonly unknown[]])[] = [
  ['string', builtin('string'), ['', 'x'], [1, null, true]],
  ['boolean', builtin('boolean'), [true, false], ['true', 1]],
  ['one boolean', simple('boolean', { patterns: inSteps(['true']) }), [true], [false, 'true']],
  ['int', builtin('int'), [0, -2147483648], [2147483648, 1.5, '1']],
  ['unsignedByte', builtin('unsignedByte'), [0, 255], [-1, 256]],
  ['long', builtin('long'), [1e18, -3], ['1', 0.5]],
  ['positiveInteger', builtin('positiveInteger'), [1], [0]],
  ['int above 5', simple('int', { minExclusive: '5' }), [6], [5]],
  ['decimal above 0', simple('decimal', { minExclusive: '0' }), [0.1], [0, -1]],
  [
    'money',
    simple('decimal', { totalDigits: 5, fractionDigits: 2 }),
    [123.45, 12345, -1234.5],
    [1234.56, 0.001, 100000],
  ],
  ['digits', simple('decimal', { totalDigits: 3 }), [0.123, 12.3, 999], [1.234, 1000]],
  ['no fraction', simple('decimal', { fractionDigits: 0 }), [3], [3.5]],
  ['digits of an integer', simple('integer', { totalDigits: 3 }), [999, -999], [1000]],
  ['double below 1', simple('double', { maxExclusive: '1' }), [0.9, '-INF'], [1, 'INF', 'NaN']],
  ['decimal up to 9.5', simple('decimal', { maxInclusive: '9.5' }), [9.5, -1], [9.6]],
  ['double', builtin('double'), [1.5, 'INF', '-INF', 'NaN'], ['inf', true]],
  ['double from 0', simple('double', { minInclusive: '0' }), [0, 'INF'], [-1, '-INF', 'NaN']],
  ['lengths', simple('string', { minLength: 2, maxLength: 3 }), ['ab', '😀😀'], ['a', 'abcd']],
  ['length', simple('string', { length: 2 }), ['ab'], ['a', 'abc']],
  ['hexBinary', simple('hexBinary', { length: 2 }), ['00fF'], ['00', '0', 'zz00']],
  ['base64Binary', simple('base64Binary', { maxLength: 3 }), ['QUJD', ''], ['QUJDRA==', 'QUJ', 'QUJ*']],
  [
    'date',
    builtin('date'),
    ['2024-02-29', '-0044-03-15+14:00'],
    [
      '24-02-29',
      '2024-02-29T00:00:00',
      '0000-01-01',
      '2023-02-29',
      '1900-02-29',
      '2024-13-01',
      '2024-01-01+14:01',
      '02024-01-01',
    ],
  ],
  [
    'dateTime',
    builtin('dateTime'),
    ['2024-02-29T23:59:59.5Z', '2024-01-01T24:00:00'],
    ['2024-02-29', '2024-01-01T24:00:01', '2024-01-01T00:60:00'],
  ],
  ['duration', builtin('duration'), ['P1Y2M3DT4H5M6.7S', '-P1D'], ['1D', 'P1S', 'P', 'PT', 'P1DT', 'PT1.5M']],
  [
    'base64Binary of two octets or more',
    simple('base64Binary', { minLength: 2 }),
    ['QUI=', 'QUJDRA=='],
    ['', 'QQ==', 'QUJ='],
  ],
  ['any base64Binary', builtin('base64Binary'), ['', 'QUJD\r\nRA =='], ['Q', 'QUJDR===']],
  ['gMonthDay', builtin('gMonthDay'), ['--02-29', '--12-31Z'], ['--02-30', '--13-01']],
  ['QName', builtin('QName'), ['{urn:x}a', 'a'], ['p:a', '']],
  ['NCName', builtin('NCName'), ['a', 'é·1'], ['', '1a', 'a:b', 'a b']],
  ['NMTOKEN', builtin('NMTOKEN'), ['-1:a'], ['µ', 'a b', '\u{f0000}']],
  ['characters', builtin('string'), ['\t\n\r é\u{10ffff}'], ['\0', '\x0b', '\x1f', '\ufffe', '\uffff']],
  ['pattern', simple('string', { patterns: inSteps(['[A-Z]{2}', '\\d']) }), ['AB', '7'], ['ABC', 'a']],
  ['two steps of patterns', simple('string', { patterns: inSteps(['[a-z]+'], ['.{3}']) }), ['abc'], ['ab', 'ABC']],
  ['enumeration', simple('token', { enumeration: ['a b', 'c'] }), ['a b', 'c'], ['d', 'a  b']],
  ['enumerated numbers', simple('decimal', { enumeration: ['1.50', '2'] }), [1.5, 2], [3, '2']],
  [
    'enumerated names',
    simple('QName', { enumeration: ['p:a'], enumerationNames: ['{urn:x}a'] }),
    ['{urn:x}a'],
    ['p:a'],
  ],
  ['list', listOf(builtin('int'), { minLength: 1, maxLength: 2 }), [[1], [1, 2]], [[], [1, 2, 3], ['1'], 1]],
  ['NMTOKENS', builtin('NMTOKENS'), [['a']], [[], 'a']],
  ['union', unionOf(builtin('int'), simple('string', { enumeration: ['all'] })), [3, 'all'], ['some', 3.5]],
];

describe('simpleSchema', () => {
  it.each(table)('%s', (_name, type, valid, invalid) => {
    const check = validator(type, schemas);
    for (const value of valid) expect(check(value), JSON.stringify(value)).toEqual([]);
    for (const value of invalid) expect(check(value), JSON.stringify(value)).not.toEqual([]);
  });

  it.each(['decimal', 'long', 'integer', 'unsignedLong'] as Builtin[])('%s as strings', (name) => {
    const check = validator(builtin(name), schemas, strings);
    expect(check('123456789012345678')).toEqual([]);
    expect(check(1)).not.toEqual([]);
    expect(check('1e3')).not.toEqual([]);
  });

  it('keeps small integers numbers where long ones are strings', () => {
    expect(validator(builtin('int'), schemas, strings)(1)).toEqual([]);
  });

  it('leaves out what JSON Schema cannot say exactly', () => {
    const greek = simple('string', { patterns: inSteps(['\\p{IsGreek}']) });
    expect(simpleSchema(greek, dialect())).toEqual(simpleSchema(builtin('string'), dialect()));
    expect(simpleSchema(simple('dateTime', { enumeration: ['2024-01-01T00:00:00Z'] }), dialect())).not.toHaveProperty(
      'enum',
    );
    const wide = simple('long', { enumeration: ['9007199254740993'] });
    expect(simpleSchema(wide, dialect())).not.toHaveProperty('enum');
  });

  it.each([
    ['long', builtin('long'), '"minimum":-9223372036854775808,"maximum":9223372036854775807'],
    ['unsignedLong', builtin('unsignedLong'), '"minimum":0,"maximum":18446744073709551615'],
    [
      'a bound of many digits',
      simple('decimal', { maxExclusive: '+012345678901234567890.50' }),
      '"exclusiveMaximum":12345678901234567890.5}',
    ],
    [
      'the tighter of two bounds',
      simple('decimal', { minInclusive: '1.0', minExclusive: '0.99' }),
      '{"type":"number","minimum":1}',
    ],
  ])('writes every digit: %s', (_name, type, text) => {
    expect(JSON.stringify(simpleSchema(type, dialect()))).toContain(text);
  });

  it('keeps every digit where a schema gets more to say', () => {
    const schema = extended(described(simpleSchema(builtin('long'), dialect()), 'doc') as JsonSchemaObject, {
      default: 1,
    });
    expect(JSON.stringify(schema)).toBe(
      '{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"description":"doc","default":1}',
    );
    expect(schema.maximum).toBe(2 ** 63);
  });
});
