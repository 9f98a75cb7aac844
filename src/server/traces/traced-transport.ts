// A transport whose calls have spans. Each try has its own.
import { type Attributes, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { HttpTransport } from '../../transport/http.ts';
import type { OutgoingRequest, ResponseHandler } from '../../transport/transport.ts';
import { contextOf, fieldsOf } from './context.ts';
import { type Clock, type LiveRequest, newClock } from './live-request.ts';

interface TracedTransportOptions {
  readonly tracer: Tracer;
  readonly bridge: string;
  readonly origin: string;
  /** The client's request that a call belongs to, by its traceparent. */
  find(traceparent: string): LiveRequest | undefined;
}

export function tracedTransport(transport: HttpTransport, options: TracedTransportOptions): HttpTransport {
  const { hostname, port, protocol } = new URL(options.origin);
  const attributes = {
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
    'soapstone.bridge': options.bridge,
  };
  return {
    ...transport,
    send: (request, handler) => {
      const at = traceparentAt(request.headers);
      if (at < 0) return transport.send(request, handler);
      const value = request.headers[at];
      const live = options.find(value);
      const context = live?.context ?? contextOf(value);
      const clock = live?.clock ?? newClock();
      const began = clock();
      const span = options.tracer.startSpan(
        request.method,
        {
          kind: SpanKind.CLIENT,
          startTime: began,
          attributes: { ...attributes, ...aboutRequest(request) },
        },
        context,
      );
      live?.recordSent(began);
      const { traceparent, tracestate } = fieldsOf(span, context);
      const headers = request.headers.with(at, traceparent);
      if (tracestate !== undefined) headers.push('tracestate', tracestate);
      if (live?.baggage !== undefined) headers.push('baggage', live.baggage);
      const onward: OutgoingRequest = { ...request, headers };
      return transport.send(onward, new TracedResponse(handler, span, clock, live));
    },
  };
}

/** With `http.request.resend_count` of OpenTelemetry's HTTP conventions, which a first try does not have. */
function aboutRequest({ method, operation, resend = 0 }: OutgoingRequest): Attributes {
  return {
    'http.request.method': method,
    'soapstone.operation': operation,
    'http.request.resend_count': resend > 0 ? resend : undefined,
  };
}

/** Index of its value in a flat list of fields, or -1. */
function traceparentAt(headers: readonly string[]): number {
  for (let i = 0; i < headers.length; i += 2) if (headers[i] === 'traceparent') return i + 1;
  return -1;
}

class TracedResponse implements ResponseHandler {
  private readonly handler: ResponseHandler;
  private readonly span: Span;
  private readonly clock: Clock;
  private readonly live: LiveRequest | undefined;

  constructor(handler: ResponseHandler, span: Span, clock: Clock, live: LiveRequest | undefined) {
    this.handler = handler;
    this.span = span;
    this.clock = clock;
    this.live = live;
  }

  onTarget(origin: string): void {
    this.handler.onTarget?.(origin);
  }

  onHead(...head: Parameters<ResponseHandler['onHead']>): void {
    const [status] = head;
    this.span.setAttribute('http.response.status_code', status);
    if (status >= 400) {
      this.span.setAttribute('error.type', String(status));
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.handler.onHead(...head);
  }

  onData(chunk: Uint8Array): boolean {
    return this.handler.onData(chunk);
  }

  onEnd(): void {
    this.end();
    this.handler.onEnd();
  }

  onError(...failure: Parameters<ResponseHandler['onError']>): void {
    const [error] = failure;
    this.span.setAttribute('error.type', (error as { code?: string }).code ?? error.name);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.end();
    this.handler.onError(...failure);
  }

  private end(): void {
    const now = this.clock();
    this.span.end(now);
    this.live?.ended(now);
  }
}
