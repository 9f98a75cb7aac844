// W3C Trace Context in header fields, of client requests and of upstream calls.
import { type Context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { traceparent } from '../../binding/identity.ts';

type Field = string | string[] | undefined;

/** Header fields of one trace. */
interface TraceFields {
  readonly traceparent: string;
  readonly tracestate: string | undefined;
}

const propagator = new W3CTraceContextPropagator();

/** An invalid traceparent counts as none, and its tracestate with it (§2.3). */
export function contextOf(parent: Field, state?: Field): Context {
  const valid = traceparent(parent);
  if (valid === undefined) return ROOT_CONTEXT;
  const fields = new Map<string, string | string[]>([['traceparent', valid]]);
  if (state !== undefined) fields.set('tracestate', state);
  return propagator.extract(ROOT_CONTEXT, fields, {
    get: (carrier, name) => carrier.get(name),
    keys: (carrier) => [...carrier.keys()],
  });
}

export function fieldsOf(span: Span, parent: Context): TraceFields {
  const fields = new Map<string, string>();
  propagator.inject(trace.setSpan(parent, span), fields, { set: (carrier, name, value) => carrier.set(name, value) });
  return { traceparent: fields.get('traceparent') as string, tracestate: fields.get('tracestate') };
}

/** W3C Baggage, limits of §3.3.2. */
const LONGEST_BAGGAGE = 8192;

/** A field that could not be sent on, or is too long, counts as none. */
export function baggageOf(field: Field): string | undefined {
  const text = Array.isArray(field) ? field.join(',') : field;
  return text !== undefined && text.length <= LONGEST_BAGGAGE && /^[\x20-\x7e]+$/.test(text) ? text : undefined;
}
