// Chooses the pager for a window (limit, offset): by cursor, by page number, or over several searches.
import type { Exchange } from '../../rule/exchange.ts';
import type { PagesPlan } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { ScopedStore } from '../model/scoped-store.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { CursorPager } from './cursor-pager.ts';
import type { OneSearch } from './one-search.ts';
import { windowBelow } from './page-metadata.ts';
import { PageNumberPager } from './page-number-pager.ts';
import { isSeveral, UnionPager } from './union-pager.ts';

export async function carryWindow(
  plan: PagesPlan<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
): Promise<Bindings> {
  // A cursor and no number: each response has the cursor of the page after it.
  const Pages = plan.cursor !== undefined && plan.index === undefined ? CursorPager : PageNumberPager;
  const { several } = plan;
  const { mount = '' } = exchange;
  if (several === undefined || !isSeveral(several, exchange))
    return windowBelow(mount, plan, await new Pages(plan, exchange, calls, keeper).read());
  const windowOf = (search: OneSearch) => new Pages(search.plan, search, calls, keeper);
  return windowBelow(mount, plan, await new UnionPager(plan, several, exchange, calls, keeper, windowOf).read());
}
