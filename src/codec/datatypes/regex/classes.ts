// The named character classes and blocks of XSD regular expressions (XML Schema Part 2 §F.1.1).
import { MORE_RANGES, START_RANGES } from '../../../xml/reader/chars.ts';
import { type CharSet, not, type Range, ranges, union } from './charset.ts';

/** Blocks (Unicode 3.1, and the later names of renamed blocks): `name from to`, hexadecimal. A name may have several lines. */
const TABLE = `
BasicLatin 0 7F
Latin-1Supplement 80 FF
LatinExtended-A 100 17F
LatinExtended-B 180 24F
IPAExtensions 250 2AF
SpacingModifierLetters 2B0 2FF
CombiningDiacriticalMarks 300 36F
Greek 370 3FF
GreekandCoptic 370 3FF
Cyrillic 400 4FF
Armenian 530 58F
Hebrew 590 5FF
Arabic 600 6FF
Syriac 700 74F
Thaana 780 7BF
Devanagari 900 97F
Bengali 980 9FF
Gurmukhi A00 A7F
Gujarati A80 AFF
Oriya B00 B7F
Tamil B80 BFF
Telugu C00 C7F
Kannada C80 CFF
Malayalam D00 D7F
Sinhala D80 DFF
Thai E00 E7F
Lao E80 EFF
Tibetan F00 FFF
Myanmar 1000 109F
Georgian 10A0 10FF
HangulJamo 1100 11FF
Ethiopic 1200 137F
Cherokee 13A0 13FF
UnifiedCanadianAboriginalSyllabics 1400 167F
Ogham 1680 169F
Runic 16A0 16FF
Khmer 1780 17FF
Mongolian 1800 18AF
LatinExtendedAdditional 1E00 1EFF
GreekExtended 1F00 1FFF
GeneralPunctuation 2000 206F
SuperscriptsandSubscripts 2070 209F
CurrencySymbols 20A0 20CF
CombiningMarksforSymbols 20D0 20FF
CombiningDiacriticalMarksforSymbols 20D0 20FF
LetterlikeSymbols 2100 214F
NumberForms 2150 218F
Arrows 2190 21FF
MathematicalOperators 2200 22FF
MiscellaneousTechnical 2300 23FF
ControlPictures 2400 243F
OpticalCharacterRecognition 2440 245F
EnclosedAlphanumerics 2460 24FF
BoxDrawing 2500 257F
BlockElements 2580 259F
GeometricShapes 25A0 25FF
MiscellaneousSymbols 2600 26FF
Dingbats 2700 27BF
BraillePatterns 2800 28FF
CJKRadicalsSupplement 2E80 2EFF
KangxiRadicals 2F00 2FDF
IdeographicDescriptionCharacters 2FF0 2FFF
CJKSymbolsandPunctuation 3000 303F
Hiragana 3040 309F
Katakana 30A0 30FF
Bopomofo 3100 312F
HangulCompatibilityJamo 3130 318F
Kanbun 3190 319F
BopomofoExtended 31A0 31BF
EnclosedCJKLettersandMonths 3200 32FF
CJKCompatibility 3300 33FF
CJKUnifiedIdeographsExtensionA 3400 4DBF
CJKUnifiedIdeographs 4E00 9FFF
YiSyllables A000 A48F
YiRadicals A490 A4CF
HangulSyllables AC00 D7AF
HighSurrogates D800 DB7F
HighPrivateUseSurrogates DB80 DBFF
LowSurrogates DC00 DFFF
PrivateUse E000 F8FF
PrivateUse F0000 FFFFD
PrivateUse 100000 10FFFD
PrivateUseArea E000 F8FF
CJKCompatibilityIdeographs F900 FAFF
AlphabeticPresentationForms FB00 FB4F
ArabicPresentationForms-A FB50 FDFF
CombiningHalfMarks FE20 FE2F
CJKCompatibilityForms FE30 FE4F
SmallFormVariants FE50 FE6F
ArabicPresentationForms-B FE70 FEFE
Specials FEFF FEFF
Specials FFF0 FFFD
HalfwidthandFullwidthForms FF00 FFEF
OldItalic 10300 1032F
Gothic 10330 1034F
Deseret 10400 1044F
ByzantineMusicalSymbols 1D000 1D0FF
MusicalSymbols 1D100 1D1FF
MathematicalAlphanumericSymbols 1D400 1D7FF
CJKUnifiedIdeographsExtensionB 20000 2A6DF
CJKCompatibilityIdeographsSupplement 2F800 2FA1F
Tags E0000 E007F
`;

const blocks = new Map<string, Range[]>();
for (const line of TABLE.trim().split('\n')) {
  const [name, from, to] = line.split(' ');
  const list = blocks.get(name) ?? [];
  list.push([Number.parseInt(from, 16), Number.parseInt(to, 16)]);
  blocks.set(name, list);
}

function blockRanges(name: string): readonly Range[] | undefined {
  return blocks.get(name);
}

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
export const nameStart = ranges([[0x3a, 0x3a], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a], ...START_RANGES]);
/** NameChar, production [4a]. */
export const nameChar = union([nameStart, ranges([[0x2d, 0x2e], [0x30, 0x39], ...MORE_RANGES])]);

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
