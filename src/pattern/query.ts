// The query of a REST request pattern, compiled.
import { notXmlAt } from '../bytes/characters.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { suggestKey } from '../errors/suggest.ts';
import { arrayOf } from '../json/array.ts';
import { ARRAY, type Json } from '../json/value.ts';
import { itemsOf, kindOf } from '../json/walk.ts';
import {
  aboutHoles,
  type Bindings,
  type Bound,
  bindAbsent,
  bindJson,
  filledValue,
  fillsNothing,
  OK,
  problemOf,
  toJson,
  whyNot,
} from './text/bound-values.ts';
import type { Text } from './text/converter.ts';
import { absentText, fillText, matchText, type TextTemplate, wholeOf } from './text/text-template.ts';

export type Parameter =
  | { readonly kind: 'constant'; readonly name: string; readonly value: string }
  | { readonly kind: 'text'; readonly name: string; readonly template: TextTemplate }
  /** `?tag=a&tag=b` ⇄ an array; `item` is the text of one item. */
  | {
      readonly kind: 'list';
      readonly name: string;
      readonly hole: Bound;
      readonly item: Text;
      /** `?tag=a,b`: one parameter, in which commas of items are percent-encoded (RFC 6570 §3.2.8). */
      readonly joined?: true;
    };

export interface QueryPattern {
  readonly parameters: readonly Parameter[];
  /** Parameters that no pattern names are skipped instead of refused. */
  readonly lenient: boolean;
}

/** Names and values in turn, decoded (application/x-www-form-urlencoded). Throws BAD_QUERY. */
export function splitQuery(query: string): string[] {
  const pairs: string[] = [];
  if (query === '') return pairs;
  for (const field of query.split('&')) {
    if (field === '') continue;
    const equals = field.indexOf('=');
    pairs.push(decode(equals < 0 ? field : field.slice(0, equals)), equals < 0 ? '' : decode(field.slice(equals + 1)));
  }
  return pairs;
}

function decode(raw: string): string {
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new SoapstoneError('BAD_QUERY', 'the query is not percent-encoded UTF-8');
  }
}

/** False: a constant differs. Throws BAD_QUERY naming the parameter. */
export function matchQuery(pattern: QueryPattern, query: string, bindings: Bindings): boolean {
  const { parameters } = pattern;
  const pairs = splitQuery(query);
  for (const p of parameters) if (p.kind === 'constant' && !hasConstant(p.name, p.value, pairs)) return false;
  if (!pattern.lenient) refuseUnknown(parameters, pairs);
  for (const p of parameters) if (p.kind !== 'constant') take(p, pairs, query, bindings);
  return true;
}

/** The errors of all parameters, where `matchQuery` throws the first. */
export function queryProblems(pattern: QueryPattern, query: string, bindings: Bindings): SoapstoneError[] {
  const { parameters, lenient } = pattern;
  let pairs: string[] = [];
  const unread = problemOf(() => {
    pairs = splitQuery(query);
  });
  if (unread.length > 0) return unread;
  const names = [...new Set(pairs.filter((_, i) => i % 2 === 0))];
  const unknownNames = lenient ? [] : names.flatMap((name) => problemOf(() => refuseUnknown(parameters, [name])));
  const refused = parameters.flatMap((p) =>
    p.kind === 'constant' ? [] : problemOf(() => take(p, pairs, query, bindings)),
  );
  return [...unknownNames, ...refused];
}

function hasConstant(name: string, value: string, pairs: readonly string[]): boolean {
  for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === name && pairs[i + 1] === value) return true;
  return false;
}

function refuseUnknown(parameters: readonly Parameter[], pairs: readonly string[]): void {
  for (let i = 0; i < pairs.length; i += 2) {
    const name = pairs[i];
    let isDeclared = false;
    for (const p of parameters) isDeclared = isDeclared || p.name === name;
    if (!isDeclared) throw unknown(parameters, name);
  }
}

function take(
  p: Exclude<Parameter, { kind: 'constant' }>,
  pairs: readonly string[],
  query: string,
  bindings: Bindings,
): void {
  let values: string[] = [];
  for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === p.name) values.push(pairs[i + 1]);
  if (p.kind === 'list' && p.joined && values.length > 0) values = joinedItems(p.name, query);
  for (const value of values) if (notXmlAt(value) >= 0) throw bad('a character is none of XML 1.0', p.name);
  try {
    if (p.kind === 'list') takeList(p, values, bindings);
    else takeText(p, values, bindings);
  } catch (e) {
    if (!(e instanceof SoapstoneError) || e.code === 'BAD_QUERY') throw e;
    throw new SoapstoneError('BAD_QUERY', e.message, { path: `?${p.name}`, cause: e });
  }
}

function takeText(p: Parameter & { kind: 'text' }, values: readonly string[], bindings: Bindings): void {
  if (values.length > 1) throw bad('given more than once', p.name);
  if (values.length === 0) {
    if (!absentText(p.template, bindings)) throw bad('required, but absent', p.name);
    return;
  }
  const outcome = matchText(p.template, values[0], bindings);
  if (outcome !== OK) throw bad(whyNot(outcome, wholeOf(p.template)), p.name);
}

function takeList(p: Parameter & { kind: 'list' }, values: readonly string[], bindings: Bindings): void {
  if (values.length === 0) {
    if (!bindAbsent(p.hole, bindings)) throw bad('required, but absent', p.name);
    return;
  }
  const outcome = bindJson(p.hole, arrayOf(values.map((v) => p.item.fromText(v))), bindings);
  if (outcome !== OK) throw bad(whyNot(outcome, [p.hole]), p.name);
}

/** Items of a list in one parameter: the commas between them are those that are not percent-encoded. */
function joinedItems(name: string, query: string): string[] {
  const fields = query.split('&').filter((field) => field !== '' && decode(field.split('=', 1)[0]) === name);
  if (fields.length > 1) throw bad('given more than once', name);
  const [field] = fields;
  return field
    .slice(field.split('=', 1)[0].length + 1)
    .split(',')
    .map(decode);
}

/** `a=1&b=2`, percent-encoded; '' without parameters. */
export function fillQuery(pattern: QueryPattern, bindings: Bindings): string {
  let query = '';
  for (const p of pattern.parameters) {
    const joined = p.kind === 'list' && p.joined === true;
    let separator = `${query === '' ? '' : '&'}${encodeURIComponent(p.name)}=`;
    for (const value of textsOf(p, bindings)) {
      query += separator + encodeURIComponent(value);
      separator = joined ? ',' : `&${encodeURIComponent(p.name)}=`;
    }
  }
  return query;
}

function textsOf(p: Parameter, bindings: Bindings): readonly string[] {
  if (p.kind === 'constant') return [p.value];
  try {
    return textsIn(p, bindings);
  } catch (error) {
    throw aboutHoles(error, p.kind === 'text' ? p.template.holes : [p.hole]);
  }
}

function textsIn(p: Exclude<Parameter, { kind: 'constant' }>, bindings: Bindings): readonly string[] {
  if (p.kind === 'text') {
    const text = fillText(p.template, bindings);
    return text === undefined ? [] : [text];
  }
  const value = filledValue(p.hole, bindings);
  return fillsNothing(p.hole, value) ? [] : listTexts(p.item, toJson(p.hole, value as Json, bindings));
}

function listTexts(item: Text, value: Json): string[] {
  return kindOf(value) === ARRAY ? itemsOf(value).map((v) => item.toText(v)) : [item.toText(value)];
}

function unknown(parameters: readonly Parameter[], name: string): SoapstoneError {
  const suggestion = suggestKey(
    name,
    parameters.map((p) => p.name),
  );
  return new SoapstoneError('BAD_QUERY', 'unknown parameter', { path: `?${name}`, suggestion });
}

function bad(message: string, name: string): SoapstoneError {
  return new SoapstoneError('BAD_QUERY', message, { path: `?${name}` });
}
