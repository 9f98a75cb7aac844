// The record of each request, on node:diagnostics_channel. It is not built without a subscriber.
import { channel } from 'node:diagnostics_channel';
import type { LostDetail } from '../fault/fault.ts';

/** Published once for each request, when its response has been sent or its connection is gone. */
export interface RequestRecord {
  readonly bridge: string;
  readonly id: string;
  /** Rule id; absent where no rule was found. */
  readonly rule?: string;
  /** Where there was a path with rules and none of them yet: the id of one, for the template of the path. Of a request that passes through: its prefix. */
  readonly pathRule?: string;
  /** '' for a malformed request. */
  readonly method: string;
  /** Of the client: `1.1`, `1.0` or `2`; absent for a malformed request. */
  readonly protocol?: string;
  /** Path without query; '' as above. */
  readonly path: string;
  /** Status sent; 499 where the client disconnected first; that of the failure where a response broke off. */
  readonly status: number;
  /** Status of the fault itself: SOAP 1.1 sends 500 for every fault. Its class is that of the fault code. */
  readonly faultStatus?: number;
  /** Code of the fault, where there was one. */
  readonly code?: string;
  /** Total, and the part of it that was spent waiting for the service. ms. */
  readonly ms: number;
  readonly upstreamMs: number;
  /** The part that was spent waiting for a free connection to the service, ms; absent: none. */
  readonly queuedMs?: number;
  /** The part that was spent waiting between tries, ms; absent: none. */
  readonly retryWaitMs?: number;
  /** Origin of the last call, where the service has several addresses. */
  readonly upstream?: string;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** The client's address or network, where settings ask for it. */
  readonly client?: string;
  /** A name of the authenticated caller, likewise. */
  readonly caller?: string;
  readonly traceparent?: string;
  /** The error, for the log. */
  readonly cause?: unknown;
  /** Texts of the service that the client does not see, for the log. */
  readonly upstreamText?: string;
  /** Detail of the fault that the client misses. */
  readonly lostDetail?: LostDetail;
}

/** Message: RequestRecord. */
export const requestChannel = channel('soapstone:request');
