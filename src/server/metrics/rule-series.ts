// The series of one rule of one bridge. Labels are rule ids and closed sets, so their number does not depend on callers.
import type { RequestRecord } from '../../binding/channels.ts';
import { sampledTrace } from '../../binding/identity.ts';
import { Measures } from './measures.ts';

export interface Outcome {
  readonly method: string;
  /** `2xx` … `5xx`; of a fault, by its code: `4xx` where it blames the caller, whatever status its protocol has for it. */
  readonly status: string;
  /** Fault code, '' for none. */
  readonly fault: string;
  count: number;
}

/** Fault codes come from tables; this bounds them even where a mapping makes them from data. */
const MOST_OUTCOMES = 100;
const OTHER_METHOD = '_OTHER';
const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

export class RuleSeries {
  readonly rule: string;
  readonly outcomes = new Map<string, Outcome>();
  /** By class of status. */
  readonly measures = new Map<string, Measures>();

  constructor(rule: string) {
    this.rule = rule;
  }

  add(record: RequestRecord): void {
    const outcome = this.outcome(record);
    outcome.count++;
    const { ms, upstreamMs, traceparent } = record;
    const measures = this.measuresOf(outcome.status);
    const traceId = traceparent === undefined ? undefined : sampledTrace(traceparent);
    measures.seconds.observe(ms / 1000, traceId);
    if (upstreamMs > 0) {
      measures.upstreamSeconds.observe(upstreamMs / 1000, traceId);
      measures.gatewaySeconds.observe(Math.max(0, ms - upstreamMs) / 1000, traceId);
    }
    measures.requestBytes.observe(record.requestBytes);
    measures.responseBytes.observe(record.responseBytes);
  }

  private measuresOf(status: string): Measures {
    let measures = this.measures.get(status);
    if (!measures) this.measures.set(status, (measures = new Measures()));
    return measures;
  }

  private outcome(record: RequestRecord): Outcome {
    const method = METHODS.has(record.method) ? record.method : OTHER_METHOD;
    const status = CLASSES[((record.faultStatus ?? record.status) / 100) | 0] ?? '';
    const fault = record.code ?? '';
    const key = `${method} ${status} ${fault}`;
    return this.outcomes.get(key) ?? this.newOutcome(record, key, { method, status, fault, count: 0 });
  }

  private newOutcome(record: RequestRecord, key: string, outcome: Outcome): Outcome {
    const full = this.outcomes.size >= MOST_OUTCOMES && outcome.fault !== '' && outcome.fault !== OTHER_METHOD;
    if (full) return this.outcome({ ...record, code: OTHER_METHOD });
    this.outcomes.set(key, outcome);
    return outcome;
  }
}
