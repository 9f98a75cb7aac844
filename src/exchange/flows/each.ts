// One call for each item of a list, a few at a time; results in the order of the list.

import { SoapstoneError } from '../../errors/errors.ts';
import { asSaid, type Fault, toFault } from '../../fault/fault.ts';
import { type FaultTexts, shownFault } from '../../fault/texts.ts';
import { arrayOf, objectOf } from '../../json/array.ts';
import { fromJs, type Json } from '../../json/value.ts';
import { member } from '../../json/walk.ts';
import type { Exchange } from '../../rule/exchange.ts';
import type { EachFlow, InternalRequest, ItemCalls, ItemResults } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { mapConcurrent, type Subrequests } from '../model/subrequests.ts';
import { askedList, flagOf, numberOf, repliedList } from '../paging/page-values.ts';
import { sideBySide } from './side-by-side.ts';

export async function carryEach(
  flow: EachFlow<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  texts: FaultTexts | undefined,
): Promise<Bindings> {
  const { inner } = flow;
  if (inner === undefined) return carryItems(flow, exchange.bindings, exchange, calls, texts);
  const items = askedList(exchange, flow.over, flow.maxItems);
  return withResults(flow, exchange.bindings, exchange, () => askAll(items, flow, inner, exchange, calls, texts));
}

/** A call for each item. `bindings`: of the request, and of responses before. `needsAll`: a call that fails, fails the whole. */
export function carryItems(
  flow: ItemResults<Rule>,
  bindings: Bindings,
  exchange: Exchange,
  calls: Subrequests,
  texts: FaultTexts | undefined,
  needsAll = false,
): Promise<Bindings> {
  const items = flow.brought ? broughtList(flow, bindings, exchange) : askedList(exchange, flow.over, flow.maxItems);
  return withResults(flow, bindings, exchange, () =>
    mapConcurrent(items, flow.parallel, (item) => resultOf(item, bindings, flow, exchange, calls, texts, needsAll)),
  );
}

/** The service is to blame for a list that is none, or has too many items. */
function broughtList({ over, maxItems }: ItemResults<Rule>, bindings: Bindings, { rule }: Exchange): Json[] {
  const name = rule.variables[over];
  const items = repliedList(bindings, over, name);
  if (items.length <= maxItems) return items;
  const message = `the response has ${items.length} items for {${name}}, and calls are made for ${maxItems} at most`;
  throw new SoapstoneError('UPSTREAM_BODY', message, { path: `{${name}}` });
}

async function withResults(
  { into }: ItemResults<Rule>,
  bindings: Bindings,
  exchange: Exchange,
  run: () => Promise<Json[]>,
): Promise<Bindings> {
  const results = await sideBySide(exchange, run);
  const bound = bindings.slice();
  bound[into] = arrayOf(results);
  return bound;
}

/**
 * Requests to rules of the table get responses, some of which report failures. Where all items fail with a fault, the first one fails the whole;
 * beside others a fault becomes the response that the rows make of it, else the outcome that the list names (`{results.ok}`).
 */
async function askAll(
  items: readonly Json[],
  flow: EachFlow<Rule>,
  inner: InternalRequest<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  texts: FaultTexts | undefined,
): Promise<Json[]> {
  const answers = await mapConcurrent(items, flow.parallel, async (item) => {
    const request = requestOf(item, flow, exchange.bindings);
    return calls.ask(inner, request).catch((error: unknown) => {
      if (exchange.cancelled) throw exchange.cancelled;
      return { fault: toFault(error), request };
    });
  });
  const first = answers.find((answer) => !Array.isArray(answer));
  const none = answers.every((answer) => !Array.isArray(answer));
  if (first && !Array.isArray(first) && none) throw first.fault;
  return answers.map((answer) => {
    if (Array.isArray(answer)) return success(answer, flow);
    const response = inner.failed(flow.single, asSaid(answer.fault), answer.request, true);
    if (response) return success(response, flow);
    if (flow.outcome.size > 0) return failure(answer.fault, answer.request, flow, texts);
    throw answer.fault;
  });
}

/** The bindings of the call for `item`. */
export function requestOf(
  item: Json,
  { as, fields }: Pick<ItemCalls<Rule>, 'as' | 'fields'>,
  bindings: Bindings,
): Bindings {
  const request = bindings.slice();
  if (as !== undefined) request[as] = item;
  for (const [name, variable] of fields) request[variable] = member(item, name);
  return request;
}

/** A call that fails is a result too, unless the whole exchange is over or a later call needs all results. */
async function resultOf(
  item: Json,
  bindings: Bindings,
  flow: ItemResults<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  texts: FaultTexts | undefined,
  needsAll: boolean,
): Promise<Json> {
  const request = requestOf(item, flow, bindings);
  try {
    return success(await calls.send(flow.single, request), flow);
  } catch (error) {
    if (exchange.cancelled) throw exchange.cancelled;
    if (needsAll) throw error;
    return failure(toFault(error), request, flow, texts);
  }
}

function success(bindings: Bindings, flow: ItemResults<Rule>): Json {
  return objectOf([...outcomeMembers(flow, [['ok', flagOf(true)]]), ...resultMembers(bindings, flow)]);
}

/** Only variables of the request are bound yet. A result says what a client may see of the fault, and its title in place of hidden words. */
function failure(fault: Fault, request: Bindings, flow: ItemResults<Rule>, texts: FaultTexts | undefined): Json {
  const { init } = shownFault(fault, texts);
  const detail = init.upstreamText === undefined ? init.detail : undefined;
  const outcome: Members = [
    ['ok', flagOf(false)],
    ['status', numberOf(init.status)],
    ['code', fromJs(init.code)],
    ['detail', fromJs(detail ?? init.title)],
  ];
  return objectOf([...outcomeMembers(flow, outcome), ...resultMembers(request, flow)]);
}

type Members = readonly (readonly [string, Json])[];

/** A variable of the call takes precedence over a name of the flow. */
function outcomeMembers({ outcome, results }: ItemResults<Rule>, members: Members): Members {
  return members.filter(([name]) => outcome.has(name) && !results.some(([resultName]) => resultName === name));
}

function resultMembers(bindings: Bindings, { results }: ItemResults<Rule>): Members {
  return results.flatMap(([name, variable]) => {
    const value = bindings[variable];
    return value === undefined ? [] : [[name, value] as const];
  });
}
