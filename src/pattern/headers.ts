// Header fields of a REST pattern, compiled.
import { ByteBuffer } from '../bytes/buffer.ts';
import { isFieldText } from '../bytes/characters.ts';
import { listItems, type Preferences, prefers } from '../bytes/preferences.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { json } from '../json/value.ts';
import { itemsOf } from '../json/walk.ts';
import type { ItemForm } from './body/items.ts';
import {
  aboutHoles,
  type Bindings,
  type Bound,
  bindAbsent,
  bindJson,
  fillsNothing,
  OK,
  problemOf,
  toJson,
  whyNot,
} from './text/bound-values.ts';
import { absentText, fillText, matchText, type TextTemplate, wholeOf } from './text/text-template.ts';

export interface HeaderPattern {
  /** As written by fill. */
  readonly name: string;
  /** Lower case. */
  readonly key: string;
  readonly template: TextTemplate;
  /** In place of the template: a list of texts. */
  readonly list?: HeaderList;
  /** Preferences of a constant template (RFC 7240). */
  readonly preferences?: Preferences;
  /** Written, and not looked at when matching. */
  readonly added?: boolean;
}

/** Items of a list in one field. */
export interface HeaderList {
  readonly hole: Bound;
  readonly item: TextTemplate;
  readonly form: ItemForm;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Name of the field that has the value of this variable. */
export function headerWith(patterns: readonly HeaderPattern[], variable: number): string | undefined {
  const hasIt = (hole: Bound) => hole.variable === variable;
  return patterns.find(({ template, list }) => (list ? hasIt(list.hole) : template.holes.some(hasIt)))?.name;
}

/** False: a constant differs. Throws BAD_HEADER with the field. */
export function matchHeaders(patterns: readonly HeaderPattern[], headers: Headers, bindings: Bindings): boolean {
  for (const p of patterns)
    if (p.template.holes.length === 0 && !p.list && !isSaid(p, fieldOf(headers, p.key))) return false;
  for (const p of patterns) if (!p.added) takeField(p, headers, bindings);
  return true;
}

function isSaid({ key, template, preferences }: HeaderPattern, value: string | undefined): boolean {
  if (preferences === undefined) return value === template.literals[0];
  // A server may honour a preference without saying so (RFC 7240 §3).
  return value === undefined ? key === 'preference-applied' : prefers(value, preferences);
}

/** The errors of all fields, where `matchHeaders` throws the first. */
export function headerProblems(
  patterns: readonly HeaderPattern[],
  headers: Headers,
  bindings: Bindings,
): SoapstoneError[] {
  return patterns.flatMap((p) => problemOf(() => takeField(p, headers, bindings)));
}

function takeField(p: HeaderPattern, headers: Headers, bindings: Bindings): void {
  if (p.list) takeList(p, p.list, fieldOf(headers, p.key), bindings);
  else if (p.template.holes.length > 0) take(p, fieldOf(headers, p.key), bindings);
}

function fieldOf(headers: Headers, key: string): string | undefined {
  const value = Object.hasOwn(headers, key) ? headers[key] : undefined;
  return Array.isArray(value) ? value.join(', ') : value;
}

function take(p: HeaderPattern, value: string | undefined, bindings: Bindings): void {
  if (value === undefined) {
    if (!absentText(p.template, bindings)) throw bad('required, but absent', p.name);
    return;
  }
  checkField(value, p.name);
  const outcome = matchTyped(p, value, bindings);
  if (outcome !== OK) throw bad(whyNot(outcome, wholeOf(p.template)), p.name);
}

function takeList(p: HeaderPattern, list: HeaderList, value: string | undefined, bindings: Bindings): void {
  if (value !== undefined) checkField(value, p.name);
  const texts = value === undefined ? [] : listItems(value);
  if (texts.length === 0) {
    if (!bindAbsent(list.hole, bindings)) throw bad('required, but absent', p.name);
    return;
  }
  const out = new ByteBuffer(64);
  out.push(0x5b);
  for (const text of texts) {
    const fields: Bindings = new Array(list.form.size);
    const outcome = matchTyped({ ...p, template: list.item }, text, fields);
    if (outcome !== OK) throw bad(whyNot(outcome, wholeOf(list.item)), p.name);
    if (out.length > 1) out.push(0x2c);
    list.form.write(fields, out);
  }
  out.push(0x5d);
  const outcome = bindJson(list.hole, json(out.slice()), bindings);
  if (outcome !== OK) throw bad(whyNot(outcome, [list.hole]), p.name);
}

function listText({ hole, item, form }: HeaderList, bindings: Bindings): string | undefined {
  const value = bindings[hole.variable];
  if (value === undefined || fillsNothing(hole, value)) return undefined;
  const texts = itemsOf(toJson(hole, value, bindings)).flatMap((element) => fillText(item, form.read(element)) ?? []);
  return texts.length === 0 ? undefined : texts.join(', ');
}

function matchTyped(p: HeaderPattern, value: string, bindings: Bindings): number {
  try {
    return matchText(p.template, value, bindings);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    throw new SoapstoneError('BAD_HEADER', e.message, { path: p.name, cause: e });
  }
}

/** Adds the fields to `out`. Throws BAD_HEADER for values that a header field cannot hold: white space around a value gets lost (RFC 9110 §5.5). */
export function fillHeaders(patterns: readonly HeaderPattern[], bindings: Bindings, out: Record<string, string>): void {
  for (const p of patterns) {
    const text = filled(p, bindings);
    if (text !== undefined) out[p.name] = text;
  }
}

function filled(p: HeaderPattern, bindings: Bindings): string | undefined {
  try {
    const text = p.list ? listText(p.list, bindings) : fillText(p.template, bindings);
    if (text === undefined || (isFieldText(text) && text === text.trim())) return text;
  } catch (error) {
    throw aboutHoles(error, p.template.holes, p.name);
  }
  const error = new SoapstoneError('BAD_HEADER', NO_FIELD_TEXT, { path: p.name, safeMessage: NO_FIELD_TEXT });
  throw aboutHoles(error, p.template.holes);
}

const NO_FIELD_TEXT = 'a header field holds visible ASCII, spaces and tabs alone, without white space around the value';

/** Both sides may read other bytes differently (RFC 9110 §5.5): Node as Latin-1, most callers as UTF-8. */
function checkField(value: string, name: string): void {
  if (!isFieldText(value)) throw bad('it has other characters than visible ASCII, spaces and tabs', name);
}

function bad(message: string, name: string): SoapstoneError {
  return new SoapstoneError('BAD_HEADER', message, { path: name });
}
