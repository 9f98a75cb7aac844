// Pages in front of a service that gives windows (limit, offset): the cursor is ours, and stands for the search and where it is.
import type { Bindings } from '../../binding/binding.ts';
import { SoapstoneError } from '../../errors.ts';
import { arrayOf } from '../../json/array.ts';
import { type Json, json, textOf } from '../../json/value.ts';
import { sameJson, scalarText, stringOf } from '../../json/walk.ts';
import type { PagesFlow, PagesPlan } from '../../mapping/flow/plan.ts';
import type { Rule } from '../../mapping/rule.ts';
import type { Calls } from '../calls.ts';
import type { Exchange } from '../exchange.ts';
import type { Keeper } from './keeper.ts';
import { repliedList } from './list.ts';
import { flagOf, isTrue, numberOf, repliedNumber, wholeNumber } from './numbers.ts';

/** What a cursor stands for. */
interface Place {
  /** JSON texts of the plan's query variables. */
  readonly query: readonly (string | null)[];
  readonly size: number;
  /** Of the page that comes next. */
  readonly offset: number;
}

/** Windows that one page may be made of, where the service gives less than it is asked for. */
const CALLS = 100;

export async function carryPage(
  { part, plan }: PagesFlow<Rule>,
  { bindings, rule }: Exchange,
  calls: Calls,
  keeper: Keeper,
  freshId: () => string,
): Promise<Bindings> {
  const kept = part === 'next' ? await recall(plan, rule, bindings, keeper) : undefined;
  if (kept && !agrees(plan, bindings, kept)) throw lost(plan, rule, 'this cursor is of another search: search again');
  const size = kept?.size ?? askedSize(plan, bindings);
  const page = pageOf(plan, bindings) ?? (kept ? undefined : 0);
  const offset = page === undefined ? (kept as Place).offset : page * size;
  const request = bindings.slice();
  kept?.query.forEach((text, i) => {
    request[plan.query[i]] = text === null ? undefined : json(Buffer.from(text));
  });
  const found = await collect(plan, request, offset, size, calls);
  const query = plan.query.map((variable) => (request[variable] ? textOf(request[variable] as Json) : null));
  // With numbers one cursor is good for all pages; without, each stands for the page after it.
  const own = plan.index === undefined ? undefined : cursorIn(plan, bindings);
  const wanted = plan.cursor !== undefined && (found.more || plan.cursorNeeded || own !== undefined);
  const cursor = wanted ? (own ?? freshId()) : undefined;
  if (cursor !== undefined)
    await keeper.set('cursor', [plan.first.id, cursor], { query, size, offset: offset + size }, plan.keep);
  return filled(plan, found, { offset, size, cursor });
}

function askedSize(plan: PagesPlan<Rule>, bindings: Bindings): number {
  const asked = wholeNumber(bindings, plan.size, 'size');
  return Math.max(1, Math.min(asked ?? plan.fixed ?? plan.largest, plan.most));
}

/** Counted from 0; undefined where the request does not say. */
function pageOf({ index, from }: PagesPlan<Rule>, bindings: Bindings): number | undefined {
  const page = wholeNumber(bindings, index, 'index');
  if (page === undefined) return undefined;
  if (page < from) throw new SoapstoneError('BAD_BODY', `pages are counted from ${from}`, { path: 'index' });
  return page - from;
}

interface Found {
  readonly reply: Bindings;
  readonly items: readonly Json[];
  readonly more: boolean;
}

async function collect(
  plan: PagesPlan<Rule>,
  request: Bindings,
  offset: number,
  size: number,
  calls: Calls,
): Promise<Found> {
  const items: Json[] = [];
  for (let sent = 0; ; sent++) {
    const asked = request.slice();
    asked[plan.limit] = numberOf(size - items.length);
    asked[plan.offset] = numberOf(offset + items.length);
    const reply = await calls.send(plan.first, asked);
    const found = repliedList(reply, plan.items, plan.first.variables[plan.items]);
    items.push(...found.slice(0, size - items.length));
    const total = repliedNumber(reply, plan.total, 'total');
    const stated = isTrue(plan.more === undefined ? undefined : reply[plan.more]);
    const more = total === undefined ? (stated ?? items.length >= size) : offset + items.length < total;
    if (items.length >= size || found.length === 0 || !more || sent >= CALLS) return { reply, items, more };
  }
}

/** What a request for a further page says. */
function cursorIn({ kept }: PagesPlan<Rule>, bindings: Bindings): string | undefined {
  const value = kept === undefined ? undefined : bindings[kept];
  return value && scalarText(value);
}

async function recall(plan: PagesPlan<Rule>, rule: Rule, bindings: Bindings, keeper: Keeper): Promise<Place> {
  const text = cursorIn(plan, bindings);
  const kept = text === undefined ? undefined : await keeper.get<Place>('cursor', [plan.first.id, text]);
  if (kept) return kept;
  throw lost(plan, rule, 'this cursor is not known, or not any more: search again');
}

function lost({ cursor }: PagesPlan<Rule>, rule: Rule, message: string): SoapstoneError {
  return new SoapstoneError('CURSOR_LOST', message, {
    path: cursor === undefined ? undefined : rule.variables[cursor],
  });
}

/** What a request says beside its cursor may repeat the search, and not be another. */
function agrees(plan: PagesPlan<Rule>, bindings: Bindings, kept: Place): boolean {
  if (plan.size !== undefined && bindings[plan.size] !== undefined && askedSize(plan, bindings) !== kept.size)
    return false;
  return plan.query.every((variable, i) => {
    const said = bindings[variable];
    const text = kept.query[i];
    return said === undefined || (text !== null && sameJson(said, json(Buffer.from(text))));
  });
}

function filled(
  plan: PagesPlan<Rule>,
  { reply, items, more }: Found,
  { offset, size, cursor }: { offset: number; size: number; cursor: string | undefined },
): Bindings {
  const bindings = reply.slice();
  const total = repliedNumber(reply, plan.total, 'total');
  const set = (variable: number | undefined, value: Json | undefined) => {
    if (variable !== undefined && value !== undefined) bindings[variable] = value;
  };
  set(plan.items, arrayOf(items));
  set(plan.count, numberOf(items.length));
  set(plan.more, flagOf(more));
  set(plan.size, numberOf(size));
  set(plan.index, numberOf(Math.floor(offset / size) + plan.from));
  set(plan.cursor, cursor === undefined ? undefined : stringOf(cursor));
  if (total !== undefined) set(plan.totalPages, numberOf(Math.ceil(total / size)));
  return bindings;
}
