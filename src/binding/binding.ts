// What the exchange knows of a protocol end. The two bindings meet only through this file.
import type { Json } from '../json/value.ts';
import type { MemoryReservation } from './memory-account.ts';
import type { OutboundCredential } from './proof.ts';

/** Who calls, as far as that has been found out. */
export interface Caller {
  /** Tells callers apart, for digests in keys of the store. Never logged. */
  readonly key: string;
  /** What the credential holds, by the names that tables use. */
  readonly fields: ReadonlyMap<string, string>;
  /** The session of the gateway that the request is made in. */
  readonly session?: string;
  /** The service judges its credential. Anybody can make up many such, so it has no share of its own. */
  readonly unchecked?: true;
}

/** Sessions that the gateway gives its callers, as operations begin and end them. `field`: of the response, by which further requests are known. */
export interface CallerSessions {
  /** `fields`: of a credential. undefined: it is nobody's. */
  begin(
    fields: ReadonlyMap<string, string>,
  ): Promise<{ readonly caller: Caller; readonly field: readonly [string, string] } | undefined>;
  /** `id`: `Caller.session` */
  end(id: string): Promise<{ readonly field: readonly [string, string] }>;
}

/** Values of a rule's variables, by number. */
export type Bindings = (Json | undefined)[];

/** Stops work in flight; cheaper than an AbortController. */
export interface Cancel {
  readonly cancelled: Error | undefined;
  /** At most one listener at a time; called at once if already cancelled. */
  onCancel(listener: ((reason: Error) => void) | undefined): void;
}

/** What a response waits for that the gateway takes no more of. */
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
  /** Called once, before the first bytes, when every other variable of the reply's head is bound. */
  start(bindings: Bindings): void;
  /** Return false to pause the upstream; `onDrain` resumes. The bytes are the sink's only until it returns. */
  write(bytes: Uint8Array): boolean;
  /** One listener, kept for the whole response; called each time the sink takes bytes again. */
  onDrain(listener: () => void): void;
}

/** What a binding sees of an exchange. */
export interface Flight extends Cancel {
  readonly id: string;
  readonly bindings: Bindings;
  /** ms on the monotonic clock (performance.now) after which the exchange has failed. */
  readonly deadline: number;
  readonly traceparent?: string;
  /** What tells callers apart: the key of `caller`, else the Authorization field as it came. Only for digests in keys of the store; never logged. */
  readonly credential?: string;
  /** Absent where nobody asks for a credential. */
  readonly caller?: Caller;
  /** By which a repeat of the request is known, as the caller gave it. */
  readonly key?: string;
  /** Network address of the caller. Tells callers apart who have shown no credential; never shown or logged. */
  readonly address?: string;
  /** Path of the app in which the gateway is mounted; '' or absent for none. */
  readonly mount?: string;
  /** The caller wants nothing that was kept. */
  readonly anew?: boolean;
  /** Header fields for the caller, whatever comes of the request: names and values in turn. Set by filters. */
  responseHeaders?: readonly string[];
  /** Set where the front can stream the response. */
  readonly sink?: StreamSink;
  /** Where bytes outside of the heap are counted. */
  readonly memory?: MemoryReservation;
  /** A REST service is asked to answer later (`Prefer: respond-async`, RFC 7240 §4.1); it may answer at once all the same. */
  readonly deferred?: boolean;
  /** When the gateway itself keeps the peer waiting; set by the back binding. */
  readonly backpressure: Backpressure;
  /** Time spent waiting for the peer, in ms; set by the back binding. */
  upstreamMs: number;
  /** Something may have got to the peer; set by the back binding. */
  requestSent: boolean;
  /** Status of the peer's response, 0 until there is one; set by the back binding. */
  peerStatus: number;
  /** What goes onto the request to the peer; set for each call, by whoever holds the credential. */
  proof?: OutboundCredential;
  cancel(reason: Error): void;
}

/** What comes back: all variables bound, or streamed already. Failures are thrown as Fault. */
export interface Response<R = never> {
  readonly bindings: Bindings;
  /** Whose response it is, where the request alone could not tell rules apart. */
  readonly rule?: R;
  readonly streamed: boolean;
  /** Of a request that is answered later: path of the resource that says how far it is. Nothing of the response is bound then. */
  readonly accepted?: string;
  /** Header fields for the caller that no pattern writes, such as cookies of a SOAP service. */
  readonly fields?: readonly (readonly [name: string, value: string])[];
  /** Callers may ask whether it is still what they have. */
  readonly tagged?: boolean;
}

/** What a front binding knows when a request has found its rule. */
export interface Opening<R> {
  readonly id: string;
  readonly rule: R;
  readonly bindings: Bindings;
  readonly traceparent?: string;
  /** What tells callers apart: the key of `caller`, else the Authorization field as it came. Only for digests in keys of the store; never logged. */
  readonly credential?: string;
  /** Absent where nobody asks for a credential. */
  readonly caller?: Caller;
  /** By which a repeat of the request is known, as the caller gave it. */
  readonly key?: string;
  /** A REST service is asked to answer later. */
  readonly deferred?: boolean;
  readonly address?: string;
  readonly mount?: string;
  readonly anew?: boolean;
  /** Header fields of a SOAP caller's request, names in lower case. */
  readonly fields?: Readonly<Record<string, string | string[] | undefined>>;
  readonly sink?: StreamSink;
  readonly memory?: MemoryReservation;
}

/** The way from a front to a back: opens an exchange and carries it through the filters. */
export interface Stack<R, X extends Flight = Flight> {
  open(opening: Opening<R>): X;
  handle(exchange: X): Promise<Response<R>>;
}
