import type { SimpleType } from '../../contract/model/model.ts';
import { XSD_NS } from '../../xml/reader/names.ts';

/** How a type is called in messages: `xs:int`, `Sku (xs:string)`. */
export function label(type: SimpleType): string {
  const kind = type.variety === 'atomic' ? `xs:${type.builtin}` : `a ${type.variety}`;
  if (type.name === undefined) return kind;
  return type.name.ns === XSD_NS ? `xs:${type.name.local}` : `${type.name.local} (${kind})`;
}
