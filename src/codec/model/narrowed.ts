// The table of an element whose xsi:type names a simple type derived from the declared one.
import type { SimpleType } from '../../contract/model/model.ts';
import { NarrowedCodec } from '../datatypes/narrowed.ts';
import { isAnySimpleType } from '../datatypes/type-kind.ts';
import { SIMPLE, type TypeTable } from './tables.ts';

/**
 * The declared table with a codec that checks the named type, too; `namedType` itself where JSON has to tell the type: it has attributes, or
 * the declared type leaves the form open.
 */
export function narrowed(declared: TypeTable, namedType: TypeTable): TypeTable {
  if (declared.kind !== SIMPLE || namedType.kind !== SIMPLE || namedType === declared || isAnySimpleType(declared.def))
    return namedType;
  const { whiteSpace } = (namedType.def as SimpleType).facets;
  return { ...declared, simple: new NarrowedCodec(declared.simple!, namedType.simple!, whiteSpace) };
}
