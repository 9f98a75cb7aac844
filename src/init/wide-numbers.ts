// Does a contract have numbers that JavaScript clients would round? Then the table shows them as strings.
import { wideNumbers } from '../codec/datatypes/type-kind.ts';
import type { Contract, Operation } from '../contract/model/contract.ts';
import type { ElementDecl, Facets, SimpleType, TypeDef } from '../contract/model/model.ts';
import { elementsOf } from '../contract/xsd/elements.ts';

/** Decimal digits that a double keeps in any number (IEEE 754 binary64). */
const SAFE_DIGITS = 15;

/**
 * Whole numbers beyond 2^53, and decimals that the contract declares with more than 15 digits, in any message. `xs:decimal` alone promises
 * no digits: amounts stay numbers.
 */
export function hasWideNumbers({ operations }: Contract): boolean {
  const seen = new Set<TypeDef>();
  const open = operations.flatMap(bodiesOf).map(({ type }) => type as TypeDef);
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.kind === 'simple' ? isWide(type) : type.attributes.some(({ type: simple }) => isWide(simple))) return true;
    if (type.kind === 'complex') open.push(...elementsOf(type).map((element) => element.type));
    if (type.kind === 'complex' && type.content.kind === 'simple') open.push(type.content.type);
  }
  return false;
}

function bodiesOf({ input, output }: Operation): readonly ElementDecl[] {
  return [...input.body, ...(output?.body ?? [])];
}

function isWide({ variety, builtin, facets, item, members = [] }: SimpleType): boolean {
  if (variety !== 'atomic') return [...(item ? [item] : []), ...members].some(isWide);
  if (!wideNumbers.has(builtin)) return false;
  return builtin === 'decimal' ? (facets.totalDigits ?? 0) > SAFE_DIGITS : !isBounded(facets);
}

/** Whole numbers of 15 digits at most, either way. */
function isBounded({
  totalDigits,
  minInclusive,
  minExclusive,
  maxInclusive,
  maxExclusive,
  enumeration,
}: Facets): boolean {
  const isSmall = (...bounds: readonly (string | undefined)[]) =>
    bounds.some((bound) => bound !== undefined && bound.trim().replace(/^[+-]?0*/, '').length <= SAFE_DIGITS);
  const isShort = totalDigits !== undefined && totalDigits <= SAFE_DIGITS;
  return (
    isShort || enumeration !== undefined || (isSmall(minInclusive, minExclusive) && isSmall(maxInclusive, maxExclusive))
  );
}
