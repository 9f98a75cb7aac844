// What a front tells the world about each request, on node:diagnostics_channel. Nothing is built while nobody listens.
import { channel } from 'node:diagnostics_channel';

/** Published once for each request, when its response has been sent or its connection is gone. */
export interface RequestRecord {
  readonly bridge: string;
  readonly id: string;
  /** Rule id; absent where no rule was found. */
  readonly rule?: string;
  /** '' where nothing that came was a request. */
  readonly method: string;
  /** Path without query; '' as above. */
  readonly path: string;
  /** Status sent; 499 where the caller went away first. */
  readonly status: number;
  /** Status that the fault has by itself, where the one sent says less: SOAP 1.1 sends 500 for every fault. Its class is that of the fault code. */
  readonly faultStatus?: number;
  /** Code of the fault, where there was one. */
  readonly code?: string;
  /** Total, and the part of it that was spent waiting for the peer. ms. */
  readonly ms: number;
  readonly upstreamMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly traceparent?: string;
  /** What was thrown, for the log. */
  readonly cause?: unknown;
  /** Words of the service that the client did not see, for the log. */
  readonly upstreamText?: string;
}

/** Message: RequestRecord. */
export const requestChannel = channel('soapstone:request');
