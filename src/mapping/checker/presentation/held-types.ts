// The types that a type is made of: `"*List in o:Order"` selects among those that an order, or a type derived from it, holds.
import type { Codec } from '../../../codec/model/codec.ts';
import type { ComplexType, TypeDef } from '../../../contract/model/model.ts';
import { elementsOf } from '../../../contract/xsd/elements.ts';

/** The type itself, types derived from it, and those of their elements, which may be derived ones too. */
export function heldTypes(holder: ComplexType, codec: Codec): ReadonlySet<ComplexType> {
  const derived = Map.groupBy(codec.schemas.types.values(), (type) => type.base);
  const held = new Set<ComplexType>([holder]);
  const add = (type: TypeDef): void => {
    if (type.kind === 'complex') held.add(type);
  };
  // A set in iteration goes on with what is added.
  for (const type of held) {
    derived.get(type)?.forEach(add);
    for (const { type: declared, substitutes } of elementsOf(type)) {
      add(declared);
      for (const substitute of substitutes) add(substitute.type);
    }
  }
  return held;
}
