// The common part of the pagers: the stored search, the calls, and the response.

import { SoapstoneError } from '../../errors/errors.ts';
import { Fault } from '../../fault/fault.ts';
import { type Json, json, textOf } from '../../json/value.ts';
import { member, scalarText } from '../../json/walk.ts';
import type { Exchange } from '../../rule/exchange.ts';
import type { PagesPlan } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { ScopedStore } from '../model/scoped-store.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { tellWindow } from './page-metadata.ts';
import { isTrue, numberOf, repliedList, repliedNumber, wholeNumber } from './page-values.ts';
import type { Order } from './places.ts';

/** The state of a search, in the store. Requests with the same credential may continue it; where links have a token, those with the token. */
export interface Search {
  /** JSON text; null where there is no further page. */
  readonly cursor: string | null;
  /** Items on a full page, where pages are counted. */
  readonly size: number;
  readonly total: number | null;
  readonly pages: number | null;
  /** Offset of the page that the cursor belongs to, where each page has its own. */
  readonly next: number;
  /** Of the page that the last window ended in, where items can be told apart. */
  readonly order?: Order;
}

/** What the first response says about the search. */
export interface Begin {
  readonly response: Bindings;
  /** Items on the first page. */
  readonly count: number;
  readonly total: number | null;
  readonly pages: number | null;
}

/** The request for a window. */
export type WindowRequest = Pick<Exchange, 'rule' | 'bindings'>;

export interface WindowItems {
  readonly items: readonly Json[];
  /** Offset after them. */
  readonly after: number;
  readonly hasMore: boolean;
}

/** The stored search has expired: search again. */
class Lost extends Error {}

/** Most pages that are read for one request. */
const CALLS = 100;

export abstract class Window {
  protected readonly plan: PagesPlan<Rule>;
  protected readonly limit: number;
  protected readonly offset: number;
  /** Size of page to ask for. */
  protected readonly ask: number;
  protected search: Search | undefined = undefined;
  protected last: Bindings | undefined = undefined;
  protected readonly request: Bindings;
  private readonly rule: Rule;
  private readonly calls: Subrequests;
  private readonly keeper: ScopedStore;
  /** The search was made for this request. */
  private fresh = false;
  private callCount = 0;
  private token: string | undefined;
  private readonly freshId: () => string;

  constructor(
    plan: PagesPlan<Rule>,
    exchange: WindowRequest,
    calls: Subrequests,
    keeper: ScopedStore,
    freshId: () => string,
  ) {
    this.plan = plan;
    this.freshId = freshId;
    this.rule = exchange.rule;
    this.calls = calls;
    this.keeper = keeper;
    this.limit = wholeNumber(exchange.bindings, plan.limit, '?limit') ?? plan.maxLimit;
    this.offset = wholeNumber(exchange.bindings, plan.offset, '?offset') ?? 0;
    if (this.limit > plan.maxLimit)
      throw new SoapstoneError('BAD_QUERY', `at most ${plan.maxLimit}`, { path: '?limit' });
    this.ask = Math.min(Math.max(this.limit, plan.smallest), plan.largest);
    const token = plan.token === undefined ? undefined : exchange.bindings[plan.token];
    this.token = token && scalarText(token);
    this.request = exchange.bindings.slice();
    this.request[plan.limit] = numberOf(this.limit);
    this.request[plan.offset] = numberOf(this.offset);
    if (plan.size !== undefined) this.request[plan.size] = numberOf(this.ask);
  }

  async read(): Promise<Bindings> {
    const loaded = await this.load();
    if (loaded.hasMore || this.offset > 0) await this.setApart();
    return this.response(loaded);
  }

  /** Its further windows go on with this search, whatever other clients of the same credential search meanwhile. */
  private async setApart(): Promise<void> {
    const { plan, search } = this;
    if (plan.token === undefined || this.token !== undefined) return;
    if (typeof search?.cursor !== 'string' && search?.order === undefined) return;
    this.token = this.freshId();
    await this.keep();
  }

  /** The items, and the last response. */
  async load(): Promise<WindowItems & { readonly last: Bindings }> {
    await this.recall();
    try {
      return await this.attempt();
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.search = undefined;
      return await this.attempt();
    }
  }

  protected abstract collect(): Promise<WindowItems>;
  protected abstract begun(begin: Begin): Search;

  private async attempt(): Promise<WindowItems & { readonly last: Bindings }> {
    const result = await this.collect();
    if (this.last === undefined) await this.first();
    return { ...result, last: this.last as unknown as Bindings };
  }

  /** The first operation: a new search, or its first page alone where pages go by number. */
  protected async first(): Promise<Json[]> {
    const { plan } = this;
    const response = await this.send(plan.first, this.pageNumber(0));
    const items = this.itemsOf(response);
    const { total = null, pages = null } = this.countsIn(response);
    this.search = this.begun({ response, count: items.length, total, pages });
    this.fresh = true;
    await this.keep();
    return items;
  }

  /** A stored cursor that has expired in the service is no failure. */
  protected async next(page: number): Promise<Bindings> {
    const bindings = this.pageNumber(page);
    const { cursor } = this.search as Search;
    if (this.plan.requestCursor !== undefined && cursor !== null)
      bindings[this.plan.requestCursor] = json(Buffer.from(cursor));
    try {
      return await this.send(this.plan.next, bindings);
    } catch (error) {
      if (this.fresh || !saidByPeer(error)) throw error;
      throw new Lost();
    }
  }

  protected async send(rule: Rule, bindings: Bindings): Promise<Bindings> {
    if (++this.callCount > CALLS)
      throw new SoapstoneError('BAD_QUERY', 'this window needs too many pages; ask for less', { path: '?limit' });
    this.last = await this.calls.send(rule, bindings);
    if (this.search) this.search = { ...this.search, ...this.countsIn(this.last) };
    return this.last;
  }

  /** Counts of the whole list; the last response is right. */
  private countsIn(response: Bindings): Partial<Pick<Search, 'total' | 'pages'>> {
    const total = repliedNumber(response, this.plan.total, 'total');
    const pages = repliedNumber(response, this.plan.totalPages, 'totalPages');
    return { ...(total !== undefined && { total }), ...(pages !== undefined && { pages }) };
  }

  /** No more items, as far as is known. Lists grow, so the stored search does not prove it. */
  protected ends(): void {
    if (this.last === undefined) throw new Lost();
  }

  private pageNumber(page: number): Bindings {
    const bindings = this.request.slice();
    const { index, from } = this.plan;
    if (index !== undefined) bindings[index] = numberOf(from + page);
    return bindings;
  }

  protected cursorOf(response: Bindings): string | null {
    const value = this.plan.cursor === undefined ? undefined : response[this.plan.cursor];
    const text = value && textOf(value);
    return text === undefined || text === 'null' || text === '""' ? null : text;
  }

  /** The response's own word on whether there are more items. */
  protected stated(response: Bindings): boolean | undefined {
    return isTrue(this.plan.more === undefined ? undefined : response[this.plan.more]);
  }

  protected itemsOf(response: Bindings): Json[] {
    const { items, first } = this.plan;
    return repliedList(response, items, first.variables[items]);
  }

  /** undefined: nothing tells the item from others. */
  protected keyOf(item: Json): string | undefined {
    const value = this.plan.several && member(item, this.plan.several.by);
    return value && scalarText(value);
  }

  /** undefined: nothing tells them apart. */
  protected keysOf(items: readonly Json[]): string[] | undefined {
    const keys = items.flatMap((item) => this.keyOf(item) ?? []);
    return keys.length === items.length && new Set(keys).size === keys.length ? keys : undefined;
  }

  private response({ items, after, hasMore, last }: WindowItems & { readonly last: Bindings }): Bindings {
    const { plan, offset, limit } = this;
    const { total } = this.search as Search;
    const next = hasMore && after > offset ? after : undefined;
    const { rest } = this.rule.request;
    return tellWindow(
      plan,
      { items, limit, offset, next, hasMore, total, token: this.token },
      last,
      (bindings) => rest.fill(bindings).target,
    );
  }

  private get parts(): (string | number | null)[] {
    const values = this.plan.query.map((variable) => {
      const value = this.request[variable];
      return value === undefined ? null : textOf(value);
    });
    const token = this.token === undefined ? [] : [this.token];
    return [this.rule.id, this.plan.size === undefined ? 0 : this.ask, ...values, ...token];
  }

  protected async recall(): Promise<void> {
    this.search = await this.keeper.get<Search>('search', this.parts).catch(withoutStore);
  }

  protected async keep(): Promise<void> {
    await this.keeper.set('search', this.parts, this.search, this.plan.keep).catch(withoutStore);
  }
}

/** A search that the store cannot hold is made again. */
function withoutStore(error: unknown): undefined {
  if (!(error instanceof SoapstoneError && error.code === 'STORE_UNAVAILABLE')) throw error;
}

/** A fault of the service: failures of the gateway have a cause. */
function saidByPeer(error: unknown): boolean {
  return error instanceof Fault && error.init.cause === undefined;
}
