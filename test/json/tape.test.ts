import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { defaultJsonLimits, scan, scanned, valueAt } from '../../src/json/tape.ts';
import { stringValue } from '../../src/json/text.ts';
import {
  ARRAY,
  ESCAPED,
  FALSE,
  json,
  KEY,
  NULL,
  NUMBER,
  OBJECT,
  STRIDE,
  STRING,
  type Tape,
  TRUE,
  textOf,
} from '../../src/json/value.ts';
import { sample } from '../sample-size.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Rebuilds a JavaScript value from the tape alone. */
function rebuild(tape: Tape, node: number): unknown {
  const { entries } = tape;
  const kind = entries[node * STRIDE] & ~ESCAPED;
  const next = entries[node * STRIDE + 3];
  if (kind === STRING) return stringValue(tape, node);
  if (kind === NUMBER) return Number(textOf(valueAt(tape, node)));
  if (kind === TRUE) return true;
  if (kind === FALSE) return false;
  if (kind === NULL) return null;
  if (kind === ARRAY) {
    const list: unknown[] = [];
    for (let i = node + 1; i < next; i = entries[i * STRIDE + 3]) list.push(rebuild(tape, i));
    return list;
  }
  expect(kind).toBe(OBJECT);
  const object: [string, unknown][] = [];
  for (let i = node + 1; i < next; i = entries[(i + 1) * STRIDE + 3]) {
    expect(entries[i * STRIDE] & ~ESCAPED).toBe(KEY);
    object.push([stringValue(tape, i), rebuild(tape, i + 1)]);
  }
  return Object.fromEntries(object);
}

function failure(text: string | Uint8Array, limits = defaultJsonLimits): SoapstoneError {
  try {
    scan(typeof text === 'string' ? bytesOf(text) : text, limits);
  } catch (e) {
    if (e instanceof SoapstoneError) return e;
    throw e;
  }
  throw new Error(`accepted: ${text}`);
}

describe('a scanned document', () => {
  test('has the same value as JSON.parse gives', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 6, stringUnit: 'binary' }),
        fc.constantFrom(undefined, 1, '\t', '\r\n '),
        (text, gap) => {
          const spaced = JSON.stringify(JSON.parse(text), null, gap);
          const { tape, node } = scan(bytesOf(spaced));
          expect(rebuild(tape, node)).toEqual(JSON.parse(spaced));
        },
      ),
    );
  });

  test('is refused exactly when JSON.parse refuses it', () => {
    const alphabet = fc.constantFrom(
      ...'{}[]",:0123456789-+.eE \n\\u/bdtrue',
      'true',
      'null',
      '"a"',
      '\\ud83d',
      '\\ude00',
    );
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        let valid = true;
        try {
          valid = !/[\ud800-\udfff]/u.test(JSON.stringify(JSON.parse(text)).replaceAll(/\\ud[89a-f]../g, '\ud800'));
        } catch {
          valid = false;
        }
        if (valid) scan(bytesOf(text));
        else expect(failure(text).code).toBe('JSON_SYNTAX');
      }),
      { numRuns: sample(500, 2000) },
    );
  });

  test('is cut into values by entry', () => {
    const { tape } = scan(bytesOf(' {"a" : [ "x", 12.50 , {} ], "b":null} '));
    expect(textOf(valueAt(tape, 0))).toBe('{"a" : [ "x", 12.50 , {} ], "b":null}');
    expect([2, 3, 4, 5, 7].map((i) => textOf(valueAt(tape, i)))).toEqual([
      '[ "x", 12.50 , {} ]',
      '"x"',
      '12.50',
      '{}',
      'null',
    ]);
    expect(tape.length).toBe(8);
  });

  test('keeps a value that has a tape and scans the slice of one that has none', () => {
    const whole = scan(bytesOf('[1]'));
    expect(scanned(whole)).toBe(whole);
    expect(textOf(scanned(json(bytesOf('x"y"z'), 1, 4)))).toBe('"y"');
  });
});

describe('refusals', () => {
  test.each([
    ['', 0, 'value expected, found end of the document at 1:1'],
    ['  ', 2, 'value expected, found end of the document at 1:3'],
    ['{"a":1,}', 7, "member name expected, found '}' at 1:8"],
    ['[1,]', 3, "value expected, found ']' at 1:4"],
    ['[1 2]', 3, "',' or ']' expected, found '2' at 1:4"],
    ['{"a" 1}', 5, "':' expected, found '1' at 1:6"],
    ['{"a":1', 6, "',' or '}' expected, found end of the document at 1:7"],
    ['[', 1, 'value expected, found end of the document at 1:2'],
    ['[1}', 2, "',' or ']' expected, found '}' at 1:3"],
    ['1 x', 2, "'x' after the value at 1:3"],
    ['{"é":1}\n{}', 9, "'{' after the value at 2:1"],
    ['01', 1, 'number with a leading zero at 1:2'],
    ['-', 1, 'digit expected at 1:2'],
    ['1.', 2, 'digit expected at 1:3'],
    ['1e+', 3, 'digit expected at 1:4'],
    ['.5', 0, "value expected, found '.' at 1:1"],
    ['+1', 0, "value expected, found '+' at 1:1"],
    ['nul', 0, "unexpected 'n' at 1:1"],
    ['not json', 0, "unexpected 'n' at 1:1"],
    ['[1, tru]', 4, "unexpected 't' at 1:5"],
    ['NaN', 0, "value expected, found 'N' at 1:1"],
    ["{'a':1}", 1, "member name expected, found ''' at 1:2"],
    ['"a', 2, 'string without end at 1:3'],
    ['"a\\', 3, 'string without end at 1:4'],
    ['"a\nb"', 2, 'control character in a string at 1:3'],
    ['"\\x"', 1, 'unknown escape at 1:2'],
    ['"\\u12g4"', 1, '\\u needs four hexadecimal digits at 1:2'],
    ['"\\ud800"', 1, 'lone surrogate at 1:2'],
    ['"\\udc00"', 1, 'lone surrogate at 1:2'],
    ['"\\ud800\\u0041"', 1, 'lone surrogate at 1:2'],
    ['\u00a01', 0, 'value expected, found byte 0xc2 at 1:1'],
    ['\ufeff1', 0, 'byte order mark at 1:1'],
  ])('%j', (text, offset, message) => {
    const e = failure(text);
    expect({ code: e.code, offset: e.offset, message: e.message }).toEqual({
      code: 'JSON_SYNTAX',
      offset,
      message: `not JSON: ${message}`,
    });
  });

  test.each([
    ['overlong', [0x22, 0xc0, 0x80, 0x22]],
    ['surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['cut off', [0x22, 0xe2, 0x82, 0x22]],
    ['too high', [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22]],
  ])('invalid UTF-8: %s', (_, bytes) => {
    expect(failure(Uint8Array.from(bytes)).code).toBe('JSON_SYNTAX');
  });

  test.each([
    [{ depth: 3 }, '[[[1]]]', '[[[[1]]]]', 'deeper than 3 levels'],
    [{ values: 6 }, '[{"a":1},{"a":1,"b":1}]', '[{"a":1,"b":1},{"a":1,"b":1}]', 'more than 6 values at 1:27'],
    [{ values: 1 }, '"a"', '[1]', 'more than 1 values at 1:2'],
    [{ values: 2 }, '{"a":1}', '{"a":[1]}', 'more than 2 values at 1:7'],
    [{ members: 2 }, '[{"a":1,"b":1},{"a":1,"b":1}]', '{"a":1,"b":1,"c":1}', 'more than 2 members in one object'],
    [{ values: 40 }, `[${'1,'.repeat(38)}1]`, `[${'1,'.repeat(39)}1]`, 'more than 40 values at 1:80'],
    [{ text: 3 }, '["abc",123]', '"abcd"', 'a string longer than 3 bytes'],
    [{ text: 3 }, '[{"abc":1}]', '{"abcd":1}', 'a string longer than 3 bytes'],
    [{ text: 3 }, '123', '1234', 'value too long'],
  ])('limit %j', (limit, good, bad, message) => {
    const limits = { ...defaultJsonLimits, ...limit };
    scan(bytesOf(good), limits);
    const e = failure(bad, limits);
    expect(e.code).toBe('JSON_LIMIT');
    expect(e.message).toContain(message);
  });

  test('nesting far beyond the limit is refused without a stack overflow', () => {
    expect(failure('['.repeat(1_000_000)).code).toBe('JSON_LIMIT');
    expect(failure('{"a":'.repeat(200_000)).code).toBe('JSON_LIMIT');
  });
});
