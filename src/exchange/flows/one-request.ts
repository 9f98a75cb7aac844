// The job of a rule with both sides: one request to the service, which answers at once or has a job of its own.

import { asSaid, toFault } from '../../fault/fault.ts';
import { member } from '../../json/walk.ts';
import type { Exchange, Response } from '../../rule/exchange.ts';
import type { JobBehind, OneRequest } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { answered, answerIn, failed, faultIn, type JobItem } from './job-record.ts';

type One = OneRequest<Rule>;

export function submitOne(one: One, { bindings }: Exchange, calls: Subrequests): Promise<JobItem> {
  return itemOf(one, () => calls.defer(one.atOnce, [...unbound(one), ...bindings]));
}

/** `values`: what status and task have said. */
export function collectOne(
  one: One,
  upstreamJob: JobBehind<Rule>,
  values: Bindings,
  calls: Subrequests,
): Promise<JobItem> {
  return itemOf(one, async () => ({
    bindings: await calls.send(upstreamJob.resultOf(one.result), [...unbound(one), ...values]),
  }));
}

/** A failure is the job's where the result has a response for it; else that of the request, which may be made again. */
async function itemOf(one: One, act: () => Promise<Pick<Response, 'bindings' | 'accepted'>>): Promise<JobItem> {
  try {
    const { bindings, accepted } = await act();
    const members = one.result.variables.map((name, variable): [string, number] => [name, variable]);
    return accepted === undefined ? answered(true, members, bindings) : { at: accepted };
  } catch (error) {
    const { init } = toFault(error);
    if (init.cause !== undefined || one.result.faults.asResponse(asSaid(toFault(error))) === undefined) throw error;
    return failed(error);
  }
}

/** `asked`: the request for the result, in the variables of the result. */
export function resultOfOne({ result }: One, item: JobItem, asked: Bindings): Response {
  if ('fault' in item) {
    const said = result.faults.asResponse(faultIn(item));
    if (said === undefined) throw faultIn(item);
    const rule = { ...result, response: { ...result.response, soap: said.soap } };
    return { bindings: said.bindings, streamed: false, rule };
  }
  const answer = answerIn(item);
  const bindings = result.variables.map((name, i) => asked[i] ?? member(answer, name));
  return { bindings, streamed: false, rule: result };
}

function unbound({ result }: One): Bindings {
  return new Array(result.variables.length);
}
