// What a rule of several calls does, call by call. Values that only a response will bring show as the names of their variables.

import type { SoapRequest } from '../../binding/soap/back/back.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { Fault, toFault } from '../../fault/fault.ts';
import { requestLines } from '../../mapping/checker/expand/print.ts';
import type { MappingRule } from '../../mapping/model/mapping.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { OutgoingRequest } from '../../transport/transport.ts';
import { type FlowCall, flowCalls } from './flow-calls.ts';
import { indented } from './indented.ts';
import { refusalLines } from './refusal-lines.ts';
import { maskerOf } from './secrets.ts';
import { skeleton } from './skeleton.ts';

const FLOW_SUMMARIES = {
  pages: 'pages: as many calls as the page needs; a stored cursor saves the first one',
  result: 'the result of a job: only its status is requested while it runs',
  steps: 'steps: each uses placeholders of the previous responses',
  each: 'each: one call for every item of the list',
  jobs: 'jobs: one request for each item; the service may respond later',
  answer: 'no call: the gateway responds by itself',
  draft: 'a draft: the name in the response identifies the request that saves it',
  session: 'no call: a session of the gateway',
  refuse: 'no call: the service cannot do this',
} as const;

/** More calls than these are counted only. */
const MAX_CALLS = 20;

/** Lines about the calls of a rule that REST callers see. Throws what refuses the request before the first call. */
export function soapCalls(
  rule: MappingRule,
  bindings: Bindings,
  write: (rule: MappingRule, bindings: Bindings) => SoapRequest,
  show: (request: SoapRequest) => string[],
): Promise<string[]> {
  return calls(rule, bindings, 'rest', {
    title: ({ operation }) => operation.name,
    request: (part, values) => show(write(part, values)),
    likely: (part, values) => skeleton(part, part.request.soap, values),
    response: (part) => skeleton(part, part.response.soap),
  });
}

/** Lines about the calls of a rule that SOAP callers see. */
export function restCalls(
  rule: MappingRule,
  bindings: Bindings,
  write: (rule: MappingRule, bindings: Bindings) => OutgoingRequest,
  show: (request: OutgoingRequest) => string[],
): Promise<string[]> {
  return calls(rule, bindings, 'soap', {
    title: ({ request: { rest } }) => `${rest.method} ${rest.template}`,
    request: (part, values) => show(write(part, values)),
    likely: ({ restSide, request: { rest } }) => requestLines(restSide, rest.template),
    response: ({ response: { rest } }) => [
      `${rest.status}${rest.hasBody ? ` ${rest.media}` : ' without a body'}`,
      ...rest.lines(),
    ],
  });
}

interface CallView {
  title(part: MappingRule): string;
  /** Throws Fault or SoapstoneError for values that cannot be sent. */
  request(part: MappingRule, bindings: Bindings): string[];
  /** As far as it is known before any response. */
  likely(part: MappingRule, bindings: Bindings): string[];
  response(part: MappingRule): string[];
}

async function calls(
  rule: MappingRule,
  bindings: Bindings,
  present: 'rest' | 'soap',
  view: CallView,
): Promise<string[]> {
  const callList = await flowCalls(rule, bindings, present);
  const single = rule.flow!.kind !== 'each';
  const lines = callList
    .slice(0, MAX_CALLS)
    .flatMap((call, i) => [
      '',
      `${call.further ? 'further calls' : `call ${i + 1}`}: ${view.title(call.part)}`,
      ...indented(linesOf(call, view, single && i === 0)).map(maskerOf(call.part, call.bindings)),
      ...(single || i === 0 ? ['', '  expected back', ...indented(view.response(call.part))] : []),
    ]);
  if (callList.length > MAX_CALLS) lines.push('', `… and ${callList.length - MAX_CALLS} more`);
  return [FLOW_SUMMARIES[rule.flow!.kind], ...lines];
}

/** `first`: what refuses it refuses the whole; what refuses one of many is a result of that one. */
function linesOf({ part, bindings, exact }: FlowCall, view: CallView, first: boolean): string[] {
  if (!exact) return view.likely(part, bindings);
  try {
    return view.request(part, bindings);
  } catch (error) {
    if (first || !(error instanceof Fault || error instanceof SoapstoneError)) throw error;
    return ['not sent', ...refusalLines(toFault(error)).slice(1)];
  }
}
