// The numbers of a contract that JavaScript clients would round: a table with any shows them as strings.
import { wideNumbers } from '../../codec/datatypes/type-kind.ts';
import type { Contract, Operation } from '../../contract/model/contract.ts';
import type { ElementDecl, Facets, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { elementsOf } from '../../contract/xsd/elements.ts';
import { idWords } from '../inference/ids.ts';
import { wordsOf } from '../naming/names.ts';

/** Decimal digits that a double keeps in any number (IEEE 754 binary64). */
const SAFE_DIGITS = 15;

/** A member of a message, and the built-in type of its value. */
export interface WideNumber {
  readonly name: string;
  readonly builtin: string;
}

/**
 * Whole numbers that may be beyond 2^53, and decimals that the contract declares with more than 15 digits, in any message, each name once. `xs:decimal`
 * alone promises no digits: amounts stay numbers.
 */
export function wideNumbersOf({ operations }: Contract): WideNumber[] {
  const seen = new Set<TypeDef>();
  const found = new Map<string, WideNumber>();
  const open = operations.flatMap(bodiesOf).map(({ name, type }) => ({ name: name.local, type: type as TypeDef }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, type } = next;
    if (type.kind === 'simple') {
      if (isWide(type) && !isCount(name, type)) found.set(name, { name, builtin: type.builtin });
      continue;
    }
    if (seen.has(type)) continue;
    seen.add(type);
    const attributes = type.attributes.map((use) => ({ name: use.name.local, type: use.type }));
    const text = type.content.kind === 'simple' ? [{ name, type: type.content.type }] : [];
    const elements = elementsOf(type).map((element) => ({ name: element.name.local, type: element.type }));
    open.push(...attributes, ...text, ...elements);
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** `Count` of xs:positiveInteger: without bounds on paper. What names something may have any length. */
function isCount(name: string, { builtin }: SimpleType): boolean {
  return UNBOUNDED.includes(builtin) && !idWords.includes(wordsOf(name).at(-1) ?? '');
}

const UNBOUNDED: readonly string[] = [
  ...['integer', 'positiveInteger', 'nonNegativeInteger', 'negativeInteger', 'nonPositiveInteger'],
];

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
