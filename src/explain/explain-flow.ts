// Explains a rule of several calls, call by call. The flow itself runs, over a service that responds nothing. Values of responses show as the
// names of their variables.

import type { SoapRequest } from '../binding/soap/back/back.ts';
import type { IsSecret } from '../capture/secret-names.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { flows } from '../exchange/flows/flows.ts';
import { openExchange } from '../exchange/model/exchange.ts';
import { Fault, toFault } from '../fault/fault.ts';
import { fromJs } from '../json/value.ts';
import { requestLines } from '../mapping/checker/expand/print.ts';
import type { MappingRule } from '../mapping/model/mapping.ts';
import type { ItemResults } from '../rule/flow.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';
import { memoryStore } from '../store/memory.ts';
import type { OutgoingRequest } from '../transport/transport.ts';
import { maskerOf } from './secrets.ts';
import { skeleton } from './skeleton.ts';

const FLOW_SUMMARIES = {
  pages: 'pages: as many calls as the page needs; a stored cursor saves the first one',
  result: 'the result of a job: only its status is requested while it runs',
  calls: 'calls: each uses placeholders of the previous responses',
  each: 'each: one call for every item of the list',
  jobs: 'a job: the service may respond later to each of its requests',
  answer: 'no call: the gateway responds by itself',
  keep: 'keep: the token in the response ties a later request to this one',
  session: 'no call: a session of the gateway',
  refuse: 'no call: the service cannot do this',
} as const;

/** Further calls are only counted. */
const MAX_CALLS = 20;

/** Lines about the calls of a rule of a REST face. Throws where the request is refused before the first call. */
export function soapCalls(
  rule: MappingRule,
  bindings: Bindings,
  write: (rule: MappingRule, bindings: Bindings) => SoapRequest,
  show: (request: SoapRequest) => string[],
  isSecret: IsSecret,
): Promise<string[]> {
  return calls(
    rule,
    bindings,
    { present: 'rest', isSecret },
    {
      title: ({ operation }) => operation.name,
      request: (callRule, values) => show(write(callRule, values)),
      likely: (callRule, values) => skeleton(callRule, callRule.request.soap, values),
      response: (callRule) => skeleton(callRule, callRule.response.soap),
    },
  );
}

/** Lines about the calls of a rule of a SOAP face. */
export function restCalls(
  rule: MappingRule,
  bindings: Bindings,
  write: (rule: MappingRule, bindings: Bindings) => OutgoingRequest,
  show: (request: OutgoingRequest) => string[],
  isSecret: IsSecret,
): Promise<string[]> {
  return calls(
    rule,
    bindings,
    { present: 'soap', isSecret },
    {
      title: ({ request: { rest } }) => `${rest.method} ${rest.template}`,
      request: (callRule, values) => show(write(callRule, values)),
      likely: ({ restSide, request: { rest } }) => requestLines(restSide, rest.template),
      response: ({ response: { rest } }) => [
        `${rest.status}${rest.hasBody ? ` ${rest.media}` : ' without a body'}`,
        ...rest.lines(),
      ],
    },
  );
}

interface CallView {
  title(callRule: MappingRule): string;
  /** Throws Fault or SoapstoneError for values that cannot be sent. */
  request(callRule: MappingRule, bindings: Bindings): string[];
  /** The request as far as it is known before any response. */
  likely(callRule: MappingRule, bindings: Bindings): string[];
  response(callRule: MappingRule): string[];
}

async function calls(
  rule: MappingRule,
  bindings: Bindings,
  { present, isSecret }: { readonly present: 'rest' | 'soap'; readonly isSecret: IsSecret },
  view: CallView,
): Promise<string[]> {
  const callList = await flowCalls(rule, bindings, present);
  const { kind } = flowOf(rule, present)!;
  const single = kind !== 'each';
  const lines = callList
    .slice(0, MAX_CALLS)
    .flatMap((call, i) => [
      '',
      `${call.further ? 'further calls' : `call ${i + 1}`}: ${view.title(call.callRule)}${ofList(call)}`,
      ...indented(linesOf(call, view, single && i === 0)).map(maskerOf(call.callRule, call.bindings, isSecret)),
      ...(single || i === 0 ? ['', '  expected back', ...indented(view.response(call.callRule))] : []),
    ]);
  if (callList.length > MAX_CALLS) lines.push('', `… and ${callList.length - MAX_CALLS} more`);
  return [FLOW_SUMMARIES[kind], ...lines];
}

/** `first`: its refusal refuses the whole request; the refusal of one of many is its result. */
function linesOf({ callRule, bindings, exact }: FlowCall, view: CallView, first: boolean): string[] {
  if (!exact) return view.likely(callRule, bindings);
  try {
    return view.request(callRule, bindings);
  } catch (error) {
    if (first || !(error instanceof Fault || error instanceof SoapstoneError)) throw error;
    return ['not sent', ...refusalLines(toFault(error)).slice(1)];
  }
}

function ofList({ list }: FlowCall): string {
  return list === undefined ? '' : `, for each item of {${list}}`;
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

/** What a client gets in place of a response. */
export function refusalLines({ init }: Fault): string[] {
  const errors = init.errors ?? [];
  const lines = errors.map(({ path, code, message }) => `${code}: ${message} at ${path}`);
  return [`the response is ${init.status} ${init.code}`, ...(lines.length > 0 ? lines : [init.detail ?? init.title])];
}

interface FlowCall {
  readonly callRule: MappingRule;
  readonly bindings: Bindings;
  /** Sent exactly so; else some values come from earlier responses. */
  readonly exact: boolean;
  /** Repeated as the responses require. */
  readonly further?: boolean;
  /** It is made for each item of this list of an earlier response. */
  readonly list?: string;
}

type Present = 'rest' | 'soap';

function flowOf({ flow, soapFlow }: MappingRule, present: Present): MappingRule['flow'] {
  return present === 'soap' ? (soapFlow ?? flow) : flow;
}

const TIME = 60_000;
/** Bytes of a store for one request. */
const STORE = 64 * 1024;

/** Throws SoapstoneError where the gateway refuses the request before the first call. */
async function flowCalls(rule: MappingRule, bindings: Bindings, present: Present): Promise<FlowCall[]> {
  const calls: FlowCall[] = [];
  const exact = rule.flow?.kind === 'each' || rule.flow?.kind === 'result';
  const run = flows({ store: memoryStore({ bytes: STORE }), space: '', present, freshId: () => '' })((call) => {
    // The mapping makes all rules of its flows.
    const callBindings = call.bindings.slice();
    const lists = itemCalls(rule);
    const each = lists.find(({ single, brought }) => brought && single === call.rule);
    // Nobody has said them.
    for (const variable of [each?.as, ...lists.map(({ into }) => into)])
      if (variable !== undefined) callBindings[variable] = undefined;
    calls.push({
      callRule: call.rule as MappingRule,
      bindings: callBindings,
      exact: exact || calls.length === 0,
      list: each && rule.variables[each.over],
    });
    return Promise.resolve({ bindings: answered(rule, call.bindings), streamed: false });
  });
  try {
    await run(openExchange({ id: '', rule, bindings: bindings.slice() }, TIME));
  } catch (error) {
    const { code } = toFault(error).init;
    if (calls.length === 0 && code !== 'CURSOR_LOST') throw error;
  }
  return [...calls, ...laterPages(rule, bindings, present, calls)];
}

/** As if the job were done, so that its result is requested, and as if each list of a response had one item. */
function answered(rule: MappingRule, bindings: Bindings): Bindings {
  const { flow } = rule;
  const response = bindings.slice();
  if (flow?.kind === 'result') response[flow.state] ??= fromJs(flow.states.doneStates[0]);
  for (const { over, brought } of itemCalls(rule)) if (brought) response[over] ??= fromJs([{}]);
  return response;
}

/** Calls for each item, beside others. */
function itemCalls({ flow }: MappingRule): readonly ItemResults<Rule>[] {
  return flow?.kind === 'calls' ? flow.parts.flatMap(({ each }) => each ?? []) : [];
}

/** A window over pages may need further pages. A page over windows is one call, whose offset may be in a stored cursor. */
function laterPages(rule: MappingRule, bindings: Bindings, present: Present, calls: readonly FlowCall[]): FlowCall[] {
  if (rule.flow?.kind !== 'pages') return [];
  if (present === 'soap') return calls.length > 0 ? [] : [{ callRule: rule.flow.plan.first, bindings, exact: false }];
  const callRule = rule.flow.plan.next;
  const nextBindings = calls[0].bindings.slice();
  for (const variable of [rule.flow.plan.index, rule.flow.plan.requestCursor])
    if (variable !== undefined) nextBindings[variable] = undefined;
  return [{ callRule, bindings: nextBindings, exact: false, further: true }];
}
