// Converters from a pair of functions in a mapping's module.
import { SoapstoneError } from '../../errors/errors.ts';
import { fromJs, type Json, toJs } from '../../json/value.ts';
import type { Arguments, Converter } from '../text/converter.ts';
import type { Draw } from './draw.ts';

/**
 * Two functions of a mapping's module.ts, on ordinary JavaScript values. undefined means: outside of the domain. A RangeError means that too,
 * and says to the caller what is wrong with the value. `args`: values of the variables that the placeholder names; undefined for one without a value.
 */
export interface FunctionPair {
  in(place: unknown, ...args: unknown[]): unknown;
  out(variable: unknown, ...args: unknown[]): unknown;
  /**
   * Values of the variable (or lists of them, for `$join`) for which the laws must hold, or what draws one; `soapstone test` tries them:
   * `in(out(v))` is `v`.
   */
  readonly laws?: Iterable<unknown> | ((draw: Draw) => unknown);
}

export function isFunctionPair(value: unknown): value is FunctionPair {
  if (typeof value !== 'object' || value === null) return false;
  const { in: read, out: write } = value as { in?: unknown; out?: unknown };
  return typeof read === 'function' && typeof write === 'function';
}

export function pair(functions: FunctionPair, args?: readonly number[]): Converter {
  return {
    in: (place, values) => jsonOf(functions.in, place, values),
    out: (variable, values) => jsonOf(functions.out, variable, values),
    args,
  };
}

function jsonOf(convert: FunctionPair['in'], value: Json, args: Arguments = []): Json | undefined {
  const values = args.map((arg) => (arg === undefined ? undefined : toJs(arg)));
  const result = convertValue((plain) => convert(plain, ...values), toJs(value));
  return result === undefined ? undefined : fromJs(result);
}

/** Calls one of the functions. A RangeError becomes CODEC_TYPE with its message. */
export function convertValue(convert: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return convert(value);
  } catch (e) {
    if (!(e instanceof RangeError)) throw e;
    throw new SoapstoneError('CODEC_TYPE', e.message);
  }
}
