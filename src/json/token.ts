// The per-byte loops of the scan: each finds the end of one token and knows nothing about the tape.
import { SoapstoneError } from '../errors/errors.ts';

/** Index of the first byte at or after `at` that is not white space (RFC 8259 §2). */
export function skipSpace(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const b = bytes[at];
    if (b > 0x20 || (b !== 0x20 && b !== 0x0a && b !== 0x0d && b !== 0x09)) return at;
    at++;
  }
  return at;
}

/** `at` stands after the opening quote. Index of the closing quote; its complement (`~`) when the string holds escapes. */
export function endOfString(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const b = bytes[at];
    if (b === 0x22) return at;
    if (b === 0x5c) return ~endOfEscaped(bytes, at, end);
    if (b < 0x20) throw syntaxError(bytes, at, 'control character in a string');
    at++;
  }
  throw syntaxError(bytes, end, 'string without end');
}

function endOfEscaped(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const b = bytes[at];
    if (b === 0x22) return at;
    if (b < 0x20) throw syntaxError(bytes, at, 'control character in a string');
    at = b === 0x5c ? endOfEscape(bytes, at, end) : at + 1;
  }
  throw syntaxError(bytes, end, 'string without end');
}

/** Index after the escape whose backslash is at `at`. A lone surrogate is refused: it has no UTF-8 and no XML form. */
function endOfEscape(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end) throw syntaxError(bytes, end, 'string without end');
  const letter = bytes[at + 1];
  if (letter !== 0x75) {
    if (!isShortEscape(letter)) throw syntaxError(bytes, at, 'unknown escape');
    return at + 2;
  }
  const unit = hexUnit(bytes, at + 2, end);
  if (unit < 0) throw syntaxError(bytes, at, '\\u needs four hexadecimal digits');
  if (unit < 0xd800 || unit > 0xdfff) return at + 6;
  const low = unit < 0xdc00 && bytes[at + 6] === 0x5c && bytes[at + 7] === 0x75 ? hexUnit(bytes, at + 8, end) : -1;
  if (low < 0xdc00 || low > 0xdfff) throw syntaxError(bytes, at, 'lone surrogate');
  return at + 12;
}

/** `" \ / b f n r t` */
function isShortEscape(b: number): boolean {
  return b === 0x6e || b === 0x22 || b === 0x5c || b === 0x2f || b === 0x74 || b === 0x72 || b === 0x62 || b === 0x66;
}

/** Value of the four hexadecimal digits at `at`, or -1. */
export function hexUnit(bytes: Uint8Array, at: number, end: number): number {
  if (at + 4 > end) return -1;
  let unit = 0;
  for (let i = at; i < at + 4; i++) {
    const digit = hexDigit(bytes[i]);
    if (digit < 0) return -1;
    unit = (unit << 4) | digit;
  }
  return unit;
}

export function hexDigit(b: number): number {
  if (b >= 0x30 && b <= 0x39) return b - 0x30;
  const lower = b | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Index after the number that starts at `at` with '-' or a digit (RFC 8259 §6). */
export function endOfNumber(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === 0x2d) at++;
  if (at < end && bytes[at] === 0x30) {
    at++;
    if (at < end && isDigit(bytes[at])) throw syntaxError(bytes, at, 'number with a leading zero');
  } else at = digits(bytes, at, end);
  if (at < end && bytes[at] === 0x2e) at = digits(bytes, at + 1, end);
  if (at < end && (bytes[at] | 0x20) === 0x65) {
    at++;
    if (at < end && (bytes[at] === 0x2b || bytes[at] === 0x2d)) at++;
    at = digits(bytes, at, end);
  }
  return at;
}

/** Index after one or more digits. */
function digits(bytes: Uint8Array, at: number, end: number): number {
  const start = at;
  while (at < end && isDigit(bytes[at])) at++;
  if (at === start) throw syntaxError(bytes, at, 'digit expected');
  return at;
}

function isDigit(b: number): boolean {
  return b >= 0x30 && b <= 0x39;
}

/** Index after `true`, `false` or `null`, whose first letter has been seen at `at`. */
export function endOfWord(bytes: Uint8Array, at: number, literal: string): number {
  for (let i = 1; i < literal.length; i++) {
    if (bytes[at + i] !== literal.charCodeAt(i)) throw syntaxError(bytes, at, `unexpected ${byteName(bytes, at)}`);
  }
  return at + literal.length;
}

/** JSON_SYNTAX at a byte offset. `message` says what stands there, or is expected. */
export function syntaxError(bytes: Uint8Array, offset: number, message: string): SoapstoneError {
  return new SoapstoneError('JSON_SYNTAX', `not JSON: ${message} at ${lineAndColumn(bytes, offset)}`, { offset });
}

/** JSON_LIMIT at a byte offset. */
export function limitError(bytes: Uint8Array, offset: number, message: string): SoapstoneError {
  return new SoapstoneError('JSON_LIMIT', `${message} at ${lineAndColumn(bytes, offset)}`, { offset });
}

/** `line:col`, counted from 1; columns are characters. */
function lineAndColumn(bytes: Uint8Array, offset: number): string {
  let line = 1;
  let column = 1;
  for (let i = 0; i < offset; i++) {
    if (bytes[i] === 0x0a) {
      line++;
      column = 1;
    } else if ((bytes[i] & 0xc0) !== 0x80) column++;
  }
  return `${line}:${column}`;
}

/** How the byte at `at` is named in a message. */
export function byteName(bytes: Uint8Array, at: number): string {
  if (at >= bytes.length) return 'end of the document';
  const b = bytes[at];
  if (b > 0x20 && b < 0x7f) return `'${String.fromCharCode(b)}'`;
  return `byte 0x${b.toString(16).padStart(2, '0')}`;
}
