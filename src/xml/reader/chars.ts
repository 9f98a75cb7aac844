// Character classes of XML 1.0 (5th edition) §2.2 and §2.3, as byte tables for the scanners.

/** Bytes at which a text scan stops: markup, references, line ends to normalise, `]` (for `]]>`), controls, and 0xEF (U+FFFE, U+FFFF). */
export const TEXT_STOP = new Uint8Array(256);
/** Bytes at which an attribute value scan stops, besides the quote: `<`, `&`, white space to normalise, controls, 0xEF. */
export const ATTRIBUTE_STOP = new Uint8Array(256);
/** Bytes that may be part of a name; multi-byte characters are checked when a name is first seen. */
export const NAME_BYTE = new Uint8Array(256);
export const SPACE = new Uint8Array(256);

for (const b of [0x20, 0x09, 0x0a, 0x0d]) SPACE[b] = 1;
for (let b = 0; b < 0x20; b++) {
  ATTRIBUTE_STOP[b] = 1;
  if (b !== 0x09 && b !== 0x0a) TEXT_STOP[b] = 1;
}
for (const b of [0x3c, 0x26, 0xef]) TEXT_STOP[b] = ATTRIBUTE_STOP[b] = 1;
TEXT_STOP[0x5d] = 1;
for (let b = 0; b < 256; b++) {
  const letter = (b >= 0x41 && b <= 0x5a) || (b >= 0x61 && b <= 0x7a);
  const digit = b >= 0x30 && b <= 0x39;
  if (letter || digit || b >= 0x80 || b === 0x5f || b === 0x3a || b === 0x2d || b === 0x2e) NAME_BYTE[b] = 1;
}

/** Beyond ASCII, in order: NameStartChar of XML 1.0 (fifth edition) production [4], and what NameChar [4a] has beside it. First and last code point. */
export const START_RANGES: readonly (readonly [number, number])[] = [
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
];
export const MORE_RANGES: readonly (readonly [number, number])[] = [
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
];

const within = (c: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([from, to]) => c >= from && c <= to);

function isNameStart(c: number): boolean {
  if (c < 0x80) return (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a) || c === 0x5f;
  return within(c, START_RANGES);
}

function isNameChar(c: number): boolean {
  if (c < 0x80) return NAME_BYTE[c] === 1 && c !== 0x3a;
  return within(c, START_RANGES) || within(c, MORE_RANGES);
}

/** NCName of Namespaces in XML 1.0 §3. */
export function isNCName(text: string): boolean {
  let first = true;
  for (const ch of text) {
    const c = ch.codePointAt(0)!;
    if (!(first ? isNameStart(c) : isNameChar(c))) return false;
    first = false;
  }
  return !first;
}

/** Char of XML 1.0 §2.2. */
export function isXmlChar(c: number): boolean {
  return c >= 0x20
    ? c <= 0xd7ff || (c >= 0xe000 && c <= 0xfffd) || (c >= 0x10000 && c <= 0x10ffff)
    : c === 9 || c === 10 || c === 13;
}
