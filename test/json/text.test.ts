import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { checkDuplicates } from '../../src/json/duplicates.ts';
import { pathOf } from '../../src/json/path.ts';
import { scan } from '../../src/json/tape.ts';
import { appendJsonString, appendText, equalsText, jsonString, stringValue, utf8 } from '../../src/json/text.ts';
import { json } from '../../src/json/value.ts';
import { itemsOf, scalarText } from '../../src/json/walk.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const anyText = fc.string({ unit: 'binary' });

/** A JSON string with every character escaped in the \u form. */
function escapedForm(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return `"${units.map((u) => `\\u${u.toString(16).padStart(4, '0')}`).join('')}"`;
}

describe('strings', () => {
  test('written and read again are the same', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = jsonString(text);
        expect(JSON.parse(new TextDecoder().decode(written))).toBe(text);
        expect(stringValue(scan(written).tape, 0)).toBe(text);
      }),
    );
  });

  test('a slice of bytes is written between what stands before and after it', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, text) => {
        const input = bytesOf(before + text);
        const out = new ByteBuffer(1);
        out.appendText('<');
        appendJsonString(input, bytesOf(before).length, input.length, out);
        expect(new TextDecoder().decode(out.slice())).toBe(`<${JSON.stringify(text).slice(1, -1)}`);
      }),
    );
  });

  test('escapes are read', () => {
    const { tape } = scan(bytesOf('"a\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\\u0000z"'));
    expect(stringValue(tape, 0)).toBe('a"\\/\b\f\n\r\té😀\u0000z');
  });

  test('equal bytes are found in plain and escaped form', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        for (const form of [JSON.stringify(a), escapedForm(a)]) {
          const { tape } = scan(bytesOf(form));
          expect(equalsText(tape, 0, bytesOf(a))).toBe(true);
          expect(equalsText(tape, 0, bytesOf(b))).toBe(a === b);
          expect(equalsText(tape, 0, bytesOf(`${a}x`))).toBe(false);
          expect(equalsText(tape, 0, bytesOf(`x${a}`))).toBe(false);
        }
      }),
    );
  });
});

test('paths of entries', () => {
  const { tape } = scan(bytesOf('{"a":[1,{"b c":[2]},[]],"@d":{"e":null},"__proto__":0}'));
  const paths = Array.from({ length: tape.length }, (_, i) => pathOf(tape, i));
  expect(paths).toEqual([
    '$',
    '$.a',
    '$.a',
    '$.a[0]',
    '$.a[1]',
    '$.a[1]["b c"]',
    '$.a[1]["b c"]',
    '$.a[1]["b c"][0]',
    '$.a[2]',
    '$.@d',
    '$.@d',
    '$.@d.e',
    '$.@d.e',
    '$.__proto__',
    '$.__proto__',
  ]);
});

describe('duplicate keys', () => {
  test.each([
    ['{"a":1,"b":{"c":1,"\\u0063":2}}', '$.b.c', 19],
    ['[{"a":1},{"a":1,"a":{}}]', '$[1].a', 17],
    ['{"__proto__":1,"__proto__":2}', '$.__proto__', 16],
  ])('%s', (text, path, offset) => {
    let caught: unknown;
    try {
      checkDuplicates(scan(bytesOf(text)));
    } catch (e) {
      caught = e;
    }
    expect(caught).toBeInstanceOf(SoapstoneError);
    expect(caught).toMatchObject({ code: 'JSON_DUPLICATE_KEY', path, offset });
  });

  test('equal names in different objects are fine', () => {
    checkDuplicates(scan(bytesOf('{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}')));
  });

  test.each([10, 200, 300])('finds one of %d names twice, also where names are made to have one hash', (count) => {
    const plain = Array.from({ length: count }, (_, i) => `name${i}`);
    // Each pair of these letters counts the same in a hash by 31.
    const letters = (i: number) => [...i.toString(2).padStart(9, '0')].map((bit) => (bit === '0' ? 'Aa' : 'BB'));
    for (const names of [plain, plain.map((_, i) => letters(i).join(''))]) {
      const text = (all: readonly string[]) => bytesOf(`{${all.map((name) => `"${name}":{"${name}":1}`).join()}}`);
      checkDuplicates(scan(text(names)));
      for (const at of [0, count >> 1, count - 1])
        expect(() => checkDuplicates(scan(text([...names, names[at]])))).toThrow(`"${names[at]}" is given twice`);
    }
  });

  test('finds the same pairs in objects of any size', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'ab', '\\u0061', 'ü', 'c1', 'c2'), { maxLength: 5 });
    fc.assert(
      fc.property(names, fc.constantFrom(0, 10, 40), (some, more) => {
        const keys = [...Array.from({ length: more }, (_, n) => `k${n}`), ...some];
        const texts = keys.map((key) => JSON.parse(`"${key}"`));
        const value = scan(bytesOf(`{${keys.map((key) => `"${key}":1`).join()}}`));
        if (new Set(texts).size === texts.length) checkDuplicates(value);
        else expect(() => checkDuplicates(value)).toThrow('is given twice');
      }),
    );
  });
});

describe('texts and strings', () => {
  test('any text is written as JSON, at the end of what is there, and read back with and without a scan', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string()), fc.nat(3), (text, before) => {
        const out = new ByteBuffer(1);
        out.append(bytesOf('<<<'.slice(0, before)));
        appendText(text, out);
        const written = utf8(out.bytes, before, out.length);
        expect(JSON.parse(written)).toBe(text);
        expect(utf8(jsonString(text), 0, jsonString(text).length)).toBe(written);
        const bytes = bytesOf(`[${written}]`);
        expect(scalarText(json(bytes, 1, bytes.length - 1))).toBe(text);
        expect(scalarText(itemsOf(scan(bytes))[0])).toBe(text);
      }),
    );
  });
});
