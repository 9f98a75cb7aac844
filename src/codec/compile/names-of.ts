// Names that the contract gives, in both forms: what is shown of a path may hold these. Off the hot path.
import type { ElementTable, LevelTable, TypeTable } from '../model/tables.ts';

/** Names of members and of elements; attributes begin with `@`. */
export function namesOf(types: Iterable<TypeTable>, elements: Iterable<ElementTable>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { decl } of elements) names.add(decl.name.local);
  for (const { keys, attributes, level } of types) {
    for (const key of keys.keys) names.add(key);
    for (const { use } of attributes) names.add(`@${use.name.local}`);
    if (level !== undefined) addLevel(level, names);
  }
  return names;
}

function addLevel(level: LevelTable, names: Set<string>): void {
  for (const { key, element, inner } of level.positions) {
    names.add(key);
    for (const substitute of element?.substitutes?.values() ?? []) names.add(substitute.key);
    if (inner !== undefined) addLevel(inner, names);
  }
}
