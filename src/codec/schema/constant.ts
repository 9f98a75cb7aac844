// Default and fixed values in their JSON form.
import type { SimpleType } from '../../contract/model/model.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import { enumerationOf } from './enumeration.ts';

/** Undefined where there is no text, or the value has more than one JSON form. */
export function constantOf(type: SimpleType, text: string | undefined, dialect: Dialect): unknown {
  if (text === undefined || type.builtin === 'QName' || type.builtin === 'NOTATION') return undefined;
  const constantType: SimpleType = {
    ...type,
    facets: { ...type.facets, enumeration: [text], enumerationNames: undefined },
  };
  return enumerationOf(constantType, dialect)?.[0];
}
