// The scanner: it takes what JSON.parse takes, with the values that JSON.parse finds, apart from what we are stricter about on purpose.
import { isUtf8 } from 'node:buffer';
import type { SoapstoneError } from '../../../src/errors/errors.ts';
import { checkDuplicates } from '../../../src/json/duplicates.ts';
import { type Scanned, scan } from '../../../src/json/tape.ts';
import { textOf, toJs } from '../../../src/json/value.ts';
import { holds, outcomeOf, type Target } from '../target.ts';

export const JSON_KEYS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u0041',
    '\\ud83d\\ude00',
    '\\ud800',
    '\\"',
    '\\n',
    'true',
    'false',
    'null',
  ],
  ...[
    '0',
    '-',
    '-0',
    '1.5',
    '1e400',
    '1E-5',
    '01',
    '9007199254740993',
    '{}',
    '[]',
    '""',
    ' ',
    '\n',
    '\ufeff',
    '\u0000',
    '\u00e9',
    '\u{1f600}',
  ],
  ...[
    '"title":"a"',
    '"tag":["a"]',
    '"below":{"title":"b"}',
    '"amount":1',
    '"count":1',
    '"@by":"x"',
    '"$any":[]',
    '"__proto__":1',
    '"$type":"n:Note"',
    '"$value":"a"',
  ],
];

export const json: Target = {
  name: 'json',
  seeds: [
    '{"title":"a","tag":["b","c"],"below":{"title":"d"},"amount":1.50,"count":18446744073709551615}',
    '[1,-2.5e+10,"\\u00e9\\n",true,false,null,{}]',
    ' "a" ',
  ],
  words: JSON_KEYS,
  run: (input) => {
    const ours = outcomeOf(() => scanned(input));
    const text = Buffer.from(input).toString();
    const theirs = parsed(text);
    if ('value' in ours) {
      holds('what is taken is JSON', theirs !== undefined, text);
      holds('values are the same', JSON.stringify(toJs(ours.value)) === JSON.stringify(theirs.value), text);
      holds('text is the value', JSON.stringify(JSON.parse(textOf(ours.value))) === JSON.stringify(theirs.value), text);
      return;
    }
    const { code } = ours.error as SoapstoneError;
    if (code !== 'JSON_SYNTAX' || !isUtf8(input) || text.startsWith('\ufeff')) return;
    holds('JSON is taken', theirs === undefined || !text.isWellFormed() || hasLoneSurrogate(theirs.value), text);
  },
};

function scanned(input: Uint8Array): Scanned {
  const value = scan(input);
  checkDuplicates(value);
  return value;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** JSON.parse makes strings of them that no UTF-8 can hold. */
function hasLoneSurrogate(value: unknown): boolean {
  return /\\ud[89a-f]/.test(JSON.stringify(value));
}
