// What the server asks of tracing. Nothing here knows OpenTelemetry: that is loaded only where traces are on.
import type { RequestListener } from 'node:http';
import type { RequestRecord } from '../../binding/channels.ts';
import type { HttpTransport } from '../../transport/http.ts';

export interface Tracing {
  /** Around all requests of the data port: each gets a span, and its `traceparent` becomes the one of that span. */
  around(listener: RequestListener): RequestListener;
  /** Around the transport of a bridge: each call gets a span, and the peer its `traceparent`. */
  aroundTransport: AroundTransport;
  /** What is known of a request at its end. `template`: of its path. */
  add(record: RequestRecord, template: string | undefined): void;
  /** Sends what has not been sent. Never takes long, and never fails. */
  close(): Promise<void>;
}

/** `origin`: of the peer. */
export type AroundTransport = (bridge: string, origin: string, transport: HttpTransport) => HttpTransport;
