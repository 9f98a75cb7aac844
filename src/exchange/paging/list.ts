// Lists in bindings. A value that is no list is an error, not an empty list.

import { SoapstoneError } from '../../errors/errors.ts';
import { pathOf } from '../../json/path.ts';
import { scanned } from '../../json/tape.ts';
import { ARRAY, type Json } from '../../json/value.ts';
import { itemsOf, kindOf } from '../../json/walk.ts';
import type { Exchange } from '../../rule/exchange.ts';
import type { Bindings } from '../../rule/pattern.ts';

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
