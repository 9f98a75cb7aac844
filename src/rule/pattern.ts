// The patterns of a rule, as those who use them see them: one side is matched, which binds variables; the other is filled from them.
import type { Shape } from '../codec/model/shape.ts';
import type { HeaderPart } from '../contract/model/contract.ts';
import type { ElementDecl } from '../contract/model/model.ts';
import type { SoapstoneError } from '../errors/errors.ts';
import type { Json } from '../json/value.ts';

/** Values of a rule's variables, by number (`Rule.variables`). */
export type Bindings = (Json | undefined)[];

/** One side of a pair. */
export interface Pattern<Matched, Filled> {
  /** Adds variables to `bindings`; undefined: a constant differs, this is another message. */
  match(message: Matched, bindings: Bindings): Bindings | undefined;
  /** Inverse of match. */
  fill(bindings: Bindings): Filled;
}

/** Header fields of HTTP, names in lower case. */
export type HeaderFields = Readonly<Record<string, string | string[] | undefined>>;

/** A REST request as patterns see it. Path segments are percent-decoded. */
export interface RestRequest {
  readonly method: string;
  readonly segments: readonly string[];
  readonly query: string;
  readonly headers: HeaderFields;
  /** undefined when empty. */
  readonly body: Json | undefined;
}

export interface RestRequestParts {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

export interface RestRequestPattern extends Pattern<RestRequest, RestRequestParts> {
  readonly method: string;
  /** The path template as written, base path included. It labels metrics and logs: `/v1/accounts/{id}`. */
  readonly template: string;
  readonly hasBody: boolean;
  /** Media type of the body; undefined: that of the mapping. */
  readonly media?: string;
  /** The body is one binary value, sent as its octets. */
  readonly binary?: boolean;
  /** Header names (lower case) that the pattern reads. */
  readonly headers: readonly string[];
  /** Those of them that are not bound to a list: a request with two of one is refused. */
  readonly once: readonly string[];
  /** Throws SoapstoneError (BAD_PATH, BAD_QUERY, BAD_HEADER, BAD_BODY, CODEC_*) with the place; undefined: a constant differs, try the next rule. */
  match(request: RestRequest): Bindings | undefined;
  /** Lists the problems of a request that `match` has refused, a hundred at most. Off the hot path. */
  problems(request: RestRequest): readonly SoapstoneError[];
  /** Where a request has what is at `path` of the variable's value: `X-Key`, `?limit`, `{id}`, or a JSON path of its body; undefined: nowhere. */
  placeOf(variable: number, path: string): string | undefined;
  /** Throws SoapstoneError (BAD_PATH, BAD_HEADER, CODEC_*) with the missing names and the values that a request cannot hold. */
  fill(bindings: Bindings): RestRequestParts;
  /** Raw path of the resource whose state conditions are about (RFC 9110 §13.1); undefined: the path of the request. */
  statePath?(bindings: Bindings): string | undefined;
}

export interface RestResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: Json | undefined;
}

export interface RestResponseParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly media: string;
  readonly body: Uint8Array | undefined;
}

export interface RestResponsePattern extends Pattern<RestResponse, RestResponseParts> {
  readonly status: number;
  readonly media: string;
  /** The body is one binary value, sent as its octets. */
  readonly binary?: boolean;
  /** Media types that the contract expects of these octets, as an Accept field has them; undefined: it names none. */
  readonly expectedMedia?: string;
  readonly hasBody: boolean;
  /** Header fields (lower case) whose patterns are paths of URI references: Location, Content-Location. */
  readonly references: readonly string[];
  /** Further successful statuses that `match` knows; they may come without a body. */
  readonly extraStatuses?: readonly number[];
  /** Throws SoapstoneError (BAD_HEADER, BAD_BODY, CODEC_*) with the place in the response; undefined: status or a constant header differs. */
  match(response: RestResponse, bindings: Bindings): Bindings | undefined;
  /** Where a response has what is at `path` of the variable's value: `X-Key`, or a JSON path of its body; undefined: nowhere. */
  placeOf(variable: number, path: string): string | undefined;
  /** `mount`: path below which clients see the base path. */
  fill(bindings: Bindings, mount?: string): RestResponseParts;
  /** The variable whose value is the state of the resource, of which clients get a tag; undefined: responses have none. */
  readonly etag?: number;
  /** The pattern for people: lines of header fields and body, with their holes. */
  lines(): readonly string[];
  /** For streaming; undefined where the body is not one hole with constants around it. */
  readonly stream?: ResponseStream;
  /** JSON path of the one list in the body, `$` or `$.member`, whose items a client may get line by line; undefined: there is none. */
  readonly list?: string;
}

/** The bytes of a body before and after its one hole. */
export interface ResponseStream {
  readonly variable: number;
  prefix(bindings: Bindings, mount?: string): Uint8Array;
  suffix(bindings: Bindings, mount?: string): Uint8Array;
}

/** `value`: the slot may not be empty (`{id!}`). `nothing`: it must be (`$absent`). */
export type Demand = 'value' | 'nothing';

/** One SOAP message: the elements of Body and Header with numbered slots, and how slots relate to variables. */
export interface SoapPattern extends Pattern<readonly (Json | undefined)[], (Json | undefined)[]> {
  /** Children of Body, in order; the response of a one-way operation has none. */
  readonly body: readonly { readonly element: ElementDecl; readonly shape: Shape }[];
  readonly headers: readonly { readonly part: HeaderPart; readonly shape: Shape }[];
  readonly slots: number;
  /** The slot that holds `variable` without a converter: streaming needs it. */
  slotOf(variable: number): number | undefined;
  /** Variables that the text or value in the slot is made of, by converters too. Off the hot path. */
  variablesOf(slot: number): readonly number[];
  /** What a message must have in the slot, whatever its value, for `match` to bind it; undefined: nothing. */
  demand?(slot: number): Demand | undefined;
}
