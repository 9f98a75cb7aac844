// For each type, the named types that may stand in its place by xsi:type.
import type { ComplexType, Schemas, TypeDef } from '../../contract/model/model.ts';
import { isAnyType } from '../presentation/list-members.ts';

/** Derived concrete complex types, in the order of the contract. Types without any are not in the map; xs:anyType never is. */
export function derivedTypes(schemas: Schemas): ReadonlyMap<TypeDef, readonly ComplexType[]> {
  const map = new Map<TypeDef, ComplexType[]>();
  for (const type of schemas.types.values()) {
    if (type.kind !== 'complex' || type.abstract) continue;
    for (let base = type.base; base?.kind === 'complex' && !isAnyType(base); base = base.base) {
      const list = map.get(base);
      if (list === undefined) map.set(base, [type]);
      else list.push(type);
    }
  }
  return map;
}
