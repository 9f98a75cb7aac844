// The types that may stand in place of another one, for messages. Off the hot path, and bounded.
import type { TypeDef } from '../../contract/model/model.ts';
import type { QName } from '../../xml/reader/names.ts';
import type { Tables } from './tables.ts';

/** Types that are looked at. */
const MAX_TYPES = 2_000;
/** Types that a message lists. */
const LISTED = 5;

const names = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Names of the concrete complex types that are `declared` or derived from it. */
export function namesInPlaceOf(schemas: Tables['schemas'], declared: TypeDef): QName[] {
  const found: QName[] = [];
  let left = MAX_TYPES;
  for (const type of schemas.types.values()) {
    if (left-- === 0) break;
    if (type.kind !== 'complex' || type.abstract || type.name === undefined) continue;
    if (type === declared || schemas.derives(type, declared)) found.push(type.name);
  }
  return found;
}

/** `DataPlan or VoicePlan`; of many, the first few. */
export function derivedNames({ schemas }: Tables, declared: TypeDef, textOf: (name: QName) => string): string {
  const found = namesInPlaceOf(schemas, declared).map(textOf);
  if (found.length === 0) return 'a derived type, and the contract has none';
  if (found.length <= LISTED) return names.format(found);
  return `one of its ${found.length} derived types, such as ${names.format(found.slice(0, LISTED))}`;
}
