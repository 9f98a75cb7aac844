// A client's request whose response is not finished, and its spans. Times are ms since 1970, all of one clock.
import { type Context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { RequestRecord } from '../../binding/channels.ts';

/** ms since 1970, with fractions. */
export type Clock = () => number;

/** Set by the wall clock once, monotonic from then on: the spans of a request add up. Each request has a clock, so that none drifts. */
export function newClock(): Clock {
  const offset = Date.now() - performance.now();
  return () => offset + performance.now();
}

export class LiveRequest {
  /** The request's own span, as parent of those below. */
  readonly context: Context;
  readonly clock: Clock;
  /** The client's, where it goes on to services. */
  baggage: string | undefined = undefined;
  private readonly tracer: Tracer;
  private readonly span: Span;
  private readonly began: number;
  private firstSent: number | undefined = undefined;
  private lastEnded: number | undefined = undefined;

  constructor(tracer: Tracer, span: Span, context: Context, began: number, clock: Clock) {
    this.tracer = tracer;
    this.span = span;
    this.context = trace.setSpan(context, span);
    this.began = began;
    this.clock = clock;
  }

  recordSent(at: number): void {
    this.firstSent ??= at;
  }

  ended(at: number): void {
    this.lastEnded = at;
  }

  /** Names and numbers from closed sets: no paths, no values. */
  add(record: RequestRecord, template: string | undefined, operation: string | undefined): void {
    const { span } = this;
    if (template !== undefined) {
      span.updateName(`${record.method} ${template}`);
      span.setAttribute('http.route', template);
    }
    span.setAttributes({
      'http.response.status_code': record.status,
      'http.request.body.size': record.requestBytes,
      'http.response.body.size': record.responseBytes,
      'soapstone.bridge': record.bridge,
      'soapstone.request_id': record.id,
    });
    if (record.rule !== undefined) span.setAttribute('soapstone.rule', record.rule);
    if (operation) span.setAttribute('soapstone.operation', operation);
    if (record.code !== undefined) span.setAttribute('error.type', record.code);
    if ((record.faultStatus ?? record.status) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    const now = this.clock();
    if (this.firstSent !== undefined) this.part('request pair', this.began, this.firstSent);
    if (this.lastEnded !== undefined) this.part('response pair', this.lastEnded, now);
    this.span.end(now);
  }

  /** The gateway's own time: before its first call, and after its last one. */
  private part(name: string, from: number, to: number): void {
    this.tracer.startSpan(name, { kind: SpanKind.INTERNAL, startTime: from }, this.context).end(to);
  }
}
