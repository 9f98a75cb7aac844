// The upstream calls of a rule, for logs, limits and metrics. Those for SOAP clients may be others than those for REST clients.

import type { Flow, JobsFlow, PagesPlan } from '../../rule/flow.ts';

/** The rules of the upstream calls of a rule, in their order. A rule without a flow is its own only call. */
export function callsOf<R extends { readonly flow?: Flow<R> }>(rule: R): readonly R[] {
  return callsIn(rule, rule.flow);
}

/** Those for a SOAP client. */
export function soapCallsOf<R extends { readonly flow?: Flow<R>; readonly soapFlow?: JobsFlow<R> }>(
  rule: R,
): readonly R[] {
  return callsIn(rule, rule.soapFlow ?? rule.flow);
}

function callsIn<R>(rule: R, flow: Flow<R> | undefined): readonly R[] {
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
      return ofJob(flow);
    case 'answer':
    case 'refuse':
    case 'session':
      return [];
    default:
      return [rule];
  }
}

function ofJob<R>(flow: JobsFlow<R>): R[] {
  if (flow.phase === 'status') return [];
  const { work, upstreamJob } = flow.plan;
  if (flow.phase === 'submit') return work.kind === 'one' ? [work.atOnce] : [];
  const { status, task } = upstreamJob;
  return [status, ...(task ? [task] : []), ...(work.kind === 'one' ? [upstreamJob.resultOf(work.result)] : [])];
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
