// The JSON of records and of what travels with them. Knows nothing about storage.

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
