// Serves pages from a service with windows (limit, offset). The gateway makes the cursor: it stores the search and the position.

import { SoapstoneError } from '../../errors/errors.ts';
import { asSaid, codedFault, toFault } from '../../fault/fault.ts';
import type { FaultTexts } from '../../fault/texts.ts';
import { arrayOf } from '../../json/array.ts';
import { type Json, json, textOf } from '../../json/value.ts';
import { sameJson, scalarText, stringOf } from '../../json/walk.ts';
import type { Exchange, Misfit, Response } from '../../rule/exchange.ts';
import type { PagesFlow, PagesPlan } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { ScopedStore } from '../model/scoped-store.ts';
import type { Subrequests } from '../model/subrequests.ts';
import { collectAfter, isFollowed, type PageContent, type PageHistory } from '../paging/contiguous.ts';
import { flagOf, isTrue, numberOf, repliedList, repliedNumber, wholeNumber } from '../paging/page-values.ts';
import { completeItems, leaveOut, withoutMisfits } from './complete.ts';
import { sideBySide } from './side-by-side.ts';

/** The stored state of a cursor. */
interface Place {
  /** Id of the rule that the search was made by. */
  readonly rule: string;
  /** JSON texts of the plan's query variables. */
  readonly query: readonly (string | null)[];
  readonly size: number;
  /** Of the page that comes next. */
  readonly offset: number;
  /** The most that a response has said there are. */
  readonly pages?: number;
  /** What the pages before it have shown, where items can be told apart. */
  readonly history?: PageHistory;
}

/** Most windows for one page, where the service gives less than requested. */
const CALLS = 100;

/** The key of a client's last search, for requests without a cursor. */
interface Last {
  readonly cursor: string;
}

export async function carryPage(
  flow: PagesFlow<Rule>,
  exchange: Exchange,
  calls: Subrequests,
  keeper: ScopedStore,
  freshId: () => string,
  texts?: FaultTexts,
): Promise<Response> {
  const from = await goneOnFrom(flow, exchange, keeper);
  if (from === undefined)
    return calls.through(flow.kin.otherwise as NonNullable<typeof flow.kin.otherwise>, exchange.bindings);
  const { rule, place, cursor: currentCursor, bindings } = from;
  const { plan } = rule.flow as PagesFlow<Rule>;
  if (place && !agrees(plan, bindings, place)) throw lost(plan, rule, 'this cursor is of another search: search again');
  const size = place?.size ?? askedSize(plan, bindings);
  const namedPage = pageOf(plan, bindings);
  const page = namedPage ?? (place ? undefined : 0);
  const windowOffset = plan.byOffset ? wholeNumber(bindings, plan.offset, rule.variables[plan.offset]) : undefined;
  const offset = windowOffset ?? (page === undefined ? (place as Place).offset : page * size);
  const request = bindings.slice();
  place?.query.forEach((text, i) => {
    request[plan.query[i]] = text === null ? undefined : json(Buffer.from(text));
  });
  const number = Math.floor(offset / size);
  const content =
    !plan.byOffset && isFollowed(plan, place?.history, number)
      ? await collectAfter(plan, request, place?.history, number, size, calls)
      : await collect(plan, request, offset, size, calls);
  const isFurther = namedPage !== undefined || place !== undefined;
  if (isFurther && isBeyond(content, number, place)) refuseBeyond(exchange, plan.from + number);
  const query = plan.query.map((variable) => (request[variable] ? textOf(request[variable] as Json) : null));
  // With numbers one cursor is good for all pages; without, each stands for the page after it.
  const same = plan.index === undefined ? undefined : currentCursor;
  const needsCursor = plan.cursor !== undefined && (content.hasMore || plan.cursorNeeded || plan.index !== undefined);
  const cursor = needsCursor ? (same ?? freshId()) : undefined;
  if (cursor !== undefined) {
    const history = content.history ?? place?.history;
    const pages = Math.max(place?.pages ?? 0, pagesOf(plan, content, size) ?? number + 1);
    const next: Place = { rule: plan.first.id, query, size, offset: offset + size, pages, ...(history && { history }) };
    await keeper.set('cursor', [cursor], next, plan.keep);
    const last = lastSearch(exchange);
    if (last) await keeper.set('search', last, { cursor } satisfies Last, plan.keep);
  }
  const filledIn = filled(plan, content, { offset, size, cursor });
  const { complete } = plan;
  if (complete === undefined) return { bindings: filledIn, streamed: false, rule };
  const gone = await sideBySide(exchange, () => completeItems(plan, complete, filledIn, exchange, calls, texts));
  leaveOut(plan, filledIn, gone, content.hasMore);
  const without = (misfits: readonly Misfit[]) => withoutMisfits(plan, complete, filledIn, misfits);
  return { bindings: filledIn, streamed: false, rule, without };
}

/** Sessions of one person have a last search each. undefined: anonymous clients cannot be told apart, and have none. */
function lastSearch({ caller }: Exchange): string[] | undefined {
  if (caller === undefined) return undefined;
  return caller.session === undefined ? ['last'] : ['last', caller.session];
}

interface GoneOn {
  /** The one that the search was made by, where several share the request for further pages. */
  readonly rule: Rule;
  readonly bindings: Bindings;
  readonly place?: Place;
  readonly cursor?: string;
}

/** undefined: it continues no stored search, and another rule takes it. */
async function goneOnFrom(
  { phase, plan, kin }: PagesFlow<Rule>,
  exchange: Exchange,
  keeper: ScopedStore,
): Promise<GoneOn | undefined> {
  const { rule, bindings } = exchange;
  if (phase === 'first') return { rule, bindings };
  const cursor = cursorIn(plan, rule, bindings) ?? (await lastCursor(exchange, keeper, kin.otherwise === undefined));
  const place = cursor === undefined ? undefined : await keeper.get<Place>('cursor', [cursor]);
  const searchRule = place && kin.rules.get(place.rule);
  if (!searchRule && kin.otherwise) return undefined;
  if (!place || !searchRule) throw lost(plan, rule, 'this cursor is not known, or not any more: search again');
  const moved =
    searchRule === rule ? bindings : searchRule.variables.map((name) => bindings[rule.variables.indexOf(name)]);
  return { rule: searchRule, bindings: moved, place, cursor };
}

/** `alone`: no other rule takes the request. */
async function lastCursor(exchange: Exchange, keeper: ScopedStore, alone: boolean): Promise<string | undefined> {
  const last = lastSearch(exchange);
  if (last) return (await keeper.get<Last>('search', last))?.cursor;
  if (!alone) return undefined;
  throw asSaid(
    codedFault('SESSION_LOST', 'only a session or a credential has a last search: log in, and search again'),
  );
}

/** Refuses a page size that the table does not allow; another size would give wrong pages. */
function askedSize(plan: PagesPlan<Rule>, bindings: Bindings): number {
  const { first, size, fixed, smallest, defaultSize } = plan;
  const largest = Math.min(plan.largest, plan.maxLimit);
  const path = size === undefined ? 'size' : first.variables[size];
  const requestedSize = wholeNumber(bindings, size, path);
  if (requestedSize === undefined) return fixed ?? defaultSize ?? largest;
  if (requestedSize >= smallest && requestedSize <= largest) return requestedSize;
  throw new SoapstoneError('PAGE_SIZE', `a page has ${smallest} to ${largest} items, not ${requestedSize}`, { path });
}

/** Counted from 0; undefined where the request does not say. */
function pageOf({ index, from }: PagesPlan<Rule>, bindings: Bindings): number | undefined {
  const page = wholeNumber(bindings, index, 'page');
  if (page === undefined) return undefined;
  if (page < from) throw new SoapstoneError('PAGE_INDEX', `pages are counted from ${from}`, { path: 'page' });
  return page - from;
}

/** An empty page behind the last. One that was there before its items went is none. */
function isBeyond({ items, hasMore }: PageContent, number: number, place: Place | undefined): boolean {
  return items.length === 0 && !hasMore && number > 0 && number >= (place?.pages ?? 0);
}

/** Only where the table says how the service reports it: by default such a page is empty. */
function refuseBeyond({ rule }: Exchange, index: number): void {
  const fault = asSaid(toFault(new SoapstoneError('PAGE_INDEX', `there is no page ${index}`)));
  if (rule.faults.asResponse(fault) !== undefined) throw fault;
}

function pagesOf({ total }: PagesPlan<Rule>, { response }: PageContent, size: number): number | undefined {
  const count = repliedNumber(response, total, 'total');
  return count === undefined ? undefined : Math.ceil(count / size);
}

async function collect(
  plan: PagesPlan<Rule>,
  request: Bindings,
  offset: number,
  size: number,
  calls: Subrequests,
): Promise<PageContent> {
  const items: Json[] = [];
  for (let callCount = 0; ; callCount++) {
    const windowRequest = request.slice();
    windowRequest[plan.limit] = numberOf(size - items.length);
    windowRequest[plan.offset] = numberOf(offset + items.length);
    const response = await calls.send(plan.first, windowRequest);
    const windowItems = repliedList(response, plan.items, plan.first.variables[plan.items]);
    items.push(...windowItems.slice(0, size - items.length));
    const total = repliedNumber(response, plan.total, 'total');
    const stated = isTrue(plan.more === undefined ? undefined : response[plan.more]);
    const hasMore = total === undefined ? (stated ?? items.length >= size) : offset + items.length < total;
    if (items.length >= size || windowItems.length === 0 || !hasMore || callCount >= CALLS)
      return { response, items, hasMore };
  }
}

/** The cursor of a request for a further page; undefined where its rule names none. */
function cursorIn(plan: PagesPlan<Rule>, rule: Rule, bindings: Bindings): string | undefined {
  const { requestCursor } = plan;
  const value = requestCursor === undefined ? undefined : bindings[requestCursor];
  if (value) return scalarText(value);
  if (requestCursor !== undefined && rule.request.soap.slotOf(requestCursor) !== undefined)
    throw lost(plan, rule, 'the request names no cursor: search again');
  return undefined;
}

function lost({ cursor }: PagesPlan<Rule>, rule: Rule, message: string): SoapstoneError {
  return new SoapstoneError('CURSOR_LOST', message, {
    path: cursor === undefined ? undefined : rule.variables[cursor],
  });
}

/** A request with a cursor may repeat the values of the search, but not change them. */
function agrees(plan: PagesPlan<Rule>, bindings: Bindings, place: Place): boolean {
  if (plan.size !== undefined && bindings[plan.size] !== undefined && askedSize(plan, bindings) !== place.size)
    return false;
  return plan.query.every((variable, i) => {
    const value = bindings[variable];
    const text = place.query[i];
    return value === undefined || (text !== null && sameJson(value, json(Buffer.from(text))));
  });
}

function filled(
  plan: PagesPlan<Rule>,
  { response, items, hasMore }: PageContent,
  { offset, size, cursor }: { offset: number; size: number; cursor: string | undefined },
): Bindings {
  const bindings = response.slice();
  const pages = pagesOf(plan, { response, items, hasMore }, size);
  const set = (variable: number | undefined, value: Json | undefined) => {
    if (variable !== undefined && value !== undefined) bindings[variable] = value;
  };
  set(plan.items, arrayOf(items));
  set(plan.limit, numberOf(size));
  set(plan.offset, numberOf(offset));
  set(plan.count, numberOf(items.length));
  set(plan.more, flagOf(hasMore));
  set(plan.size, numberOf(size));
  set(plan.index, numberOf(Math.floor(offset / size) + plan.from));
  set(plan.cursor, cursor === undefined ? undefined : stringOf(cursor));
  set(plan.totalPages, pages === undefined ? undefined : numberOf(pages));
  return bindings;
}
