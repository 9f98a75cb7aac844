// The interface of a transport, which sends bytes to an upstream. Knows nothing about SOAP, REST or rules.

export interface OutgoingRequest {
  readonly method: string;
  /** Absolute path with query. */
  readonly path: string;
  /** Scheme, host and port, where they are not those of the transport. */
  readonly origin?: string;
  /** Flat list: name, value, name, value … */
  readonly headers: readonly string[];
  readonly body?: Uint8Array;
  /** ms until the first byte of the response head, and between body bytes. */
  readonly timeout?: number;
  /** It may arrive twice: sent again, on a new connection, when the upstream closes a persistent one without a byte of a response. */
  readonly retryable?: boolean;
  /** What the request is for, in traces alone. */
  readonly operation?: string;
  /** Tries of the same call before this one, for traces. */
  readonly resend?: number;
}

/** Callbacks of one response, in order: head, data*, then end or error (error may come at any time, once). */
export interface ResponseHandler {
  /** The origin that a request goes to, before each attempt, where the transport has several. */
  onTarget?(origin: string): void;
  onHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void;
  /** Return false to pause; call `resume` of the in-flight handle to go on. */
  onData(chunk: Uint8Array): boolean;
  onEnd(): void;
  /** SoapstoneError UPSTREAM_CONNECT, UPSTREAM_TIMEOUT or CLIENT_GONE. `unsent`: there was no connection yet, so the upstream has received nothing. */
  onError(error: Error, unsent: boolean): void;
}

export interface InFlight {
  abort(reason: Error): void;
  resume(): void;
}

/** A transport that its user cannot close. */
export interface Sender {
  send(request: OutgoingRequest, handler: ResponseHandler): InFlight;
}

export interface Transport extends Sender {
  /** Waits for requests in flight. */
  close(): Promise<void>;
}
