// Enumerations, default and fixed values as JSON values, for types whose equal values have one JSON form.
import type { SimpleType } from '../../contract/model/model.ts';
import { primitive } from '../../contract/xsd/builtins.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import { wideNumbers } from '../datatypes/type-kind.ts';

/**
 * The values of the type's enumeration, or undefined where there is none or a value has more than one JSON form (dates of several time
 * zones, decimals written as strings, numbers that no double holds, floats, lists, unions).
 */
export function enumerationOf(type: SimpleType, dialect: Dialect): unknown[] | undefined {
  const { enumeration, enumerationNames } = type.facets;
  if (enumerationNames) return unique(enumerationNames);
  if (!enumeration || type.variety !== 'atomic') return undefined;
  const kind = primitive(type.builtin);
  if (kind === 'string' || kind === 'anyURI') return unique(enumeration.map((text) => normalised(text, type)));
  if (kind === 'boolean') return unique(enumeration.map((text) => text.trim() === 'true' || text.trim() === '1'));
  const numbers = kind === 'decimal' && (dialect.numbers === 'number' || !wideNumbers.has(type.builtin));
  return numbers && enumeration.every(isExact) ? unique(enumeration.map((text) => Number(text.trim()))) : undefined;
}

/** Up to 15 digits: exact as a double. */
function isExact(text: string): boolean {
  return text.replace(/[^0-9]/g, '').length <= 15;
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

function normalised(text: string, type: SimpleType): string {
  if (type.facets.whiteSpace === 'preserve') return text;
  const replaced = text.replace(/[\t\n\r]/g, ' ');
  return type.facets.whiteSpace === 'replace'
    ? replaced
    : replaced
        .split(' ')
        .filter((w) => w !== '')
        .join(' ');
}

/** Undefined without text, or if the value has more than one JSON form. */
export function constantOf(type: SimpleType, text: string | undefined, dialect: Dialect): unknown {
  if (text === undefined || type.builtin === 'QName' || type.builtin === 'NOTATION') return undefined;
  const constantType: SimpleType = {
    ...type,
    facets: { ...type.facets, enumeration: [text], enumerationNames: undefined },
  };
  return enumerationOf(constantType, dialect)?.[0];
}
