// A rule of the mapping: what the bindings, the exchange and the mapping all know of it. Types alone.

import type { IncomingHttpHeaders } from 'node:http';
import type { Codec, DecodeOptions, Tolerance } from '../codec/model/codec.ts';
import type { AcceptedDeviations } from '../codec/model/deviation.ts';
import type { Operation } from '../contract/model/contract.ts';
import type { Place } from '../errors/errors.ts';
import type { Fault } from '../fault/fault.ts';
import type { Fit, RequestValues } from '../fault/table.ts';
import type { Text } from '../pattern/text/converter.ts';
import type { Access } from './access.ts';
import type { ErrorForm } from './error-form.ts';
import type { Flow, JobsFlow } from './flow.ts';
import type { Bindings, RestRequestPattern, RestResponsePattern, SoapPattern } from './pattern.ts';

export interface RequestPair {
  readonly rest: RestRequestPattern;
  readonly soap: SoapPattern;
}

export interface ResponsePair {
  readonly rest: RestResponsePattern;
  readonly soap: SoapPattern;
}

/** One row: request pair, response pair, fault rows; or one part of a row's flow. */
export interface Rule {
  readonly id: string;
  readonly place: Place;
  readonly direction?: Direction;
  readonly operation: Operation;
  /** Names of all variables, request and response; their index is their number. */
  readonly variables: readonly string[];
  readonly request: RequestPair;
  readonly response: ResponsePair;
  /** The rule's own rows, then the table's, then the built-in ones. The first match wins. */
  readonly faults: FaultTable;
  /** Binds what the gateway knows of the client's request ({$host}); absent where nothing of it is used. Throws SoapstoneError. */
  take?(bindings: Bindings, head: RequestHead): void;
  /** What may be left out of the request's body; undefined: nothing. Absent where the client has no choice. */
  tolerance?(bindings: Bindings): Tolerance | undefined;
  /** How far responses of a SOAP service may differ from the contract; absent: as the settings say. */
  readonly deviations?: Partial<AcceptedDeviations>;
  /** Binary contents of requests to a SOAP service are attachments (MTOM), or not; absent: as the settings say. */
  readonly mtom?: boolean;
  /** Safe to repeat (RFC 9110 §9.2): GET, HEAD and rules that say so. */
  readonly safe: boolean;
  /** The large hole of the response goes out while it arrives. */
  readonly stream: boolean;
  /** Total time for one exchange, in ms, where the rule sets it. */
  readonly timeout?: number;
  /** Variables that each call is given before its request is filled; absent where there are none. */
  readonly credentialFields?: readonly CredentialField[];
  /** Clients need no credential, and the service is shown none. */
  readonly open?: boolean;
  /** What it demands of callers, as the table says; settings may say more or something else. Never of an open rule. */
  readonly access?: Access;
  /** Fields of the credential that its calls may show the service; absent: all. */
  readonly allowedFields?: readonly string[];
  /** Where requests may carry a key by which a repeat is known; absent for safe rules. */
  readonly idempotency?: Idempotency;
  /** ms that a response serves equal requests; 0: never; absent: as the bridge says. */
  readonly cache?: number;
  /** Several calls for one. The rule's own pair is then one of the calls. */
  readonly flow?: Flow<Rule>;
  /** In its place for SOAP clients, where the rule is a part of a job. */
  readonly soapFlow?: JobsFlow<Rule>;
  /** It is a part of a job that the service names. */
  readonly job?: JobPart;
}

export type Direction = 'rest-to-soap' | 'soap-to-rest';

/** What the gateway knows of a client's request, whatever its protocol. */
export interface RequestHead {
  readonly headers: Readonly<IncomingHttpHeaders>;
}

/** How clients mark a request as a repeat. */
export interface Idempotency {
  /** Header field of the key, in lower case. */
  readonly header: string;
  /** Requests without a key are refused. */
  readonly required: boolean;
  /** ms that an outcome is kept. */
  readonly keep: number;
  /** Where a key stands for one request: in its rule, or in all rules of the bridge. */
  readonly scope: 'rule' | 'bridge';
  /** Required form of keys (RFC 9562 §4); any text unless set. */
  readonly format?: 'uuid';
}

/** `row`: id of the row of the job. `name`: variables that its name is made of, in the same order in all parts. */
export interface JobPart {
  readonly row: string;
  readonly phase: 'submit' | 'status' | 'result';
  readonly name: readonly number[];
}

/** A field of the credential that a call is made with. */
export interface CredentialField {
  /** `$credential.name` */
  readonly name: string;
  readonly variable: number;
  /** Lexical form at its place. */
  readonly text: Text;
  /** The sides where what is around its place requires it. */
  readonly neededIn: readonly ('rest' | 'soap')[];
}

/** Ordered, two-way. */
export interface FaultTable {
  /** A fault as the SOAP service sent it → the fault for a REST client (status, code, title, headers filled in). */
  fromSoap(fault: Fault, request?: RequestValues): Fault;
  /** A fault as the REST service sent it (status, code …) → the fault for a SOAP client. */
  fromRest(fault: Fault, request?: RequestValues): Fault;
  /** The response in place of a fault of the REST service, where the first row that takes it has a response pattern; undefined: it is a fault. `ofItem`: of one item of a list, whose failure is a response wherever a row can be one. */
  asResponse(
    fault: Fault,
    request?: RequestValues,
    ofItem?: boolean,
  ): { readonly soap: SoapPattern; readonly bindings: Bindings } | undefined;
  /** Tried in order when the rule's response does not match, or before it where `first`. */
  readonly responses: readonly FaultResponse[];
}

/** A message that reports failure inside a successful response. */
export interface FaultResponse {
  readonly soap: SoapPattern;
  /** Tried before the rule's own response. */
  readonly first: boolean;
  readonly variables: readonly string[];
  fault(bindings: Bindings, request?: RequestValues): Fault;
  /** The same message to be written. */
  readonly writtenMessage: SoapPattern;
  /** Inverse of `fault`; undefined: another row's fault. */
  bind(fault: Fault, fit: Fit, request?: RequestValues, ofItem?: boolean): Bindings | undefined;
  /** Members that the contract requires and the rule omits. Such responses are read, and never written. */
  readonly lacks: readonly { readonly message: string; readonly place: Place }[];
}

/** The rules that REST clients can reach. */
export interface RestRules<R = Rule> {
  /** Base path of the REST face, e.g. `/v1`; '' for none. */
  readonly base: string;
  /** Default media type of JSON bodies. */
  readonly media: string;
  /** How the API writes its errors; the first that fits is written. None: RFC 9457. */
  readonly errorForms: readonly ErrorForm[];
  /**
   * `path` is the raw request path (no query). Rules of one path template are tried in order: constants in query, headers or body may tell
   * them apart. Throws SoapstoneError BAD_PATH for paths that are not canonical (encoded slashes, dot segments, empty segments, `;`).
   */
  lookup(method: string, path: string): Lookup<R>;
}

export type Lookup<R = Rule> =
  | { readonly kind: 'found'; readonly rules: readonly R[]; readonly segments: readonly string[] }
  /** The path exists with other methods; `instead`: the template of paths like it that have this one. */
  | { readonly kind: 'method'; readonly allow: readonly string[]; readonly instead?: string }
  | { readonly kind: 'none' };

/** What a SOAP front end uses of a rule. Operations without a REST side have no more. */
export interface SoapFrontRule
  extends Pick<Rule, 'id' | 'open' | 'take' | 'idempotency' | 'operation' | 'variables' | 'flow' | 'soapFlow' | 'job'> {
  readonly request: Pick<RequestPair, 'soap'>;
  readonly response: Pick<ResponsePair, 'soap'> & {
    /** Absent: no REST service responds. */
    readonly rest?: Pick<RestResponsePattern, 'placeOf'>;
  };
  readonly faults: Pick<FaultTable, 'fromRest' | 'asResponse'>;
}

/** The rules that SOAP clients can reach. */
export interface SoapRules<R extends SoapFrontRule = Rule> {
  readonly contract: { readonly operations: readonly Operation[] };
  readonly codec: Codec;
  /** Rules of a body element (Clark name, '' for an empty body), in the order in which they are tried. */
  lookupSoap(element: string): readonly R[];
  /** Compiles them ahead of `lookupSoap`, in slices. undefined: they are compiled. Absent: there is nothing to compile. */
  prepareSoap?(element: string): Promise<void> | undefined;
  /** Those of `rules`, which have this body element, that the constants of the message do not rule out. Absent: nothing is known before decoding. */
  possibleSoap?(element: string, rules: readonly R[], message: SoapMessage): readonly R[];
}

/** A message before it is decoded. */
export interface SoapMessage {
  /** In UTF-8. */
  readonly bytes: Uint8Array;
  readonly options?: Pick<DecodeOptions, 'limits' | 'transcoded' | 'noInstructions'>;
  /** Where the header blocks for other nodes begin, in bytes. */
  readonly foreign?: ReadonlySet<number>;
}
