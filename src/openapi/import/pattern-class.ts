// Character classes and escapes of ECMAScript (§22.2.1) in the terms of XML Schema (Part 2 §F). Texts of XML 1.0 have the characters of its §2.2 alone.

/** What was read: its text in XML Schema, or the code of one character, and the index of its last character. */
export interface PatternPiece {
  readonly text: string;
  readonly code?: number;
  readonly last: number;
}

/** Code points of XML 1.0 (§2.2), in order. */
const CHARACTERS = [
  [0x9, 0xa],
  [0xd, 0xd],
  [0x20, 0xd7ff],
  [0xe000, 0xfffd],
  [0x10000, 0x10ffff],
] as const;

/** Its ASCII classes are smaller than those of XML Schema. */
const SETS = new Map([
  ['d', '[0-9]'],
  ['w', '[a-zA-Z0-9_]'],
  ['D', '[^0-9]'],
  ['W', '[^a-zA-Z0-9_]'],
  ['s', '\\s'],
  ['S', '\\S'],
]);
const CONTROLS = new Map([
  ['t', 0x9],
  ['n', 0xa],
  ['v', 0xb],
  ['f', 0xc],
  ['r', 0xd],
]);
const WRITTEN_CONTROLS = new Map([
  [0x9, '\\t'],
  [0xa, '\\n'],
  [0xd, '\\r'],
]);
/** Characters with a single-character escape in XML Schema (Part 2 §F.1.1 SingleCharEsc). */
const SINGLE = '\\|.?*+(){}-[]^';
const SINGLE_IN_CLASS = '\\-[]^';

/** An escape outside of a class; `at`: behind its backslash. undefined: XML Schema has no words for it. */
export function escapeAt(text: string, at: number): PatternPiece | undefined {
  const read = readEscape(text, at);
  if (read?.code === undefined) return read;
  return isCharacter(read.code) ? { ...read, text: written(read.code, SINGLE) } : undefined;
}

/** A class; `at`: its opening bracket. Characters that XML has not are left out. undefined: none is left, or there are no words for it. */
export function classAt(text: string, at: number): PatternPiece | undefined {
  const isNegated = text[at + 1] === '^';
  let out = '';
  let i = at + (isNegated ? 2 : 1);
  while (text[i] !== ']') {
    const low = memberAt(text, i);
    if (low === undefined) return undefined;
    const high = text[low.last + 1] === '-' && text[low.last + 2] !== ']' ? memberAt(text, low.last + 2) : undefined;
    const isRange = low.code !== undefined && high?.code !== undefined;
    if (isRange && low.code > high.code) return undefined;
    out += low.code === undefined ? low.text : rangeText(low.code, isRange ? high.code : low.code);
    i = (isRange ? high.last : low.last) + 1;
  }
  if (out !== '') return { text: `[${isNegated ? '^' : ''}${out}]`, last: i };
  return isNegated ? { text: '[\\s\\S]', last: i } : undefined;
}

function memberAt(text: string, at: number): PatternPiece | undefined {
  const code = text.codePointAt(at);
  if (code === undefined) return undefined;
  if (text[at] !== '\\') return { text: '', code, last: at + (code > 0xffff ? 1 : 0) };
  if (text[at + 1] === 'b') return { text: '', code: 0x8, last: at + 1 };
  const read = readEscape(text, at + 1);
  if (read === undefined || read.text.startsWith('[^')) return undefined;
  return { ...read, text: read.text.replace(/^\[(.*)\]$/, '$1') };
}

function readEscape(text: string, at: number): PatternPiece | undefined {
  const c = text[at] as string | undefined;
  if (c === undefined) return undefined;
  const set = SETS.get(c);
  if (set !== undefined) return { text: set, last: at };
  const control = CONTROLS.get(c);
  if (control !== undefined) return { text: '', code: control, last: at };
  const code = /^(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(0)(?!\d))/.exec(text.slice(at, at + 5));
  if (code)
    return { text: '', code: Number.parseInt(code[1] ?? code[2] ?? code[3], 16), last: at + code[0].length - 1 };
  return /[a-zA-Z0-9]/.test(c)
    ? undefined
    : { text: '', code: text.codePointAt(at), last: at + (c > '\ud7ff' && c < '\udc00' ? 1 : 0) };
}

function rangeText(low: number, high: number): string {
  return CHARACTERS.map(([first, last]) => [Math.max(low, first), Math.min(high, last)])
    .filter(([from, to]) => from <= to)
    .map(([from, to]) => {
      const [start, end] = [written(from, SINGLE_IN_CLASS), written(to, SINGLE_IN_CLASS)];
      return from === to ? start : `${start}-${end}`;
    })
    .join('');
}

function isCharacter(code: number): boolean {
  return CHARACTERS.some(([first, last]) => code >= first && code <= last);
}

/** Literal white space would not survive in an attribute of the schema (XML 1.0 §3.3.3). */
function written(code: number, escapes: string): string {
  const character = String.fromCodePoint(code);
  return WRITTEN_CONTROLS.get(code) ?? (escapes.includes(character) ? `\\${character}` : character);
}
