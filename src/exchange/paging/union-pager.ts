// Reads a window over several searches: their union, intersection or difference, and items that fit a condition. It reads each search to its end.

import { SoapstoneError } from '../../errors/errors.ts';
import { type Json, json, textOf } from '../../json/value.ts';
import { itemsOf, member } from '../../json/walk.ts';
import type { PagesPlan, SeveralPlan } from '../../rule/flow.ts';
import type { Rule } from '../../rule/rule.ts';
import type { ScopedStore } from '../model/scoped-store.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { ListWindow } from './list-window.ts';
import { numberOf, repliedNumber } from './page-values.ts';
import { LookedAt, type OneSearch, searchIn } from './search.ts';
import type { Begin, Search, Window, WindowRequest } from './window.ts';

/** The pager of one search. */
type WindowOf = (search: OneSearch) => Window;

type Several = SeveralPlan<Rule>;
type Items = Map<string, Json>;

/** Most windows of all searches of one request. */
const WINDOWS = 100;

/** The query is several searches (`$any`, `$all`), or filters items (`$where`). */
export function isSeveral({ of, itemFilter }: Several, { bindings }: WindowRequest): boolean {
  const question = bindings[of];
  const keys = ['$any', '$all', ...(itemFilter ? ['$where'] : [])];
  return question !== undefined && keys.some((key) => member(question, key) !== undefined);
}

export class UnionPager extends ListWindow {
  private readonly windowRequest: WindowRequest;
  private readonly several: Several;
  private readonly windowOf: WindowOf;
  private readonly looked: LookedAt;
  private windows = 0;

  constructor(
    plan: PagesPlan<Rule>,
    several: Several,
    windowRequest: WindowRequest,
    calls: Subrequests,
    keeper: ScopedStore,
    freshId: () => string,
    windowOf: WindowOf,
  ) {
    super(plan, windowRequest, calls, keeper, freshId);
    this.windowRequest = windowRequest;
    this.several = several;
    this.windowOf = windowOf;
    this.looked = new LookedAt(several);
  }

  protected async all(): Promise<Json[]> {
    const matches = await this.any(this.windowRequest.bindings[this.several.of] as Json);
    return [...matches].toSorted(([a], [b]) => inOrder(a, b)).map(([, item]) => item);
  }

  private async any(question: Json): Promise<Items> {
    const choices = member(question, '$any');
    if (choices === undefined) return this.allOf(question);
    const matches: Items = new Map();
    for (const choice of itemsOf(choices)) for (const [key, item] of await this.allOf(choice)) matches.set(key, item);
    return matches;
  }

  private async allOf(choice: Json): Promise<Items> {
    const demands = member(choice, '$all');
    if (demands === undefined) return this.runSearch(choice);
    const [first, ...rest] = itemsOf(demands);
    const matches = await this.runSearch(first);
    // All searches run, even if no items are left: an invalid search is always refused.
    for (const demand of rest) {
      const both = await this.runSearch(demand);
      for (const key of matches.keys()) if (!both.has(key)) matches.delete(key);
    }
    const without = member(choice, '$none');
    for (const exclusion of without ? itemsOf(without) : [])
      for (const key of (await this.runSearch(exclusion)).keys()) matches.delete(key);
    return matches;
  }

  /** Whatever the client's window, searches are read in the largest ones. */
  private async runSearch(question: Json): Promise<Items> {
    const { plan, windowRequest, several, looked } = this;
    const search = searchIn(question, plan, several, windowRequest);
    const items: Items = new Map();
    for (let offset = 0; ; offset += plan.maxLimit) {
      if (++this.windows > WINDOWS)
        throw new SoapstoneError('BAD_QUERY', 'this question takes too many pages of several searches; ask for less', {
          path: several.queryPath,
        });
      const bindings = search.bindings.with(plan.limit, numberOf(plan.maxLimit)).with(plan.offset, numberOf(offset));
      const { items: page, hasMore, last } = await this.windowOf({ ...search, bindings }).load();
      // Response and links belong to the whole query.
      this.last = last.with(several.of, windowRequest.bindings[several.of]);
      const over = !hasMore || page.length === 0;
      if (search.fits) looked.count(offset + page.length, !over, repliedNumber(last, plan.total, 'total'));
      // A copy: a slice would keep the whole response in memory.
      for (const item of page)
        if (search.fits?.(item) ?? true) items.set(this.foundBy(item), json(Buffer.from(textOf(item))));
      if (over) return items;
    }
  }

  private foundBy(item: Json): string {
    const key = this.keyOf(item);
    if (key !== undefined) return key;
    throw new SoapstoneError(
      'UPSTREAM_BODY',
      `an item without "${this.several.by}" cannot be found again in another search`,
      {
        path: `{${this.plan.first.variables[this.plan.items]}}`,
      },
    );
  }

  protected begun(_: Begin): Search {
    throw new Error('several searches are begun one by one');
  }
}

/** Whole numbers by their value, before all other texts. */
function inOrder(a: string, b: string): number {
  const [isA, isB] = [a, b].map((text) => /^-?\d{1,15}$/.test(text));
  if (isA && isB) return Number(a) - Number(b);
  if (isA !== isB) return isA ? -1 : 1;
  return a < b ? -1 : 1;
}
