// A captured exchange: what a client sent and received, and what the upstream was sent and sent back. Redacted and bounded; JSON as it stands. Types alone.

export type CapturedField = readonly [name: string, value: string];

export interface CapturedMessage {
  /** Header fields in their order. */
  readonly headers: readonly CapturedField[];
  /** Bytes of the body on the wire. */
  readonly bytes: number;
  /** The body as text; absent where there is none, or where its form is not known well enough to redact it. */
  readonly body?: string;
  /** The text ends before the body does. */
  readonly cut?: true;
}

export interface CapturedRequest extends CapturedMessage {
  readonly method: string;
  /** Path and query of a client's request; the whole URL of an upstream request. */
  readonly target: string;
}

export interface CapturedResponse extends CapturedMessage {
  readonly status: number;
}

/** One request to the upstream. */
export interface CapturedCall {
  readonly request: CapturedRequest;
  /** Absent where nothing came back. */
  readonly response?: CapturedResponse;
  /** Why the response is missing or incomplete: the address and the likely cause. */
  readonly error?: string;
  /** ms after the client's request began, and how long it took. */
  readonly startMs: number;
  readonly ms: number;
}

export interface CapturedExchange {
  /** Request id, as in the log and in the response. */
  readonly id: string;
  /** When the request began, ISO 8601 in UTC. */
  readonly time: string;
  readonly bridge: string;
  /** What clients see; absent where no bridge took the request. */
  readonly present?: 'rest' | 'soap' | 'mcp';
  /** Rule id; absent where no rule was found. */
  readonly rule?: string;
  /** Code of the error or fault. */
  readonly code?: string;
  /** Detail that the client's fault lacks, and why: `AccountNotFound: Value not allowed (CODEC_FACET) at $.reason`. */
  readonly detailLeftOut?: string;
  readonly ms: number;
  readonly request: CapturedRequest;
  /** Absent where the client left first. */
  readonly response?: CapturedResponse;
  readonly calls: readonly CapturedCall[];
}
