// The result of a job: its state is asked for first, since services differ in what they say about a result that is not there yet.
import type { Bindings } from '../../binding/binding.ts';
import { Fault } from '../../fault/fault.ts';
import { titleOf } from '../../fault/words.ts';
import { scalarText } from '../../json/walk.ts';
import { addressOf, stateOf } from '../../mapping/flow/job.ts';
import type { ResultFlow } from '../../mapping/flow/plan.ts';
import type { Rule } from '../../mapping/rule.ts';
import type { Calls } from '../calls.ts';
import type { Exchange } from '../exchange.ts';

export async function carryResult(
  flow: ResultFlow<Rule>,
  { rule, bindings }: Exchange,
  calls: Calls,
): Promise<Bindings> {
  const asked: Bindings = new Array(flow.status.variables.length);
  for (const [from, to] of flow.carried) asked[to] = bindings[from];
  const status = await calls.send(flow.status, asked);
  switch (stateOf(flow.states, status[flow.state])) {
    case 'running':
      throw running(flow, rule, bindings);
    case 'failed':
      throw failed(flow, status);
    default:
      return calls.send(rule, bindings);
  }
}

function running({ status, states }: ResultFlow<Rule>, rule: Rule, bindings: Bindings): Fault {
  const Location = addressOf(status, rule.variables, bindings);
  const headers = { 'Retry-After': String(states.retry), Location };
  const code = 'JOB_RUNNING';
  return new Fault({ status: 409, code, title: titleOf(code), detail: 'the job is not done yet', headers });
}

function failed({ reason }: ResultFlow<Rule>, bindings: Bindings): Fault {
  const why = reason === undefined ? undefined : bindings[reason];
  const code = 'JOB_FAILED';
  return new Fault({
    status: 422,
    code,
    title: titleOf(code),
    detail: (why && scalarText(why)) ?? 'the job has failed',
  });
}
