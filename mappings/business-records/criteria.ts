// One condition of `q` ⇄ criteria of a search on that field. Knows the kinds of fields, not the fields.
import type { Field, Fields, Kind } from './fields.ts';
import { ENDS_WITH, emptiness } from './looked-at.ts';
import { canonical, isNumeric, OPERATORS, operatorsOf, valuesOf } from './operators.ts';
import { type Condition, writeValue, wrong } from './query-text.ts';

/** JSON of a criterion, as the contract's search fields look. */
export interface Criterion {
  readonly '@operator'?: string;
  readonly searchValue?: unknown;
  readonly searchValue2?: unknown;
  readonly predefinedSearchValue?: unknown;
}

export type Criteria = Readonly<Record<string, Criterion>>;

/** A criterion on the field `name`; `at`: where it stands in the text. `none`: what must not be found by it. */
export interface Demand {
  readonly name: string;
  readonly criterion: Criterion;
  readonly at: number;
  readonly none?: true;
}

/** The id of a reference that is empty. */
const NONE = { id: '@NONE@' };

/** One of these must hold, each of them as a whole. Throws RangeError that names the character of the text. */
export function demandsOf(condition: Condition, fields: Fields): Demand[][] {
  const name = nameOf(condition, fields);
  const field = fields.get(name)!;
  const operator = checked(condition, field);
  const { values, at } = condition;
  const { kind } = field;
  const demand = (criterion: Criterion): Demand => ({ name, criterion, at });
  const flags = () => [true, false].map((searchValue) => demand({ searchValue }));
  const soap = OPERATORS[kind].get(operator);
  if (kind === 'Boolean' && operator === 'EMPTY_NOT') return flags().map((one) => [one]);
  if (kind === 'Boolean' && operator === 'EMPTY') return [flags().map((one) => ({ ...one, none: true }))];
  if (operator.startsWith('EMPTY') && soap === undefined) return [[demand(selectedOrNot(operator, field))]];
  const read = values.map((value) => valueOf(value, name, field, condition));
  const ends = demand({ '@operator': ENDS_WITH, searchValue: read[0] });
  if (operator === 'END_WITH') return [[ends]];
  if (operator === 'END_WITH_NOT') return [[{ ...ends, none: true }]];
  if (isNumeric(kind) && operator === 'ANY_OF') return read.map((searchValue) => [demand({ '@operator': 'equalTo', searchValue })]);
  if (isNumeric(kind) && operator === 'ANY_OF_NOT') return [read.map((searchValue) => demand({ '@operator': 'notEqualTo', searchValue }))];
  if (kind === 'Boolean') return [[demand({ searchValue: operator === 'IS' ? read[0] : !read[0] })]];
  if (valuesOf(operator) === 'list') return [[demand({ '@operator': soap, searchValue: read })]];
  const [searchValue, searchValue2] = read;
  return [[demand({ '@operator': soap, ...(read.length > 0 && { searchValue }), ...(read.length > 1 && { searchValue2 }) })]];
}

function nameOf({ field, operator, at }: Condition, fields: Fields): string {
  const wanted = field.toLowerCase();
  const isList = operator.startsWith('ANY_OF');
  if (wanted === 'id') return isList ? 'internalId' : 'internalIdNumber';
  if (wanted === 'externalid' && !isList && fields.has('externalIdString')) return 'externalIdString';
  const named = (of: (name: string, field: Field) => string | undefined) => [...fields].find(([name, one]) => of(name, one)?.toLowerCase() === wanted)?.[0];
  const found = named((_, { record }) => record) ?? named((name) => name);
  if (found === undefined) throw wrong(at, `"${field}" is not a field that can be searched: ${likely(wanted, fields)}`);
  return found;
}

/** Fields that begin like the one that there is not, else the first of all. */
function likely(wanted: string, fields: Fields): string {
  const names = [...fields].map(([name, { record }]) => record ?? name);
  const alike = names.filter((name) => name.toLowerCase().startsWith(wanted.slice(0, LETTERS)));
  const shown = alike.length > 0 ? alike : names;
  return shown.slice(0, MOST_SHOWN).join(', ') + (shown.length > MOST_SHOWN ? ', …' : '');
}

const LETTERS = 3;
const MOST_SHOWN = 12;

function checked({ field, operator: said, operatorAt, values }: Condition, found: Field): string {
  const { kind } = found;
  const operator = canonical(said, kind);
  const isLookedAt = kind === 'String' ? operator.startsWith('END_WITH') : isOpen(found) && operator.startsWith('EMPTY');
  if (isLookedAt && found.hidden)
    throw wrong(operatorAt, `${operator} is not carried for "${field}": no search asks for it, and none has a column that says it`);
  if (!operatorsOf(kind).includes(operator))
    throw wrong(operatorAt, `${operator} is not an operator for "${field}": ${operatorsOf(kind).join(', ')}`);
  const wanted = valuesOf(operator);
  if (wanted === 'list' ? values.length === 0 : values.length !== wanted)
    throw wrong(operatorAt, `${operator} needs ${wanted === 'list' ? 'values in brackets' : ['no value', 'one value', 'two values in brackets'][wanted]}`);
  return operator;
}

/** An enumeration of which the contract does not say which values there are. */
export const isOpen = ({ kind, words }: Field): boolean => kind === 'EnumMultiSelect' && words === undefined;

/** EMPTY and EMPTY_NOT of what is selected from a list: none of all that there are, or one of them. */
function selectedOrNot(operator: string, { kind, words }: Field): Criterion {
  if (kind === 'MultiSelect') return { '@operator': operator === 'EMPTY' ? 'anyOf' : 'noneOf', searchValue: [NONE] };
  if (words === undefined) return emptiness(operator);
  return { '@operator': operator === 'EMPTY' ? 'noneOf' : 'anyOf', searchValue: [...words.keys()] };
}

function valueOf(text: string, name: string, { kind, words }: Field, { field, valuesAt, values }: Condition): unknown {
  const refuse = (what: string) => wrong(valuesAt[values.indexOf(text)], `"${text}" is not ${what}, which "${field}" is compared with`);
  switch (kind) {
    case 'Boolean':
      if (!/^(true|false)$/i.test(text)) throw refuse('true or false');
      return text.toLowerCase() === 'true';
    case 'Long':
      if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) throw refuse('a whole number');
      return Number(text);
    case 'Double':
      if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(Number(text))) throw refuse('a number');
      return Number(text);
    case 'Date':
      return dateOf(text) ?? raise(refuse('a date like 2019-12-31'));
    case 'MultiSelect':
      return name === 'externalId' && text !== NONE.id ? { externalId: text } : { id: text };
    case 'EnumMultiSelect':
      if (words === undefined) return `_${text}`;
      return [...words].find(([, word]) => word === text)?.[0] ?? raise(refuse(`one of ${shownOf(words)}`));
    default:
      return text;
  }
}

const SHOWN = 20;

const shownOf = (words: ReadonlyMap<string, string>) =>
  `${[...words.values()].slice(0, SHOWN).join(', ')}${words.size > SHOWN ? ', …' : ''}`;

function raise(error: Error): never {
  throw error;
}

/** `2019-12-31`, `12/31/2019` or a date and a time, with a zone or without. The zone stays: what no zone means is for the service to say. */
function dateOf(text: string): string | undefined {
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const iso = us ? `${us[3]}-${us[1].padStart(2, '0')}-${us[2].padStart(2, '0')}` : text;
  const [, day, time = 'T00:00:00Z'] = /^(\d{4}-\d\d-\d\d)(T.*)?$/.exec(iso) ?? [];
  return day !== undefined && isDay(day) && TIME.test(time) ? day + time : undefined;
}

/** As xs:dateTime has it. */
const TIME = /^T(([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?|24:00:00(\.0+)?)(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/;

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The canonical text of one condition. Throws RangeError for a criterion that `q` cannot say. */
export function conditionOf(name: string, criterion: Criterion, found: Field | undefined): string {
  if (found === undefined) throw new RangeError(`"${name}" has no form in q`);
  const { kind } = found;
  const field = nameIn(name, found);
  const { '@operator': operator, searchValue, searchValue2 } = criterion;
  if (kind === 'Boolean') return `${field} IS ${flagOf(searchValue, name)}`;
  const word = wordFor(operator, found);
  if (word === undefined || criterion.predefinedSearchValue !== undefined)
    throw new RangeError(`the condition on "${name}" has no form in q`);
  if (valuesOf(word) === 0) return `${field} ${word}`;
  if (valuesOf(word) === 'list') {
    const emptiness = emptinessOf(criterion, found);
    // An id is never empty, and the criterion is about numbers where q says "id EMPTY".
    if (emptiness !== undefined && !ofIds(name)) return `${field} ${emptiness}`;
    const values = (searchValue ?? []) as unknown[];
    if (values.length === 0) throw valueless(name);
    return `${field} ${word} [${values.map((v) => textOf(v, found, name)).join(', ')}]`;
  }
  const texts = [searchValue, ...(valuesOf(word) === 2 ? [searchValue2] : [])].map((v) => textOf(v, found, name));
  return `${field} ${word} ${texts.length > 1 ? `[${texts.join(', ')}]` : texts[0]}`;
}

/** The same for what must not be found: by one of the values of a flag, or by the end of a text. */
export function conditionWithout(name: string, { searchValue }: Criterion, found: Field | undefined): string {
  if (found?.kind !== 'String') return `${nameIn(name, found)} EMPTY`;
  return `${nameIn(name, found)} END_WITH_NOT ${textOf(searchValue, found, name)}`;
}

function wordFor(operator: string | undefined, field: Field): string | undefined {
  if (field.kind === 'String' && operator === ENDS_WITH) return 'END_WITH';
  if (isOpen(field)) for (const word of ['EMPTY', 'EMPTY_NOT']) if (operator === emptiness(word)['@operator']) return word;
  return [...OPERATORS[field.kind]].find(([, soap]) => soap === operator)?.[0];
}

const ofIds = (name: string) => name === 'internalId' || name === 'externalId';

/** The name that `q` has for the search's: that of the record. */
export const nameIn = (name: string, field: Field | undefined): string =>
  name === 'internalId' || name === 'internalIdNumber' ? 'id' : name === 'externalIdString' ? 'externalId' : (field?.record ?? name);

function emptinessOf({ '@operator': operator, searchValue }: Criterion, { kind, words }: Field): string | undefined {
  const text = JSON.stringify(searchValue);
  if (kind === 'MultiSelect' && text === JSON.stringify([NONE])) return operator === 'anyOf' ? 'EMPTY' : 'EMPTY_NOT';
  if (words !== undefined && text === JSON.stringify([...words.keys()])) return operator === 'noneOf' ? 'EMPTY' : 'EMPTY_NOT';
  return undefined;
}

function flagOf(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw valueless(name);
  return value;
}

function textOf(value: unknown, { kind, words }: Field, name: string): string {
  const bare = kind === 'MultiSelect' ? idOf(value, name) : value;
  if (bare === undefined || bare === null) throw valueless(name);
  const text = String(bare);
  if (kind === 'Date') return text.replace(/T00:00:00(\.0+)?Z$/, '');
  if (!isExact(bare, kind)) throw new RangeError(`"${text}" of "${name}" is no number that q can say`);
  if (kind !== 'EnumMultiSelect') return writeValue(text);
  const word = words === undefined && text.startsWith('_') ? text.slice(1) : words?.get(text);
  if (word === undefined) throw new RangeError(`"${text}" of "${name}" is not a value of an enumeration`);
  return writeValue(word);
}

/** Callers refer by either id where the field is the external one. */
function idOf(value: unknown, name: string): unknown {
  const { id, externalId } = (value ?? {}) as { readonly id?: unknown; readonly externalId?: unknown };
  return name === 'externalId' ? (externalId ?? id) : id;
}

/** Whole numbers of 64 bits are rounded when they are read, and infinity is no number of JSON. */
function isExact(value: unknown, kind: Kind): boolean {
  if (kind === 'Long') return Number.isSafeInteger(value);
  return kind !== 'Double' || Number.isFinite(value);
}

const valueless = (name: string) => new RangeError(`the condition on "${name}" has no value`);
