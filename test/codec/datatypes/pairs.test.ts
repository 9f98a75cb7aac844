import { describe, expect, test } from 'vitest';
import type { Builtin } from '../../../src/contract/model/model.ts';
import { atomic, decode, encode, listOf, numbers, strings, unionOf } from './types.ts';

type Row = [type: Builtin, xml: string, json: string, canonical?: string];

const rows: Row[] = [
  ['string', '', '""'],
  ['string', ' a\tb\n', '" a\\tb\\n"'],
  ['string', 'say "hi" \\ </&>', '"say \\"hi\\" \\\\ </&>"', 'say "hi" \\ &lt;/&amp;&gt;'],
  ['string', 'é€😀', '"é€😀"'],
  ['string', '007', '"007"'],
  ['anySimpleType', ' 1 ', '" 1 "'],
  ['normalizedString', '\ta\r\nb ', '" a  b "', ' a  b '],
  ['token', ' \n a \t b  ', '"a b"', 'a b'],
  ['token', '   ', '""', ''],
  ['anyURI', ' http://a/b?c=d&e ', '"http://a/b?c=d&e"', 'http://a/b?c=d&amp;e'],
  ['anyURI', '', '""'],
  ['language', 'de-CH-1996', '"de-CH-1996"'],
  ['Name', ' a:b-c.é ', '"a:b-c.é"', 'a:b-c.é'],
  ['NMTOKEN', '-1.x:', '"-1.x:"'],
  ['NCName', '_a', '"_a"'],
  ['ID', 'ünïcode', '"ünïcode"'],
  ['boolean', 'true', 'true'],
  ['boolean', ' 1\n', 'true', 'true'],
  ['boolean', 'false', 'false'],
  ['boolean', '0', 'false', 'false'],
  ['decimal', '12.50', '12.50'],
  ['decimal', '+12', '12', '12'],
  ['decimal', '.5', '0.5', '0.5'],
  ['decimal', '-.50', '-0.50', '-0.50'],
  ['decimal', '5.', '5', '5'],
  ['decimal', '-0', '0', '0'],
  ['decimal', '-0.00', '0.00', '0.00'],
  ['decimal', '000.1', '0.1', '0.1'],
  ['decimal', '007', '7', '7'],
  ['decimal', '0', '0'],
  [
    'decimal',
    ' 123456789012345678901234567890.123456789012345678901234567890 ',
    '123456789012345678901234567890.123456789012345678901234567890',
    '123456789012345678901234567890.123456789012345678901234567890',
  ],
  ['integer', '-99999999999999999999999999', '-99999999999999999999999999'],
  ['integer', '+0', '0', '0'],
  ['long', '9007199254740993', '9007199254740993'],
  ['long', '9223372036854775807', '9223372036854775807'],
  ['long', '-9223372036854775808', '-9223372036854775808'],
  ['long', '-09223372036854775808', '-9223372036854775808', '-9223372036854775808'],
  ['unsignedLong', '18446744073709551615', '18446744073709551615'],
  ['unsignedLong', '-0', '0', '0'],
  ['int', '2147483647', '2147483647'],
  ['int', '-2147483648', '-2147483648'],
  ['short', '-32768', '-32768'],
  ['byte', '127', '127'],
  ['unsignedByte', '255', '255'],
  ['negativeInteger', '-1', '-1'],
  ['nonPositiveInteger', '0', '0'],
  ['positiveInteger', '1', '1'],
  ['double', '12.78e-2', '12.78e-2'],
  ['double', '+1E05', '1E05', '1E05'],
  ['double', '.5e+3', '0.5e+3', '0.5e+3'],
  ['double', '-0', '-0'],
  ['double', '-0.0E0', '-0.0E0'],
  ['double', '1e400', '1e400'],
  ['float', 'INF', '"INF"'],
  ['float', '-INF', '"-INF"'],
  ['double', ' NaN ', '"NaN"', 'NaN'],
  ['dateTime', '2024-02-29T23:59:59.123456789Z', '"2024-02-29T23:59:59.123456789Z"'],
  ['dateTime', '\n2004-04-12T13:20:00-05:00 ', '"2004-04-12T13:20:00-05:00"', '2004-04-12T13:20:00-05:00'],
  ['dateTime', '2004-04-12T24:00:00', '"2004-04-12T24:00:00"'],
  ['dateTime', '-0045-01-01T00:00:00', '"-0045-01-01T00:00:00"'],
  ['dateTime', '12004-04-12T13:20:15.5+14:00', '"12004-04-12T13:20:15.5+14:00"'],
  ['date', '2000-02-29', '"2000-02-29"'],
  ['date', '2004-04-12-13:59', '"2004-04-12-13:59"'],
  ['time', '24:00:00.000', '"24:00:00.000"'],
  ['time', '00:00:00Z', '"00:00:00Z"'],
  ['gYearMonth', '2004-04+01:00', '"2004-04+01:00"'],
  ['gYear', '-12004', '"-12004"'],
  ['gYear', '2004-05:00', '"2004-05:00"'],
  ['gMonthDay', '--02-29', '"--02-29"'],
  ['gDay', '---31Z', '"---31Z"'],
  ['gMonth', '--12-14:00', '"--12-14:00"'],
  ['duration', 'P1Y2M3DT4H5M6.789S', '"P1Y2M3DT4H5M6.789S"'],
  ['duration', '-P120D', '"-P120D"'],
  ['duration', 'PT0S', '"PT0S"'],
  ['duration', 'P1M', '"P1M"'],
  ['duration', 'PT1M', '"PT1M"'],
  ['hexBinary', '', '""'],
  ['hexBinary', ' 0fB7 ', '"0fB7"', '0fB7'],
  ['base64Binary', '', '""'],
  ['base64Binary', 'TWFu', '"TWFu"'],
  ['base64Binary', ' T W\nE = ', '"TWE="', 'TWE='],
  ['base64Binary', 'TQ==\n', '"TQ=="', 'TQ=='],
  ['base64Binary', '+/+/', '"+/+/"'],
  ['QName', ' a:local ', '"{urn:a}local"', 'a:local'],
  ['QName', 'local', '"{urn:default}local"'],
];

describe('text → JSON → canonical text → the same JSON', () => {
  test.each(rows)('%s %j', (builtin, xml, json, canonical = xml) => {
    const type = atomic(builtin);
    expect(decode(type, xml)).toBe(json);
    expect(encode(type, json)).toBe(canonical);
    if (!/[<>&]/.test(xml)) expect(decode(type, canonical)).toBe(json);
  });

  test.each<Row>([
    ['decimal', '+012.50', '"12.50"', '12.50'],
    ['long', '9223372036854775807', '"9223372036854775807"'],
    ['integer', '-0', '"0"', '0'],
    ['unsignedLong', '1', '"1"'],
    ['positiveInteger', '1', '"1"'],
    ['int', '1', '1'],
    ['unsignedInt', '4294967295', '4294967295'],
    ['short', '1', '1'],
    ['double', '1.5', '1.5'],
  ])('numbers as strings: %s %j', (builtin, xml, json, canonical = xml) => {
    expect(decode(atomic(builtin), xml, strings)).toBe(json);
    expect(encode(atomic(builtin), json, strings)).toBe(canonical);
  });

  test('one type is compiled for each dialect', () => {
    const type = atomic('long');
    expect([numbers, strings, numbers].map((d) => decode(type, '5', d))).toEqual(['5', '"5"', '5']);
  });
});

describe('JSON spellings that XML does not have', () => {
  test.each<[Builtin, json: string, xml: string]>([
    ['integer', '1.0', '1'],
    ['int', '1e3', '1000'],
    ['int', '-1.50E1', '-15'],
    ['int', '1500e-2', '15'],
    ['int', '0e999999999999', '0'],
    ['int', '-0.0', '0'],
    ['decimal', '1e-3', '0.001'],
    ['decimal', '12.5e1', '125'],
    ['decimal', '12.50e1', '125.0'],
    ['decimal', '1.25e0', '1.25'],
    ['decimal', '-12e-1', '-1.2'],
    ['decimal', '1e399', `1${'0'.repeat(399)}`],
    ['string', '"\\u00e9\\ud83d\\ude00\\n\\/"', 'é😀\n/'],
    ['string', '"a\\rb"', 'a&#13;b'],
    ['base64Binary', '"\\/\\u002b\\/\\/"', '/+//'],
    ['dateTime', '"2004-04-12T13\\u003a20:00Z"', '2004-04-12T13:20:00Z'],
    ['token', '"a\\n\\tb "', 'a b'],
    ['anySimpleType', '12.50', '12.50'],
    ['anySimpleType', 'true', 'true'],
    ['QName', '"local"', 'local'],
    ['QName', '"{urn:default}local"', 'local'],
    ['QName', '"{urn:b}local"', 'n1:local'],
  ])('%s %s', (builtin, json, xml) => {
    expect(encode(atomic(builtin), json)).toBe(xml);
  });

  test('attribute values have their white space and quotes escaped', () => {
    expect(encode(atomic('string'), '"a\\t\\"\\n<"', numbers, true)).toBe('a&#9;&quot;&#10;&lt;');
    expect(encode(atomic('string', { maxLength: 9 }), '"a\\t\\"\\n<"', numbers, true)).toBe('a&#9;&quot;&#10;&lt;');
    expect(encode(unionOf([atomic('string')]), '"a\\t\\"\\n<"', numbers, true)).toBe('a&#9;&quot;&#10;&lt;');
  });
});

describe('lists', () => {
  test.each([
    [listOf(atomic('int')), ' 1\n+02\t3 ', '[1,2,3]', '1 2 3'],
    [listOf(atomic('int')), '', '[]', ''],
    [listOf(atomic('int')), '  ', '[]', ''],
    [listOf(atomic('string')), 'a "b" <', '["a","\\"b\\"","<"]', 'a "b" &lt;'],
    [listOf(unionOf([atomic('int'), atomic('boolean'), atomic('token')])), '1 true x', '[1,true,"x"]', '1 true x'],
    [listOf(atomic('QName')), 'a:b c', '["{urn:a}b","{urn:default}c"]', 'a:b c'],
    [{ ...listOf(atomic('NMTOKEN'), { minLength: 1 }), builtin: 'NMTOKENS' as const }, 'a b', '["a","b"]', 'a b'],
  ])('%#', (type, xml, json, canonical) => {
    expect(decode(type, xml)).toBe(json);
    expect(encode(type, json)).toBe(canonical);
  });
});

describe('unions', () => {
  const type = unionOf([
    atomic('int', { maxInclusive: '9' }),
    atomic('date'),
    listOf(atomic('boolean')),
    atomic('string'),
  ]);
  test.each([
    ['7', '7'],
    ['2024-01-01', '"2024-01-01"'],
    ['true 0', '[true,false]'],
    ['12', '"12"'],
    [' x ', '" x "'],
    ['', '[]'],
  ])('%j', (xml, json) => {
    expect(decode(type, xml)).toBe(json);
    expect(decode(type, encode(type, json))).toBe(json);
  });

  test.each(['"1"', '1', '"2024-01-01"', '"x"'])(
    '%s is taken and shown alike alone and as an item of a list',
    (json) => {
      const union = unionOf([atomic('int'), atomic('date'), atomic('NMTOKEN')]);
      const text = encode(union, json);
      expect(encode(listOf(union), `[${json}]`)).toBe(text);
      expect(decode(listOf(union), text)).toBe(`[${decode(union, text)}]`);
    },
  );

  test('facets of members decide even for a lenient reader, and are skipped when nothing else is left', () => {
    expect(decode(type, '12', numbers, true)).toBe('"12"');
    expect(decode(unionOf([atomic('int', { maxInclusive: '9' })]), '12', numbers, true)).toBe('12');
  });
});
