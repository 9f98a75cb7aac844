// The operators of `q` and those of searches, by the kind of the field. Knows nothing of fields and values.
import type { Kind } from './fields.ts';

const NUMBERS = {
  EQUAL: 'equalTo', EQUAL_NOT: 'notEqualTo', GREATER: 'greaterThan', GREATER_NOT: 'notGreaterThan',
  GREATER_OR_EQUAL: 'greaterThanOrEqualTo', GREATER_OR_EQUAL_NOT: 'notGreaterThanOrEqualTo', LESS: 'lessThan',
  LESS_NOT: 'notLessThan', LESS_OR_EQUAL: 'lessThanOrEqualTo', LESS_OR_EQUAL_NOT: 'notLessThanOrEqualTo',
  BETWEEN: 'between', BETWEEN_NOT: 'notBetween', EMPTY: 'empty', EMPTY_NOT: 'notEmpty',
};
const DATES = {
  AFTER: 'after', AFTER_NOT: 'notAfter', BEFORE: 'before', BEFORE_NOT: 'notBefore', ON: 'on', ON_NOT: 'notOn',
  ON_OR_AFTER: 'onOrAfter', ON_OR_AFTER_NOT: 'notOnOrAfter', ON_OR_BEFORE: 'onOrBefore', ON_OR_BEFORE_NOT: 'notOnOrBefore',
  WITHIN: 'within', WITHIN_NOT: 'notWithin', EMPTY: 'empty', EMPTY_NOT: 'notEmpty',
};
const STRINGS = {
  IS: 'is', IS_NOT: 'isNot', CONTAIN: 'contains', CONTAIN_NOT: 'doesNotContain', START_WITH: 'startsWith',
  START_WITH_NOT: 'doesNotStartWith', EMPTY: 'empty', EMPTY_NOT: 'notEmpty',
};
const SELECTS = { ANY_OF: 'anyOf', ANY_OF_NOT: 'noneOf' };

/** Operator of `q` → that of one search. A boolean has none: its value is all there is. What needs several searches is not here. */
export const OPERATORS: Readonly<Record<Kind, ReadonlyMap<string, string>>> = {
  String: new Map(Object.entries(STRINGS)), Long: new Map(Object.entries(NUMBERS)), Double: new Map(Object.entries(NUMBERS)),
  TextNumber: new Map(Object.entries(NUMBERS)), Date: new Map(Object.entries(DATES)), Boolean: new Map([['IS', ''], ['IS_NOT', '']]),
  MultiSelect: new Map(Object.entries(SELECTS)), EnumMultiSelect: new Map(Object.entries(SELECTS)),
};

export const isNumeric = (kind: Kind): boolean => kind === 'Long' || kind === 'Double' || kind === 'TextNumber';

/** Operators that several searches say, or one with values of its own, or one whose records are looked at. */
const FURTHER: ReadonlyMap<Kind, readonly string[]> = new Map([
  ['String', ['END_WITH', 'END_WITH_NOT']],
  ['Boolean', ['EMPTY', 'EMPTY_NOT']],
  ['MultiSelect', ['EMPTY', 'EMPTY_NOT']],
  ['EnumMultiSelect', ['EMPTY', 'EMPTY_NOT']],
]);
const OF_NUMBERS = ['ANY_OF', 'ANY_OF_NOT'];

/** All that `q` may say of a field. */
export function operatorsOf(kind: Kind): readonly string[] {
  return [...OPERATORS[kind].keys(), ...(isNumeric(kind) ? OF_NUMBERS : []), ...(FURTHER.get(kind) ?? [])];
}

/** Other words for the same thing. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([['ENDWITH', 'END_WITH'], ['ENDWITH_NOT', 'END_WITH_NOT']]);
const NUMERIC_SYNONYMS: ReadonlyMap<string, string> = new Map([['WITHIN', 'BETWEEN'], ['WITHIN_NOT', 'BETWEEN_NOT']]);

export function canonical(operator: string, kind: Kind): string {
  return (isNumeric(kind) ? NUMERIC_SYNONYMS.get(operator) : undefined) ?? SYNONYMS.get(operator) ?? operator;
}

const TWO_VALUES = ['BETWEEN', 'BETWEEN_NOT', 'WITHIN', 'WITHIN_NOT'];

export function valuesOf(operator: string): 0 | 1 | 2 | 'list' {
  if (operator === 'EMPTY' || operator === 'EMPTY_NOT') return 0;
  return operator.startsWith('ANY_OF') ? 'list' : TWO_VALUES.includes(operator) ? 2 : 1;
}
