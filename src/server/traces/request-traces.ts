// The spans of requests. At its end a request gets the data of its record, which has the traceparent of the span.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { SpanKind, type Tracer } from '@opentelemetry/api';
import type { RequestRecord } from '../../binding/channels.ts';
import { methodLabel, OTHER_METHOD } from '../../binding/identity.ts';
import { baggageOf, contextOf, fieldsOf } from './context.ts';
import { LiveRequest, newClock } from './live-request.ts';
import { tracedTransport } from './traced-transport.ts';
import type { AroundTransport, ExportCounts, Tracing } from './tracing.ts';

interface TracesOptions {
  /** `baggage` of clients goes on to services. */
  readonly baggage: boolean;
  readonly exports: Readonly<ExportCounts>;
  shutdown(): Promise<void>;
}

export class RequestTraces implements Tracing {
  readonly exports: Readonly<ExportCounts>;
  private readonly tracer: Tracer;
  private readonly options: TracesOptions;
  /** By traceparent of their own span. */
  private readonly live = new Map<string, LiveRequest>();

  constructor(tracer: Tracer, options: TracesOptions) {
    this.tracer = tracer;
    this.options = options;
    this.exports = options.exports;
  }

  around(listener: RequestListener): RequestListener {
    return (req, res) => {
      this.begin(req, res);
      listener(req, res);
    };
  }

  readonly aroundTransport: AroundTransport = (bridge, origin, transport) =>
    tracedTransport(transport, {
      tracer: this.tracer,
      bridge,
      origin,
      find: (traceparent) => this.live.get(traceparent),
    });

  add(record: RequestRecord, template: string | undefined, operation: string | undefined): void {
    if (record.traceparent !== undefined) this.live.get(record.traceparent)?.add(record, template, operation);
  }

  close(): Promise<void> {
    return this.options.shutdown();
  }

  private begin(req: IncomingMessage, res: ServerResponse): void {
    const clock = newClock();
    const began = clock();
    const { headers } = req;
    const method = methodLabel(req.method as string);
    const parent = contextOf(headers['traceparent'], headers['tracestate']);
    const attributes = { 'http.request.method': method, 'network.protocol.version': req.httpVersion };
    const name = method === OTHER_METHOD ? 'HTTP' : method;
    const span = this.tracer.startSpan(name, { kind: SpanKind.SERVER, startTime: began, attributes }, parent);
    const fields = fieldsOf(span, parent);
    headers['traceparent'] = fields.traceparent;
    if (fields.tracestate === undefined) delete headers['tracestate'];
    else headers['tracestate'] = fields.tracestate;
    const live = new LiveRequest(this.tracer, span, parent, began, clock);
    if (this.options.baggage) live.baggage = baggageOf(headers['baggage']);
    this.live.set(fields.traceparent, live);
    // The record comes with the same event, perhaps later.
    res.once('close', () => setImmediate(() => this.end(fields.traceparent, live)));
  }

  private end(traceparent: string, live: LiveRequest): void {
    this.live.delete(traceparent);
    live.end();
  }
}
