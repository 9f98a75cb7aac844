// A window (limit, offset) in front of a service that gives pages: by a cursor of its first operation, or by their numbers.
import type { Bindings } from '../../binding/binding.ts';
import { SoapstoneError } from '../../errors.ts';
import { Fault } from '../../fault/fault.ts';
import { arrayOf } from '../../json/array.ts';
import { ARRAY, type Json, json, textOf } from '../../json/value.ts';
import { itemsOf, kindOf } from '../../json/walk.ts';
import type { PagesPlan } from '../../mapping/flow/plan.ts';
import type { Rule } from '../../mapping/rule.ts';
import type { Calls } from '../calls.ts';
import type { Exchange } from '../exchange.ts';
import type { Keeper } from './keeper.ts';
import { flagOf, isTrue, numberOf, wholeNumber } from './numbers.ts';

/** What is known of a search; kept in the store, where anyone of the same credential may go on from it. */
interface Search {
  /** JSON text. */
  readonly cursor: string | null;
  /** Items on a full page. */
  readonly size: number;
  readonly total: number | null;
  readonly pages: number | null;
  /** Page that the cursor is good for, where each page has its own; -1 where it is good for all. */
  readonly page: number;
}

/** The kept search is of no use any more: search again. */
class Lost extends Error {}

/** Pages that one request may be made of. */
const CALLS = 100;

export function carryWindow(
  plan: PagesPlan<Rule>,
  exchange: Exchange,
  calls: Calls,
  keeper: Keeper,
): Promise<Bindings> {
  return new Window(plan, exchange, calls, keeper).read();
}

class Window {
  private readonly plan: PagesPlan<Rule>;
  private readonly request: Bindings;
  private readonly rule: Rule;
  private readonly calls: Calls;
  private readonly keeper: Keeper;
  private readonly limit: number;
  private readonly offset: number;
  /** Size of page to ask for. */
  private readonly ask: number;
  private search: Search | undefined = undefined;
  /** The search was made for this request. */
  private fresh = false;
  private last: Bindings | undefined = undefined;
  private sent = 0;

  constructor(plan: PagesPlan<Rule>, exchange: Exchange, calls: Calls, keeper: Keeper) {
    this.plan = plan;
    this.rule = exchange.rule;
    this.calls = calls;
    this.keeper = keeper;
    this.limit = wholeNumber(exchange.bindings, plan.limit, '?limit') ?? plan.most;
    this.offset = wholeNumber(exchange.bindings, plan.offset, '?offset') ?? 0;
    if (this.limit > plan.most) throw new SoapstoneError('BAD_QUERY', `at most ${plan.most}`, { path: '?limit' });
    this.ask = Math.min(Math.max(this.limit, 1), plan.largest);
    this.request = exchange.bindings.slice();
    this.request[plan.limit] = numberOf(this.limit);
    this.request[plan.offset] = numberOf(this.offset);
    if (plan.size !== undefined) this.request[plan.size] = numberOf(this.ask);
  }

  async read(): Promise<Bindings> {
    await this.recall();
    try {
      return await this.collect();
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.search = undefined;
      return await this.collect();
    }
  }

  private async collect(): Promise<Bindings> {
    const items: Json[] = [];
    let first = this.search === undefined || this.offset < this.search.size ? await this.first() : undefined;
    const { size } = this.search as Search;
    const end = this.offset + this.limit;
    let left = false;
    for (let page = Math.floor(this.offset / size); this.limit > 0 && page * size < end; page++) {
      if (page > 0 && this.ended(page)) {
        this.end();
        break;
      }
      const found = page === 0 ? (first ?? (await this.first())) : await this.further(page);
      first = undefined;
      items.push(...found.slice(Math.max(0, this.offset - page * size), end - page * size));
      left = found.length > end - page * size;
      if (found.length < size) break;
    }
    if (this.last === undefined) await this.first();
    return this.reply(items, left);
  }

  /** The first operation: a new search, or its first page alone where pages go by number. */
  private async first(): Promise<Json[]> {
    const { plan } = this;
    const reply = await this.send(plan.first, this.pageNumber(0));
    const found = this.itemsOf(reply);
    const { total = null, pages = null } = this.countsIn(reply);
    const more = isTrue(plan.more === undefined ? undefined : reply[plan.more]);
    const partial = total === null ? (pages ?? 0) > 1 || more === true : total > found.length;
    const stated = plan.fixed ?? (plan.size === undefined ? undefined : this.ask);
    const size = Math.max(1, partial ? found.length : (stated ?? found.length));
    this.search = { cursor: this.cursorOf(reply), size, total, pages, page: this.perPage ? 1 : -1 };
    this.fresh = true;
    await this.keep();
    return found;
  }

  /** Page `wanted` > 0. Where each page has a cursor of its own, those before it are passed through. */
  private async further(wanted: number): Promise<Json[]> {
    const search = this.search as Search;
    if (!this.perPage)
      return this.plan.cursor !== undefined && search.cursor === null
        ? this.end()
        : this.itemsOf(await this.next(wanted));
    if (search.page > wanted) throw new Lost();
    for (;;) {
      const { page, cursor } = this.search as Search;
      if (cursor === null) return this.end();
      const reply = await this.next(page);
      this.search = { ...(this.search as Search), cursor: this.cursorOf(reply), page: page + 1 };
      await this.keep();
      if (page === wanted) return this.itemsOf(reply);
    }
  }

  /** Nothing further, as far as is known: lists grow, so what was kept is no proof. */
  private end(): Json[] {
    if (this.last === undefined) throw new Lost();
    return [];
  }

  /** A kept cursor that the service does not know any more is no failure. */
  private async next(page: number): Promise<Bindings> {
    const bindings = this.pageNumber(page);
    const { cursor } = this.search as Search;
    if (this.plan.kept !== undefined && cursor !== null) bindings[this.plan.kept] = json(Buffer.from(cursor));
    try {
      return await this.send(this.plan.next, bindings);
    } catch (error) {
      if (this.fresh || !saidByPeer(error)) throw error;
      throw new Lost();
    }
  }

  private async send(rule: Rule, bindings: Bindings): Promise<Bindings> {
    if (++this.sent > CALLS)
      throw new SoapstoneError('BAD_QUERY', 'this window needs too many pages; ask for less', { path: '?limit' });
    this.last = await this.calls.send(rule, bindings);
    if (this.search) this.search = { ...this.search, ...this.countsIn(this.last) };
    return this.last;
  }

  /** What a reply says of the whole list; the last one is right. */
  private countsIn(reply: Bindings): Partial<Pick<Search, 'total' | 'pages'>> {
    const total = wholeNumber(reply, this.plan.total, 'total');
    const pages = wholeNumber(reply, this.plan.totalPages, 'totalPages');
    return { ...(total !== undefined && { total }), ...(pages !== undefined && { pages }) };
  }

  private pageNumber(page: number): Bindings {
    const bindings = this.request.slice();
    const { index, from } = this.plan;
    if (index !== undefined) bindings[index] = numberOf(from + page);
    return bindings;
  }

  private ended(page: number): boolean {
    const { size, total, pages } = this.search as Search;
    return (total !== null && page * size >= total) || (pages !== null && page >= pages);
  }

  /** A cursor and no number: each reply has the cursor of the page after it. */
  private get perPage(): boolean {
    return this.plan.cursor !== undefined && this.plan.index === undefined;
  }

  private cursorOf(reply: Bindings): string | null {
    const value = this.plan.cursor === undefined ? undefined : reply[this.plan.cursor];
    return value === undefined || textOf(value) === 'null' ? null : textOf(value);
  }

  private itemsOf(reply: Bindings): Json[] {
    const list = reply[this.plan.items];
    return list !== undefined && kindOf(list) === ARRAY ? itemsOf(list) : [];
  }

  private reply(items: readonly Json[], left: boolean): Bindings {
    const { plan, offset, limit } = this;
    const { size, total, cursor } = this.search as Search;
    const bindings = (this.last as Bindings).slice();
    const end = offset + items.length;
    const open = plan.cursor === undefined || cursor !== null;
    const stated = isTrue(plan.more === undefined ? undefined : bindings[plan.more]);
    const likely = items.length > 0 && end % size === 0 && open;
    const more = left || (total === null ? (stated ?? likely) : end < total);
    bindings[plan.items] = arrayOf(items);
    bindings[plan.limit] = numberOf(limit);
    bindings[plan.offset] = numberOf(offset);
    if (plan.total !== undefined && total !== null) bindings[plan.total] = numberOf(total);
    if (plan.count !== undefined) bindings[plan.count] = numberOf(items.length);
    if (plan.more !== undefined) bindings[plan.more] = flagOf(more);
    if (plan.nextLink !== undefined && more && items.length > 0) bindings[plan.nextLink] = this.link(end, bindings);
    if (plan.previousLink !== undefined && offset > 0)
      bindings[plan.previousLink] = this.link(Math.max(0, offset - limit), bindings);
    return bindings;
  }

  /** The same request with another offset. */
  private link(offset: number, bindings: Bindings): Json {
    const request = bindings.slice();
    request[this.plan.offset] = numberOf(offset);
    return json(Buffer.from(JSON.stringify(this.rule.request.rest.fill(request).target)));
  }

  private get parts(): (string | number | null)[] {
    const asked = this.plan.query.map((variable) => {
      const value = this.request[variable];
      return value === undefined ? null : textOf(value);
    });
    return [this.rule.id, this.plan.size === undefined ? 0 : this.ask, ...asked];
  }

  private async recall(): Promise<void> {
    this.search = await this.keeper.get<Search>('search', this.parts).catch(withoutStore);
  }

  private async keep(): Promise<void> {
    await this.keeper.set('search', this.parts, this.search, this.plan.keep).catch(withoutStore);
  }
}

/** A search that cannot be kept is made again. */
function withoutStore(error: unknown): undefined {
  if (!(error instanceof SoapstoneError && error.code === 'STORE_UNAVAILABLE')) throw error;
}

/** Not a failure of ours: those have an error as their cause. */
function saidByPeer(error: unknown): boolean {
  return error instanceof Fault && error.init.cause === undefined;
}
