// What the settings of a bridge say about credentials, checked and typed. Knows nothing about how it is written.
import type { Secret } from './secret.ts';

/** A field of a credential: said in the settings, or kept in a safer place. */
export type FieldSource = string | Secret;

export type FieldSources = ReadonlyMap<string, FieldSource>;

export interface AuthSettings {
  /** How callers may show who they are; the first kind that finds something in a request judges it. Empty: callers are not asked. */
  readonly front: readonly FrontSettings[];
  /** Callers that the gateway knows. */
  readonly callers: readonly FieldSources[];
  readonly back: BackSettings;
}

export interface FrontSettings {
  readonly kind: 'basic';
}

/** How the service behind is shown who asks. */
export interface BackSettings {
  /** They stand in for the caller's fields of the same names. */
  readonly fields: FieldSources;
  /** Whether fields of the caller's credential go on. */
  readonly pass: boolean;
  /** Authorization: Basic (RFC 7617); names of the fields. */
  readonly basic?: { readonly user: string; readonly password: string };
  /** Authorization: Bearer (RFC 6750 §2.1); name of the field. */
  readonly bearer?: { readonly token: string };
}

export const noAuthSettings: AuthSettings = { front: [], callers: [], back: { fields: new Map(), pass: true } };
