// JSON Schemas of numbers. A bound is written only where a JSON reader's double can hold it exactly, and never tighter than the facet.
import type { Builtin, Facets, SimpleType } from '../../contract/model.ts';
import type { Dialect } from '../dialect.ts';
import type { JsonSchemaObject } from './json-schema.ts';

type Range = readonly [min: number | undefined, max: number | undefined];

/** Bounds of the built-in types (Part 2 §3.3) that a double holds exactly. */
const RANGES: Partial<Record<Builtin, Range>> = {
  nonPositiveInteger: [undefined, 0],
  negativeInteger: [undefined, -1],
  nonNegativeInteger: [0, undefined],
  positiveInteger: [1, undefined],
  int: [-2147483648, 2147483647],
  short: [-32768, 32767],
  byte: [-128, 127],
  unsignedLong: [0, undefined],
  unsignedInt: [0, 4294967295],
  unsignedShort: [0, 65535],
  unsignedByte: [0, 255],
};
const SMALL: ReadonlySet<Builtin> = new Set(['int', 'short', 'byte', 'unsignedInt', 'unsignedShort', 'unsignedByte']);

export function integerSchema(type: SimpleType, dialect: Dialect): JsonSchemaObject {
  if (dialect.numbers === 'string' && !SMALL.has(type.builtin)) return { type: 'string', pattern: '^-?[0-9]+$' };
  const [least, most] = RANGES[type.builtin] ?? [undefined, undefined];
  const f = type.facets;
  const minimum = tightest([least, exact(f.minInclusive), next(f.minExclusive, 1)], Math.max);
  const maximum = tightest([most, exact(f.maxInclusive), next(f.maxExclusive, -1)], Math.min);
  return bounded({ type: 'integer' }, minimum, maximum);
}

export function decimalSchema(type: SimpleType, dialect: Dialect): JsonSchemaObject {
  if (dialect.numbers === 'string') return { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' };
  const f = type.facets;
  // A reader's double may round a value up to the bound that it must stay below: exclusive bounds become inclusive.
  const minimum = tightest([exact(f.minInclusive), exact(f.minExclusive)], Math.max);
  const maximum = tightest([exact(f.maxInclusive), exact(f.maxExclusive)], Math.min);
  return bounded({ type: 'number' }, minimum, maximum);
}

/** float and double: numbers, or one of the names of what is not a number (Part 2 §3.2.4). */
export function realSchema(type: SimpleType): JsonSchemaObject {
  const f = type.facets;
  const names = ['INF', '-INF', 'NaN'].filter((name) => admits(name, f));
  const number = bounded(
    { type: 'number' },
    real(f.minInclusive, f.minExclusive),
    real(f.maxInclusive, f.maxExclusive),
  );
  return names.length === 0 ? number : { anyOf: [number, { enum: names }] };
}

/** NaN stands in no order, and so within no bounds. */
function admits(name: string, f: Facets): boolean {
  const below = f.minInclusive ?? f.minExclusive;
  const above = f.maxInclusive ?? f.maxExclusive;
  if (name === 'NaN') return below === undefined && above === undefined;
  return name === 'INF'
    ? above === undefined || above.trim() === 'INF'
    : below === undefined || below.trim() === '-INF';
}

/** Inclusive also for exclusive bounds: reading a float as a double may move it onto the bound. */
function real(inclusive: string | undefined, exclusive: string | undefined): number | undefined {
  const n = Number(inclusive ?? exclusive ?? 'NaN');
  return Number.isFinite(n) ? n : undefined;
}

function bounded(schema: JsonSchemaObject, minimum: number | undefined, maximum: number | undefined): JsonSchemaObject {
  if (minimum !== undefined) schema.minimum = minimum;
  if (maximum !== undefined) schema.maximum = maximum;
  return schema;
}

function tightest(bounds: readonly (number | undefined)[], of: (...values: number[]) => number): number | undefined {
  const known = bounds.filter((b) => b !== undefined);
  return known.length === 0 ? undefined : of(...known);
}

/** The bound as a number, when it has so few digits that no double can differ from it. */
function exact(text: string | undefined): number | undefined {
  if (text === undefined || text.replace(/[^0-9]/g, '').length > 15) return undefined;
  return Number(text);
}

function next(text: string | undefined, step: 1 | -1): number | undefined {
  const n = exact(text);
  return n === undefined ? undefined : n + step;
}
