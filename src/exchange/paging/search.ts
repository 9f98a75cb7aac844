// One search of a query: its requests, and which of its items match.

import { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { member } from '../../json/walk.ts';
import type { PagesPlan, SeveralPlan } from '../../rule/flow.ts';
import type { Rule } from '../../rule/rule.ts';
import type { WindowRequest } from './window.ts';

export interface OneSearch extends WindowRequest {
  readonly plan: PagesPlan<Rule>;
  /** The condition on items; absent: all match. */
  readonly fits?: (item: Json) => boolean;
}

/** `question`: a question of one search, or `{ $of: question, $where: condition }`. */
export function searchIn(
  question: Json,
  plan: PagesPlan<Rule>,
  { of, itemFilter }: SeveralPlan<Rule>,
  { rule, bindings }: WindowRequest,
): OneSearch {
  const condition = itemFilter && member(question, '$where');
  if (condition === undefined) return { rule, plan, bindings: bindings.with(of, question) };
  const request = bindings.with(of, member(question, '$of'));
  const fits = (item: Json) => itemFilter!.fits(item, condition);
  const { searchCalls } = itemFilter!;
  if (searchCalls === undefined) return { rule, plan, bindings: request, fits };
  const { first, next, items } = searchCalls;
  if (searchCalls.condition === undefined)
    return { rule: first, plan: { ...plan, first, next, items }, bindings: request, fits };
  // Each condition is a search of its own.
  const query = [...plan.query, searchCalls.condition];
  return {
    rule: first,
    plan: { ...plan, first, next, items, query },
    bindings: request.with(searchCalls.condition, condition),
    fits,
  };
}

/** Counts the items that one request reads, in all its searches. */
export class LookedAt {
  private readonly several: SeveralPlan<Rule>;
  private earlierItems = 0;

  constructor(several: SeveralPlan<Rule>) {
    this.several = several;
  }

  /** `end`: items of a search up to here. `total`: all that it has, where that is known. Throws BAD_QUERY as soon as they are too many. */
  count(end: number, hasMore: boolean, total: number | undefined): void {
    const { queryPath, itemFilter } = this.several;
    const { maxItems } = itemFilter!;
    const all = this.earlierItems + Math.max(end + (hasMore ? 1 : 0), total ?? 0);
    if (all > maxItems)
      throw new SoapstoneError(
        'BAD_QUERY',
        `${total === undefined ? `more than ${maxItems}` : all} items would have to be looked at, and ${maxItems} may be; ask for fewer with further conditions`,
        { path: queryPath },
      );
    if (!hasMore) this.earlierItems += end;
  }
}
