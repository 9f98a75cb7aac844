// `pages` of a rule as the table has it: sizes, further calls, and searches that are united. The names of variables say what is the window, the
// page and the cursor. Knows nothing about contracts.

import type { Place } from '../../errors/errors.ts';
import { type Fields, fieldsAt, type Located, numberField, writeName } from './fields.ts';
import { kind, name, number, oneOf, REQUIRED, several, text, time, vocabulary } from './keywords.ts';
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

/** What a variable of this name is in a rule with pages, and what the flow calls it. */
const PAGE_ROLES = {
  items: 'items',
  limit: 'limit',
  offset: 'offset',
  size: 'size',
  page: 'index',
  cursor: 'cursor',
  total: 'total',
  pages: 'totalPages',
  count: 'count',
  more: 'more',
  links: 'links',
} as const;
export type PageName = keyof typeof PAGE_ROLES;
export type PageRole = (typeof PAGE_ROLES)[PageName];
export const PAGE_NAMES = Object.keys(PAGE_ROLES) as readonly PageName[];
/** Those of a window, which is the result of a job. */
export const WINDOW_NAMES = ['items', 'limit', 'offset', 'total', 'count', 'more', 'links', 'page', 'size'] as const;
/** The question of a rule with `distinct`; the items and the condition of searches that the gateway filters. */
export const SEARCH_NAMES = { question: 'criteria', items: 'rows', condition: 'condition' } as const;

export function pageRole(name: PageName): PageRole {
  return PAGE_ROLES[name];
}

export interface PagesRow extends FlowSides {
  readonly kind: 'pages';
  /** The service has no pages. */
  readonly unpaged: boolean;
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
  /** Variable of the REST request that says which search a link goes on with. */
  readonly token?: Located<string>;
  /** A request for each item of which SOAP clients want more than the REST collection says. */
  readonly complete?: CompleteRow;
  readonly several?: SeveralRow;
}

export interface CompleteRow {
  readonly rest: RestSide;
  readonly parallel: number;
  readonly place: Place;
}

/** `{criteria}` may hold several searches. Items with the same member `by` are the same. */
export interface SeveralRow {
  readonly by: Located<string>;
  readonly itemFilter?: WhereRow;
}

/** Searches whose items the gateway filters by a condition. */
export interface WhereRow {
  /** Function of `module.ts` that tests an item. */
  readonly fits: Located<string>;
  /** Most items that one request may test. */
  readonly maxItems: number;
  /** The call for such searches, with `{rows}` in its response; absent: the call of the rule. */
  readonly soap?: SoapRow;
  readonly place: Place;
}

/** Links to other windows, which the gateway makes. */
export const LINKS: readonly string[] = ['$next', '$previous'];

/** Variables of a response that REST clients want and the gateway does not ask of a REST service. */
export function reckonedNames(flow: { readonly kind: string } | undefined): string[] {
  return flow?.kind === 'pages' ? ['offset', 'count', 'links'] : [];
}

const MANY = 1_000_000;
const MAX_TESTED_ITEMS = 100_000;

const WHERE_KEYS = vocabulary('where', 'Keys of `where` in `pages`', 'Searches whose items the gateway tests.', {
  fits: name('A pair of `module.ts`: `out([item, condition])` is true where the item fits.', REQUIRED),
  most: number(1, MAX_TESTED_ITEMS)('Most items that one request may test (10000).'),
  soap: kind(SOAP_SIDE_KEYS)(
    'The call for such searches, where it is another than that of the rule. `{rows}` is the list in its response, and `{condition}` may stand in its request.',
  ),
});
const COMPLETE_KEYS = vocabulary(
  'complete',
  'Keys of `complete` in `pages`',
  'A request for each item of which SOAP clients want more than the REST collection says.',
  {
    parallel: number(1, 100)('Requests at a time (4).'),
    rest: kind(REST_SIDE_KEYS)('The request; its response adds to the item.', REQUIRED),
  },
);
const SIZE = { type: 'integer', minimum: 1, maximum: MANY };
export const PAGES_KEYS = vocabulary(
  'pages',
  'Keys of `pages`',
  'Limit and offset on the REST side, pages on the SOAP side. Variables have [names of their own](#pages).',
  {
    size: kind({ anyOf: [SIZE, { const: 'all' }, { type: 'array', items: SIZE, minItems: 2, maxItems: 3 }] })(
      'Smallest and largest page size of the service (`[ 1, 1000 ]`), with that for SOAP clients who ask for none between them; or the one size that it has. `all`: its response is the whole list, and REST clients get windows of it.',
    ),
    from: oneOf([0, 1])('Number of the first page (1).'),
    most: number(1, MANY)('Largest limit that clients may ask for (1000).'),
    keep: time('How long a cursor is kept (`15m`).'),
    next: kind(several(SOAP_SIDE_KEYS))('The call for further pages. Of several, SOAP clients may use any.'),
    token: name('Optional variable of the REST request: in links it says whose search goes on.'),
    complete: kind(COMPLETE_KEYS)('A request for each item, for SOAP clients who want more of it.'),
    distinct: text(
      'This member tells items apart, so that those deleted between pages hide no others. `{criteria}` may be several searches, whose items it orders.',
    ),
    where: kind(WHERE_KEYS)('Searches whose items the gateway tests.'),
  },
  { dependentRequired: { where: ['distinct'] } },
);

export function readPages(entry: YamlEntry, report: Report): PagesRow {
  const fields = fieldsAt(entry, PAGES_KEYS, report);
  const next = fields.get('next');
  const nexts = next?.value.kind === 'list' ? next.value.items.map((value) => ({ ...next, value })) : [next];
  const maxLimit = fields.number('most', 1, MANY) ?? 1000;
  return {
    kind: 'pages',
    place: entry.place,
    ...sizesOf(fields, maxLimit, report),
    from: fields.number('from', 0, 1) ?? 1,
    maxLimit,
    keep: fields.time('keep') ?? 15 * 60_000,
    next: nexts.flatMap((nextEntry) => (nextEntry && readSoap(nextEntry, report)) ?? []),
    token: fields.name('token'),
    complete: readComplete(fields.get('complete'), report),
    several: readSeveral(fields, report),
  };
}

type Sizes = Pick<PagesRow, 'unpaged' | 'fixed' | 'smallest' | 'defaultSize' | 'largest'>;

/** `50`, `[ 1, 1000 ]`, `[ 5, 100, 1000 ]` or `all`. */
function sizesOf(fields: Fields, maxLimit: number, report: Report): Sizes {
  const entry = fields.get('size');
  const unpaged = entry?.value.kind === 'scalar' && entry.value.value === 'all';
  if (unpaged) return { unpaged, smallest: 1, largest: maxLimit };
  if (entry?.value.kind !== 'list')
    return { unpaged, fixed: fields.number('size', 1, MANY), smallest: 1, largest: 1000 };
  const sizes = entry.value.items.map((value) => numberField({ ...entry, value }, 1, MANY, report) ?? 1);
  const [smallest, largest] = [sizes[0] ?? 1, sizes.at(-1) ?? 1000];
  const defaultSize = sizes.length === 3 ? sizes[1] : undefined;
  if (sizes.length < 2 || sizes.length > 3 || sizes.some((size, i) => i > 0 && size < sizes[i - 1]))
    report.add('MAPPING_SHAPE', '"size" must have two or three sizes in their order', entry.place, 'write [ 1, 1000 ]');
  if (smallest > maxLimit || (defaultSize ?? 1) > maxLimit)
    report.add('MAPPING_SHAPE', '"size" is beyond "most"', entry.place, `at most ${maxLimit}`);
  return { unpaged, smallest, largest, defaultSize };
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

function readSeveral(fields: Fields, report: Report): SeveralRow | undefined {
  const [by, where] = [fields.text('distinct'), fields.get('where')];
  const itemFilter = readWhere(where, report);
  if (where && !by) fields.demand(['distinct'], where.place, () => 'write distinct: MEMBER');
  return by && { by, itemFilter };
}

function readWhere(entry: YamlEntry | undefined, report: Report): WhereRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, WHERE_KEYS, report);
  fields.demandRequired(entry.place, writeName);
  const side = fields.get('soap');
  const fits = fields.name('fits');
  const soap = side && readSoap(side, report);
  const maxItems = fields.number('most', 1, MAX_TESTED_ITEMS) ?? 10_000;
  return fits && { fits, maxItems, soap, place: entry.place };
}
