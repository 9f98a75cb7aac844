import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { scan } from '../../src/json/tape.ts';
import { ESCAPED } from '../../src/json/value.ts';
import {
  appendAttribute,
  appendAttributeFromJson,
  appendText,
  appendTextFromJson,
  carried,
  carriedShort,
} from '../../src/xml/escape.ts';
import { isXmlChar } from '../../src/xml/reader/chars.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function write(text: string, attribute: boolean): string {
  const input = bytesOf(text);
  const out = new ByteBuffer(1);
  (attribute ? appendAttribute : appendText)(input, 0, input.length, out);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(out.slice());
}

function writeFromJson(json: string, attribute: boolean): string {
  const { tape } = scan(bytesOf(json));
  const out = new ByteBuffer(1);
  const escaped = (tape.entries[0] & ESCAPED) !== 0;
  const append = attribute ? appendAttributeFromJson : appendTextFromJson;
  append(tape.bytes, tape.entries[1], tape.entries[2], escaped, out);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(out.slice());
}

/** One replacement after the other, on strings. */
function slow(text: string, attribute: boolean): string {
  const content = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
  if (!attribute) return content;
  return content.replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}

function isXml(text: string): boolean {
  return /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(text);
}

function escapedForm(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return `"${units.map((u) => `\\u${u.toString(16).padStart(4, '0')}`).join('')}"`;
}

const hard = fc.string({
  unit: fc.constantFrom(
    'a',
    '&',
    '<',
    '>',
    '"',
    "'",
    '\t',
    '\n',
    '\r',
    'é',
    '€',
    '\ufeff',
    '\uffef',
    '\uffbf',
    '\ufffd',
    '😀',
    '\u007f',
    ']]>',
  ),
});

describe.each([false, true])('attribute %s', (attribute) => {
  test('text is escaped, from bytes and from JSON in any form', () => {
    fc.assert(
      fc.property(fc.oneof(hard, fc.string({ unit: 'binary' }).filter(isXml)), (text) => {
        const wanted = slow(text, attribute);
        expect(write(text, attribute)).toBe(wanted);
        expect(writeFromJson(JSON.stringify(text), attribute)).toBe(wanted);
        expect(writeFromJson(escapedForm(text), attribute)).toBe(wanted);
      }),
    );
  });

  test.each(['\u0000', '\u0001', '\u0008', '\u000b', '\u000c', '\u001f', '\ufffe', '\uffff'])(
    '%j is refused',
    (char) => {
      const name = `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')} is not a character of XML 1.0`;
      for (const attempt of [
        () => write(`a${char}b`, attribute),
        () => write(char, attribute),
        () => writeFromJson(escapedForm(`<${char}`), attribute),
      ]) {
        expect(attempt).toThrowError(expect.objectContaining({ code: 'CODEC_CHARACTER', message: name }));
        expect(attempt).toThrowError(SoapstoneError);
      }
    },
  );

  test('nothing outside the slice is read', () => {
    const out = new ByteBuffer(1);
    const input = Uint8Array.of(0x3c, 0xee, 0xbf, 0xbf, 0x3c);
    (attribute ? appendAttribute : appendText)(input, 1, 4, out);
    expect([...out.slice()]).toEqual([0xee, 0xbf, 0xbf]);
  });
});

test('leaves what XML can carry, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      for (const text of [a + b, `${a}\ud800${b}\udc00\u0000`]) {
        const chars = [...text].map((c) => (isXmlChar(c.codePointAt(0)!) ? c : '\ufffd'));
        expect(carried(text)).toBe(chars.join(''));
      }
    }),
  );
  expect(carried('a\u0000\ufffe\ud800\t\r\n\u{10ffff}é')).toBe('a\ufffd\ufffd\ufffd\t\r\n\u{10ffff}é');
});

test('cuts what is too long', () => {
  expect([carriedShort('abc', 3), carriedShort('abcd', 3), carriedShort('ab\u{10000}', 3)]).toEqual([
    'abc',
    'abc…',
    'ab\ufffd…',
  ]);
});
