// The upstream calls of a rule, for logs, limits and metrics.

import type { Flow, PagesPlan } from '../../rule/flow.ts';

/** The rules of the upstream calls of a rule, in their order. A rule without a flow is its own only call. */
export function callsOf<R extends { readonly flow?: Flow<R> }>(rule: R): readonly R[] {
  const { flow } = rule;
  switch (flow?.kind) {
    case 'pages':
      return [...new Set(ofPages(flow.plan))];
    case 'result':
      return [flow.status, rule];
    case 'calls':
      return flow.parts.map(({ rule: part }) => part);
    case 'each':
      return flow.inner ? [] : [flow.single];
    case 'jobs':
      return flow.plan.upstreamJob
        ? [flow.plan.upstreamJob.status, ...(flow.plan.upstreamJob.task ? [flow.plan.upstreamJob.task] : [])]
        : [];
    case 'answer':
    case 'refuse':
    case 'session':
      return [];
    default:
      return [rule];
  }
}

function ofPages<R>({ first, next, complete, several }: PagesPlan<R>): R[] {
  const searchCalls = several?.itemFilter?.searchCalls;
  return [
    first,
    next,
    ...(complete ? [complete.single] : []),
    ...(searchCalls ? [searchCalls.first, searchCalls.next] : []),
  ];
}
