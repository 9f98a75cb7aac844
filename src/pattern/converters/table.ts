import type { Json } from '../../json/value.ts';
import { scalarText } from '../../json/walk.ts';
import type { Converter } from '../text/converter.ts';

/** One row of a two-column view of a table, each value in the JSON form of its end. */
export interface TablePair {
  readonly place: Json;
  readonly variable: Json;
}

/** `{type|table(name.column)}`. Values are found by their text; the columns are known to be bijections. */
export function table(pairs: readonly TablePair[]): Converter {
  const byPlace = new Map(pairs.map((p) => [scalarText(p.place), p.variable]));
  const byVariable = new Map(pairs.map((p) => [scalarText(p.variable), p.place]));
  return {
    values: pairs.map((p) => scalarText(p.place) ?? ''),
    in: (place) => byPlace.get(scalarText(place)),
    out: (variable) => byVariable.get(scalarText(variable)),
  };
}
