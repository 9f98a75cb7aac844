// Converters from a pair of functions in a mapping's module.
import { SoapstoneError } from '../../errors/errors.ts';
import { fromJs, toJs } from '../../json/value.ts';
import type { Converter } from '../text/converter.ts';
import type { Draw } from './draw.ts';

/**
 * Two functions of a mapping's module.ts, on ordinary JavaScript values. undefined means: outside of the domain. A RangeError means that too,
 * and says to the caller what is wrong with the value.
 */
export interface FunctionPair {
  in(place: unknown): unknown;
  out(variable: unknown): unknown;
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

export function pair(functions: FunctionPair): Converter {
  return {
    in: (place) => jsonOf(functions.in, toJs(place)),
    out: (variable) => jsonOf(functions.out, toJs(variable)),
  };
}

function jsonOf(convert: (value: unknown) => unknown, value: unknown): ReturnType<Converter['in']> {
  const result = convertValue(convert, value);
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
