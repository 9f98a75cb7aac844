// A SOAP job: each item of a list, or the whole request, becomes a request that the REST service may answer later. The outcomes are stored under one job id.

import { SoapstoneError } from '../../errors/errors.ts';
import { asSaid, Fault, toFault } from '../../fault/fault.ts';
import { titleOf } from '../../fault/fault-names.ts';
import { arrayOf, objectOf } from '../../json/array.ts';
import { json, textOf } from '../../json/value.ts';
import { member, scalarText, stringOf } from '../../json/walk.ts';
import { stateOf } from '../../mapping/runtime/job.ts';
import type { Exchange, Response } from '../../rule/exchange.ts';
import type { JobsFlow, JobsPlan } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { ScopedStore } from '../model/scoped-store.ts';
import { mapConcurrent, type Submitted, type Subrequests } from '../model/subrequests.ts';
import { askedList, numberOf } from '../paging/page-values.ts';

/** Of one item: its response, or the address of its own job. */
type Item = Answered | Waiting;

interface Answered {
  readonly ok: boolean;
  /** JSON text of the result. */
  readonly answer: string;
}

interface Waiting {
  readonly at: string;
  /** Id and JSON texts of the bindings of the rule whose response it will be. */
  readonly rule: string;
  readonly bindings: readonly (string | null)[];
}

interface JobRecord {
  /** Id of the rule that submitted. */
  readonly rule: string;
  readonly items: readonly Item[];
  /** JSON texts of the request, where the result has further pages. */
  readonly asked?: readonly (string | null)[];
}

export async function carryJobs(
  flow: JobsFlow<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  freshId: () => string,
): Promise<Response> {
  if (flow.phase === 'submit') return submitted(flow.plan, exchange, calls, keeper, freshId());
  const { rule, bindings } = exchange;
  const name = bindings[flow.plan.job];
  const job = (name && scalarText(name)) ?? '';
  const record = await keeper.get<JobRecord>('job', [job]);
  const jobRule = record && flow.kin.rules.get(record.rule);
  if (!record || !jobRule) return flow.kin.otherwise ? calls.through(flow.kin.otherwise, bindings) : lost();
  const moved = jobRule.variables.map((variable) => bindings[rule.variables.indexOf(variable)]);
  const { plan } = jobRule.flow as JobsFlow<Rule>;
  const items = await advanced(plan, record.items, calls);
  if (items.some((item, i) => item !== record.items[i]))
    await keeper.set('job', [job], { ...record, items }, plan.keep);
  const response = flow.phase === 'status' ? howFar(plan, items, moved) : answers(plan, items, moved);
  if (flow.phase === 'result' && plan.pages && isFurther(plan.pages, moved))
    return {
      bindings: await furtherPage(plan, { ...record, items }, response, calls, keeper),
      streamed: false,
      rule: jobRule,
    };
  return { bindings: response, streamed: false, rule: jobRule };
}

async function submitted(
  plan: JobsPlan<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  job: string,
): Promise<Response> {
  const { bindings } = exchange;
  const requests = requestsOf(plan, exchange);
  const outcomes = await mapConcurrent(requests, plan.parallel, async (request) => {
    return calls.submit(plan.inner, request, plan.upstreamJob !== undefined).catch((error: unknown) => {
      if (exchange.cancelled) throw exchange.cancelled;
      return { kind: 'fault' as const, fault: toFault(error), request };
    });
  });
  const [first] = outcomes.filter((outcome) => outcome.kind === 'fault');
  if (first && outcomes.every((outcome) => outcome.kind === 'fault')) throw first.fault;
  const items = outcomes.map((outcome) => {
    if (outcome.kind !== 'fault') return itemOf(plan, outcome);
    const answer = plan.inner.failed(plan.single, asSaid(outcome.fault), outcome.request, plan.list !== undefined);
    if (answer === undefined) throw outcome.fault;
    return answered(plan, false, answer);
  });
  const requestTexts = plan.pages && bindings.map((value) => (value ? textOf(value) : null));
  const record: JobRecord = { rule: plan.id, items, asked: requestTexts };
  await keeper.set('job', [job], record, plan.keep);
  const response = bindings.slice();
  response[plan.job] = stringOf(job);
  return { bindings: response, streamed: false };
}

/** One for each item of the list, or one. */
function requestsOf({ list, maxItems }: JobsPlan<Rule>, exchange: Exchange): readonly Bindings[] {
  const { bindings } = exchange;
  if (list === undefined) return [bindings];
  return askedList(exchange, list.over, maxItems).map((item) => bindings.with(list.as, item));
}

function itemOf(plan: JobsPlan<Rule>, outcome: Submitted): Item {
  if (outcome.kind === 'answered') return answered(plan, outcome.ok, outcome.bindings);
  const bindings = outcome.rule.variables.map((_, i) => (outcome.bindings[i] ? textOf(outcome.bindings[i]) : null));
  return { at: outcome.at, rule: outcome.rule.id, bindings };
}

function answered({ results }: JobsPlan<Rule>, ok: boolean, bindings: Bindings): Answered {
  const members = results.flatMap(([name, variable]) => {
    const value = bindings[variable];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ok, answer: textOf(objectOf(members)) };
}

/** Requests the status of items that are still waiting. */
function advanced(plan: JobsPlan<Rule>, items: readonly Item[], calls: Subrequests): Promise<Item[]> {
  return mapConcurrent(items, plan.parallel, async (item) =>
    'at' in item ? ((await nextOf(plan, item, calls)) ?? item) : item,
  );
}

/** undefined: it still waits. */
async function nextOf(
  plan: JobsPlan<Rule>,
  { at, rule: id, bindings }: Waiting,
  calls: Subrequests,
): Promise<Item | undefined> {
  const { upstreamJob, inner } = plan;
  const located = upstreamJob?.located(at);
  const rule = plan.ruleOf(id);
  if (upstreamJob === undefined || located === undefined || rule === undefined)
    throw new SoapstoneError('UPSTREAM_BODY', 'the service says that its job is where no job of the table is');
  const status = await calls.send(upstreamJob.status, located);
  if (stateOf(upstreamJob.states, status[upstreamJob.state]) === 'running') return undefined;
  const request = bindings.map((text) => (text === null ? undefined : json(Buffer.from(text))));
  const task = upstreamJob.task ? await calls.send(upstreamJob.task, upstreamJob.taskOf(status)) : [];
  try {
    return itemOf(
      plan,
      await calls.collect(inner, rule, upstreamJob.resultOf(rule), [...request, ...status, ...task], []),
    );
  } catch (error) {
    const fault = toFault(error);
    // A fault of the service about a finished job is final.
    const response =
      fault.init.cause === undefined
        ? inner.failed(plan.single, asSaid(fault), [], plan.list !== undefined)
        : undefined;
    if (response === undefined) throw error;
    return answered(plan, false, response);
  }
}

function howFar(plan: JobsPlan<Rule>, items: readonly Item[], bindings: Bindings): Bindings {
  const { stateNames, state, percent } = plan;
  const over = items.filter((item) => !('at' in item));
  const all = over.every((item) => 'ok' in item && item.ok) ? stateNames.done : stateNames.partly;
  const response = bindings.slice();
  response[state] = stringOf(
    over.length === items.length ? all : over.length === 0 ? stateNames.waiting : stateNames.running,
  );
  if (percent !== undefined)
    response[percent] = numberOf(items.length === 0 ? 100 : (100 * over.length) / items.length);
  return response;
}

function answers({ list, results }: JobsPlan<Rule>, items: readonly Item[], bindings: Bindings): Bindings {
  const values = items.map((item) => {
    if ('at' in item) throw running();
    return json(Buffer.from(item.answer));
  });
  const response = bindings.slice();
  if (list) response[list.into] = arrayOf(values);
  else for (const [name, variable] of results) response[variable] = member(values[0], name);
  return response;
}

function isFurther({ index }: NonNullable<JobsPlan<Rule>['pages']>, bindings: Bindings): boolean {
  const page = bindings[index] && scalarText(bindings[index]);
  return page !== undefined && page !== '1';
}

/** A further page of the result. Where the service no longer knows the values of the first page, the whole is requested again. */
async function furtherPage(
  plan: JobsPlan<Rule>,
  record: JobRecord,
  response: Bindings,
  calls: Subrequests,
  keeper: ScopedStore,
): Promise<Bindings> {
  const { inner, brought } = plan.pages as NonNullable<typeof plan.pages>;
  const pageRequest = (from: Bindings) => response.map((value, i) => (brought.has(i) ? undefined : (from[i] ?? value)));
  const page = await calls.submit(inner, pageRequest(response), false);
  if (page.kind === 'answered' && page.ok) return page.bindings;
  const fullResponse = await calls.ask(
    plan.inner,
    (record.asked ?? []).map((text) => (text === null ? undefined : json(Buffer.from(text)))),
  );
  const name = response[plan.job];
  const items = [answered(plan, true, fullResponse)];
  if (name) await keeper.set('job', [scalarText(name) ?? ''], { ...record, items }, plan.keep);
  return calls.ask(inner, pageRequest(fullResponse));
}

function running(): Fault {
  const code = 'JOB_RUNNING';
  return new Fault({ status: 409, code, title: titleOf(code), detail: 'the job is not done yet' });
}

function lost(): never {
  throw new SoapstoneError('JOB_LOST', 'this job is not known, or not any more');
}
