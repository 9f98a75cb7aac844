// The interface of tracing. Knows nothing about OpenTelemetry, which is loaded only where traces are on.
import type { RequestListener } from 'node:http';
import type { RequestRecord } from '../../binding/channels.ts';
import type { HttpTransport } from '../../transport/http.ts';

export interface Tracing {
  /** Around all requests of the data port: each gets a span, and its `traceparent` becomes the one of that span. */
  around(listener: RequestListener): RequestListener;
  /** Around the transport of a bridge: each call gets a span, and the upstream its `traceparent`. */
  aroundTransport: AroundTransport;
  /** Adds the record of a request at its end. `template`: of its path. */
  add(record: RequestRecord, template: string | undefined): void;
  /** Sends remaining spans. Never takes long, and never fails. */
  close(): Promise<void>;
}

/** `origin`: of the upstream. */
export type AroundTransport = (bridge: string, origin: string, transport: HttpTransport) => HttpTransport;
