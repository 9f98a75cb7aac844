import { describe, expect, it } from 'vitest';
import { dialect } from '../../../src/codec/dialect.ts';
import { simpleSchema } from '../../../src/codec/schema/simple-schema.ts';
import type { Builtin, SimpleType } from '../../../src/contract/model.ts';
import { builtin } from '../../../src/contract/xsd/builtins.ts';
import { listOf, schemasOf, simple, unionOf } from '../../laws/builder.ts';
import { inSteps } from '../simple/types.ts';
import { validator } from './validator.ts';

const schemas = schemasOf([]);
const strings = dialect(new Map(), 'string');

/** type, values that are valid, values that are not. */
const table: readonly (readonly [string, SimpleType, readonly unknown[], readonly unknown[]])[] = [
  ['string', builtin('string'), ['', 'x'], [1, null, true]],
  ['boolean', builtin('boolean'), [true, false], ['true', 1]],
  ['int', builtin('int'), [0, -2147483648], [2147483648, 1.5, '1']],
  ['unsignedByte', builtin('unsignedByte'), [0, 255], [-1, 256]],
  ['long', builtin('long'), [1e18, -3], ['1', 0.5]],
  ['positiveInteger', builtin('positiveInteger'), [1], [0]],
  ['int above 5', simple('int', { minExclusive: '5' }), [6], [5]],
  ['decimal up to 9.5', simple('decimal', { maxInclusive: '9.5' }), [9.5, -1], [9.6]],
  ['double', builtin('double'), [1.5, 'INF', '-INF', 'NaN'], ['inf', true]],
  ['double from 0', simple('double', { minInclusive: '0' }), [0, 'INF'], [-1, '-INF', 'NaN']],
  ['lengths', simple('string', { minLength: 2, maxLength: 3 }), ['ab', '😀😀'], ['a', 'abcd']],
  ['length', simple('string', { length: 2 }), ['ab'], ['a', 'abc']],
  ['hexBinary', simple('hexBinary', { length: 2 }), ['00fF'], ['00', '0', 'zz00']],
  ['base64Binary', simple('base64Binary', { maxLength: 3 }), ['QUJD', ''], ['QUJDRA==']],
  ['date', builtin('date'), ['2024-02-29', '-0044-03-15+14:00'], ['24-02-29', '2024-02-29T00:00:00']],
  ['dateTime', builtin('dateTime'), ['2024-02-29T23:59:59.5Z'], ['2024-02-29']],
  ['duration', builtin('duration'), ['P1Y2M3DT4H5M6.7S', '-P1D'], ['1D', 'P1S']],
  ['QName', builtin('QName'), ['{urn:x}a', 'a'], ['p:a', '']],
  ['NCName', builtin('NCName'), ['a'], ['']],
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
    const type = simple('decimal', { maxInclusive: '12345678901234567890', fractionDigits: 2, totalDigits: 5 });
    expect(simpleSchema(type, dialect())).toEqual({ type: 'number' });
    expect(simpleSchema(simple('string', { patterns: inSteps(['\\i\\c*']) }), dialect())).toEqual({ type: 'string' });
    expect(simpleSchema(simple('dateTime', { enumeration: ['2024-01-01T00:00:00Z'] }), dialect())).not.toHaveProperty(
      'enum',
    );
  });
});
