import { describe, expect, test } from 'vitest';
import type { Builtin } from '../../../src/contract/model/model.ts';
import { atomic, decode, encode, failure, listOf, numbers, strings, unionOf } from './types.ts';

const badText: Partial<Record<Builtin, string[]>> = {
  boolean: ['', 'TRUE', 'yes', '01', 'tru', 'truee', 'fals', '2', 't rue'],
  decimal: ['', ' ', '.', '+', '-', '+.', '1.2.3', '1e3', '1,000', '--1', '+-1', '1 2', 'INF', '٣', '1-', '0x1'],
  integer: ['', '1.0', '1.', '.0', '1e3', '+', '-', '1 000'],
  long: ['9223372036854775808', '-9223372036854775809', '99999999999999999999', '1.0'],
  int: ['2147483648', '-2147483649', '4294967296', '', 'x'],
  short: ['32768', '-32769'],
  byte: ['128', '-129'],
  unsignedLong: ['18446744073709551616', '-1'],
  unsignedInt: ['4294967296', '-1'],
  unsignedShort: ['65536'],
  unsignedByte: ['256', '-1'],
  nonNegativeInteger: ['-1'],
  positiveInteger: ['0', '-0', '-1'],
  nonPositiveInteger: ['1'],
  negativeInteger: ['0', '-0'],
  double: [
    '',
    '+INF',
    'Inf',
    'nan',
    'NAN',
    '-NaN',
    '1e',
    '1e+',
    'e5',
    '.e5',
    '1e5.0',
    '1 e5',
    '1e5e5',
    '0x10',
    '1f',
    'INFINITY',
    'XINF',
  ],
  float: ['', '.', '+', 'INF1'],
  dateTime: [
    '',
    '2004-04-12',
    '2004-04-12T',
    '2004-04-12T13:20',
    '2004-04-12 13:20:00',
    '2004-04-12t13:20:00',
    '04-04-12T13:20:00',
    '2004-4-12T13:20:00',
    '2004-13-12T13:20:00',
    '2004-00-12T13:20:00',
    '2004-04-31T13:20:00',
    '2004-04-00T13:20:00',
    '2003-02-29T13:20:00',
    '1900-02-29T00:00:00',
    '0000-01-01T00:00:00',
    '-0000-01-01T00:00:00',
    '02004-04-12T13:20:00',
    '+2004-04-12T13:20:00',
    '2004-04-12T25:00:00',
    '2004-04-12T24:00:01',
    '2004-04-12T24:01:00',
    '2004-04-12T24:00:00.1',
    '2004-04-12T13:60:00',
    '2004-04-12T13:20:60',
    '2004-04-12T13:20:00.',
    '2004-04-12T13:20:00z',
    '2004-04-12T13:20:00+14:01',
    '2004-04-12T13:20:00+15:00',
    '2004-04-12T13:20:00+05',
    '2004-04-12T13:20:00+05:60',
    '2004-04-12T13:20:00ZZ',
    '2004-04-12T13:20:00+0500',
    '1234567890123-01-01T00:00:00',
    '2004-04-12T13:2 :00',
    '2004-04-12T13:20:00-05:00x',
    '٢٠٠٤-04-12T13:20:00',
  ],
  date: ['2004-02-30', '2004-04-12T00:00:00', '2004/04/12', '99-04-12', '2004-04', '20040412', '-0001-02-30'],
  time: ['1:20:00', '13:20', '24:00:00.5', '13:20:00+', '13:20:00 Z', '13.20.00'],
  gYearMonth: ['2004', '2004-13', '2004-4', '--04'],
  gYear: ['04', '02004', '0000', '2004-04', '99'],
  gMonthDay: ['--02-30', '--04-31', '-04-12', '04-12', '--4-12', '--13-01'],
  gDay: ['---32', '---00', '--30', '---5'],
  gMonth: ['--13', '--00', '--4', '-04', '--04--'],
  duration: [
    '',
    'P',
    '-P',
    'PT',
    'P1',
    '1Y',
    'P1YT',
    'P-1Y',
    'P1.5Y',
    'PT1.5M',
    'PT.5S',
    'PT1.S',
    'P1M1Y',
    'P1D1M',
    'PT1S1M',
    'P1H',
    'PT1Y',
    'p1Y',
    '+P1Y',
    'P1Y ',
    'P1234567890123Y',
    'PT5',
    'P1YM',
    'P1Y1Y',
  ],
  hexBinary: ['a', 'abc', 'gg', '0 0', '0x00'],
  base64Binary: [
    'TWF',
    'T',
    'TQ=',
    'TQ===',
    '====',
    '=',
    'TW=u',
    'TR==',
    'TWF=',
    'TWFu=',
    'TWFu-_',
    'TQ==TQ==',
    'T!==',
  ],
  language: ['', 'toolonglanguage', 'de-', '-de', 'd1', 'de--ch', 'de_CH', 'de-toolongpart', 'é'],
  Name: ['', '1a', '-a', 'a b', 'a/b', '.a', '×'],
  NMTOKEN: ['', 'a b', 'a/b', '×'],
  NCName: ['', 'a:b', ':a', '1a'],
  ID: ['', 'a:b'],
  QName: ['', 'a:', ':a', 'a:b:c', 'a b', '1:a', 'unknown:a', '{urn:a}b', 'q":x'],
};

describe('texts that are no values of their type', () => {
  for (const [builtin, texts] of Object.entries(badText) as [Builtin, string[]][]) {
    test.each(texts)(`${builtin} %j`, (xml) => {
      if (xml === 'P1Y ') expect(decode(atomic(builtin), xml)).toBe('"P1Y"');
      else expect(failure(() => decode(atomic(builtin), xml))).toMatch(/^CODEC_TYPE /);
      if (!xml.endsWith(' '))
        expect(failure(() => decode(atomic(builtin), xml, numbers, true))).toMatch(/^CODEC_TYPE /);
    });
    test(`${builtin}: the same as JSON strings`, () => {
      for (const xml of texts.filter((t) => !t.endsWith(' ') && t !== '{urn:a}b')) {
        expect(failure(() => encode(atomic(builtin), JSON.stringify(xml)))).toMatch(/^CODEC_TYPE /);
        expect(failure(() => encode(atomic(builtin), JSON.stringify(xml), strings))).toMatch(/^CODEC_TYPE /);
      }
    });
  }
});

describe('JSON of another kind', () => {
  test.each<[Builtin, json: string]>([
    ['string', '1'],
    ['string', 'true'],
    ['string', 'null'],
    ['string', '[]'],
    ['anySimpleType', '{}'],
    ['anySimpleType', 'null'],
    ['int', '"1"'],
    ['int', 'true'],
    ['int', '1.5'],
    ['int', '1e10'],
    ['int', '1e-1'],
    ['int', '2147483648.0'],
    ['decimal', '"1"'],
    ['decimal', '1e401'],
    ['decimal', '1e-401'],
    ['decimal', '1e99999999999999999999'],
    ['decimal', '1e-99999999999999999999'],
    ['boolean', '1'],
    ['boolean', '"true"'],
    ['double', '"1"'],
    ['double', 'true'],
    ['double', '"Infinity"'],
    ['date', '20040412'],
    ['base64Binary', '1'],
    ['QName', '1'],
    ['QName', '"{urn:a}"'],
    ['QName', '"{urn:a}b c"'],
    ['QName', '"a:b"'],
  ])('%s %s', (builtin, json) => {
    expect(failure(() => encode(atomic(builtin), json))).toMatch(/^CODEC_TYPE /);
  });

  test('numbers as strings are strings only for the wide types', () => {
    expect(failure(() => encode(atomic('int'), '"1"', strings))).toMatch(/^CODEC_TYPE /);
    expect(failure(() => encode(atomic('long'), '"1.0"', strings))).toMatch(/^CODEC_TYPE /);
    expect(encode(atomic('long'), '1', strings)).toBe('1');
  });

  test.each(['1', '"a"', '[null]', '["a b"]', '[""]', '["a\\tb"]', '[["a"]]'])('list %s', (json) => {
    expect(failure(() => encode(listOf(atomic('token')), json))).toMatch(/^CODEC_TYPE /);
  });

  test('union', () => {
    const type = unionOf([atomic('int'), atomic('date')]);
    expect(failure(() => encode(type, '"x"'))).toBe(
      'CODEC_TYPE expected a value of one of the member types (a union), found a string',
    );
    expect(failure(() => decode(type, 'x'))).toBe("CODEC_TYPE 'x' is not a value of a union");
  });
});

describe('characters that XML does not have', () => {
  test.each([atomic('string'), atomic('token'), unionOf([atomic('string')]), listOf(atomic('string'))])(
    '%#',
    (type) => {
      for (const char of ['\\u0000', '\\u001f', '\\ufffe']) {
        const json = type.variety === 'list' ? `["a${char}"]` : `"a${char}"`;
        expect(failure(() => encode(type, json))).toMatch(/^CODEC_CHARACTER U\+/);
      }
    },
  );
});

describe('messages', () => {
  test('name the value and the type', () => {
    expect(failure(() => decode(atomic('int'), ' 12x '))).toBe("CODEC_TYPE '12x' is not a value of xs:int");
    const sku = { ...atomic('decimal'), name: { ns: 'urn:s', local: 'Price' } };
    expect(failure(() => decode(sku, 'é'.repeat(50)))).toBe(
      `CODEC_TYPE '${'é'.repeat(20)}…' is not a value of Price (xs:decimal)`,
    );
    expect(failure(() => encode(atomic('int'), '{}'))).toBe('CODEC_TYPE expected a number (xs:int), found an object');
    expect(failure(() => decode(atomic('QName'), 'zz:a'))).toBe("CODEC_TYPE the prefix of 'zz:a' is not declared");
  });
});
