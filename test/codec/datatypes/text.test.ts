import { describe, expect, test } from 'vitest';
import { compileText } from '../../../src/codec/datatypes/text.ts';
import type { SimpleType } from '../../../src/contract/model/model.ts';
import { json, textOf } from '../../../src/json/value.ts';
import { atomic, failure, listOf, numbers, strings } from './types.ts';

describe('values in paths and headers', () => {
  test.each<[SimpleType, text: string, value: string, canonical?: string]>([
    [atomic('int'), ' 07', '7', '7'],
    [atomic('boolean'), '1', 'true', 'true'],
    [atomic('string'), ' <a "b"> & é', '" <a \\"b\\"> & é"'],
    [atomic('dateTime'), '2004-01-01T00:00:00Z', '"2004-01-01T00:00:00Z"'],
    [atomic('double'), 'INF', '"INF"'],
    [atomic('QName'), '{urn:a}b', '"{urn:a}b"'],
    [atomic('QName'), 'b', '"b"'],
    [listOf(atomic('int')), '1 2', '[1,2]'],
    [listOf(atomic('QName')), '{urn:a}b c', '["{urn:a}b","c"]'],
  ])('%#', (type, text, value, canonical = text) => {
    const codec = compileText(type, numbers);
    expect(textOf(codec.fromText(text))).toBe(value);
    expect(codec.toText(json(Buffer.from(value)))).toBe(canonical);
    const whole = Buffer.from(`[${value}]`);
    expect(codec.toText(json(whole, 1, whole.length - 1))).toBe(canonical);
  });

  test('numbers are strings where the dialect says so', () => {
    expect(textOf(compileText(atomic('long'), strings).fromText('5'))).toBe('"5"');
    expect(compileText(atomic('long'), strings).toText(json(Buffer.from('"5"')))).toBe('5');
  });

  test('what does not fit is refused both ways', () => {
    const codec = compileText(atomic('int', { maxInclusive: '5' }), numbers);
    expect(failure(() => codec.fromText('x'))).toBe("CODEC_TYPE 'x' is not a value of xs:int");
    expect(failure(() => codec.fromText('6'))).toBe('CODEC_FACET must be at most 5');
    expect(failure(() => codec.toText(json(Buffer.from('6'))))).toBe('CODEC_FACET must be at most 5');
    expect(failure(() => codec.toText(json(Buffer.from('"5"'))))).toMatch(/^CODEC_TYPE expected a number/);
    expect(failure(() => compileText(atomic('QName'), numbers).fromText('a:b'))).toMatch(/^CODEC_TYPE/);
  });
});
