// JSON Schemas of numbers. Bounds have every digit of the contract; a validator with doubles rounds bound and value alike.
import { type Facets, patternSteps, type SimpleType } from '../../contract/model/model.ts';
import { compareDecimals, type DecimalText, decimalOf } from '../datatypes/decimal-text.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import { integerBounds, wideNumbers } from '../datatypes/type-kind.ts';
import { ecmaPattern } from './ecma-pattern.ts';
import type { JsonSchemaObject } from './json-schema.ts';
import { extended, withNumbers } from './numerals.ts';

/** Most digits for which each number of decimal places is a separate alternative. */
const MOST_DIGITS = 20;

export function integerSchema(type: SimpleType, dialect: Dialect): JsonSchemaObject {
  const [least, greatest] = integerBounds(type.builtin);
  const { facets } = type;
  const digits = facets.totalDigits === undefined ? undefined : 10n ** BigInt(facets.totalDigits) - 1n;
  const lower = [
    integerOf(least),
    integerOf(facets.minInclusive),
    integerOf(facets.minExclusive, 1n),
    digits && -digits,
  ];
  const upper = [integerOf(greatest), integerOf(facets.maxInclusive), integerOf(facets.maxExclusive, -1n), digits];
  const minimum = furthest(lower, (a, b) => a > b);
  const maximum = furthest(upper, (a, b) => a < b);
  if (dialect.numbers === 'string' && wideNumbers.has(type.builtin))
    return { type: 'string', pattern: `^${sign(minimum)}[0-9]+$` };
  return withNumbers(
    { type: 'integer' },
    {
      ...(minimum !== undefined && { minimum: String(minimum) }),
      ...(maximum !== undefined && { maximum: String(maximum) }),
    },
  );
}

function sign(minimum: bigint | number | undefined): string {
  return minimum !== undefined && minimum >= 0 ? '' : '-?';
}

function integerOf(text = '', step = 0n): bigint | undefined {
  const [, digits] = /^\+?(-?\d+)(?:\.0*)?$/.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : BigInt(digits) + step;
}

function furthest(bounds: readonly (bigint | undefined)[], further: (a: bigint, b: bigint) => boolean) {
  return bounds.reduce((best, bound) =>
    best === undefined || (bound !== undefined && further(bound, best)) ? bound : best,
  );
}

export function decimalSchema(type: SimpleType, dialect: Dialect): JsonSchemaObject {
  const { facets } = type;
  if (dialect.numbers === 'string') return { type: 'string', pattern: `^${sign(leastOf(facets))}[0-9]+(\\.[0-9]+)?$` };
  const { totalDigits: total, fractionDigits: fraction } = facets;
  const schema = withNumbers({ type: fraction === 0 ? 'integer' : 'number' }, bounds(facets));
  if (total === undefined) return fraction ? extended(schema, { multipleOf: place(fraction) }) : schema;
  const places = total > MOST_DIGITS ? 0 : Math.min(fraction ?? total, total);
  const choices = Array.from({ length: places + 1 }, (_, k) => withDigits(total, k));
  if (fraction !== 0 && total <= MOST_DIGITS) return extended(schema, { anyOf: choices });
  return extended(schema, { allOf: [below(total)] });
}

function leastOf({ minInclusive, minExclusive }: Facets): number | undefined {
  const bound = minInclusive ?? minExclusive;
  return bound === undefined ? undefined : Number(bound);
}

/** At most `total` digits, `places` of them after the point. */
function withDigits(total: number, places: number): JsonSchemaObject {
  return extended(below(total - places), { multipleOf: place(places) });
}

function below(digits: number): JsonSchemaObject {
  const bound = `1${'0'.repeat(digits)}`;
  return withNumbers({}, { exclusiveMinimum: `-${bound}`, exclusiveMaximum: bound });
}

function place(digits: number): number {
  return Number(`1e-${digits}`);
}

/** The tighter lower bound and the tighter upper bound. */
function bounds(facets: Facets): Record<string, string> {
  const { minInclusive, minExclusive, maxInclusive, maxExclusive } = facets;
  const lower = tighter(minInclusive, minExclusive, 1);
  const upper = tighter(maxInclusive, maxExclusive, -1);
  return {
    ...(lower && { [lower === minExclusive ? 'exclusiveMinimum' : 'minimum']: lower }),
    ...(upper && { [upper === maxExclusive ? 'exclusiveMaximum' : 'maximum']: upper }),
  };
}

/** `sign`: 1 if the greater one is tighter. */
function tighter(inclusive: string | undefined, exclusive: string | undefined, sign: number): string | undefined {
  if (inclusive === undefined || exclusive === undefined) return inclusive ?? exclusive;
  return sign * compareDecimals(decimal(inclusive), decimal(exclusive)) > 0 ? inclusive : exclusive;
}

function decimal(text: string): DecimalText {
  return decimalOf(Buffer.from(text.trim())) as DecimalText;
}

/** float and double: numbers, or `INF`, `-INF`, `NaN` (Part 2 §3.2.4). A float is rounded before comparison. */
export function realSchema(type: SimpleType): JsonSchemaObject {
  const { facets } = type;
  const names = ['INF', '-INF', 'NaN'].filter((name) => admits(name, facets) && fits(name, facets));
  const number: JsonSchemaObject = { type: 'number', ...finite(facets) };
  return names.length === 0 ? number : { anyOf: [number, { enum: names }] };
}

/** NaN is incomparable, so it is within no bounds. */
function admits(name: string, f: Facets): boolean {
  const below = f.minInclusive ?? f.minExclusive;
  const above = f.maxInclusive ?? f.maxExclusive;
  if (name === 'NaN') return below === undefined && above === undefined;
  if (name === 'INF') return above === undefined || f.maxInclusive?.trim() === 'INF';
  return below === undefined || f.minInclusive?.trim() === '-INF';
}

/** Do the patterns accept the name? */
export function fits(name: string, { patterns }: Facets): boolean {
  return patternSteps(patterns).every(({ alternatives }) =>
    alternatives.some((pattern) => new RegExp(ecmaPattern(pattern) ?? '', 'u').test(name)),
  );
}

function finite({ minInclusive, minExclusive, maxInclusive, maxExclusive }: Facets): JsonSchemaObject {
  const entries = Object.entries({
    minimum: minInclusive,
    exclusiveMinimum: minExclusive,
    maximum: maxInclusive,
    exclusiveMaximum: maxExclusive,
  }).map(([key, text]) => [key, Number(text ?? 'NaN')] as const);
  return Object.fromEntries(entries.filter(([, bound]) => Number.isFinite(bound)));
}
