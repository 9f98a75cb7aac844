// Sends bytes to a peer. Knows nothing about SOAP, REST or rules.

export interface OutgoingRequest {
  readonly method: string;
  /** Absolute path with query. */
  readonly path: string;
  /** Flat list: name, value, name, value … */
  readonly headers: readonly string[];
  readonly body?: Uint8Array;
  /** ms until the first byte of the response head, and between body bytes. */
  readonly timeout?: number;
  /** It may arrive twice: sent once more, on a new connection, when the peer closes a kept one without a byte of a response. */
  readonly retryable?: boolean;
}

/** Callbacks of one response, in order: head, data*, then end or error (error may come at any time, once). */
export interface ResponseHandler {
  onHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void;
  /** Return false to pause; call `resume` of the in-flight handle to go on. */
  onData(chunk: Uint8Array): boolean;
  onEnd(): void;
  /** SoapstoneError UPSTREAM_CONNECT, UPSTREAM_TIMEOUT or CLIENT_GONE. `unsent`: there was no connection for the request yet, so nothing of it has got to the peer. */
  onError(error: Error, unsent: boolean): void;
}

export interface InFlight {
  abort(reason: Error): void;
  resume(): void;
}

/** Sends; whoever opened the transport closes it. */
export interface Sender {
  send(request: OutgoingRequest, handler: ResponseHandler): InFlight;
}

export interface Transport extends Sender {
  /** Waits for what is in flight. */
  close(): Promise<void>;
}
