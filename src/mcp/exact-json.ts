// JSON as JavaScript values that lose no digit: a number that is none of JavaScript's stays as it was written.
import { LazyJson } from '../json/lazy-json.ts';
import type { JsonLimits } from '../json/limits.ts';

/** ECMAScript's `JSON.rawJSON` (ES2026), which the types of this TypeScript lack. */
declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

/** Digits that a double always holds. */
const SURE_DIGITS = 15;
const PERHAPS_INEXACT = /\d[\d.]{15}|\d[eE]/;

/** `JSON.stringify` writes the same digits again. Throws SyntaxError. */
export function parseExactly(text: string): unknown {
  return PERHAPS_INEXACT.test(text) ? JSON.parse(text, exactValue) : JSON.parse(text);
}

function exactValue(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  const isExact = Number.isFinite(value) && (source.length <= SURE_DIGITS || String(value) === source);
  return isExact ? value : JSON.rawJSON(source);
}

/** One document of a client. Throws SoapstoneError JSON_SYNTAX, JSON_LIMIT and JSON_DUPLICATE_KEY. */
export function parseMessage(bytes: Uint8Array, limits: JsonLimits): unknown {
  // Scans the whole document.
  void new LazyJson(bytes, limits).tape;
  return parseExactly(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
}
