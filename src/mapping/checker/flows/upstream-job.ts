// The jobs of a REST service, as `async` of the table describes its resources. A path may have names that the response of another resource binds.

import { BehindJob } from '../../runtime/delegated-job.ts';
import { jobName, type RuleRow } from '../../runtime/job.ts';
import type { AsyncTable } from '../../syntax/async-table.ts';
import { STATE } from '../../syntax/job.ts';
import type { RestSide } from '../../syntax/row.ts';
import { namesInRequest, namesInResponse } from '../names-in.ts';
import { operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';

/** Its rules have variables of their own. `id`: begins their ids. */
export function upstreamOf(
  row: RuleRow,
  { upstream, doneStates, failedStates }: AsyncTable,
  id: string,
  env: RuleEnvironment,
): BehindJob {
  const main = new RuleBuilder(row, operationOf(row.soap, env)!, env);
  main.planSoap();
  const ruleOf = (name: string, side: RestSide) => {
    const callRow: RuleRow = { ...row, body: undefined, ...side, id: `${id}.${name}`, job: undefined, part: true };
    const builder = new RuleBuilder({ ...callRow, direction: 'soap-to-rest' }, main.operation, env);
    builder.planRest();
    return builder.compile(main);
  };
  const resultNames = namesInRequest(upstream.result.rest).filter((name) => name !== jobName(upstream.status.rest));
  const view = upstream.status.views.find((side) => resultNames.some((name) => namesInResponse(side).includes(name)));
  const status = ruleOf('job', upstream.status.rest);
  const task = view && ruleOf('task', view);
  const known = [...status.variables, ...(view ? namesInResponse(view) : [])];
  for (const name of resultNames.filter((one) => !known.includes(one)))
    env.ctx.report.add('MAPPING_NAMES', `no response of a status binds {${name}}`, upstream.result.rest.line.place);
  const rules = {
    status,
    task,
    asks: view ? namesInRequest(view) : [],
    result: ruleOf('answer', upstream.result.rest),
  };
  return new BehindJob(rules, status.variables.indexOf(STATE), { doneStates, failedStates, retry: 0 });
}
