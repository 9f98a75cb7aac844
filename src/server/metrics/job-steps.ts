// Finds the rules that are steps of jobs. Each step is a rule, so its requests are counted already.
import type { Rule } from '../../rule/rule.ts';

export interface JobStep {
  /** Id of the job's row. */
  readonly job: string;
  readonly step: 'submitted' | 'polled' | 'fetched';
  /** Id of the rule. */
  readonly rule: string;
}

const RESULT = '.result';
const STATUS = '.status';

export function jobSteps(rules: readonly Pick<Rule, 'id' | 'flow'>[]): JobStep[] {
  const ids = new Set(rules.map(({ id }) => id));
  const steps = rules.flatMap(({ id, flow }): JobStep[] => {
    if (flow?.kind !== 'result' || !id.endsWith(RESULT)) return [];
    const job = id.slice(0, -RESULT.length);
    const submit = `${job}.submit`;
    return [
      { job, step: 'submitted', rule: ids.has(submit) ? submit : job },
      { job: flow.status.id.slice(0, -STATUS.length), step: 'polled', rule: flow.status.id },
      { job, step: 'fetched', rule: id },
    ];
  });
  // Jobs of one table may share a status.
  return [...new Map(steps.map((step) => [`${step.step} ${step.rule}`, step])).values()];
}
