// JSON as JavaScript values that lose no digit: a number that a double would round stays as it was written.

/** ECMAScript's `JSON.rawJSON` (ES2026), which the types of this TypeScript lack. */
declare global {
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

/** A number as it was written. JSON.stringify writes it so. */
export interface RawNumber {
  readonly rawJSON: string;
}

export function isRawNumber(value: unknown): value is RawNumber {
  return JSON.isRawJSON(value);
}

const PERHAPS_INEXACT = /\d[\d.]{15}|\d[eE]/;

/** `JSON.stringify` writes the same number again. Throws SyntaxError. */
export function parseExactly(text: string): unknown {
  return PERHAPS_INEXACT.test(text) ? JSON.parse(text, exactValue) : JSON.parse(text);
}

function exactValue(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value !== 'number' || source === undefined || isDouble(source) ? value : JSON.rawJSON(source);
}

/** Trailing zeros too: `5.10` stays so. */
const PERHAPS_RESPELT = /\d[\d.]{15}|\d[eE]|\.\d*0(?!\d)|-0/;

/** `JSON.stringify` writes each number with the same characters again. Throws SyntaxError. */
export function parseVerbatim(text: string): unknown {
  return PERHAPS_RESPELT.test(text) ? JSON.parse(text, verbatimValue) : JSON.parse(text);
}

function verbatimValue(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value !== 'number' || source === undefined || String(value) === source ? value : JSON.rawJSON(source);
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A double (IEEE 754) has this value, and JavaScript writes that with the same digits. */
function isDouble(text: string): boolean {
  const number = Number(text);
  const digits = String(number);
  return digits === text || (Number.isFinite(number) && digitsOf(text)?.key === digitsOf(digits)?.key);
}

/** Whole digits, digits of the fraction, none of them zeros at their ends. */
interface Digits {
  readonly negative: boolean;
  readonly significant: string;
  /** Power of ten of the last digit. */
  readonly scale: number;
  /** The same for all spellings of one number. */
  readonly key: string;
}

function digitsOf(text: string): Digits | undefined {
  const [match, sign, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (match === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.slice(0, significantEnd(digits));
  const scale = significant === '' ? 0 : Number(exponent) - fraction.length + digits.length - significant.length;
  const negative = sign === '-' && significant !== '';
  return { negative, significant, scale, key: `${negative ? '-' : ''}${significant}e${scale}` };
}

/** A pattern would take quadratic time for many zeros that are not at the end. */
function significantEnd(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return end;
}

/**
 * The one spelling of a number without exponent and needless zeros (XML Schema Part 2 §3.2.3.2, `5` for `5.0`). undefined: the text is no number
 * of JSON (leading zeros aside), or it has more than `most` characters.
 */
export function plainNumber(text: string, most: number): string | undefined {
  const found = text.length > most ? undefined : digitsOf(text);
  if (found === undefined) return undefined;
  const { negative, significant, scale } = found;
  if (significant.length + Math.abs(scale) > most) return undefined;
  const digits = significant.padStart(Math.max(0, 1 - scale), '0') + '0'.repeat(Math.max(0, scale));
  const point = scale < 0 ? digits.length + scale : digits.length;
  const fraction = digits.slice(point);
  return `${negative ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}
