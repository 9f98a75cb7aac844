// `pages` of a rule as the table has it: roles of variables, limits, further calls, and searches that are united. Knows nothing about contracts.

import type { Place } from '../../errors/errors.ts';
import { fieldsAt, type Located, writeName } from './fields.ts';
import { kind, NAME, name, number, oneOf, REQUIRED, several, time, vocabulary } from './keywords.ts';
import type { Report } from './report.ts';
import {
  type FlowSides,
  REST_SIDE_KEYS,
  type RestSide,
  readRest,
  readSoap,
  SOAP_SIDE_KEYS,
  type SoapRow,
} from './sides.ts';
import type { YamlEntry } from './yaml.ts';

/** Roles of variables in the flow. */
const PAGE_ROLES = [
  'items',
  'limit',
  'offset',
  'size',
  'index',
  'cursor',
  'total',
  'totalPages',
  'count',
  'more',
  'links',
] as const;
export type PageRole = (typeof PAGE_ROLES)[number];

export interface PagesRow extends FlowSides {
  readonly kind: 'pages';
  readonly roles: ReadonlyMap<PageRole, Located<string>>;
  /** Fixed page size of the service. */
  readonly fixed?: number;
  /** Number of the first page. */
  readonly from: number;
  /** Page size of SOAP clients who ask for none. */
  readonly defaultSize?: number;
  /** Smallest and largest page size of the service, and largest limit of clients. */
  readonly smallest: number;
  readonly largest: number;
  readonly maxLimit: number;
  /** ms */
  readonly keep: number;
  /** Operations for further pages. The gateway uses the first; SOAP clients may use any. */
  readonly next: readonly SoapRow[];
  /** A request for each item of which SOAP clients want more than the REST collection says. */
  readonly complete?: CompleteRow;
  readonly several?: SeveralRow;
}

export interface CompleteRow {
  readonly rest: RestSide;
  readonly parallel: number;
  readonly place: Place;
}

/** The variable `of` may hold several searches. Items with the same `by` are the same. */
export interface SeveralRow {
  readonly of: Located<string>;
  readonly by: Located<string>;
  readonly itemFilter?: WhereRow;
}

/** Searches whose items the gateway filters by a condition. */
export interface WhereRow {
  /** Variable: the condition, in the request of `searchCalls`. */
  readonly condition: Located<string>;
  /** Function of `module.ts` that tests an item. */
  readonly fits: Located<string>;
  /** Most items that one request may test. */
  readonly maxItems: number;
  /** The call for such searches, and the list in its response; absent: the call of the rule. */
  readonly searchCalls?: { readonly soap: SoapRow; readonly items: Located<string> };
}

/** Links to other windows, which the gateway makes. */
export const LINKS: readonly string[] = ['$next', '$previous'];

/** Variables of a response that REST clients want and the gateway does not ask of a REST service. */
export function reckonedNames(flow: { readonly kind: string } | undefined): string[] {
  if (flow?.kind !== 'pages') return [];
  const { roles } = flow as PagesRow;
  return (['offset', 'count', 'links'] as const).flatMap((role) => roles.get(role)?.value ?? []);
}

const MANY = 1_000_000;
const MAX_TESTED_ITEMS = 100_000;

const WHERE_KEYS = vocabulary(
  'where',
  'Keys of `where` in `several`',
  'Searches whose items the gateway tests.',
  {
    condition: name('The variable of the condition, in the request of `soap`.', REQUIRED),
    fits: name('A pair of `module.ts`: `out([item, condition])` is true where the item fits.', REQUIRED),
    most: number(1, MAX_TESTED_ITEMS)('Most items that one request may test (10000).'),
    items: name('The list in the response of `soap`.'),
    soap: kind(SOAP_SIDE_KEYS)('The call for such searches, where it is another than that of the rule.'),
  },
  { dependentRequired: { items: ['soap'], soap: ['items'] } },
);
const SEVERAL_KEYS = vocabulary(
  'several',
  'Keys of `several` in `pages`',
  'A question that may stand for several searches.',
  {
    of: name('The variable of the question.', REQUIRED),
    by: name('Member of the items that tells them apart and orders them.', REQUIRED),
    where: kind(WHERE_KEYS)('Searches whose items the gateway tests.'),
  },
);
const COMPLETE_KEYS = vocabulary(
  'complete',
  'Keys of `complete` in `pages`',
  'A request for each item of which SOAP clients want more than the REST collection says.',
  {
    parallel: number(1, 100)('Requests at a time (4).'),
    rest: kind(REST_SIDE_KEYS)('The request; its response adds to the item.', REQUIRED),
  },
);
export const PAGES_KEYS = vocabulary(
  'pages',
  'Keys of `pages`',
  'Limit and offset on the REST side, pages on the SOAP side ([pages](#pages)).',
  {
    items: name('Variable: the list.', REQUIRED),
    limit: name('Variable: the largest number of items in the response.', REQUIRED),
    offset: name('Variable: the number of items before the first.', REQUIRED),
    size: kind({ anyOf: [NAME, { type: 'integer', minimum: 1, maximum: MANY }] })(
      'Variable: the page size of the SOAP request; or the fixed page size of the service.',
    ),
    index: name('Variable: the number of the page.'),
    cursor: name('Variable: what a further page is asked with.'),
    total: name('Variable: the number of all items.'),
    totalPages: name('Variable: the number of all pages.'),
    count: name('Variable: the number of items in the response.'),
    more: name('Variable: whether there are further items.'),
    links: name('Variable: links to this window and to others, a list of `{ rel, href }`.'),
    from: oneOf([0, 1])('Number of the first page (1).'),
    defaultSize: number(1, MANY)('Page size for SOAP clients who ask for none.'),
    smallest: number(1, MANY)('Smallest page size of the service (1).'),
    largest: number(1, MANY)('Largest page size of the service (1000).'),
    most: number(1, MANY)('Largest limit that clients may ask for (1000).'),
    keep: time('How long a cursor is kept (`15m`).'),
    next: kind(several(SOAP_SIDE_KEYS))('The call for further pages. Of several, SOAP clients may use any.'),
    complete: kind(COMPLETE_KEYS)('A request for each item, for SOAP clients who want more of it.'),
    several: kind(SEVERAL_KEYS)('A question that may stand for several searches.'),
  },
);

export function readPages(entry: YamlEntry, report: Report): PagesRow {
  const fields = fieldsAt(entry, PAGES_KEYS, report);
  const size = fields.get('size');
  const fixed = size?.value.kind === 'scalar' && typeof size.value.value === 'number';
  const roles = new Map<PageRole, Located<string>>();
  for (const role of PAGE_ROLES) {
    const name = role === 'size' && fixed ? undefined : fields.name(role);
    if (name) roles.set(role, name);
  }
  fields.demandRequired(entry.place, writeName);
  const next = fields.get('next');
  const nexts = next?.value.kind === 'list' ? next.value.items.map((value) => ({ ...next, value })) : [next];
  const largest = fields.number('largest', 1, MANY) ?? 1000;
  const maxLimit = fields.number('most', 1, MANY) ?? 1000;
  return {
    kind: 'pages',
    place: entry.place,
    roles,
    fixed: fixed ? fields.number('size', 1, MANY) : undefined,
    from: fields.number('from', 0, 1) ?? 1,
    defaultSize: fields.number('defaultSize', 1, Math.min(largest, maxLimit)),
    smallest: fields.number('smallest', 1, Math.min(largest, maxLimit)) ?? 1,
    largest,
    maxLimit,
    keep: fields.time('keep') ?? 15 * 60_000,
    next: nexts.flatMap((nextEntry) => (nextEntry && readSoap(nextEntry, report)) ?? []),
    complete: readComplete(fields.get('complete'), report),
    several: readSeveral(fields.get('several'), report),
  };
}

function readComplete(entry: YamlEntry | undefined, report: Report): CompleteRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, COMPLETE_KEYS, report);
  fields.demandRequired(entry.place, () => 'write rest: { request: …, response: … }');
  const side = fields.get('rest');
  const rest = side && readRest(side, report);
  const parallel = fields.number('parallel', 1, 100) ?? 4;
  return rest && { rest, parallel, place: entry.place };
}

function readSeveral(entry: YamlEntry | undefined, report: Report): SeveralRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, SEVERAL_KEYS, report);
  fields.demandRequired(entry.place, writeName);
  const of = fields.name('of');
  const by = fields.name('by');
  const itemFilter = readWhere(fields.get('where'), report);
  return of && by && { of, by, itemFilter };
}

function readWhere(entry: YamlEntry | undefined, report: Report): WhereRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, WHERE_KEYS, report);
  fields.demandRequired(entry.place, writeName);
  const [side, list] = [fields.get('soap'), fields.get('items')];
  if (side || list) {
    fields.demand(['items'], entry.place, writeName);
    fields.demand(['soap'], entry.place, () => 'write soap: { request: …, response: … }');
  }
  const condition = fields.name('condition');
  const fits = fields.name('fits');
  const soap = side && readSoap(side, report);
  const items = fields.name('items');
  const searchCalls = soap && items && { soap, items };
  const maxItems = fields.number('most', 1, MAX_TESTED_ITEMS) ?? 10_000;
  return condition && fits && { condition, fits, maxItems, searchCalls };
}
