// Reads a window (limit, offset) from pages by number. All pages have one size, except where a service leaves items out.
import type { Json } from '../../json/value.ts';
import { type Begin, type Search, Window, type WindowItems } from './window.ts';

export class PageNumberPager extends Window {
  protected async collect(): Promise<WindowItems> {
    const { offset, limit } = this;
    // The response says the total even for an empty window. The stored search is too old for that.
    const asks = this.search === undefined || limit === 0 || offset < this.search.size;
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
      const pageItems = page === 0 ? (first ?? (await this.first())) : await this.further(page);
      first = undefined;
      items.push(...pageItems.slice(Math.max(0, offset - page * size), end - page * size));
      left = pageItems.length > end - page * size;
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

  /** Page `page` > 0. */
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
