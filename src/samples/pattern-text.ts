// A text that a regular expression takes, made from the expression itself.
import type { CharSet } from '../codec/datatypes/regex/charset.ts';
import { type Expression, PatternError, parsePattern } from '../codec/datatypes/regex/parse.ts';

/** The first of them that a set has is its sample. */
const CHARACTERS = [...'A0a1-_ .'].map(codeOf);
/** Where sets without ranges are looked through: ASCII, Latin, Greek, Cyrillic, Hebrew and Arabic. */
const LAST_POINT = 0x6ff;
const LONGEST = 1000;

/** For a pattern of XSD, or of ECMAScript with nothing that XSD has no word for. Others give an empty text. */
export function textFor(pattern: string): string {
  try {
    return (textOf(parsePattern(asXsdPattern(pattern))) ?? '').slice(0, LONGEST);
  } catch (error) {
    if (error instanceof PatternError) return '';
    throw error;
  }
}

function asXsdPattern(pattern: string): string {
  return pattern
    .replace(/^\^|\$$/g, '')
    .replaceAll('(?:', '(')
    .replaceAll('\\/', '/')
    .replace(/\\(?:x([\da-f]{2})|u([\da-f]{4}))/gi, (_, byte?: string, unit?: string) => literal(byte ?? unit!));
}

/** ECMAScript writes characters by their numbers, XSD has only themselves. */
function literal(digits: string): string {
  const character = String.fromCharCode(Number.parseInt(digits, 16));
  return /[\\|.?*+(){}[\]^-]/.test(character) ? `\\${character}` : character;
}

/** undefined: it takes no text that is made here. */
function textOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'set':
      return characterOf(expression.set);
    case 'choice':
      return firstOf(expression.items, textOf);
    case 'sequence':
      return joined(expression.items);
    case 'repeat':
      return expression.min === 0 ? '' : repeated(textOf(expression.item), expression.min);
  }
}

function joined(items: readonly Expression[]): string | undefined {
  let all = '';
  for (const item of items) {
    const text = textOf(item);
    if (text === undefined) return undefined;
    all += text;
    if (all.length > LONGEST) return undefined;
  }
  return all;
}

function repeated(text: string | undefined, times: number): string | undefined {
  return text === undefined || text.length * times > LONGEST ? undefined : text.repeat(times);
}

function firstOf<T, R>(items: readonly T[], textIn: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const value = textIn(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

function characterOf(set: CharSet): string | undefined {
  const usual = CHARACTERS.find(set);
  const point = usual ?? set.ranges?.[0]?.[0] ?? scanned(set);
  return point === undefined ? undefined : String.fromCodePoint(point);
}

function scanned(set: CharSet): number | undefined {
  for (let point = 0x20; point <= LAST_POINT; point++) if (set(point)) return point;
  return undefined;
}

function codeOf(character: string): number {
  return character.codePointAt(0)!;
}
