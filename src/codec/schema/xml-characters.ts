// Character classes of XML 1.0 in regular expressions that ECMA-262 (flag `u`), Python and others read alike: no \u{…}, characters beyond
// U+FFFF as they are.
import type { JsonSchemaObject } from './json-schema.ts';

/** What no XML document can hold (§2.2), as members of a bracket expression; single surrogates no JSON text can. */
export const NOT_XML = '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff';
/** Any text that XML can hold. */
export const XML_TEXT = `^[^${NOT_XML}]*$`;
export const XML_STRING: JsonSchemaObject = { type: 'string', pattern: XML_TEXT };

const ASTRAL = `${String.fromCodePoint(0x10000)}-${String.fromCodePoint(0xeffff)}`;
/** NameStartChar without the colon (production [4]). */
const START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c-\\u200d\\u2070-\\u218f\\u2c00-\\u2fef' +
  `\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd${ASTRAL}`;
const MORE = '.0-9\\u00b7\\u0300-\\u036f\\u203f-\\u2040\\-';

export const NAME_START = `:${START}`;
/** NameChar (production [4a]). */
export const NAME_CHAR = `:${START}${MORE}`;
export const NCNAME = `[${START}][${START}${MORE}]*`;
