// Conditions of `q` ⇄ criteria of a search: one for each field, all of which must hold. Knows the kinds of fields, not the fields.
import { type Condition, parseQuery, type Term, writeValue, wrong } from './query-text.ts';

export type Kind = 'String' | 'Long' | 'Double' | 'TextNumber' | 'Date' | 'Boolean' | 'MultiSelect' | 'EnumMultiSelect';

/** Field of the search → its kind. */
export type Fields = ReadonlyMap<string, Kind>;

/** JSON of a criterion, as the contract's search fields look. */
export interface Criterion {
  readonly '@operator'?: string;
  readonly searchValue?: unknown;
  readonly searchValue2?: unknown;
  readonly predefinedSearchValue?: unknown;
}

export type Criteria = Readonly<Record<string, Criterion>>;

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

/** Operator of `q` → that of the search. A boolean has none: its value is all there is. */
export const OPERATORS: Readonly<Record<Kind, ReadonlyMap<string, string>>> = {
  String: new Map(Object.entries(STRINGS)), Long: new Map(Object.entries(NUMBERS)), Double: new Map(Object.entries(NUMBERS)),
  TextNumber: new Map(Object.entries(NUMBERS)), Date: new Map(Object.entries(DATES)), Boolean: new Map([['IS', ''], ['IS_NOT', '']]),
  MultiSelect: new Map(Object.entries(SELECTS)), EnumMultiSelect: new Map(Object.entries(SELECTS)),
};
/** Other words for the same thing. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([['ENDWITH', 'END_WITH'], ['ENDWITH_NOT', 'END_WITH_NOT']]);
const NUMERIC_SYNONYMS: ReadonlyMap<string, string> = new Map([['WITHIN', 'BETWEEN'], ['WITHIN_NOT', 'BETWEEN_NOT']]);
const NO_VALUE = ['EMPTY', 'EMPTY_NOT'];
const TWO_VALUES = ['BETWEEN', 'BETWEEN_NOT', 'WITHIN', 'WITHIN_NOT'];
/** Two conditions on one field that one criterion says. */
const RANGES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['between', ['greaterThanOrEqualTo', 'lessThanOrEqualTo']],
  ['within', ['onOrAfter', 'onOrBefore']],
]);

/** Throws RangeError that names the character of the text. */
export function criteriaOf(text: string, fields: Fields): Criteria {
  const found = new Map<string, Criterion>();
  for (const condition of conjunction(parseQuery(text))) {
    const name = fieldOf(condition, fields);
    const own = criterionOf(condition, fields.get(name)!);
    const other = found.get(name);
    found.set(name, other === undefined ? own : rangeOf(other, own, condition));
  }
  return Object.fromEntries(found);
}

/** All conditions hold. Lists of one field with OR between them are one list. */
function conjunction(term: Term): Condition[] {
  if (term.kind === 'condition') return [term];
  const parts = term.terms.map(conjunction);
  if (term.kind === 'and') return parts.flat();
  const all = parts.flat();
  const [first] = all;
  const one = parts.every((p) => p.length === 1) && all.every((c) => isListOf(c, first.field));
  if (!one) throw wrong(term.at, 'the search behind joins conditions by AND; OR stands only between ANY_OF of one field');
  return [{ ...first, values: [...new Set(all.flatMap((c) => c.values))] }];
}

const isListOf = (c: Condition, field: string) => c.operator === 'ANY_OF' && c.field.toLowerCase() === field.toLowerCase();

function fieldOf({ field, operator, at }: Condition, fields: Fields): string {
  const wanted = field.toLowerCase();
  const isList = operator.startsWith('ANY_OF');
  if (wanted === 'id') return isList ? 'internalId' : 'internalIdNumber';
  if (wanted === 'externalid' && !isList && fields.has('externalIdString')) return 'externalIdString';
  const found = [...fields.keys()].find((name) => name.toLowerCase() === wanted);
  if (found === undefined) throw wrong(at, `"${field}" is not a field that can be searched`);
  return found;
}

function criterionOf(condition: Condition, kind: Kind): Criterion {
  const { field, values, at } = condition;
  const operator = canonical(condition.operator, kind);
  const soap = OPERATORS[kind].get(operator);
  if (soap === undefined) throw wrong(at, `${operator} is not an operator for "${field}": ${[...OPERATORS[kind].keys()].join(', ')}`);
  const wanted = NO_VALUE.includes(operator) ? 0 : TWO_VALUES.includes(operator) ? 2 : 1;
  const isList = operator.startsWith('ANY_OF');
  if (isList ? values.length === 0 : values.length !== wanted)
    throw wrong(at, `${operator} needs ${isList ? 'values in brackets' : ['no value', 'one value', 'two values in brackets'][wanted]}`);
  const read = values.map((value) => valueOf(value, kind, condition));
  if (kind === 'Boolean') return { searchValue: operator === 'IS' ? read[0] : !read[0] };
  if (isList) return { '@operator': soap, searchValue: read };
  return { '@operator': soap, ...(wanted > 0 && { searchValue: read[0] }), ...(wanted > 1 && { searchValue2: read[1] }) };
}

function canonical(operator: string, kind: Kind): string {
  const numeric = kind === 'Long' || kind === 'Double' || kind === 'TextNumber';
  return (numeric ? NUMERIC_SYNONYMS.get(operator) : undefined) ?? SYNONYMS.get(operator) ?? operator;
}

function rangeOf(a: Criterion, b: Criterion, { field, at }: Condition): Criterion {
  for (const [range, [low, high]] of RANGES) {
    const from = [a, b].find((c) => c['@operator'] === low);
    const to = [a, b].find((c) => c['@operator'] === high);
    if (from && to) return { '@operator': range, searchValue: from.searchValue, searchValue2: to.searchValue };
  }
  throw wrong(at, `the search behind takes one condition for "${field}"`);
}

function valueOf(text: string, kind: Kind, { field, at }: Condition): unknown {
  const refuse = (what: string) => wrong(at, `"${text}" is not ${what}, which "${field}" is compared with`);
  switch (kind) {
    case 'Boolean':
      if (!/^(true|false)$/i.test(text)) throw refuse('true or false');
      return text.toLowerCase() === 'true';
    case 'Long':
      if (!/^-?\d{1,15}$/.test(text)) throw refuse('a whole number');
      return Number(text);
    case 'Double':
      if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) throw refuse('a number');
      return Number(text);
    case 'Date':
      return dateOf(text) ?? raise(refuse('a date like 2019-12-31'));
    case 'MultiSelect':
      return { id: text };
    case 'EnumMultiSelect':
      return `_${text}`;
    default:
      return text;
  }
}

function raise(error: Error): never {
  throw error;
}

/** `2019-12-31`, `12/31/2019` or a date and a time in UTC. */
function dateOf(text: string): string | undefined {
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const day = us ? `${us[3]}-${us[1].padStart(2, '0')}-${us[2].padStart(2, '0')}` : text;
  const full = /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00:00Z` : day;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(full) ? new Date(full) : undefined;
  return time && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(full.slice(0, 19)) ? full : undefined;
}

/** The canonical text. Throws RangeError for criteria that `q` cannot say. */
export function queryOf(criteria: Criteria, fields: Fields): string {
  return Object.entries(criteria).map(([name, criterion]) => conditionOf(name, criterion, fields.get(name))).join(' AND ');
}

function conditionOf(name: string, criterion: Criterion, kind: Kind | undefined): string {
  if (kind === undefined) throw new RangeError(`"${name}" has no form in q`);
  const field = name === 'internalId' || name === 'internalIdNumber' ? 'id' : name === 'externalIdString' ? 'externalId' : name;
  const { '@operator': operator, searchValue, searchValue2 } = criterion;
  if (kind === 'Boolean') return `${field} IS ${searchValue === true}`;
  const word = [...OPERATORS[kind]].find(([, soap]) => soap === operator)?.[0];
  if (word === undefined || criterion.predefinedSearchValue !== undefined)
    throw new RangeError(`the condition on "${name}" has no form in q`);
  if (NO_VALUE.includes(word)) return `${field} ${word}`;
  if (kind === 'MultiSelect' || kind === 'EnumMultiSelect') {
    const values = (searchValue ?? []) as unknown[];
    return `${field} ${word} [${values.map((v) => textOf(v, kind, name)).join(', ')}]`;
  }
  const texts = [searchValue, ...(TWO_VALUES.includes(word) ? [searchValue2] : [])].map((v) => textOf(v, kind, name));
  return `${field} ${word} ${texts.length > 1 ? `[${texts.join(', ')}]` : texts[0]}`;
}

function textOf(value: unknown, kind: Kind, name: string): string {
  const bare = kind === 'MultiSelect' ? (value as { id?: unknown })?.id : value;
  if (bare === undefined || bare === null) throw new RangeError(`the condition on "${name}" has no value`);
  const text = String(bare);
  if (kind === 'Date') return text.replace(/T00:00:00(\.0+)?Z$/, '');
  if (kind !== 'EnumMultiSelect') return writeValue(text);
  if (!text.startsWith('_')) throw new RangeError(`"${text}" of "${name}" is not a value of an enumeration`);
  return writeValue(text.slice(1));
}
