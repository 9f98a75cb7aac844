// Character classes of XML 1.0 in regular expressions with the same meaning in ECMA-262 (flag `u`), Python and others: no \u{…}, characters beyond
// U+FFFF as they are.
import type { JsonSchemaObject } from './json-schema.ts';

/** Characters that XML does not allow (§2.2), as members of a bracket expression. Without surrogates: JSON text cannot have lone ones. */
export const NOT_XML = '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff';
export const XML_TEXT = `^[^${NOT_XML}]*$`;
export const XML_STRING: JsonSchemaObject = { type: 'string', pattern: XML_TEXT };

/** Planes without name characters; literal, since not all engines know \\u{…}. */
const PLANES = `[${String.fromCodePoint(0xf0000)}-${String.fromCodePoint(0x10ffff)}]`;
/** Characters below U+10000 that are no NameStartChar or NameChar (productions [4] and [4a]): the smaller class, for tools that generate examples. */
const NON_NAME_RANGES =
  '\\u200e-\\u203e\\u2041-\\u206f\\u2190-\\u2bff\\u2ff0-\\u3000\\ue000-\\uf8ff\\ufdd0-\\ufdef\\ufffe\\uffff';
const SIGNS = ';-@\\[-^`{-\\xb6\\xb8-\\xbf\\xd7\\xf7\\u037e\\u2000-\\u200b';
const NOT_CHAR = `\\x00-,/${SIGNS}${NON_NAME_RANGES}`;
const NOT_START = `\\x00-9\\xb7\\u0300-\\u036f\\u203f\\u2040${SIGNS}${NON_NAME_RANGES}`;

export const NAME_START = nameClass(NOT_START);
export const NAME_CHAR = nameClass(NOT_CHAR);
export const NOT_NAME_START = `(?:${PLANES}|(?![${NOT_XML}])[${NOT_START}])`;
export const NOT_NAME_CHAR = `(?:${PLANES}|(?![${NOT_XML}])[${NOT_CHAR}])`;
export const NAME = `${NAME_START}${NAME_CHAR}*`;
export const NCNAME = `${nameClass(`:${NOT_START}`)}${nameClass(`:${NOT_CHAR}`)}*`;

const LETTERS =
  'A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd';
/** An NCName below U+10000, for keys of `patternProperties`: validators read those with and without the flag `u`, which astral ranges do not survive. */
export const KEY_NAME = `[${LETTERS}][-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040${LETTERS}]*`;

function nameClass(not: string): string {
  return `(?:(?!${PLANES})[^${not}])`;
}
