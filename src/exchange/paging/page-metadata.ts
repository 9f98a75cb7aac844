// Page metadata of a response: the counts, whether there are more items, and links to other windows.

import { arrayOf } from '../../json/array.ts';
import { fromJs, type Json, json, textOf, toJs } from '../../json/value.ts';
import { stringOf } from '../../json/walk.ts';
import type { WindowRoles } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import { flagOf, numberOf } from './page-values.ts';

interface PageMetadata {
  readonly items: readonly Json[];
  readonly limit: number;
  readonly offset: number;
  /** Offset of the next window; undefined: this seems to be the last. */
  readonly next: number | undefined;
  readonly hasMore: boolean;
  readonly total: number | null;
  /** Of the search that links go on with. */
  readonly token?: string;
}

/** `addressOf`: path and query of a window, from bindings with its offset. */
export function tellWindow(
  roles: WindowRoles & { readonly token?: number },
  metadata: PageMetadata,
  response: Bindings,
  addressOf: (request: Bindings) => string,
): Bindings {
  const { items, limit, offset, next, hasMore, total, token } = metadata;
  const bindings = response.slice();
  const set = (variable: number | undefined, value: Json | undefined) => {
    if (variable !== undefined && value !== undefined) bindings[variable] = value;
  };
  set(roles.items, arrayOf(items));
  set(roles.limit, numberOf(limit));
  set(roles.offset, numberOf(offset));
  set(roles.total, total === null ? undefined : numberOf(total));
  set(roles.count, numberOf(items.length));
  set(roles.more, flagOf(hasMore));
  const link = (to: number) => {
    const request = bindings.with(roles.offset, numberOf(to));
    // A window from the start begins a search.
    if (roles.token !== undefined) request[roles.token] = to > 0 && token !== undefined ? stringOf(token) : undefined;
    return json(Buffer.from(JSON.stringify(addressOf(request))));
  };
  if (roles.nextLink !== undefined && next !== undefined) set(roles.nextLink, link(next));
  if (roles.previousLink !== undefined && offset > 0) set(roles.previousLink, link(Math.max(0, offset - limit)));
  if (roles.links !== undefined) set(roles.links, linksOf(metadata, link));
  return bindings;
}

/** The same with links below `mount`. */
export function windowBelow(
  mount: string,
  { nextLink, previousLink, links }: WindowRoles,
  response: Bindings,
): Bindings {
  if (mount === '') return response;
  const bindings = response.slice();
  for (const variable of [nextLink, previousLink, links]) {
    const value = variable === undefined ? undefined : bindings[variable];
    if (value !== undefined) bindings[variable!] = fromJs(addressesBelow(mount, toJs(value)));
  }
  return bindings;
}

function addressesBelow(mount: string, value: unknown): unknown {
  if (typeof value === 'string') return mount + value;
  return (value as { rel: string; href: string }[]).map(({ rel, href }) => ({ rel, href: mount + href }));
}

/** The last window is known where the total is. */
function linksOf({ limit, offset, next, total }: PageMetadata, link: (to: number) => Json): Json {
  const last = total === null || limit === 0 ? undefined : Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const places: readonly (readonly [string, number | undefined])[] = [
    ['self', offset],
    ['first', 0],
    ['prev', offset > 0 ? Math.max(0, offset - limit) : undefined],
    ['next', next],
    ['last', last],
  ];
  const targets = places.flatMap(([rel, to]) => (to === undefined ? [] : [[rel, to] as const]));
  return arrayOf(targets.map(([rel, to]) => json(Buffer.from(`{"rel":"${rel}","href":${textOf(link(to))}}`))));
}
