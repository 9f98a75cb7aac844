// String types with built-in rules for their characters (XML Schema Part 2 §3.3.3–12), on bytes.
import type { Builtin } from '../../contract/model/model.ts';
import { nameChar, nameStart } from './regex/classes.ts';
import { pointAt } from './regex/matcher.ts';

/** Does the text in [start, end), white space collapsed, belong to the type? */
export type TextRule = (bytes: Uint8Array, start: number, end: number) => boolean;

const START = 1;
const CHAR = 2;
const COLON = 0x3a;
const ascii = Uint8Array.from({ length: 128 }, (_, p) => (nameStart(p) ? START : 0) | (nameChar(p) ? CHAR : 0));

function isName(bytes: Uint8Array, start: number, end: number): boolean {
  if (start >= end) return false;
  const first = bytes[start];
  const good = first < 0x80 ? (ascii[first] & START) !== 0 : nameStart(pointAt(bytes, start));
  return good && isNmtoken(bytes, start, end);
}

function isNmtoken(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; ) {
    const b = bytes[i];
    if (b < 0x80 ? (ascii[b] & CHAR) === 0 : !nameChar(pointAt(bytes, i))) return false;
    i += b < 0x80 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
  }
  return start < end;
}

export function isNCName(bytes: Uint8Array, start: number, end: number): boolean {
  return colonAt(bytes, start, end) < 0 && isName(bytes, start, end);
}

/** Index of the first colon, or -1. */
export function colonAt(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) if (bytes[i] === COLON) return i;
  return -1;
}

/** `[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*` */
function isLanguage(bytes: Uint8Array, start: number, end: number): boolean {
  let length = 0;
  let first = true;
  for (let i = start; i < end; i++) {
    const b = bytes[i];
    if (b === 0x2d) {
      if (length === 0) return false;
      length = 0;
      first = false;
    } else if (++length > 8 || !(isLetter(b) || (!first && b >= 0x30 && b <= 0x39))) return false;
  }
  return length > 0;
}

function isLetter(b: number): boolean {
  const lower = b | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

const rules = new Map<Builtin, TextRule>([
  ['language', isLanguage],
  ['Name', isName],
  ['NMTOKEN', isNmtoken],
  ['NCName', isNCName],
  ['ID', isNCName],
  ['IDREF', isNCName],
  ['ENTITY', isNCName],
]);

/** Undefined where every text is a value. */
export function textRule(builtin: Builtin): TextRule | undefined {
  return rules.get(builtin);
}
