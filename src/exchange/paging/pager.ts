// Reads a window (limit, offset) from pages by cursor, by page number or by offset, or over several searches.
import type { Json } from '../../json/value.ts';
import type { Exchange } from '../../rule/exchange.ts';
import type { PagesPlan } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { ScopedStore } from '../model/scoped-store.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { ListWindow } from './list-window.ts';
import { OffsetPager } from './offset-pager.ts';
import { windowBelow } from './page-metadata.ts';
import { itemsBetween, placed } from './places.ts';
import type { OneSearch } from './search.ts';
import { isSeveral, UnionPager } from './union-pager.ts';
import { type Begin, type Search, Window, type WindowItems } from './window.ts';

export async function carryWindow(
  plan: PagesPlan<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  freshId: () => string,
): Promise<Bindings> {
  // A cursor and no number: each response has the cursor of the page after it.
  const ByPages = plan.cursor !== undefined && plan.index === undefined ? CursorPager : PageNumberPager;
  const ByPlace = plan.byOffset ? OffsetPager : ByPages;
  const Pages = plan.unpaged ? WholeListPager : ByPlace;
  const { several } = plan;
  const { mount = '' } = exchange;
  if (several === undefined || !isSeveral(several, exchange))
    return windowBelow(mount, plan, await new Pages(plan, exchange, calls, keeper, freshId).read());
  const windowOf = (search: OneSearch) => new Pages(search.plan, search, calls, keeper, freshId);
  return windowBelow(
    mount,
    plan,
    await new UnionPager(plan, several, exchange, calls, keeper, freshId, windowOf).read(),
  );
}

/** Each page has the cursor of the next; the last has none. Pages may be of any size. */
class CursorPager extends Window {
  protected async collect(): Promise<WindowItems> {
    const { offset, limit, search } = this;
    const end = offset + limit;
    const isResumed = search !== undefined && offset >= search.next;
    let page = isResumed ? [] : await this.first();
    let start = isResumed ? search.next : 0;
    if (isResumed && !this.open) this.ends();
    const items: Json[] = [];
    for (;;) {
      items.push(...page.slice(Math.max(0, offset - start), Math.max(0, end - start)));
      start += page.length;
      if (start >= end || !this.open) break;
      page = await this.further();
    }
    return { items, after: offset + items.length, hasMore: start > end || this.open };
  }

  protected begun({ response, count, total, pages }: Begin): Search {
    return { cursor: this.cursorAfter(response, count, count, total, null), size: count, total, pages, next: count };
  }

  private get open(): boolean {
    return (this.search as Search).cursor !== null;
  }

  private async further(): Promise<Json[]> {
    const { cursor, size, next } = this.search as Search;
    const response = await this.next(0);
    const { total, pages } = this.search as Search;
    const page = this.itemsOf(response);
    const end = next + page.length;
    this.search = {
      cursor: this.cursorAfter(response, page.length, end, total, cursor),
      size,
      total,
      pages,
      next: end,
    };
    await this.keep();
    return page;
  }

  /** A cursor means that there are more pages, however short this one is, unless the service denies it or repeats itself. `end`: items up to here. */
  private cursorAfter(response: Bindings, count: number, end: number, total: number | null, previous: string | null) {
    const cursor = this.cursorOf(response);
    if (this.stated(response) === false || (count === 0 && cursor === previous)) return null;
    return this.plan.cursorNeeded && total !== null && end >= total ? null : cursor;
  }
}

/** The one response has all items. */
class WholeListPager extends ListWindow {
  protected async all(): Promise<Json[]> {
    return await this.first();
  }

  protected begun({ count, total, pages }: Begin): Search {
    return { cursor: null, size: count, total: total ?? count, pages, next: count };
  }
}

/** All pages have one size, except where a service leaves items out. */
class PageNumberPager extends Window {
  protected async collect(): Promise<WindowItems> {
    const { offset, limit } = this;
    // The response says the total even for an empty window. The stored search is too old for that, unless its first page was left half read.
    const isHalfRead = this.search?.order?.page === 0 && offset > 0;
    const asks = this.search === undefined || limit === 0 || (offset < this.search.size && !isHalfRead);
    let first = asks ? await this.first() : undefined;
    const { size } = this.search as Search;
    const end = offset + limit;
    const items: Json[] = [];
    let after = offset;
    let left = false;
    let over = false;
    for (let page = Math.floor(offset / size); !over && page * size < end && limit > 0; page++) {
      if (page > 0 && this.ended(page)) {
        this.ends();
        return { items, after, hasMore: false };
      }
      const read = (page === 0 ? first : undefined) ?? (await this.further(page));
      const pageItems = await this.inPlaces(page, read, end - page * size);
      first = undefined;
      items.push(...itemsBetween(pageItems, Math.max(0, offset - page * size), end - page * size));
      left = itemsBetween(pageItems, end - page * size).length > 0;
      over = pageItems.length < size && !this.goesOn(page + 1);
      after = Math.max(offset, Math.min(end, page * size + (over ? pageItems.length : size)));
    }
    return { items, after, hasMore: left || (!over && this.likely(after, items.length)) };
  }

  protected begun({ response, count, total, pages }: Begin): Search {
    const partial = total === null ? (pages ?? 0) > 1 || this.stated(response) === true : total > count;
    const size = Math.max(1, partial ? this.partSize(count, total, pages) : (this.pageSize ?? count));
    return { cursor: this.cursorOf(response), size, total, pages, next: -1 };
  }

  /** Items that a page should have. */
  private get pageSize(): number | undefined {
    return this.plan.fixed ?? (this.plan.size === undefined ? undefined : this.ask);
  }

  /** There are more than the `count` items of the first page. The service may choose smaller pages than requested. */
  private partSize(count: number, total: number | null, pages: number | null): number {
    if (this.plan.fixed !== undefined) return Math.max(count, this.plan.fixed);
    if (count > 0) return count;
    const pageSize = this.pageSize ?? 1;
    if (total === null || pages === null || pages === 0 || Math.ceil(total / pageSize) === pages) return pageSize;
    return Math.ceil(total / pages);
  }

  /** The items of a page where they were when a window first ended in it. `end`: of this window, from the start of the page. */
  private async inPlaces(page: number, items: readonly Json[], end: number) {
    const { order } = this.search as Search;
    const keptKeys = order?.page === page ? order.keys : undefined;
    const keys = keptKeys ?? this.keysOf(items);
    if (keys === undefined) return items;
    if (keptKeys === undefined && end < items.length) {
      this.search = { ...(this.search as Search), order: { page, keys } };
      await this.keep();
    }
    return placed(items, keys, (item) => this.keyOf(item) ?? '');
  }

  /** A page of the search that was kept. */
  private async further(page: number): Promise<Json[]> {
    if (!this.closed) return this.itemsOf(await this.next(page));
    this.ends();
    return [];
  }

  /** The response lacks its cursor. */
  private get closed(): boolean {
    return this.plan.cursor !== undefined && (this.search as Search).cursor === null;
  }

  private ended(page: number): boolean {
    const { size, total, pages } = this.search as Search;
    return (total !== null && page * size >= total) || (pages !== null && page >= pages);
  }

  /** After a page that is not full: does the service say that there is a page `page`? */
  private goesOn(page: number): boolean {
    const { total, pages } = this.search as Search;
    if (this.closed || this.ended(page)) return false;
    return total !== null || pages !== null || (this.last !== undefined && this.stated(this.last) === true);
  }

  private likely(after: number, count: number): boolean {
    const { size, total, pages } = this.search as Search;
    if (total !== null) return after < total;
    const stated = this.last && this.stated(this.last);
    if (stated !== undefined) return stated;
    return count > 0 && after % size === 0 && !this.closed && (pages === null || after < pages * size);
  }
}
