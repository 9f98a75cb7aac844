// Applies a converter to each item of a list.
import { arrayOf } from '../../json/array.ts';
import { ARRAY, type Json } from '../../json/value.ts';
import { itemsOf, kindOf } from '../../json/walk.ts';
import type { Converter } from '../text/converter.ts';

/** A converter of single values at a list: each item by itself. A list with an item outside of the domain is outside of it. */
export function perItem(converter: Converter): Converter {
  return {
    in: (place, bindings) => each(place, (item) => converter.in(item, bindings)),
    out: (variable, bindings) => each(variable, (item) => converter.out(item, bindings)),
    values: converter.values,
    late: converter.late,
  };
}

function each(list: Json, convert: (item: Json) => Json | undefined): Json | undefined {
  if (kindOf(list) !== ARRAY) return undefined;
  const items: Json[] = [];
  for (const item of itemsOf(list)) {
    const converted = convert(item);
    if (converted === undefined) return undefined;
    items.push(converted);
  }
  return arrayOf(items);
}
