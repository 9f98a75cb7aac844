// Reads a window (limit, offset) from pages by cursor. Each page has the cursor of the next; the last has none. Pages may be of any size.

import type { Json } from '../../json/value.ts';
import type { Bindings } from '../../rule/pattern.ts';
import { type Begin, type Search, Window, type WindowItems } from './window.ts';

export class CursorPager extends Window {
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
