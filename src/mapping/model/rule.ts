// The checked table. Everything here is frozen; a Mapping is swapped as a whole on reload.

import type { Codec, Tolerance } from '../../codec/model/codec.ts';
import type { NamedShape } from '../../codec/model/shape.ts';
import type { Contract, HeaderPart, Operation } from '../../contract/model/contract.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import type { Place, SoapstoneError } from '../../errors/errors.ts';
import type { Fault } from '../../fault/fault.ts';
import type { Fit } from '../../fault/table.ts';
import type { Json } from '../../json/value.ts';
import type { Text } from '../../pattern/text/converter.ts';
import type { Idempotency } from '../syntax/idempotency.ts';
import type { Direction } from '../syntax/sides.ts';
import type { Info } from '../syntax/table.ts';
import type { ValueTable } from '../syntax/value-tables.ts';
import type { Auth } from './auth.ts';
import type { Uncovered } from './coverage.ts';
import type { Flow } from './flow-plan.ts';
import type { RequestHead } from './supplied.ts';
import type { VariableType } from './variables.ts';
import type { WrittenProblem, WrittenRest } from './written.ts';

/** Nothing in the table says what happens where both keys come. */
export interface UndecidedKey {
  readonly place: Place;
  readonly rest: string;
  readonly key: string;
  /** Rule whose path has that key. */
  readonly rule: string;
}

/** Values of a rule's variables, by number (`Rule.variables`). */
export type Bindings = (Json | undefined)[];

/** One row: request pair, response pair, fault rows; or one part of a row's flow. */
export interface Rule {
  readonly id: string;
  readonly place: Place;
  readonly direction?: Direction;
  readonly operation: Operation;
  /** Names of all variables, request and response; their index is their number. */
  readonly variables: readonly string[];
  /** What the contract says about each variable; undefined where it stands on the REST side alone. */
  readonly types?: readonly (VariableType | undefined)[];
  /** The REST side as the table writes it. */
  readonly restSide: WrittenRest;
  readonly request: { readonly rest: RestRequestPattern; readonly soap: SoapPattern };
  readonly response: { readonly rest: RestResponsePattern; readonly soap: SoapPattern };
  /** The rule's own rows, then the table's, then the built-in ones. The first match wins. */
  readonly faults: FaultTable;
  /** Binds what the gateway knows of the request that came in ({$host}); absent where nothing of it is used. Throws SoapstoneError. */
  take?(bindings: Bindings, head: RequestHead): void;
  /** What may be left out of the request's body; undefined: nothing. Absent where the rule does not ask the caller. */
  tolerance?(bindings: Bindings): Tolerance | undefined;
  /** Safe to repeat (RFC 9110 §9.2): GET, HEAD and rules that say so. */
  readonly safe: boolean;
  /** The reply's large hole goes out while it arrives. */
  readonly stream: boolean;
  /** Total time for one exchange, in ms, where the rule sets it. */
  readonly timeout?: number;
  /** Variables that each call is given before its request is filled; absent where there are none. */
  readonly credentialFields?: readonly CredentialField[];
  /** Callers need no credential, and the service is shown none. */
  readonly open?: boolean;
  /** Where requests may carry a key by which a repeat is known; absent for safe rules. */
  readonly idempotency?: Idempotency;
  /** ms that a response serves equal requests; 0: never; absent: as the bridge says. */
  readonly cache?: number;
  /** Several calls for one. The rule's own pair is then one of the calls. */
  readonly flow?: Flow<Rule>;
  /** It is a part of a job that the service names. */
  readonly job?: JobPart;
}

/** `row`: id of the row of the job. `name`: variables that its name is made of, in the same order in all parts. */
export interface JobPart {
  readonly row: string;
  readonly part: 'submit' | 'status' | 'result';
  readonly name: readonly number[];
}

/** A field of the credential that a call is made with. */
export interface CredentialField {
  /** `$credential.name` */
  readonly name: string;
  readonly variable: number;
  /** Lexical form at its place. */
  readonly text: Text;
}

/** Parts of a REST request that patterns see. Path segments are percent-decoded; names of headers are lower case. */
export interface RestRequest {
  readonly method: string;
  readonly segments: readonly string[];
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** JSON body; undefined when empty. */
  readonly body: Json | undefined;
}

export interface RestRequestPattern {
  readonly method: string;
  /** The path template as written, base included: metric and log label, e.g. `/v1/accounts/{id}`. */
  readonly template: string;
  readonly hasBody: boolean;
  /** Media type of the body; undefined: that of the mapping. */
  readonly media?: string;
  /** Header names (lower case) that the pattern reads. */
  readonly headers: readonly string[];
  /** Those of them that are bound to something else than a list: two of one are no request of ours. */
  readonly once: readonly string[];
  /** Binds variables. Throws SoapstoneError (BAD_PATH, BAD_QUERY, BAD_HEADER, BAD_BODY, CODEC_*) naming the place; undefined: a constant differs, try the next rule. */
  match(request: RestRequest): Bindings | undefined;
  /** All that is wrong with a request that `match` has refused (a hundred problems at most). Off the hot path. */
  problems(request: RestRequest): readonly SoapstoneError[];
  /** Inverse of match. Throws listing every missing name. */
  fill(bindings: Bindings): RestRequestParts;
}

export interface RestRequestParts {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json | undefined;
}

export interface RestResponsePattern {
  readonly status: number;
  readonly media: string;
  readonly hasBody: boolean;
  /** Header fields (lower case) whose patterns are paths of URI references: Location, Content-Location. */
  readonly references: readonly string[];
  /**
   * Binds variables. Throws SoapstoneError (BAD_HEADER, BAD_BODY, CODEC_*) naming the place in the response; undefined: the status or a constant
   * header differs.
   */
  /** Further statuses that `match` knows beside its own. */
  readonly extraStatuses?: readonly number[];
  match(response: RestResponse, bindings: Bindings): Bindings | undefined;
  /** `mount`: path below which clients see the base path. */
  fill(bindings: Bindings, mount?: string): RestResponseParts;
  /** The pattern for people: lines of header fields and body, with their holes. */
  lines(): readonly string[];
  /** For streaming: the body as bytes before and after one hole; undefined when the body is not of that form. */
  readonly stream?: {
    readonly variable: number;
    prefix(bindings: Bindings, mount?: string): Uint8Array;
    suffix(bindings: Bindings, mount?: string): Uint8Array;
  };
}

export interface RestResponseParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly media: string;
  readonly body: Uint8Array | undefined;
}

/** One side's SOAP message: which elements stand in Body and Header, with numbered slots, and how slots relate to variables. */
export interface SoapPattern {
  /** Children of Body with their shapes, in order; a one-way operation's response has none. */
  readonly body: readonly { readonly element: ElementDecl; readonly shape: NamedShape['shape'] }[];
  readonly headers: readonly { readonly part: HeaderPart; readonly shape: NamedShape['shape'] }[];
  readonly slots: number;
  /** Slot (if it is one hole without converter) that holds variable `v` as is: what streaming needs. */
  slotOf(variable: number): number | undefined;
  /** Before encode: variables → slots, through converters, templates and defaults. */
  fill(bindings: Bindings): (Json | undefined)[];
  /** After decode: slots → variables, added to `bindings`. undefined: a constant or converter says this is another message. */
  match(slots: readonly (Json | undefined)[], bindings: Bindings): Bindings | undefined;
}

/** Ordered, two-way. */
export interface FaultTable {
  /** REST sides of the rows that can be about this operation, in their order. */
  readonly restSides: readonly WrittenProblem[];
  /** A fault as the SOAP peer sent it → the fault for a REST caller (status, code, title, headers filled in). */
  fromSoap(fault: Fault): Fault;
  /** A fault as the REST peer sent it (status, code …) → the fault for a SOAP caller. */
  fromRest(fault: Fault): Fault;
  /** The response in place of a fault of the REST peer, where the first row that takes it has a response pattern; undefined: it is a fault. */
  asResponse(fault: Fault): { readonly soap: SoapPattern; readonly bindings: Bindings } | undefined;
  /** Response patterns of fault rows: messages that report failure inside a 200 response. Tried in order when the rule's response does not match, or before it where `first`. */
  readonly responses: readonly {
    readonly soap: SoapPattern;
    readonly first: boolean;
    fault(bindings: Bindings): Fault;
    /** Inverse of `fault`; undefined: another row's fault. */
    bind(fault: Fault, fit: Fit): Bindings | undefined;
    readonly variables: readonly string[];
    /** What the contract requires of such a response and the row does not say: it is read, and never written. */
    readonly lacks: readonly { readonly message: string; readonly place: Place }[];
  }[];
}

export interface Mapping {
  /** Those that requests can find, in the order of the table. */
  readonly rules: readonly Rule[];
  readonly contract: Contract;
  readonly codec: Codec;
  /** Base path of the REST face, e.g. `/v1`; '' for none. */
  readonly base: string;
  /** Default media type of JSON bodies. */
  readonly media: string;
  /** Media type of problem bodies, where the table says one. */
  readonly errorMedia?: string;
  readonly info: Info;
  /** Values of the table's settings, as texts. */
  readonly settings: ReadonlyMap<string, string>;
  /** Value tables by name. */
  readonly tables: ReadonlyMap<string, ValueTable>;
  readonly auth: Auth;
  /** Values of enumerations that value tables leave out, as far as they stand for them. */
  readonly uncovered?: readonly Uncovered[];
  /** Where `$rest` of a request may have what another rule has as the key in its path. */
  readonly undecided?: readonly UndecidedKey[];
  /** Types that the table allows the contract to lack, and that it does lack, as the table names them. */
  readonly lacks?: readonly string[];
  /**
   * REST side. `path` is the raw request path (no query). Rules of one path template are tried in order (constants in query, headers or
   * body may tell them apart). Throws SoapstoneError BAD_PATH for paths that are not canonical (encoded slashes, dot segments, empty segments, `;`).
   */
  lookup(method: string, path: string): Lookup;
  /** SOAP side: rules of a body element (Clark name), best first. */
  lookupSoap(element: string): readonly Rule[];
}

export type Lookup =
  | { readonly kind: 'found'; readonly rules: readonly Rule[]; readonly segments: readonly string[] }
  /** The path exists with other methods; `instead`: the template of paths like it that have this one. */
  | { readonly kind: 'method'; readonly allow: readonly string[]; readonly instead?: string }
  | { readonly kind: 'none' };
