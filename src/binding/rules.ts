// What the bindings need of a mapping, and no more: a checked Mapping fits these interfaces by its shape.
import type { IncomingHttpHeaders } from 'node:http';
import type { Codec, Tolerance } from '../codec/model/codec.ts';
import type { Shape } from '../codec/model/shape.ts';
import type { HeaderPart, Operation } from '../contract/model/contract.ts';
import type { ElementDecl } from '../contract/model/model.ts';
import type { SoapstoneError } from '../errors/errors.ts';
import type { Fault } from '../fault/fault.ts';
import type { Json } from '../json/value.ts';
import type { Bindings } from './binding.ts';

/** One SOAP message: the children of Body and Header with their shapes; slots and variables. */
export interface SoapSide {
  readonly body: readonly { readonly element: ElementDecl; readonly shape: Shape }[];
  readonly headers: readonly { readonly part: HeaderPart; readonly shape: Shape }[];
  readonly slots: number;
  slotOf(variable: number): number | undefined;
  fill(bindings: Bindings): (Json | undefined)[];
  match(slots: readonly (Json | undefined)[], bindings: Bindings): Bindings | undefined;
}

/** A message that reports failure inside a successful response. */
export interface FaultResponse {
  readonly soap: SoapSide;
  /** Tried before the rule's own response. */
  readonly first: boolean;
  readonly variables: readonly string[];
  fault(bindings: Bindings): Fault;
}

/** A rule as a SOAP back end sees it. */
export interface BackRule {
  readonly id: string;
  /** Its request changes nothing: it may arrive twice. */
  readonly safe?: boolean;
  readonly operation: Operation;
  readonly request: { readonly soap: SoapSide };
  readonly response: { readonly soap: SoapSide; readonly rest: { readonly stream?: { readonly variable: number } } };
  readonly faults: { readonly responses: readonly FaultResponse[] };
  /** What may be left out of the request. */
  tolerance?(bindings: Bindings): Tolerance | undefined;
  readonly stream: boolean;
}

export interface RequestView {
  readonly method: string;
  readonly segments: readonly string[];
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json | undefined;
}

export interface ResponseParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly media: string;
  readonly body: Uint8Array | undefined;
}

export interface ResponseStream {
  readonly variable: number;
  prefix(bindings: Bindings, mount?: string): Uint8Array;
  suffix(bindings: Bindings, mount?: string): Uint8Array;
}

/** What a rule wants to know of the request that came in. Throws SoapstoneError where it is not there. */
export interface HeadTaker {
  take?(bindings: Bindings, head: { readonly headers: Readonly<IncomingHttpHeaders> }): void;
}

/** A rule as a REST front end sees it. */
export interface FrontRule extends HeadTaker {
  readonly id: string;
  /** Callers need no credential. */
  readonly open?: boolean;
  readonly stream: boolean;
  /** Header field (lower case) of the key by which repeats are known. */
  readonly idempotency?: { readonly header: string };
  readonly request: {
    readonly rest: {
      readonly hasBody: boolean;
      readonly media?: string;
      /** Header fields (lower case) that may not stand there twice. */
      readonly once: readonly string[];
      match(request: RequestView): Bindings | undefined;
      problems(request: RequestView): readonly SoapstoneError[];
    };
  };
  readonly response: {
    readonly rest: {
      readonly media: string;
      readonly hasBody: boolean;
      /** `mount`: path below which clients see the base path. */
      fill(bindings: Bindings, mount?: string): ResponseParts;
      readonly stream?: ResponseStream;
    };
  };
}

/** A REST response as it came in; names of header fields in lower case. */
export interface ResponseView {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json | undefined;
}

/** A rule as a REST back end sees it. */
export interface RestBackRule {
  readonly id: string;
  /** As above. */
  readonly safe?: boolean;
  readonly request: {
    readonly rest: {
      /** Of the body; undefined: that of the mapping. */
      readonly media?: string;
      /** `target`: path and query, percent-encoded. Throws SoapstoneError for values that have no place in a request. */
      fill(bindings: Bindings): {
        readonly method: string;
        readonly target: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly body: Uint8Array | undefined;
      };
    };
  };
  readonly response: {
    readonly rest: {
      readonly status: number;
      readonly media: string;
      readonly hasBody: boolean;
      /** Header fields (lower case) whose patterns are paths of URI references. */
      readonly references: readonly string[];
      /** Further statuses that are no failure, for which a body is not demanded: `match` sees the status that came. */
      readonly extraStatuses?: readonly number[];
      /** Throws SoapstoneError with the place in the response; undefined: status or a constant differs. */
      match(response: ResponseView, bindings: Bindings): Bindings | undefined;
    };
  };
}

export interface FrontMapping<R extends FrontRule = FrontRule> {
  /** Path that all rules are below; empty for none. */
  readonly base: string;
  /** Default media type of JSON bodies. */
  readonly media: string;
  /** Media type of problem bodies, in place of application/problem+json. */
  readonly errorMedia?: string;
  lookup(method: string, path: string): FrontLookup<R>;
}

export type FrontLookup<R> =
  | { readonly kind: 'found'; readonly rules: readonly R[]; readonly segments: readonly string[] }
  | { readonly kind: 'method'; readonly allow: readonly string[]; readonly instead?: string }
  | { readonly kind: 'none' };

/** A rule as a SOAP front end sees it. */
export interface SoapFrontRule extends HeadTaker {
  readonly id: string;
  /** Callers need no credential. */
  readonly open?: boolean;
  /** Header field (lower case) of the key by which repeats are known. */
  readonly idempotency?: { readonly header: string };
  readonly operation: Operation;
  readonly variables: readonly string[];
  readonly request: { readonly soap: SoapSide };
  readonly response: { readonly soap: SoapSide };
  readonly faults: {
    /** In the words of the table, for a fault that a REST peer could have sent. */
    fromRest(fault: Fault): Fault;
    asResponse(fault: Fault): { readonly soap: SoapSide; readonly bindings: Bindings } | undefined;
  };
}

export interface SoapFrontMapping<R extends SoapFrontRule = SoapFrontRule> {
  readonly contract: { readonly operations: readonly Operation[] };
  readonly codec: Codec;
  /** Rules of a body element (Clark name, '' for an empty body), in the order in which they are tried. */
  lookupSoap(element: string): readonly R[];
}
