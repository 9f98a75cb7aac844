// Questions about a simple type: which kind of values it has, and what messages call it.
import type { Builtin, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { XSD_NS } from '../../xml/reader/names.ts';
import { integerRange } from './integer-range.ts';

/** xs:anySimpleType itself: only xsi:type says what its values are. Lists and unions have it as their base. */
export function isAnySimpleType(def: TypeDef): boolean {
  return def.kind === 'simple' && def.variety === 'atomic' && def.builtin === 'anySimpleType';
}

export function isDecimal(builtin: Builtin): boolean {
  return builtin === 'decimal' || integerRange(builtin) !== undefined;
}

/** Values are JSON numbers or flags, not texts. */
export function isBare(builtin: Builtin): boolean {
  return isDecimal(builtin) || builtin === 'boolean' || builtin === 'float' || builtin === 'double';
}

/** The name of a type in messages: `xs:int`, `Sku (xs:string)`. */
export function label(type: SimpleType): string {
  const kind = type.variety === 'atomic' ? `xs:${type.builtin}` : `a ${type.variety}`;
  if (type.name === undefined) return kind;
  return type.name.ns === XSD_NS ? `xs:${type.name.local}` : `${type.name.local} (${kind})`;
}
