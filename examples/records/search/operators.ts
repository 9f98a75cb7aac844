// The operators of criteria, as SQL over one value. Knows nothing about fields.
import { isRawNumber } from '../../../src/index.ts';
import { Refusal } from '../store/status.ts';
import { type Doc, listOf, type Ref } from '../store/values.ts';
import type { Condition, Operand } from './operand.ts';
import { type DayRange, predefinedDays } from './predefined-dates.ts';
import { and, isOneOf, not, or, type Sql, sql } from './sql.ts';

export interface Criterion extends Doc {
  readonly '@operator'?: string;
  readonly searchValue?: unknown;
  readonly searchValue2?: unknown;
  readonly predefinedSearchValue?: string;
}

type Test = (operand: Operand, criterion: Criterion, field: string, now: number) => Sql;

/** By the kind of the criterion: `SearchStringField` and `SearchStringCustomField` are one. */
export function condition(kind: string, operand: Operand, criterion: Criterion, field: string, now: number): Sql {
  const test = TESTS.get(kind);
  if (!test) throw new Refusal('INVALID_SEARCH_FIELD_NAME', `${field}: criteria of this kind are not available.`);
  return test(operand, criterion, field, now);
}

const TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['String', strings],
  ['Long', numbers],
  ['Double', numbers],
  ['TextNumber', numbers],
  ['Date', dates],
  ['Boolean', booleans],
  ['EnumMultiSelect', enumerations],
  ['MultiSelect', references],
]);

/** Nothing is there, or the only value is an empty one. */
function emptiness(operand: Operand): Sql {
  return not(operand.any((value) => sql(`coalesce(${value}, '') <> ''`)));
}

function strings(operand: Operand, { '@operator': operator, searchValue }: Criterion, field: string): Sql {
  if (operator === 'empty') return emptiness(operand);
  if (operator === 'notEmpty') return not(emptiness(operand));
  const wanted = String(demanded(searchValue, field)).toLowerCase();
  const tests: Record<string, (value: string) => Sql> = {
    is: (value) => sql(`fold(${value}) = ?`, wanted),
    contains: (value) => sql(`instr(fold(${value}), ?) > 0`, wanted),
    startsWith: (value) => sql(`substr(fold(${value}), 1, ?) = ?`, [...wanted].length, wanted),
    hasKeywords: (value) => keywords(value, wanted),
  };
  const negative: Record<string, string> = { isNot: 'is', doesNotContain: 'contains', doesNotStartWith: 'startsWith' };
  return tested(operand, operator, field, tests, negative);
}

function keywords(value: string, wanted: string): Sql {
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  return sql(words.map(() => `instr(fold(${value}), ?) > 0`).join(' AND ') || '1', ...words);
}

function tested(
  operand: Operand,
  operator: string | undefined,
  field: string,
  tests: Readonly<Record<string, Condition>>,
  negative: Readonly<Record<string, string>>,
): Sql {
  if (operator !== undefined && Object.hasOwn(tests, operator)) return operand.any(tests[operator]);
  if (operator !== undefined && Object.hasOwn(negative, operator)) return not(operand.any(tests[negative[operator]]));
  throw new Refusal('INVALID_SEARCH_OPERATOR', `${field}: ${operator ?? 'no operator'} is not possible here.`);
}

const NOT_NUMBER: Readonly<Record<string, string>> = {
  notEqualTo: 'equalTo',
  notGreaterThan: 'greaterThan',
  notGreaterThanOrEqualTo: 'greaterThanOrEqualTo',
  notLessThan: 'lessThan',
  notLessThanOrEqualTo: 'lessThanOrEqualTo',
  notBetween: 'between',
};

function numbers(operand: Operand, criterion: Criterion, field: string): Sql {
  const { '@operator': operator, searchValue, searchValue2 } = criterion;
  if (operator === 'empty') return emptiness(operand);
  if (operator === 'notEmpty') return not(emptiness(operand));
  const a = numberOf(searchValue, field);
  const compare = (sign: Sign) => compared(sign, a);
  const tests = {
    equalTo: compare('='),
    greaterThan: compare('>'),
    greaterThanOrEqualTo: compare('>='),
    lessThan: compare('<'),
    lessThanOrEqualTo: compare('<='),
    between: (value: string, written: string) =>
      and([compare('>=')(value, written), compared('<=', numberOf(searchValue2, field))(value, written)]),
  };
  return tested(operand, operator, field, tests, NOT_NUMBER);
}

type Sign = '=' | '>' | '>=' | '<' | '<=';

/** Doubles decide quickly, but for values that only more digits tell apart. */
function compared(sign: Sign, wanted: string): Condition {
  const number = Number(wanted);
  return (value, written) => {
    const real = `CAST(${value} AS REAL)`;
    const equal = sql(`${real} = ? AND compare_decimals(${written}, ?) ${sign} 0`, number, wanted);
    const apart = sign === '=' ? [] : [sql(`${real} ${sign.charAt(0)} ?`, number)];
    return and([sql(given(value)), or([...apart, equal])]);
  };
}

/** Its digits. */
function numberOf(value: unknown, field: string): string {
  const text = isRawNumber(value) ? value.rawJSON : String(demanded(value, field));
  if (Number.isNaN(Number(text))) throw new Refusal('INVALID_SEARCH_VALUE', `${field}: the value is not a number.`);
  return text;
}

/** SQL would take no value for 0. */
function given(value: string): string {
  return `coalesce(${value}, '') <> ''`;
}

const NOT_DATE: Readonly<Record<string, string>> = {
  notAfter: 'after',
  notBefore: 'before',
  notOn: 'on',
  notOnOrAfter: 'onOrAfter',
  notOnOrBefore: 'onOrBefore',
  notWithin: 'within',
};

/** Days are compared, in UTC: a moment is on its day. */
function dates(operand: Operand, criterion: Criterion, field: string, now: number): Sql {
  const { '@operator': operator, predefinedSearchValue, searchValue, searchValue2 } = criterion;
  if (operator === 'empty') return emptiness(operand);
  if (operator === 'notEmpty') return not(emptiness(operand));
  const days = predefinedSearchValue === undefined ? undefined : predefinedDays(predefinedSearchValue, now);
  const { from, to } = days ?? spanOf(operator, searchValue, searchValue2, field);
  const tests = {
    on: (value: string) => sql(`date(${value}) BETWEEN date(?) AND date(?)`, from, to),
    within: (value: string) => sql(`date(${value}) BETWEEN date(?) AND date(?)`, from, to),
    after: (value: string) => sql(`date(${value}) > date(?)`, to),
    before: (value: string) => sql(`date(${value}) < date(?)`, from),
    onOrAfter: (value: string) => sql(`date(${value}) >= date(?)`, from),
    onOrBefore: (value: string) => sql(`date(${value}) <= date(?)`, to),
  };
  return tested(operand, operator, field, tests, NOT_DATE);
}

function spanOf(operator: string | undefined, from: unknown, to: unknown, field: string): DayRange {
  const first = String(demanded(from, field));
  const several = operator === 'within' || operator === 'notWithin';
  return { from: first, to: several ? String(demanded(to, field)) : first };
}

function booleans(operand: Operand, { searchValue }: Criterion, field: string): Sql {
  const yes = operand.any((value) => sql(`${value} = 1`));
  return demanded(searchValue, field) === true ? yes : not(yes);
}

function enumerations(operand: Operand, { '@operator': operator, searchValue }: Criterion, field: string): Sql {
  const wanted = Array.isArray(searchValue) ? searchValue.map(String) : [];
  if (wanted.length === 0) demanded(undefined, field);
  return tested(operand, operator, field, { anyOf: (value) => isOneOf(value, wanted) }, { noneOf: 'anyOf' });
}

/** The id of a reference that is empty. */
const NONE = '@NONE@';

function references(operand: Operand, { '@operator': operator, searchValue }: Criterion, field: string): Sql {
  const wanted = listOf(searchValue).map((ref) => (ref as Ref)['@internalId'] ?? demanded(undefined, field));
  if (wanted.length === 0) demanded(undefined, field);
  const some = tested(
    operand,
    'anyOf',
    field,
    { anyOf: (value) => isOneOf(`CAST(${value} AS TEXT)`, wanted as string[]) },
    {},
  );
  const found = wanted.includes(NONE) ? or([some, emptiness(operand)]) : some;
  if (operator !== 'anyOf' && operator !== 'noneOf') return tested(operand, operator, field, {}, {});
  return operator === 'anyOf' ? found : not(found);
}

function demanded(value: unknown, field: string): unknown {
  if (value === undefined) throw new Refusal('INVALID_SEARCH_VALUE', `${field}: a search value is missing.`);
  return value;
}
