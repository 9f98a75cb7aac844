// Further pages of a collection whose items may go between requests: each begins behind the items that were shown, wherever these are now.

import type { Json } from '../../json/value.ts';
import { member, scalarText } from '../../json/walk.ts';
import type { PagesPlan } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { isTrue, numberOf, repliedList, repliedNumber } from './page-values.ts';
import { MOST_KEYS } from './places.ts';

/** What the pages of a search have shown. */
export interface PageHistory {
  /** Keys of their items. */
  readonly keys: readonly string[];
  /** Where each page begins among the keys. */
  readonly starts: readonly number[];
  /** Offset in the collection behind the last of them, when it was read. */
  readonly end: number;
}

export interface PageContent {
  readonly response: Bindings;
  readonly items: readonly Json[];
  readonly hasMore: boolean;
  readonly history?: PageHistory;
}

/** Most windows for one page. */
const CALLS = 100;

const NONE: PageHistory = { keys: [], starts: [], end: 0 };

/** Whether items can be told apart, and all pages before this one were read. */
export function isFollowed(plan: PagesPlan<Rule>, history: PageHistory = NONE, page: number): boolean {
  return plan.several !== undefined && page <= history.starts.length && history.keys.length < MOST_KEYS;
}

export async function collectAfter(
  plan: PagesPlan<Rule>,
  request: Bindings,
  history: PageHistory = NONE,
  page: number,
  size: number,
  calls: Subrequests,
): Promise<PageContent> {
  const keyOf = (item: Json) => {
    const value = member(item, plan.several?.by ?? '');
    return (value && scalarText(value)) ?? '';
  };
  const before = history.keys.slice(0, history.starts[page] ?? history.keys.length);
  const windows = new Windows(plan, request, size, calls);
  const { items, end } = await windows.pageAfter(new Set(before), Math.min(page * size, history.end), keyOf);
  const total =
    windows.total === undefined ? undefined : before.length + items.length + Math.max(0, windows.total - end);
  const hasMore = total === undefined ? windows.more : before.length + items.length < total;
  const response = windows.last.slice();
  if (plan.total !== undefined && total !== undefined) response[plan.total] = numberOf(total);
  const keys = items.map(keyOf);
  return {
    response,
    items,
    hasMore,
    history: keys.includes('') ? undefined : historyWith(history, page, before, keys, end),
  };
}

/** Pages are read again when a response was lost: only the last one, or a new one, changes what was shown. */
function historyWith(
  history: PageHistory,
  page: number,
  before: readonly string[],
  keys: readonly string[],
  end: number,
): PageHistory {
  if (page < history.starts.length - 1) return history;
  return { keys: [...before, ...keys], starts: [...history.starts.slice(0, page), before.length], end };
}

/** Reads a collection in windows of one size, whose offsets are divisible by it: some services have no others. */
class Windows {
  last: Bindings = [];
  total: number | undefined;
  more = false;
  private readonly plan: PagesPlan<Rule>;
  private readonly request: Bindings;
  private readonly size: number;
  private readonly calls: Subrequests;
  private callCount = 0;

  constructor(plan: PagesPlan<Rule>, request: Bindings, size: number, calls: Subrequests) {
    this.plan = plan;
    this.request = request;
    this.size = size;
    this.calls = calls;
  }

  /** As many as fit a page, none of them `seen`. `from`: where they were to begin. `end`: the offset behind the last one. */
  async pageAfter(seen: ReadonlySet<string>, from: number, keyOf: (item: Json) => string) {
    const { size } = this;
    let offset = Math.floor(Math.max(0, from - 1) / size) * size;
    let window = await this.read(offset);
    // The window has to begin with an item that was shown, or with the first one of all: else items before it may have moved up.
    while (offset > 0 && !(window.length > 0 && seen.has(keyOf(window[0]))) && this.callCount < CALLS) {
      offset -= size;
      window = await this.read(offset);
    }
    const items: Json[] = [];
    let end = offset;
    for (;;) {
      for (const item of window) {
        if (items.length === size) return { items, end };
        if (!seen.has(keyOf(item))) items.push(item);
        end++;
      }
      const over = window.length === 0 || (this.total === undefined ? !this.more : end >= this.total);
      if (items.length === size || over || this.callCount >= CALLS) return { items, end };
      offset = end;
      window = await this.read(offset);
    }
  }

  private async read(offset: number): Promise<Json[]> {
    const { plan } = this;
    this.callCount++;
    const request = this.request.with(plan.limit, numberOf(this.size)).with(plan.offset, numberOf(offset));
    this.last = await this.calls.send(plan.first, request);
    const window = repliedList(this.last, plan.items, plan.first.variables[plan.items]);
    this.total = repliedNumber(this.last, plan.total, 'total');
    const stated = isTrue(plan.more === undefined ? undefined : this.last[plan.more]);
    this.more = stated ?? window.length >= this.size;
    return window;
  }
}
