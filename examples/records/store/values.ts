// The JSON of records and of what travels with them. Knows nothing about storage.

import type { Field } from './catalog.ts';
import { isRawNumber, type RawNumber } from '../../../src/index.ts';
import { customRecordOf } from './customizations.ts';

/** An object of the JSON dialect: members, `@attributes`, `$type`. */
export type Doc = Record<string, unknown>;

export interface Ref extends Doc {
  readonly '@internalId'?: string;
  readonly '@externalId'?: string;
  readonly '@type'?: string;
  readonly name?: string;
}

export interface BaseRef extends Ref {
  readonly $type: string;
  readonly '@typeId'?: string;
  readonly '@scriptId'?: string;
}

export interface RecordDoc extends Doc {
  readonly $type: string;
  readonly '@internalId'?: string;
  readonly '@externalId'?: string;
  readonly nullFieldList?: { readonly name?: readonly string[] };
}

/** Those of the header part `preferences` that this service knows what to do with. */
export interface Preferences {
  readonly warningAsError?: boolean;
  readonly ignoreReadOnlyFields?: boolean;
}

export interface SearchPreferences {
  readonly bodyFieldsOnly?: boolean;
  readonly returnSearchColumns?: boolean;
  readonly pageSize?: number;
}

export function isDoc(value: unknown): value is Doc {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** Where a number is that no double holds, if there is one: `lineList.line.0.debit`. */
export function endlessIn(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === 'number' || isRawNumber(value))
    return Number.isFinite(numberOf(value)) ? undefined : path.join('.');
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = endlessIn(member, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** xs:double has values that no sum or comparison can go on from (XML Schema Part 2 §3.2.5). */
const NOT_NUMBERS: ReadonlySet<unknown> = new Set(['NaN', 'INF', '-INF']);

/** Where one of them is, if there is one: in a field for numbers, of a line too, or in a custom field. */
export function notNumberIn(
  doc: Doc,
  fields: ReadonlyMap<string, Field>,
  path: readonly string[] = [],
): string | undefined {
  for (const [name, value] of Object.entries(doc)) {
    const field = fields.get(name);
    const at = [...path, name];
    if (field?.kind === 'number' && NOT_NUMBERS.has(value)) return at.join('.');
    const found = field?.lines
      ? notNumberInAny(doc, name, field.lines.element, (line, place) => notNumberIn(line, field.lines!.fields, [...at, ...place]))
      : notNumberInAny(doc, name, 'customField', ({ value: custom, $type, '@scriptId': id }) =>
          $type === 'platformCore:DoubleCustomFieldRef' && NOT_NUMBERS.has(custom) ? String(id) : undefined,
        );
    if (found !== undefined) return found;
  }
  return undefined;
}

function notNumberInAny(
  doc: Doc,
  name: string,
  element: string,
  look: (item: Doc, place: readonly string[]) => string | undefined,
): string | undefined {
  const holder = doc[name];
  if (!isDoc(holder)) return undefined;
  return listOf(holder[element])
    .map((item, i) => look(item, [element, String(i)]))
    .find((found) => found !== undefined);
}

/** For comparisons: rounded as a double is. */
export function numberOf(value: number | RawNumber): number {
  return typeof value === 'number' ? value : Number(value.rawJSON);
}

export function listOf(value: unknown): Doc[] {
  return Array.isArray(value) ? (value as Doc[]) : [];
}

export function refTo(type: string, id: number, externalId?: string | null): BaseRef {
  const external = externalId == null ? {} : { '@externalId': externalId };
  const ids = { '@internalId': String(id), ...external };
  const custom = customRecordOf(type);
  if (custom) return { $type: 'platformCore:CustomRecordRef', ...ids, '@typeId': custom.id, '@scriptId': custom.scriptId };
  return { $type: 'platformCore:RecordRef', ...ids, '@type': type };
}
