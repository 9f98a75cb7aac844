// The interface of tracing. Knows nothing about OpenTelemetry, which is loaded only where traces are on.
import type { RequestListener } from 'node:http';
import type { RequestRecord } from '../../binding/channels.ts';
import type { HttpTransport } from '../../transport/http.ts';

export interface Tracing {
  /** Around all requests of the data port: each gets a span, and its `traceparent` becomes the one of that span. */
  around(listener: RequestListener): RequestListener;
  /** Around the transport of a bridge: each call gets a span, and the upstream its `traceparent`. */
  aroundTransport: AroundTransport;
  /** Adds the record of a request at its end. `template`: of its path; `operation`: of SOAP, that the rule has. */
  add(record: RequestRecord, template: string | undefined, operation: string | undefined): void;
  /** Spans so far. */
  readonly exports: Readonly<ExportCounts>;
  /** Sends remaining spans. Never takes long, and never fails. */
  close(): Promise<void>;
}

/** Spans by what came of sending them. */
export type ExportCounts = Record<'success' | 'failure', number>;

/** `failure`: why spans are not sent from now on; undefined: they are sent again. */
export type ExportListener = (failure: string | undefined) => void;

/** `origin`: of the upstream. */
export type AroundTransport = (bridge: string, origin: string, transport: HttpTransport) => HttpTransport;
