// What a wrong `$type` may have meant. Off the hot path, and bounded: the text comes from the wire.
import { nearest } from '../../json/near-key.ts';
import type { Tables, TypeTable } from '../tables.ts';

/** Types that are looked at. */
const MOST = 2_000;
/** Types that are listed where none is near. */
const LISTED = 5;

/** A hint with the types that can stand for `declared`, compared by their local names. */
export function nearType({ schemas, dialect }: Tables, declared: TypeTable, text: string): string | undefined {
  const names = new Map<string, string>();
  let left = MOST;
  for (const type of schemas.types.values()) {
    if (left-- === 0) break;
    if (type.kind !== 'complex' || type.abstract || type.name === undefined) continue;
    if (type === declared.def || schemas.derives(type, declared.def))
      names.set(type.name.local, dialect.nameOf(type.name));
  }
  const near = nearest(text.replace(/^.*[:}]/, ''), [...names.keys()]);
  if (near !== undefined) return `did you mean "${names.get(near)}"?`;
  return names.size > 0 && names.size <= LISTED ? `one of ${[...names.values()].join(', ')}` : undefined;
}
