// Numbers and lists in bindings.

import { SoapstoneError } from '../../errors/errors.ts';
import { pathOf } from '../../json/path.ts';
import { scanned } from '../../json/tape.ts';
import { ARRAY, type Json, json } from '../../json/value.ts';
import { itemsOf, kindOf, scalarText } from '../../json/walk.ts';
import type { Exchange } from '../../rule/exchange.ts';
import type { Bindings } from '../../rule/pattern.ts';

/** Of a request; undefined where it is unbound. Throws BAD_QUERY for what is not a whole number up to 2^53 - 1. */
export function wholeNumber(bindings: Bindings, variable: number | undefined, name: string): number | undefined {
  const value = variable === undefined ? undefined : bindings[variable];
  if (value === undefined) return undefined;
  return numberIn(value) ?? refuse('BAD_QUERY', 'this must be a whole number', name);
}

/** Of a response: the same, but UPSTREAM_BODY. */
export function repliedNumber(bindings: Bindings, variable: number | undefined, name: string): number | undefined {
  const value = variable === undefined ? undefined : bindings[variable];
  if (value === undefined) return undefined;
  return numberIn(value) ?? refuse('UPSTREAM_BODY', `what the response has for ${name} is not a whole number`, name);
}

function numberIn(value: Json): number | undefined {
  const text = scalarText(value);
  const n = text !== undefined && /^\+?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(n) ? n : undefined;
}

function refuse(code: 'BAD_QUERY' | 'UPSTREAM_BODY', message: string, path: string): never {
  throw new SoapstoneError(code, message, { path });
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

/** Of a request; empty where it is unbound. Throws CODEC_TYPE with the JSON path for what is no list, JSON_* for what is no JSON, LIST_TOO_LONG. */
export function askedList({ rule, bindings }: Exchange, variable: number, maxItems: number): Json[] {
  const value = bindings[variable];
  if (value === undefined) return [];
  const { tape, node } = scanned(value);
  if (kindOf(value) !== ARRAY)
    throw new SoapstoneError('CODEC_TYPE', 'expected an array', { path: pathOf(tape, node) });
  const items = itemsOf(value);
  if (items.length <= maxItems) return items;
  const message = `at most ${maxItems} items at a time, not ${items.length}`;
  throw new SoapstoneError('LIST_TOO_LONG', message, { path: rule.variables[variable] });
}

/** Of a response; empty where it is unbound. Throws UPSTREAM_BODY for what is no list. */
export function repliedList(bindings: Bindings, variable: number, name: string): Json[] {
  const value = bindings[variable];
  if (value === undefined) return [];
  if (kindOf(value) === ARRAY) return itemsOf(value);
  throw new SoapstoneError('UPSTREAM_BODY', `what the response has for {${name}} is not a list`, { path: `{${name}}` });
}
