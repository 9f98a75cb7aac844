// Finds the rules that are steps of jobs. Each step is a rule, so its requests are counted already.
import { fetchesResult } from '../../mapping/runtime/deferred-rule.ts';
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

type JobRule = Pick<Rule, 'id' | 'flow' | 'job'>;

export function jobSteps(rules: readonly JobRule[]): JobStep[] {
  const ids = new Set(rules.map(({ id }) => id));
  const steps = rules.flatMap((rule): JobStep[] => {
    const { id } = rule;
    const status = id.endsWith(RESULT) ? statusOf(rule) : undefined;
    if (status === undefined) return [];
    const job = id.slice(0, -RESULT.length);
    const submit = `${job}.submit`;
    return [
      { job, step: 'submitted', rule: ids.has(submit) ? submit : job },
      { job: status.slice(0, -STATUS.length), step: 'polled', rule: status },
      { job, step: 'fetched', rule: id },
    ];
  });
  // Jobs of one table may share a status.
  return [...new Map(steps.map((step) => [`${step.step} ${step.rule}`, step])).values()];
}

/** Id of the rule that asks for the status. To look at a flow compiles its rule. */
function statusOf(rule: JobRule): string | undefined {
  if (rule.job) return rule.job.phase === 'result' ? `${rule.job.row}${STATUS}` : undefined;
  return fetchesResult(rule) && rule.flow?.kind === 'result' ? rule.flow.status.id : undefined;
}
