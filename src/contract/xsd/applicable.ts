import type { Builtin, SimpleType } from '../model/model.ts';
import { primitive } from './builtins.ts';

const LENGTHS = ['length', 'minLength', 'maxLength'];
const BOUNDS = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'];
const EVERY = ['pattern', 'enumeration', 'whiteSpace'];

/** Part 2 §4.1.5: which facets a type takes besides `EVERY`, by its primitive. */
const BY_PRIMITIVE = new Map<Builtin, readonly string[]>([
  ['boolean', []],
  ['decimal', ['totalDigits', 'fractionDigits', ...BOUNDS]],
  ...(['string', 'hexBinary', 'base64Binary', 'anyURI', 'QName', 'NOTATION'] as const).map(
    (p) => [p, LENGTHS] as const,
  ),
  ...(
    [
      'float',
      'double',
      'duration',
      'dateTime',
      'time',
      'date',
      'gYearMonth',
      'gYear',
      'gMonthDay',
      'gDay',
      'gMonth',
    ] as const
  ).map((p) => [p, BOUNDS] as const),
]);

export function applies(facet: string, type: SimpleType): boolean {
  if (type.variety === 'union') return facet === 'pattern' || facet === 'enumeration';
  if (EVERY.includes(facet)) return true;
  if (type.variety === 'list') return LENGTHS.includes(facet);
  const allowed = BY_PRIMITIVE.get(primitive(type.builtin));
  return allowed === undefined || allowed.includes(facet);
}

const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const FLOAT = /^(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?INF|NaN)$/;

/** A first look at a facet's value; numbers are checked, other types only for being there. */
export function lexicallyFits(text: string, type: SimpleType): boolean {
  if (type.variety !== 'atomic') return true;
  const kind = primitive(type.builtin);
  if (kind === 'decimal') return DECIMAL.test(text);
  if (kind === 'float' || kind === 'double') return FLOAT.test(text);
  return text !== '' || !BY_PRIMITIVE.get(kind)?.includes('minInclusive');
}
