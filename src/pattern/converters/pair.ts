import { fromJs, toJs } from '../../json/value.ts';
import type { Converter } from '../converter.ts';
import type { Draw } from '../draw.ts';

/** Two functions of a mapping's module.ts, on ordinary JavaScript values. undefined means: outside of the domain. */
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
    in: (place) => given(functions.in(toJs(place))),
    out: (variable) => given(functions.out(toJs(variable))),
  };
}

function given(value: unknown): ReturnType<Converter['in']> {
  return value === undefined ? undefined : fromJs(value);
}
