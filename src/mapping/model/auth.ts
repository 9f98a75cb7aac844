// The `auth:` of a table: the fields of credentials, and their places in messages. Holds no credential and no secret.

import type { Operation } from '../../contract/model/contract.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import type { Part } from '../../pattern/text/hole.ts';
import type { SignedHash } from '../syntax/auth.ts';

export interface Auth {
  /** Names of credential fields: `{$credential.name}`. */
  readonly fields: readonly string[];
  readonly signed: readonly SignedValue[];
  /** SOAP header parts that carry a credential. The first alternative whose fields all have values is written. */
  readonly soap: readonly Alternative[];
  /** Headers of REST requests that carry it, in the same way. */
  readonly rest: readonly FieldAlternative[];
  readonly session?: SessionPlan;
}

/** A session of the service, in which calls are made. One operation begins it. */
export interface SessionPlan {
  readonly operation: Operation;
  /** Body of the login request, from fields of the credential. `needed`: required fields. */
  readonly request: ShownPart;
  readonly needed: readonly string[];
  /** All credential fields of the request, including optional ones: they identify the session. */
  readonly fields: readonly string[];
  /** Body of the response with the values of the session: `$session.name`. undefined: the header parts alone have them. */
  readonly response: ShownPart | undefined;
  /** Header parts of the response, for the same. */
  readonly responseHeaders: readonly ShownPart[];
  /** Lifetime of a session in ms. */
  readonly keep: number;
  /** Clark names of the fault elements that mean an expired session. */
  readonly expired: ReadonlySet<string>;
}

export interface Alternative {
  readonly parts: readonly ShownPart[];
  /** Required names. */
  readonly needed: readonly string[];
}

export interface FieldAlternative {
  readonly fields: readonly ShownField[];
  readonly needed: readonly string[];
}

/** Of two samples of one type, so that places of values show in what is written with both. */
export type SampleChoice = 'first' | 'second';

/** One SOAP header part, written from credential fields and read into them. */
export interface ShownPart {
  readonly element: ElementDecl;
  /** Names of its variables: `$credential.email`, `$nonce`. */
  readonly names: readonly string[];
  /** The element as XML, with its namespaces. Throws SoapstoneError CODEC_* for values that do not fit their types. */
  write(value: Values): Uint8Array;
  /** The element as `write` makes it, with `mark` in place of every value that may be a text, and a sample of its type in place of others. */
  sample(mark: string, choice?: SampleChoice): Uint8Array;
  /** The element as a document → values by name; undefined: a constant differs. Throws SoapstoneError CODEC_*, XML_*. */
  read(xml: Uint8Array): ReadonlyMap<string, string> | undefined;
}

/** A header field: a text around `{$…}`. */
export interface ShownField {
  /** Lower case. */
  readonly name: string;
  readonly parts: readonly Part[];
}

/** `{$signed.name}`: a keyed digest (RFC 2104) of a text over other values. */
export interface SignedValue {
  /** `$signed.name` */
  readonly name: string;
  readonly hash: SignedHash;
  readonly form: 'base64' | 'hex';
  readonly text: readonly Part[];
  readonly key: readonly Part[];
}

/** Name of a variable (`$credential.x`) → its value for one call. */
export type Values = (name: string) => string | undefined;

export const noAuth: Auth = { fields: [], signed: [], soap: [], rest: [] };
