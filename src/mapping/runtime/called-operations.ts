import type { PagesPlan } from '../model/flow-plan.ts';
import type { Rule } from '../model/rule.ts';

/** The rules of the calls that a rule is made of, in the order in which they may be sent: itself where it is one call. */
export function callsOf(rule: Rule): readonly Rule[] {
  const { flow } = rule;
  switch (flow?.kind) {
    case 'pages':
      return [...new Set(ofPages(flow.plan))];
    case 'result':
      return [flow.status, rule];
    case 'steps':
      return flow.parts;
    case 'each':
      return flow.inner ? [] : [flow.single];
    case 'jobs':
      return flow.plan.behind
        ? [flow.plan.behind.status, ...(flow.plan.behind.task ? [flow.plan.behind.task] : [])]
        : [];
    case 'answer':
    case 'refuse':
    case 'session':
      return [];
    default:
      return [rule];
  }
}

function ofPages({ first, next, each, several }: PagesPlan<Rule>): Rule[] {
  const own = several?.where?.own;
  return [first, next, ...(each ? [each.single] : []), ...(own ? [own.first, own.next] : [])];
}
