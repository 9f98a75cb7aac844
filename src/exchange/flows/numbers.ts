// Whole numbers in bindings.
import type { Bindings } from '../../binding/binding.ts';
import { SoapstoneError } from '../../errors.ts';
import { type Json, json } from '../../json/value.ts';
import { scalarText } from '../../json/walk.ts';

/** undefined where it is unbound. Throws BAD_QUERY for what is not a whole number up to 2^53 - 1. */
export function wholeNumber(bindings: Bindings, variable: number | undefined, name: string): number | undefined {
  const value = variable === undefined ? undefined : bindings[variable];
  if (value === undefined) return undefined;
  const text = scalarText(value);
  const n = text !== undefined && /^\+?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(n)) return n;
  throw new SoapstoneError('BAD_QUERY', 'this must be a whole number', { path: name });
}

export function numberOf(n: number): Json {
  return json(Buffer.from(String(n)));
}

export function flagOf(flag: boolean): Json {
  return json(Buffer.from(String(flag)));
}

export function isTrue(value: Json | undefined): boolean | undefined {
  return value === undefined ? undefined : scalarText(value) === 'true';
}
