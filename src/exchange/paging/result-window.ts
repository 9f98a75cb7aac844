// Cuts a window out of the pages of a job's result. The page that holds an offset is the table's to say; how large it is, the response says.

import { Fault } from '../../fault/fault.ts';
import { arrayOf } from '../../json/array.ts';
import type { Json } from '../../json/value.ts';
import type { WindowRoles } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { numberOf, repliedList, repliedNumber, wholeNumber } from './page-values.ts';

/** Most pages that are read for one window: pages may be smaller than the window. */
const CALLS = 100;

/** The last response, with the items of the window. */
export async function resultWindow(
  roles: WindowRoles,
  rule: Rule,
  request: Bindings,
  calls: Subrequests,
): Promise<Bindings> {
  const offset = wholeNumber(request, roles.offset, '?offset') ?? 0;
  const limit = wholeNumber(request, roles.limit, '?limit') ?? Number.POSITIVE_INFINITY;
  const items: Json[] = [];
  let response = await pageAt(roles, rule, request, offset, calls);
  for (let callCount = 1; ; callCount++) {
    const page = repliedList(response, roles.items, rule.variables[roles.items]);
    const size = repliedNumber(response, roles.size, 'size');
    const number = repliedNumber(response, roles.page, 'page');
    // A service that does not say which page this is has taken the window for one.
    if (size === undefined || number === undefined) return response;
    const start = (number - 1) * size;
    items.push(...page.slice(Math.max(0, offset - start), Math.max(0, offset + limit - start)));
    const end = start + size;
    const total = repliedNumber(response, roles.total, 'total') ?? end;
    if (size === 0 || end >= Math.min(offset + limit, total) || callCount >= CALLS) break;
    response = await calls.send(rule, request.with(roles.offset, numberOf(end)));
  }
  const bindings = response.slice();
  bindings[roles.items] = arrayOf(items);
  bindings[roles.offset] = request[roles.offset];
  bindings[roles.limit] = request[roles.limit];
  return bindings;
}

/** Behind its end a result has no page: the first one says how many items there are. */
async function pageAt(roles: WindowRoles, rule: Rule, request: Bindings, offset: number, calls: Subrequests) {
  try {
    return await calls.send(rule, request);
  } catch (error) {
    if (offset === 0 || !(error instanceof Fault)) throw error;
    const first = await calls.send(rule, request.with(roles.offset, numberOf(0))).catch(() => undefined);
    const total = first && repliedNumber(first, roles.total, 'total');
    if (first === undefined || total === undefined || total > offset) throw error;
    return first;
  }
}
