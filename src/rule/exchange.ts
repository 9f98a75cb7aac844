// One request and its response in flight, as the bindings, the filters and credentials see it. Types alone.
import type { SoapstoneError } from '../errors/errors.ts';
import type { OutgoingRequest } from '../transport/transport.ts';
import type { Grants } from './access.ts';
import type { Bindings, HeaderFields } from './pattern.ts';
import type { Rule } from './rule.ts';

/** The client, as far as it has been authenticated. */
export interface Caller {
  /** Tells clients apart, for digests in keys of the store. Never logged. */
  readonly key: string;
  /** What the credential holds, by the names that tables use. */
  readonly fields: ReadonlyMap<string, string>;
  /** What it may do; absent where the gateway does not judge its credential. */
  readonly grants?: Grants;
  /** The session of the gateway that the request is made in. */
  readonly session?: string;
  /** The service checks its credential, not the gateway. Anybody can make up many, so it has no share of its own. */
  readonly unchecked?: true;
}

/** Sessions that the gateway gives its clients. `field`: of the response, by which further requests are known. */
export interface CallerSessions {
  /** `fields`: of a credential. `address`: network address of the client. undefined: it is nobody's. Throws AUTH_LIMITED after too many wrong ones. */
  begin(
    fields: ReadonlyMap<string, string>,
    address: string,
  ): Promise<{ readonly caller: Caller; readonly field: readonly [string, string] } | undefined>;
  /** `id`: `Caller.session` */
  end(id: string): Promise<{ readonly field: readonly [string, string] }>;
}

/** Who takes no more of a response. */
export type Holder = 'client' | 'memory';

/** Time in which the gateway takes no more of the service's responses: it is not the service's. */
export interface Backpressure {
  hold(holder: Holder): void;
  release(): void;
  /** ms until now in which a response waited. */
  readonly ms: number;
  /** Why a response that waits now is given up; undefined where none waits. */
  readonly failure: Error | undefined;
}

/** Receives the large hole of a streamed response. */
export interface StreamSink {
  /** Called once, before the first bytes, when every other variable of the response's head is bound. */
  start(bindings: Bindings): void;
  /** Return false to pause the upstream; `onDrain` resumes. The bytes are the sink's only until it returns. */
  write(bytes: Uint8Array): boolean;
  /** One listener, kept for the whole response; called each time the sink takes bytes again. */
  onDrain(listener: () => void): void;
}

/** Counts bytes outside of the heap, in the share of one client. */
export interface MemoryShare {
  /** Who is charged. */
  readonly clientName: string;
  /** Counts one response of the service. `resumed`: there is room again. `failed`: there was none for too long. */
  receive(resumed: () => void, failed: (error: unknown) => void): ArrivingBytes;
}

export interface ArrivingBytes {
  /** False: wait until there is room. */
  add(bytes: number): boolean;
  /** The response is over; `retainedBytes`: bytes of it that are still held. */
  end(retainedBytes: number): void;
}

/** Shows the service who asks: the back binding puts it onto one request. */
export interface OutboundCredential {
  /** Header fields in lower case: name, value, name, value … What a rule writes itself stays. */
  readonly fields: readonly string[];
  /** SOAP header blocks, each an element with all of its namespaces. */
  readonly blocks: readonly Uint8Array[];
  /** The last word on the request, just before it is sent. */
  sign?(request: OutgoingRequest): OutgoingRequest;
  /** What `sign` gives has no binary contents any more that could be sent as attachments. */
  readonly isEncrypted?: boolean;
  /** Absent: the address of the bridge. */
  readonly address?: CallAddress;
  /** Absent: responses are read as they come. */
  readonly protection?: ResponseProtection;
}

/** Where a call goes in place of the address of the bridge. */
export interface CallAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path with query; absent: that of the operation. */
  readonly path: string | undefined;
}

/** What a response of a SOAP service must be protected by. */
export interface ResponseProtection {
  /** Clark names of the header blocks that it understands. */
  readonly blocks: ReadonlySet<string>;
  /** Checks a whole envelope in UTF-8: the envelope to read. Throws SoapstoneError. */
  open(envelope: Uint8Array): Uint8Array;
}

/** What a front binding knows when a request has found its rule. */
export interface ExchangeInit<R = Rule> {
  readonly id: string;
  readonly rule: R;
  readonly bindings: Bindings;
  readonly traceparent?: string;
  /** Tells clients apart: the key of `caller`, else the Authorization field as it came. Only for digests in keys of the store; never logged. */
  readonly credential?: string;
  /** Absent where the bridge asks for no credential. */
  readonly caller?: Caller;
  /** The client's idempotency key. */
  readonly key?: string;
  /** Network address of the client. Tells clients without a credential apart; never shown or logged. */
  readonly address?: string;
  /** Path of the app in which the gateway is mounted; '' or absent for none. */
  readonly mount?: string;
  /** The client wants no cached response. */
  readonly anew?: boolean;
  /** Rejects where the request must not be carried out. A repeat with an idempotency key gets its outcome without it. */
  readonly precondition?: (exchange: Exchange) => Promise<void>;
  /** Of a SOAP client. */
  readonly requestHeaders?: HeaderFields;
  /** Set where the front can stream the response. */
  readonly sink?: StreamSink;
  /** Absent where memory is not counted. */
  readonly memory?: MemoryShare;
  /** A REST service is asked to respond later (`Prefer: respond-async`, RFC 7240 §4.1); it may respond at once all the same. */
  readonly deferred?: boolean;
  /** Skip members of a response that the contract does not have, also of the responses that a flow puts together. */
  readonly lenient?: boolean;
}

/** A child's own fields; the others are its parent's. */
export interface ChildInit<R = Rule> extends Pick<ExchangeInit<R>, 'bindings' | 'sink' | 'deferred' | 'anew'> {
  /** The parent's unless set. */
  readonly rule?: R;
  /** The call goes on when its parent is cancelled. */
  readonly detached?: boolean;
}

export interface Exchange<R = Rule> extends ExchangeInit<R> {
  /** ms on the monotonic clock (performance.now) after which the exchange has failed. */
  deadline: number;
  /** Header fields for the client, whatever comes of the request: names and values in turn. Set by filters. */
  responseHeaders?: readonly string[];
  /** When the gateway itself keeps the service waiting; set by the back binding. */
  readonly backpressure: Backpressure;
  /** Time spent waiting for the service, in ms; set by the back binding, and by the filter that logs in. */
  upstreamMs: number;
  /** Time spent waiting for a free connection before that, in ms; set by the concurrency limit. */
  queuedMs: number;
  /** Time spent waiting between tries, in ms; set by the filter that retries. */
  retryWaitMs: number;
  /** Tries of the same call before this one; set by the filter that retries. */
  resend: number;
  /** Origin of the last call, of several addresses of the service; undefined where there is one. Set by the back binding, and by the filter that logs in. */
  upstream: string | undefined;
  /** Something may have reached the service; set by the back binding. */
  requestSent: boolean;
  /** Status of the service's response, 0 until there is one; set by the back binding. */
  peerStatus: number;
  /** Set for each call, by the filter that holds the credential. */
  proof?: OutboundCredential;
  readonly cancelled: Error | undefined;
  /** Cheaper than an AbortController: at most one listener at a time; called at once if already cancelled. */
  onCancel(listener: ((reason: Error) => void) | undefined): void;
  /** The first reason counts. Cancels children too. */
  cancel(reason: Error): void;
  /** A call on behalf of this exchange: for the same client, with the same deadline, and bindings of its own. `end` it when it is over. */
  child(init: ChildInit<R>): Exchange<R>;
  /** Of a child: what it has spent and sent counts for its parent. */
  end(): void;
}

/** All variables are bound, or streamed already. Failures are thrown as Fault. */
export interface Response<R = Rule> {
  readonly bindings: Bindings;
  /** Whose response it is, where the request alone could not tell rules apart. */
  readonly rule?: R;
  readonly streamed: boolean;
  /** Path of the status resource of a request that is answered later. Nothing of the response is bound then. */
  readonly accepted?: string;
  /** Header fields for the client that no pattern writes, such as cookies of a SOAP service. */
  readonly fields?: readonly (readonly [name: string, value: string])[];
  /** Set where it is cached: for how long in whole, and since when, in ms. */
  readonly cached?: { readonly lifetime: number; readonly age: number };
  /** The bindings without what has no form in the client's message; undefined: then the whole response has none. */
  without?(misfits: readonly Misfit[]): Bindings | undefined;
}

/** An item of a list that has no form in a message. `problem` has the JSON path in the list. */
export interface Misfit {
  readonly index: number;
  readonly problem: SoapstoneError;
}

/** Failures are thrown as Fault, or as anything that `toFault` understands. */
export type Handler<R = Rule> = (exchange: Exchange<R>) => Promise<Response<R>>;

export type Filter = (next: Handler) => Handler;

/** The way from a front to a back: opens an exchange and carries it through the filters. */
export interface Pipeline<R = Rule> {
  open(init: ExchangeInit<R>): Exchange<R>;
  readonly handle: Handler<R>;
}
