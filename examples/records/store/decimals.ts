// Decimals with all their digits, for SQL. Knows nothing about records.

interface Decimal {
  readonly digits: bigint;
  /** Power of ten of the last digit. */
  readonly scale: number;
}

const DECIMAL = /^"?([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?"?$/;

/** Beyond that no double has a value other than 0 or INF. */
const MOST_SCALE = 2_000;

/** undefined: no decimal, or one that no double comes near. */
function decimalOf(text: string): Decimal | undefined {
  const [, sign, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const scale = Number(exponent) - fraction.length;
  if (Math.abs(scale) > MOST_SCALE) return undefined;
  return { digits: BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n), scale };
}

function digitsAt(scale: number, decimal: Decimal): bigint {
  return decimal.digits * 10n ** BigInt(decimal.scale - scale);
}

/** Negative, 0 or positive as `a` is less, equal or more. What is no decimal is equal to all others: whoever asks has compared doubles before. */
export function compareDecimals(a: unknown, b: unknown): number {
  const [left, right] = [decimalOf(String(a)), decimalOf(String(b))];
  if (!left || !right) return 0;
  const scale = Math.min(left.scale, right.scale);
  const [one, other] = [digitsAt(scale, left), digitsAt(scale, right)];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** A sum under way. `special`: what a value that is no number has made of it: NaN, INF, -INF. */
export interface Sum {
  readonly digits: bigint;
  readonly scale: number;
  readonly special?: number;
}

export const NO_SUM: Sum = { digits: 0n, scale: 0 };

/** `written`: JSON of a number, or of a text that is one; null adds nothing. `sign`: 1 or -1. */
export function added(sum: Sum, written: unknown, sign: number): Sum {
  if (written === null) return sum;
  const decimal = decimalOf(String(written));
  if (!decimal) return { ...sum, special: (sum.special ?? 0) + sign * specialOf(String(written)) };
  const scale = Math.min(sum.scale, decimal.scale);
  return { ...sum, digits: digitsAt(scale, sum) + BigInt(sign) * digitsAt(scale, decimal), scale };
}

function specialOf(written: string): number {
  return Number(written.replaceAll('"', '').replace('INF', 'Infinity'));
}

/** As xs:double has it: JSON of a number with all its digits, or a text where no double is near. */
export function written({ digits, scale, special }: Sum): string {
  if (special !== undefined && special !== 0) return Number.isNaN(special) ? '"NaN"' : special > 0 ? '"INF"' : '"-INF"';
  const text = digits.toString();
  const plain = scale < 0 ? pointed(text, -scale) : `${text}${'0'.repeat(digits === 0n ? 0 : scale)}`;
  const number = Number(plain);
  return Number.isFinite(number) ? plain : number > 0 ? '"INF"' : '"-INF"';
}

/** `places`: digits after the point. Needless zeros are left out. */
function pointed(text: string, places: number): string {
  const [, sign, digits] = /^(-?)(\d+)$/.exec(text) as unknown as string[];
  const padded = digits.padStart(places + 1, '0');
  let end = padded.length;
  while (end > padded.length - places && padded[end - 1] === '0') end--;
  const point = padded.length - places;
  return `${sign}${padded.slice(0, point)}${end > point ? `.${padded.slice(point, end)}` : ''}`;
}
