// Suggestions and counts for messages. Off the hot path, and bounded: the text comes from the wire.
import { nearestKey } from '../../errors/suggest.ts';
import { namesInPlaceOf } from '../model/derived-types.ts';
import type { Tables, TypeTable } from '../model/tables.ts';

/** Types that are listed where none is near. */
const LISTED = 5;

/** A suggestion for a wrong `$type`: types that may replace `declared`, compared without prefixes. */
export function nearType({ schemas }: Tables, declared: TypeTable, text: string): string | undefined {
  const names = new Map<string, string>();
  for (const name of namesInPlaceOf(schemas, declared.def)) {
    const value = declared.naming.value(name);
    names.set(bare(value), value);
  }
  const near = nearestKey(bare(text), names.keys());
  if (near !== undefined) return `did you mean "${names.get(near)}"?`;
  return names.size > 0 && names.size <= LISTED ? `one of ${[...names.values()].join(', ')}` : undefined;
}

function bare(name: string): string {
  return name.replace(/^.*[:}]/, '');
}

/** `1 to 3 items`, `at least 2 items`, `exactly 1 item`: how often something may stand, for messages. */
export function countOf({ min, max }: { readonly min: number; readonly max: number }): string {
  if (max === Number.POSITIVE_INFINITY) return `at least ${items(min)}`;
  return min === max ? `exactly ${items(min)}` : `${min} to ${items(max)}`;
}

function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}
