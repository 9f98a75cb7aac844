// The calls that a rule of several calls makes for a request. The flow itself runs, over a service that answers nothing.

import { flows } from '../../exchange/flows/flows.ts';
import { openExchange } from '../../exchange/model/exchange.ts';
import { toFault } from '../../fault/fault.ts';
import { fromJs } from '../../json/value.ts';
import type { MappingRule } from '../../mapping/model/mapping.ts';
import type { Bindings } from '../../rule/pattern.ts';
import { memoryStore } from '../../store/memory.ts';

export interface FlowCall {
  readonly part: MappingRule;
  readonly bindings: Bindings;
  /** Sent just like this; else some values are those of responses before it. */
  readonly exact: boolean;
  /** Made as often as the responses ask for it. */
  readonly further?: boolean;
}

type Present = 'rest' | 'soap';

const TIME = 60_000;
/** Nothing of it is left for another request. */
const STORE = 64 * 1024;

/** Throws SoapstoneError where the gateway refuses the request before the first call. */
export async function flowCalls(rule: MappingRule, bindings: Bindings, present: Present): Promise<FlowCall[]> {
  const calls: FlowCall[] = [];
  const exact = rule.flow?.kind === 'each' || rule.flow?.kind === 'result';
  const run = flows({ store: memoryStore({ bytes: STORE }), space: '', present, freshId: () => '' })((call) => {
    // The mapping makes all rules of its flows.
    calls.push({ part: call.rule as MappingRule, bindings: call.bindings.slice(), exact: exact || calls.length === 0 });
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

/** The job is done: its result is asked for. */
function answered({ flow }: MappingRule, bindings: Bindings): Bindings {
  if (flow?.kind !== 'result') return bindings;
  const response = bindings.slice();
  response[flow.state] ??= fromJs(flow.states.doneStates[0]);
  return response;
}

/** A window over pages goes on; windows in front of pages are one call, whose place a kept cursor may know. */
function laterPages(rule: MappingRule, bindings: Bindings, present: Present, calls: readonly FlowCall[]): FlowCall[] {
  if (rule.flow?.kind !== 'pages') return [];
  if (present === 'soap') return calls.length > 0 ? [] : [{ part: rule.flow.plan.first, bindings, exact: false }];
  const part = rule.flow.plan.next;
  const nextBindings = calls[0].bindings.slice();
  for (const variable of [rule.flow.plan.index, rule.flow.plan.requestCursor])
    if (variable !== undefined) nextBindings[variable] = undefined;
  return [{ part, bindings: nextBindings, exact: false, further: true }];
}
