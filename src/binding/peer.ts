// How a back binding reaches its peer: a transport by its shape. Knows nothing about protocols.

export type Fields = Readonly<Record<string, string | string[] | undefined>>;

/** A Transport, by its shape. */
export interface Peer {
  send(request: PeerRequest, handler: ResponseEvents): RequestHandle;
}

export interface PeerRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Flat list: name, value, name, value … */
  readonly headers: readonly string[];
  readonly body?: Uint8Array;
  /** It may arrive twice. */
  readonly retryable?: boolean;
}

export interface ResponseEvents {
  onHead(status: number, headers: Fields): void;
  /** False: wait until `RequestHandle.resume`. */
  onData(piece: Uint8Array): boolean;
  onEnd(): void;
  /** `unsent`: nothing of the request has got to the peer. */
  onError(error: Error, unsent?: boolean): void;
}

export interface RequestHandle {
  abort(reason: Error): void;
  resume(): void;
}
