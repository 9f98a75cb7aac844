// The series of one bridge: one for each rule of its table, and one for requests that found none.
import type { RequestRecord } from '../../binding/channels.ts';
import { RuleSeries } from './rule-series.ts';

export const NO_RULE = '_none';
export const PASS_THROUGH = '_pass_through';

export class BridgeSeries {
  private readonly byRule = new Map<string, RuleSeries>();

  constructor(rules: readonly string[]) {
    for (const rule of rules) this.byRule.set(rule, new RuleSeries(rule));
  }

  /** Series of rules that are no longer there end, those that stay go on. */
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
