import type { TypeDef } from '../../contract/model/model.ts';

/** xs:anySimpleType itself: only xsi:type says what its values are. Lists and unions have it as their base. */
export function isAnySimpleType(def: TypeDef): boolean {
  return def.kind === 'simple' && def.variety === 'atomic' && def.builtin === 'anySimpleType';
}
