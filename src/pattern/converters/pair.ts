// Converters from a pair of functions in a mapping's module.
import { SoapstoneError } from '../../errors/errors.ts';
import { parseExactly } from '../../json/exact-numbers.ts';
import { fromJs, type Json, textOf, toJs } from '../../json/value.ts';
import { type Bound, filledValue } from '../text/bound-values.ts';
import type { Bindings, Converter } from '../text/converter.ts';
import type { Draw } from './draw.ts';

/**
 * Two functions of a mapping's module.ts, on ordinary JavaScript values. undefined means: outside of the domain. A RangeError means that too,
 * and says to the caller what is wrong with the value. `args`: values of the variables that a placeholder names, undefined where they have none.
 */
export interface FunctionPair {
  in(place: unknown, ...args: unknown[]): unknown;
  out(variable: unknown, ...args: unknown[]): unknown;
  /** Names of `args`; any number of them unless given. */
  readonly parameters?: readonly string[];
  /** Numbers that a double would round are RawNumber (`isRawNumber`), so that those which go through keep their digits. They are rounded unless given. */
  readonly exact?: boolean;
  /** JSON Schema (2020-12) of what REST clients see at the place, for descriptions of the API; any value unless given. */
  readonly schema?: object;
  /**
   * Values of the variable (or lists of them, for `join` and with `parameters`) for which the laws must hold, or what draws one; `soapstone test`
   * tries them: `in(out(v))` is `v`.
   */
  readonly laws?: Iterable<unknown> | ((draw: Draw) => unknown);
}

export function isFunctionPair(value: unknown): value is FunctionPair {
  if (typeof value !== 'object' || value === null) return false;
  const { in: read, out: write, parameters = [], schema = {} } = value as Readonly<Record<string, unknown>>;
  const areFunctions = typeof read === 'function' && typeof write === 'function';
  return areFunctions && isListOfNames(parameters) && typeof schema === 'object' && schema !== null;
}

function isListOfNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** `variables`: the further arguments of the functions. */
export function pair(functions: FunctionPair, variables: readonly Bound[] = []): Converter {
  const read = readerOf(functions);
  return {
    late: variables.length > 0,
    in: (place, bindings) => jsonOf(functions.in, read(place), argumentsOf(variables, bindings, read)),
    out: (variable, bindings) => jsonOf(functions.out, read(variable), argumentsOf(variables, bindings, read)),
  };
}

/** How the functions of a pair get JSON values. */
export function readerOf({ exact }: FunctionPair): (value: Json) => unknown {
  return exact === true ? exactly : toJs;
}

function exactly(value: Json): unknown {
  return parseExactly(textOf(value));
}

/** A variable without a value is undefined. */
function argumentsOf(variables: readonly Bound[], bindings: Bindings = [], read = toJs): unknown[] {
  return variables.map((variable) => {
    const value = filledValue(variable, bindings);
    return value === undefined ? undefined : read(value);
  });
}

type Convert = (value: unknown, ...args: unknown[]) => unknown;

function jsonOf(convert: Convert, value: unknown, args: readonly unknown[]): ReturnType<Converter['in']> {
  const result = convertValue(convert, value, args);
  return result === undefined ? undefined : fromJs(result);
}

/** Calls one of the functions. A RangeError becomes CODEC_TYPE with its message, and is the cause. */
export function convertValue(convert: Convert, value: unknown, args: readonly unknown[] = []): unknown {
  try {
    return convert(value, ...args);
  } catch (e) {
    if (!(e instanceof RangeError)) throw e;
    throw new SoapstoneError('CODEC_TYPE', e.message, { cause: e });
  }
}
