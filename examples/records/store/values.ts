// The JSON of records and of what travels with them. Knows nothing about storage.

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
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): Doc[] {
  return Array.isArray(value) ? (value as Doc[]) : [];
}

export function refTo(type: string, id: number, externalId?: string | null): BaseRef {
  const external = externalId == null ? {} : { '@externalId': externalId };
  return { $type: 'platformCore:RecordRef', '@internalId': String(id), ...external, '@type': type };
}
