// The job of a rule without a REST side: each item of a list, or the whole request, is a request to the rules of the table.

import { SoapstoneError } from '../../errors/errors.ts';
import { asSaid, toFault } from '../../fault/fault.ts';
import { arrayOf } from '../../json/array.ts';
import { member, scalarText } from '../../json/walk.ts';
import type { Exchange } from '../../rule/exchange.ts';
import type { JobBehind, KeptRequests } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { mapConcurrent, type Submitted, type Subrequests } from '../model/subrequests.ts';
import { askedList } from '../paging/page-values.ts';
import {
  answered,
  answerIn,
  bindingsIn,
  isWaiting,
  type JobItem,
  type JobRecord,
  textsOf,
  type Waiting,
} from './job-record.ts';

type Kept = KeptRequests<Rule>;

export async function submitKept(
  kept: Kept,
  exchange: Exchange,
  calls: Subrequests,
): Promise<Pick<JobRecord, 'items' | 'asked'>> {
  const outcomes = await mapConcurrent(requestsOf(kept, exchange), kept.parallel, async (request) => {
    return calls.submit(kept.inner, request, kept.list !== undefined).catch((error: unknown) => {
      if (exchange.cancelled) throw exchange.cancelled;
      return { kind: 'fault' as const, fault: toFault(error), request };
    });
  });
  const [first] = outcomes.filter((outcome) => outcome.kind === 'fault');
  if (first && outcomes.every((outcome) => outcome.kind === 'fault')) throw first.fault;
  const items = outcomes.map((outcome) => {
    if (outcome.kind !== 'fault') return itemOf(kept, outcome);
    const answer = kept.inner.failed(kept.single, asSaid(outcome.fault), outcome.request, kept.list !== undefined);
    if (answer === undefined) throw outcome.fault;
    return answered(false, kept.results, answer);
  });
  return { items, asked: kept.pages && textsOf(exchange.bindings) };
}

/** One for each item of the list, or one. */
function requestsOf({ list, maxItems }: Kept, exchange: Exchange): readonly Bindings[] {
  const { bindings } = exchange;
  if (list === undefined) return [bindings];
  return askedList(exchange, list.over, maxItems).map((item) => bindings.with(list.as, item));
}

function itemOf(kept: Kept, outcome: Submitted): JobItem {
  if (outcome.kind === 'answered') return answered(outcome.ok, kept.results, outcome.bindings);
  const { at, rule, bindings } = outcome;
  return { at, rule: rule.id, bindings: textsOf(rule.variables.map((_, i) => bindings[i])) };
}

/** `values`: what status and task have said. */
export async function collectKept(
  kept: Kept,
  upstreamJob: JobBehind<Rule>,
  { rule: id = '', bindings }: Waiting,
  values: Bindings,
  calls: Subrequests,
): Promise<JobItem> {
  const { inner, list } = kept;
  const rule = kept.ruleOf(id);
  // The table has changed since.
  if (rule === undefined) throw new SoapstoneError('JOB_LOST', 'this job is not known, or not any more');
  const request = [...bindingsIn(bindings), ...values];
  try {
    return itemOf(kept, await calls.collect(inner, rule, upstreamJob.resultOf(rule), request, []));
  } catch (error) {
    const fault = toFault(error);
    // A fault of the service about a finished job is final.
    const isFinal = fault.init.cause === undefined;
    const response = isFinal ? inner.failed(kept.single, asSaid(fault), [], list !== undefined) : undefined;
    if (response === undefined) throw error;
    return answered(false, kept.results, response);
  }
}

/** The state of a job that is not over. */
export function stateOfKept({ waiting, running }: Kept, items: readonly JobItem[]): string {
  return items.every(isWaiting) ? waiting : running;
}

/** `asked`: the request for the result. */
export function resultOfKept({ list, results }: Kept, items: readonly JobItem[], asked: Bindings): Bindings {
  const values = items.map(answerIn);
  const response = asked.slice();
  if (list) response[list.into] = arrayOf(values);
  else for (const [name, variable] of results) response[variable] = member(values[0], name);
  return response;
}

export function isFurther({ pages }: Kept, asked: Bindings): boolean {
  const index = pages && asked[pages.index];
  const page = index && scalarText(index);
  return page !== undefined && page !== '1';
}

/** A further page of the result. Where the service no longer knows the values of the first page, the whole is requested again: `items` are then others. */
export async function furtherPage(
  kept: Kept,
  record: JobRecord,
  response: Bindings,
  calls: Subrequests,
): Promise<{ readonly bindings: Bindings; readonly items?: readonly JobItem[] }> {
  const { inner, brought } = kept.pages as NonNullable<typeof kept.pages>;
  const pageRequest = (from: Bindings) => response.map((value, i) => (brought.has(i) ? undefined : (from[i] ?? value)));
  const page = await calls.submit(inner, pageRequest(response), false);
  if (page.kind === 'answered' && page.ok) return page;
  const fullResponse = await calls.ask(kept.inner, bindingsIn(record.asked));
  const items = [answered(true, kept.results, fullResponse)];
  return { bindings: await calls.ask(inner, pageRequest(fullResponse)), items };
}
