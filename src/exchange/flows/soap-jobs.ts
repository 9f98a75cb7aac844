// Jobs of SOAP clients: each is one request, or several, to a REST service that may answer later. The gateway keeps their outcomes under the job's name.

import { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { scalarText, stringOf } from '../../json/walk.ts';
import { stateOf } from '../../mapping/runtime/job.ts';
import type { Exchange, Response } from '../../rule/exchange.ts';
import type { JobBehind, JobResultFlow, JobStatusFlow, JobsFlow, JobsPlan } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { ScopedStore } from '../model/scoped-store.ts';
import { mapConcurrent, type Subrequests } from '../model/subrequests.ts';
import { numberOf } from '../paging/page-values.ts';
import { isWaiting, type JobItem, type JobRecord } from './job-record.ts';
import { collectKept, furtherPage, isFurther, resultOfKept, stateOfKept, submitKept } from './job-requests.ts';
import { collectOne, resultOfOne, submitOne } from './one-request.ts';

export async function carryJobs(
  flow: JobsFlow<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  freshId: () => string,
): Promise<Response> {
  if (flow.phase === 'submit') return submitted(flow.plan, exchange, calls, keeper, freshId());
  const { bindings } = exchange;
  const name = bindings[flow.job];
  const job = await jobOf(flow, (name && scalarText(name)) ?? '', keeper);
  if (job === undefined) return flow.kin.otherwise ? calls.through(flow.kin.otherwise, bindings) : lost();
  const { items, state } = await advanced(job, calls);
  const now = { ...job, record: { ...job.record, items } };
  if (items.some((item, i) => item !== job.record.items[i])) await keep(keeper, now);
  if (flow.phase === 'result') return resultOf(now, exchange, calls, keeper);
  return { bindings: howFar(flow, now, state, bindings), streamed: false };
}

interface Job {
  readonly name: string;
  readonly record: JobRecord;
  readonly plan: JobsPlan<Rule>;
  /** Of the result. */
  readonly rule: Rule;
}

const KIND = 'job';

function keep(keeper: ScopedStore, { name, record, plan }: Omit<Job, 'rule'>): Promise<void> {
  return keeper.set(KIND, [name], record, plan.keep);
}

/** undefined: the client has no job of this name. */
async function jobOf(
  { results }: JobStatusFlow<Rule> | JobResultFlow<Rule>,
  name: string,
  keeper: ScopedStore,
): Promise<Job | undefined> {
  const record = await keeper.get<JobRecord>(KIND, [name]);
  const rule = record && results.get(record.rule);
  const flow = rule?.soapFlow ?? rule?.flow;
  if (!record || !rule || flow?.kind !== 'jobs' || flow.phase !== 'result') return undefined;
  return { name, record, rule, plan: flow.plan };
}

async function submitted(
  plan: JobsPlan<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  name: string,
): Promise<Response> {
  const { work } = plan;
  const { bindings } = exchange;
  const otherwise = work.kind === 'one' ? work.otherwise(bindings) : undefined;
  if (otherwise) return calls.through(otherwise, bindings);
  const outcome =
    work.kind === 'one' ? { items: [await submitOne(work, exchange, calls)] } : await submitKept(work, exchange, calls);
  await keep(keeper, { name, plan, record: { rule: plan.id, ...outcome } });
  const response = bindings.slice();
  response[plan.job] = stringOf(name);
  return { bindings: response, streamed: false };
}

interface Progress {
  readonly items: readonly JobItem[];
  /** The state of the job behind, where one was asked for it. */
  readonly state?: Json;
}

/** Asks for the status of items that are still waiting. */
async function advanced({ plan, record }: Job, calls: Subrequests): Promise<Progress> {
  const { work, upstreamJob } = plan;
  let state: Json | undefined;
  const items = await mapConcurrent(record.items, work.kind === 'one' ? 1 : work.parallel, async (item) => {
    if (!isWaiting(item)) return item;
    const status = await calls.send(upstreamJob.status, locate(upstreamJob, item.at));
    state = status[upstreamJob.state];
    if (stateOf(upstreamJob.states, state) === 'running') return item;
    const task = upstreamJob.task ? await calls.send(upstreamJob.task, upstreamJob.taskOf(status)) : [];
    const values = [...status, ...task];
    return work.kind === 'one'
      ? collectOne(work, upstreamJob, values, calls)
      : collectKept(work, upstreamJob, item, values, calls);
  });
  return { items, state };
}

function locate(upstreamJob: JobBehind<Rule>, path: string): Bindings {
  const bindings = upstreamJob.located(path);
  if (bindings) return bindings;
  const message = 'the service says that its job is where no job of the table is';
  throw new SoapstoneError('UPSTREAM_BODY', message, { safeMessage: message });
}

/** `current`: the state of a job of one request that runs is that of the job behind. */
function howFar(
  { state, percent, doneStates }: JobStatusFlow<Rule>,
  { plan: { work }, record: { items } }: Job,
  current: Json | undefined,
  bindings: Bindings,
): Bindings {
  const over = items.flatMap((item) => (isWaiting(item) ? [] : [item]));
  const response = bindings.slice();
  if (over.length === items.length) response[state] = stringOf(doneStates[over.every(({ ok }) => ok) ? 0 : 1]);
  else response[state] = work.kind === 'kept' ? stringOf(stateOfKept(work, items)) : current;
  if (percent !== undefined)
    response[percent] = numberOf(items.length === 0 ? 100 : (100 * over.length) / items.length);
  return response;
}

async function resultOf(job: Job, exchange: Exchange, calls: Subrequests, keeper: ScopedStore): Promise<Response> {
  const { rule, record, plan } = job;
  const { variables } = exchange.rule;
  const asked = rule.variables.map((name) => exchange.bindings[variables.indexOf(name)]);
  const { work } = plan;
  if (work.kind === 'one' || work.pages === undefined) refuseFurther(exchange);
  if (work.kind === 'one') return resultOfOne(work, record.items[0], asked);
  const response = resultOfKept(work, record.items, asked);
  if (!isFurther(work, asked)) return { bindings: response, streamed: false, rule };
  const { bindings, items } = await furtherPage(work, record, response, calls);
  if (items) await keep(keeper, { ...job, record: { ...record, items } });
  return { bindings, streamed: false, rule };
}

/** A result without pages is the first page of itself: to show it again as another one would repeat its items. */
function refuseFurther({ rule, bindings }: Exchange): void {
  const page = bindings[rule.variables.indexOf('page')];
  if (page !== undefined && scalarText(page) !== '1')
    throw new SoapstoneError('PAGE_INDEX', 'the result of this job is one page', { path: 'page' });
}

function lost(): never {
  throw new SoapstoneError('JOB_LOST', 'this job is not known, or not any more');
}
