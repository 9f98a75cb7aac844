// Properties of a simple type: kind of its values, range of an integer type, name in messages.
import type { Builtin, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { XSD_NS } from '../../xml/reader/names.ts';
import { type DecimalText, decimalOf } from './decimal-text.ts';

/** Least and greatest value of the built-in integer types (XML Schema Part 2 §3.3.13–25); '' for none. */
const RANGES: readonly (readonly [Builtin, min: string, max: string])[] = [
  ['integer', '', ''],
  ['nonPositiveInteger', '', '0'],
  ['negativeInteger', '', '-1'],
  ['nonNegativeInteger', '0', ''],
  ['positiveInteger', '1', ''],
  ['long', '-9223372036854775808', '9223372036854775807'],
  ['int', '-2147483648', '2147483647'],
  ['short', '-32768', '32767'],
  ['byte', '-128', '127'],
  ['unsignedLong', '0', '18446744073709551615'],
  ['unsignedInt', '0', '4294967295'],
  ['unsignedShort', '0', '65535'],
  ['unsignedByte', '0', '255'],
];

export interface IntegerRange {
  readonly min: DecimalText | undefined;
  readonly max: DecimalText | undefined;
}

const ranges = new Map<Builtin, IntegerRange>(
  RANGES.map(([name, min, max]) => [name, { min: decimalOf(Buffer.from(min)), max: decimalOf(Buffer.from(max)) }]),
);

/** Undefined for other types. */
export function integerRange(builtin: Builtin): IntegerRange | undefined {
  return ranges.get(builtin);
}

/** Types whose values may have more digits than a JavaScript number keeps: JSON strings with `numbers: string`. */
export const wideNumbers: ReadonlySet<Builtin> = new Set<Builtin>([
  'decimal',
  'integer',
  'nonPositiveInteger',
  'negativeInteger',
  'nonNegativeInteger',
  'positiveInteger',
  'long',
  'unsignedLong',
]);

/** The same bounds as texts, '' for none. */
export function integerBounds(builtin: Builtin): readonly [min: string, max: string] {
  const [, min, max] = RANGES.find(([name]) => name === builtin) ?? ['', '', ''];
  return [min, max];
}

/** xs:anySimpleType itself: only xsi:type says what its values are. Lists and unions have it as their base. */
export function isAnySimpleType(def: TypeDef): boolean {
  return def.kind === 'simple' && def.variety === 'atomic' && def.builtin === 'anySimpleType';
}

/** Values are free texts: QNames and XPath may stand in them without a word of the contract. */
export function isFreeText({ variety, builtin, facets }: SimpleType): boolean {
  return variety === 'atomic' && FREE_TEXTS.has(builtin) && facets.enumeration === undefined;
}

const FREE_TEXTS: ReadonlySet<Builtin> = new Set<Builtin>([
  'string',
  'normalizedString',
  'token',
  'anyURI',
  'anySimpleType',
]);

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
