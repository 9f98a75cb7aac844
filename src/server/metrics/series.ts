// The series of one bridge: one for each rule, and one for requests that no rule took. Labels are rule ids and closed sets, so clients cannot add series.
import type { RequestRecord } from '../../binding/channels.ts';
import { methodLabel, OTHER_METHOD, sampledTrace } from '../../binding/identity.ts';
import { Measures } from './distribution.ts';

interface Outcome {
  readonly method: string;
  /** `2xx` … `5xx`; of a fault, by its code: `4xx` where it blames the client, whatever status its protocol has for it. */
  readonly status: string;
  /** Fault code, '' for none. */
  readonly fault: string;
  count: number;
}

/** Limits fault codes, which a mapping may make from data. */
const MOST_OUTCOMES = 100;
const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'];

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
    const method = methodLabel(record.method);
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

const NO_RULE = '_none';
export const PASS_THROUGH = '_pass_through';

export class BridgeSeries {
  private readonly byRule = new Map<string, RuleSeries>();

  constructor(rules: readonly string[]) {
    for (const rule of rules) this.byRule.set(rule, new RuleSeries(rule));
  }

  /** Removes series of rules that no longer exist. */
  keep(rules: readonly string[]): void {
    for (const rule of this.byRule.keys()) {
      if (!rules.includes(rule) && rule !== NO_RULE && rule !== PASS_THROUGH) this.byRule.delete(rule);
    }
    for (const rule of rules) if (!this.byRule.has(rule)) this.byRule.set(rule, new RuleSeries(rule));
  }

  add(record: RequestRecord): void {
    const rule = record.rule ?? NO_RULE;
    let series = this.byRule.get(rule);
    if (!series) {
      series = new RuleSeries(rule);
      this.byRule.set(rule, series);
    }
    series.add(record);
  }

  rule(id: string): RuleSeries | undefined {
    return this.byRule.get(id);
  }

  rules(): Iterable<RuleSeries> {
    return this.byRule.values();
  }
}
