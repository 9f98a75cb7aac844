// Gets the result of a job. It requests the status first, since services differ in their response to an early request for the result.

import { Fault } from '../../fault/fault.ts';
import { titleOf } from '../../fault/fault-names.ts';
import { scalarText } from '../../json/walk.ts';
import { addressOf, stateOf } from '../../mapping/runtime/job.ts';
import type { Exchange } from '../../rule/exchange.ts';
import type { ResultFlow } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { tellWindow, windowBelow } from '../paging/page-metadata.ts';
import { isTrue, repliedList, repliedNumber, wholeNumber } from '../paging/page-values.ts';
import { resultWindow } from '../paging/result-window.ts';

export async function carryResult(
  flow: ResultFlow<Rule>,
  { rule, bindings, mount = '' }: Exchange,
  calls: Subrequests,
): Promise<Bindings> {
  const statusRequest: Bindings = new Array(flow.status.variables.length);
  for (const [from, to] of flow.carried) statusRequest[to] = bindings[from];
  const status = await calls.send(flow.status, statusRequest);
  switch (stateOf(flow.states, status[flow.state])) {
    case 'running':
      throw running(flow, rule, bindings);
    case 'failed':
      throw failed(flow, status);
    default: {
      if (!flow.pages) return calls.send(rule, bindings);
      const { roles } = flow.pages;
      const response =
        roles.page === undefined || roles.size === undefined
          ? await calls.send(rule, bindings)
          : await resultWindow(roles, rule, bindings, calls);
      return windowBelow(mount, roles, window(flow.pages, rule, response));
    }
  }
}

/** Links are those of the request without the job. */
function window({ roles, of }: NonNullable<ResultFlow<Rule>['pages']>, rule: Rule, response: Bindings): Bindings {
  const items = repliedList(response, roles.items, rule.variables[roles.items]);
  const limit = wholeNumber(response, roles.limit, '?limit') ?? items.length;
  const offset = wholeNumber(response, roles.offset, '?offset') ?? 0;
  const total = repliedNumber(response, roles.total, 'total') ?? null;
  const stated = isTrue(roles.more === undefined ? undefined : response[roles.more]);
  const hasMore = stated ?? (total === null ? items.length > 0 && items.length >= limit : offset + limit < total);
  const next = hasMore && limit > 0 ? offset + limit : undefined;
  return tellWindow(roles, { items, limit, offset, next, hasMore, total }, response, (bindings) =>
    addressOf(of, rule.variables, bindings),
  );
}

function running({ status, states }: ResultFlow<Rule>, rule: Rule, bindings: Bindings): Fault {
  const Location = addressOf(status, rule.variables, bindings);
  const headers = { 'Retry-After': String(states.retry), Location };
  const code = 'JOB_RUNNING';
  return new Fault({ status: 409, code, title: titleOf(code), detail: 'the job is not done yet', headers });
}

function failed({ reason }: ResultFlow<Rule>, bindings: Bindings): Fault {
  const value = reason === undefined ? undefined : bindings[reason];
  const code = 'JOB_FAILED';
  return new Fault({
    status: 422,
    code,
    title: titleOf(code),
    detail: (value && scalarText(value)) ?? 'the job has failed',
  });
}
