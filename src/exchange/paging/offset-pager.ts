// Windows of a service that takes windows itself. Nothing is kept between requests.
import type { Json } from '../../json/value.ts';
import { numberOf } from './page-values.ts';
import { type Search, Window, type WindowItems } from './window.ts';

const EMPTY: Search = { cursor: null, size: 0, total: null, pages: null, next: 0 };

export class OffsetPager extends Window {
  /** A service that gives less than it is asked for is asked again, while it says that there are more. */
  protected async collect(): Promise<WindowItems> {
    const { offset, limit } = this;
    this.search = EMPTY;
    const items: Json[] = [];
    for (;;) {
      const count = this.sizeFor(limit - items.length);
      const window = await this.itemsAt(offset + items.length, count);
      const isCut = window.length > limit - items.length;
      items.push(...window.slice(0, limit - items.length));
      const after = offset + items.length;
      const hasMore = isCut || this.goesOn(after, window.length, count);
      if (!hasMore || window.length === 0 || items.length === limit) return { items, after, hasMore };
    }
  }

  /** Not even an empty window is asked for with a size that the service lacks. */
  private sizeFor(count: number): number {
    const { smallest, largest, fixed } = this.plan;
    return Math.min(Math.max(count, smallest), fixed ?? largest);
  }

  private async itemsAt(offset: number, count: number): Promise<Json[]> {
    const { plan } = this;
    const bindings = this.request.with(plan.offset, numberOf(offset)).with(plan.limit, numberOf(count));
    return this.itemsOf(await this.send(plan.first, bindings));
  }

  private goesOn(after: number, length: number, count: number): boolean {
    const { total } = this.search as Search;
    if (total !== null) return after < total;
    return this.stated(this.last!) ?? length >= count;
  }

  protected begun(): Search {
    return EMPTY;
  }

  protected override async recall(): Promise<void> {}

  protected override async keep(): Promise<void> {}
}
