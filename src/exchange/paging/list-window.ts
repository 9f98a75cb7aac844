// Windows of a list that is read as a whole for each of them. What is kept of it are the places of its items.

import type { Json } from '../../json/value.ts';
import { itemsBetween, MOST_KEYS, placed } from './places.ts';
import { Window, type WindowItems } from './window.ts';

export abstract class ListWindow extends Window {
  protected abstract all(): Promise<readonly Json[]>;

  protected async collect(): Promise<WindowItems> {
    const { offset, limit } = this;
    const keptKeys = this.search?.order?.keys;
    const all = await this.all();
    const keys = keptKeys ?? this.keysOf(all);
    const places = keys === undefined ? all : placed(all, keys, (item) => this.keyOf(item) ?? '');
    const end = offset + limit;
    const hasMore = itemsBetween(places, limit > 0 ? end : offset).length > 0;
    const order = keys && keys.length <= MOST_KEYS ? { page: 0, keys } : undefined;
    this.search = { cursor: null, size: all.length, total: places.length, pages: null, next: 0, order };
    if (hasMore && keptKeys === undefined && limit > 0) await this.keep();
    return { items: itemsBetween(places, offset, end), after: Math.min(end, places.length), hasMore };
  }

  /** The first window begins anew. */
  protected override async recall(): Promise<void> {
    if (this.offset > 0 && this.plan.several) await super.recall();
  }

  protected override async keep(): Promise<void> {
    if (this.search?.order) await super.keep();
  }
}
