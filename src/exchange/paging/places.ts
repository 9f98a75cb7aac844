// Where the items of a page or list were when they were first read: windows go by that, whatever is deleted between them.

import type { Json } from '../../json/value.ts';

/** Of a page or list that a window ended in. */
export interface Order {
  /** Counted from 0; 0 for a list. */
  readonly page: number;
  /** Keys of its items, in their places. */
  readonly keys: readonly string[];
}

/** A list that is longer is read by offsets alone. */
export const MOST_KEYS = 20_000;

/** An item, or the gap that one has left. */
type Place = Json | undefined;

/** The items in the places that `keys` have; those that came later are behind them. */
export function placed(items: readonly Json[], keys: readonly string[], keyOf: (item: Json) => string): Place[] {
  const placeOf = new Map(keys.map((key, i) => [key, i]));
  const places: Place[] = keys.map(() => undefined);
  for (const item of items) places[placeOf.get(keyOf(item)) ?? places.length] = item;
  return places;
}

/** The items from `start` up to `end`. */
export function itemsBetween(places: readonly Place[], start: number, end?: number): Json[] {
  return places.slice(start, end).filter((item) => item !== undefined);
}
