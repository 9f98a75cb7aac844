// Texts for values of a contract, and for patterns. Knows nothing about types.

/** The first one that a type or a pattern takes is its sample. */
export const TEXTS: readonly string[] = [
  'text',
  '2026-01-31',
  '2026-01-31T12:00:00Z',
  '12:00:00Z',
  'https://example.com/',
  'ada@example.com',
  'P1D',
  'A',
  'AB',
  'ABC',
  'ABCD',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  'A1',
  'AAAA',
  '00',
  '00000',
  'en',
  '2026-01',
  '2026',
  '--01-31',
  '---31',
  '--01',
  'A-1',
  '1.5',
];

/** A class, an escape or a character, with its quantifier. */
const PIECE = /(\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}|\\.|[^[\\])(?:\{(\d+)[^}]*\}|([+*?]))?/gu;
const CHARACTERS = [...'A0a1-_ .'];
const LONGEST = 100;

/** A text for a pattern without groups, such as `^(?:[A-Z]{3}[0-9]{2})$`, of XSD or ECMAScript. Others give a text that does not fit. */
export function textFor(pattern: string): string {
  const [body] = pattern.replace(/^\^(?:\(\?:)?|\)?\$$/g, '').split('|');
  const pieces = [...body.matchAll(PIECE)].map(([, piece, count, sign]) => {
    const times = count === undefined ? (sign === '*' || sign === '?' ? 0 : 1) : Number(count);
    return characterOf(piece).repeat(Math.min(times, LONGEST));
  });
  return pieces.join('');
}

function characterOf(piece: string): string {
  if (piece.length === 1 || /^\\[^\p{L}]$/u.test(piece)) return piece.slice(-1);
  try {
    const one = new RegExp(`^${piece}$`, 'u');
    return CHARACTERS.find((character) => one.test(character)) ?? piece.slice(-1);
  } catch {
    return '';
  }
}
