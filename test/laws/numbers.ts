// Random lexical forms of numeric values.
import type { SimpleType } from '../../src/contract/model/model.ts';
import { INTEGERS, parts } from './lexical.ts';
import type { Source } from './source.ts';

/** libxml2 refuses decimals of more digits; the law that needs longer ones does without it. */
const DIGITS = 24;

export function numeral(type: SimpleType, source: Source): string {
  const { builtin, facets } = type;
  const total = Math.min(facets.totalDigits ?? DIGITS, DIGITS);
  const finest = builtin === 'decimal' ? Math.min(facets.fractionDigits ?? 6, total, 6) : 0;
  let scale = source.below(finest + 1);
  let [low, high] = limits(type, scale, total);
  while (low > high && scale < finest) [low, high] = limits(type, ++scale, total);
  const text = point(draw(low, high, source), scale);
  const free = facets.totalDigits === undefined && facets.fractionDigits === undefined && facets.patterns === undefined;
  return free ? respell(text, builtin.startsWith('unsigned') ? [''] : ['', '+'], source) : text;
}

/** Inclusive bounds of the value × 10^scale. */
function limits(type: SimpleType, scale: number, total: number): [bigint, bigint] {
  const f = type.facets;
  const reach = 10n ** BigInt(total) - 1n;
  const [least, most] = INTEGERS[type.builtin] ?? [undefined, undefined];
  const unit = 10n ** BigInt(scale);
  const low = [
    -reach,
    least === undefined ? -reach : least * unit,
    above(f.minInclusive, scale, false),
    above(f.minExclusive, scale, true),
  ];
  const high = [
    reach,
    most === undefined ? reach : most * unit,
    below(f.maxInclusive, scale, false),
    below(f.maxExclusive, scale, true),
  ];
  return [
    low.reduce((a, b) => (b !== undefined && b > a! ? b : a))!,
    high.reduce((a, b) => (b !== undefined && b < a! ? b : a))!,
  ];
}

function above(bound: string | undefined, scale: number, exclusive: boolean): bigint | undefined {
  const below_ = bound === undefined ? undefined : floor(bound, scale);
  if (below_ === undefined) return undefined;
  return below_.exact && !exclusive ? below_.value : below_.value + 1n;
}

function below(bound: string | undefined, scale: number, exclusive: boolean): bigint | undefined {
  const floored = bound === undefined ? undefined : floor(bound, scale);
  if (floored === undefined) return undefined;
  return floored.exact && exclusive ? floored.value - 1n : floored.value;
}

/** Largest multiple of 10^-scale that is not above the bound. */
function floor(bound: string, scale: number): { value: bigint; exact: boolean } {
  const b = parts(bound);
  if (b.scale <= scale) return { value: b.digits * 10n ** BigInt(scale - b.scale), exact: true };
  const unit = 10n ** BigInt(b.scale - scale);
  const rest = ((b.digits % unit) + unit) % unit;
  return { value: (b.digits - rest) / unit, exact: rest === 0n };
}

function draw(low: bigint, high: bigint, source: Source): bigint {
  const within = (n: bigint): bigint => (n < low ? low : n > high ? high : n);
  switch (source.below(5)) {
    case 0:
      return within(BigInt(source.below(100)));
    case 1:
      return low;
    case 2:
      return high;
    case 3:
      return within(-BigInt(source.below(100_000)));
    default:
      return source.big(low, high);
  }
}

function point(n: bigint, scale: number): string {
  if (scale === 0) return String(n);
  const digits = String(n < 0n ? -n : n).padStart(scale + 1, '0');
  return `${n < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Another lexical form of the same value: plus sign (which unsigned types lack, Part 2 §3.3.21), leading zeros, trailing zeros of a fraction, `-0`. */
function respell(text: string, signs: readonly string[], source: Source): string {
  if (!source.chance(30) || text.length > 18) return text;
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  const zeros = source.pick(['', '0', '00']);
  const sign = negative ? '-' : source.pick(signs);
  return sign + zeros + digits + (digits.includes('.') ? source.pick(['', '0', '00']) : '');
}

/** float and double: bounds are met by drawing between them. */
export function real(type: SimpleType, source: Source): string {
  const f = type.facets;
  const bound = f.minInclusive ?? f.minExclusive ?? f.maxInclusive ?? f.maxExclusive;
  if (bound === undefined && source.chance(15)) return source.pick(['INF', '-INF', 'NaN', '0', '-0']);
  if (bound === undefined) return source.pick(SPELLINGS)(source.below(1_000_000));
  const low = Number(f.minInclusive ?? f.minExclusive ?? Number(bound) - 1000);
  const high = Number(f.maxInclusive ?? f.maxExclusive ?? Number(bound) + 1000);
  return String(low + ((high - low) * (1 + source.below(62))) / 64);
}

const SPELLINGS: readonly ((n: number) => string)[] = [
  (n) => String(n % 100),
  (n) => `${n / 1000}`,
  (n) => `-${n}.5`,
  (n) => `${n}E${n % 20}`,
  (n) => `-.${n}e-${n % 20}`,
  (n) => `+${n}.`,
  (n) => `0${n}e+${n % 9}`,
];
