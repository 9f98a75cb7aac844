// The named character classes of XSD regular expressions (XML Schema Part 2 §F.1.1).
import { blockRanges } from './blocks.ts';
import { type CharSet, not, ranges, union } from './charset.ts';

const CATEGORIES = new Set(
  'L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po Z Zs Zl Zp S Sm Sc Sk So C Cc Cf Cs Co Cn'.split(' '),
);
const categories = new Map<string, CharSet>();

/** `name` as in \p{name}: a general category, or `Is` and a block. Undefined for an unknown one. */
export function property(name: string): CharSet | undefined {
  if (CATEGORIES.has(name)) return category(name);
  const block = name.startsWith('Is') ? blockRanges(name.slice(2)) : undefined;
  return block && ranges(block);
}

/** Uses the engine's Unicode tables for one character at a time, so there is no backtracking. */
function category(name: string): CharSet {
  const cached = categories.get(name);
  if (cached) return cached;
  const test = new RegExp(`^\\p{${name}}$`, 'u');
  const set: CharSet = (point) => test.test(String.fromCodePoint(point));
  categories.set(name, set);
  return set;
}

const space = ranges([
  [0x09, 0x0a],
  [0x0d, 0x0d],
  [0x20, 0x20],
]);

/** NameStartChar of XML 1.0 (fifth edition) production [4], colon included. */
export const nameStart = ranges([
  [0x3a, 0x3a],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
]);
/** NameChar, production [4a]. */
export const nameChar = union([
  nameStart,
  ranges([
    [0x2d, 0x2e],
    [0x30, 0x39],
    [0xb7, 0xb7],
    [0x300, 0x36f],
    [0x203f, 0x2040],
  ]),
]);

const wordCharacter = not(union([category('P'), category('Z'), category('C')]));
const digit = category('Nd');

/** `.` */
export const anyButLineEnd = not(
  ranges([
    [0x0a, 0x0a],
    [0x0d, 0x0d],
  ]),
);

/** By the letter after the backslash. */
export const multiCharacter: ReadonlyMap<string, CharSet> = new Map([
  ['s', space],
  ['S', not(space)],
  ['i', nameStart],
  ['I', not(nameStart)],
  ['c', nameChar],
  ['C', not(nameChar)],
  ['d', digit],
  ['D', not(digit)],
  ['w', wordCharacter],
  ['W', not(wordCharacter)],
]);
