// The reader: pieces never change what is read.
import { isUtf8 } from 'node:buffer';
import type { SoapstoneError } from '../../../src/errors/errors.ts';
import { readTree } from '../../../src/xml/read-tree.ts';
import { EOF, NEED_INPUT, START, TEXT, XmlReader } from '../../../src/xml/reader/reader.ts';
import { addNote, getNoteReply, wsdl } from '../../security/documents.ts';
import { holds, outcomeOf, piecesOf, type Target } from '../target.ts';

export const XML_KEYS = [
  ...[
    '<',
    '</',
    '/>',
    '>',
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<!DOCTYPE',
    '<?',
    '?>',
  ],
  ...[
    '&amp;',
    '&#65;',
    '&#x10FFFF;',
    '&lol;',
    '&#',
    '="',
    '"',
    "'",
    ' ',
    '\r\n',
    '\r',
    '\t',
    '\u0000',
    '\uffff',
    '\ufeff',
    '\ud7ff',
    '\u{1f600}',
  ],
  ...['xmlns', 'xmlns:n="urn:example:notes"', 'xmlns=""', 'xml:lang="a"', 'xsi:type="n:Note"', 'xsi:nil="true"'],
  ...[
    's:Envelope',
    's:Header',
    's:Body',
    's:Fault',
    's:mustUnderstand="1"',
    'n:note',
    'n:title',
    'n:tag',
    'n:below',
    'n:amount',
    'n:count',
    'faultcode',
    'detail',
  ],
  ...['1e400', '-0', '18446744073709551616', 'NaN', '2026-01-01T00:00:00Z', '  7  '],
];

export const xml: Target = {
  name: 'xml',
  seeds: [
    addNote({}),
    getNoteReply({ title: '<![CDATA[a]]>&amp;b<!-- c -->', members: '<n:tag>t</n:tag>' }),
    '<?xml version="1.0"?><a b="c" xmlns:d="e"><d:f/>&#65;</a>',
    wsdl({}),
  ],
  words: XML_KEYS,
  run: (input) => {
    const whole = outcomeOf(() => read([input]));
    const pieces = outcomeOf(() => read(piecesOf(input)));
    const bytes = input.length > MOST_BYTES ? whole : outcomeOf(() => read(bytesOf(input)));
    const utf8 = isUtf8(input);
    for (const other of [pieces, bytes])
      holds('pieces change nothing', told(whole, utf8) === told(other, utf8), told(whole, utf8), told(other, utf8));
    // Another way to the same reader; other encodings are its own.
    const tree = outcomeOf(() => readTree(input, 'fuzz'));
    if ('value' in whole && 'error' in tree) throw tree.error;
  },
};

/** Larger ones are not read byte by byte. */
const MOST_BYTES = 1_000;

function* bytesOf(input: Uint8Array): Generator<Uint8Array> {
  for (let i = 0; i < input.length; i++) yield input.subarray(i, i + 1);
}

/** All tokens; adjacent texts are one. */
function read(pieces: Iterable<Uint8Array>): string[] {
  const reader = new XmlReader();
  const tokens: string[] = [];
  const iterator = pieces[Symbol.iterator]();
  for (let token = reader.next(); token !== EOF; token = reader.next()) {
    if (token === NEED_INPUT) {
      const next = iterator.next();
      if (next.done) reader.finish();
      else reader.feed(next.value);
    } else if (token === TEXT) {
      const text = Buffer.from(reader.text.subarray(reader.textStart, reader.textEnd)).toString('latin1');
      if (tokens.at(-1)?.startsWith('"')) tokens[tokens.length - 1] += text;
      else tokens.push(`"${text}`);
    } else tokens.push(token === START ? `<${reader.name.key}${attributesOf(reader)}` : '>');
  }
  return tokens;
}

function attributesOf({ attributes }: XmlReader): string {
  let text = '';
  for (let k = 0; k < attributes.count; k++) {
    const value = Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k]));
    text += ` ${attributes.names[k].key}=${value.toString('latin1')}`;
  }
  return text;
}

/** An error is its code. That bytes are not UTF-8 is seen a piece at a time, so in a whole it is seen before all else. */
function told(outcome: { value: string[] } | { error: unknown }, utf8: boolean): string {
  if ('value' in outcome) return outcome.value.join('\n');
  return utf8 ? (outcome.error as SoapstoneError).code : 'an error';
}
