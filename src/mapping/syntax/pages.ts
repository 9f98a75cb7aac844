// `pages` of a rule as the table has it: roles of variables, limits, further calls, and searches that are united. Knows nothing about contracts.

import type { Place } from '../../errors/errors.ts';
import { fieldsAt, type Located, writeName } from './fields.ts';
import type { Report } from './report.ts';
import { type FlowSides, type RestSide, readRest, readSoap, type SoapRow } from './sides.ts';
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

const PAGES = [
  ...PAGE_ROLES,
  'from',
  'defaultSize',
  'smallest',
  'largest',
  'most',
  'keep',
  'next',
  'complete',
  'several',
];
const MANY = 1_000_000;

export function readPages(entry: YamlEntry, report: Report): PagesRow {
  const fields = fieldsAt(entry, PAGES, report);
  const size = fields.get('size');
  const fixed = size?.value.kind === 'scalar' && typeof size.value.value === 'number';
  const roles = new Map<PageRole, Located<string>>();
  for (const role of PAGE_ROLES) {
    const name = role === 'size' && fixed ? undefined : fields.name(role);
    if (name) roles.set(role, name);
  }
  fields.demand(['items', 'limit', 'offset'], entry.place, writeName);
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
  const fields = fieldsAt(entry, ['parallel', 'rest'], report);
  fields.demand(['rest'], entry.place, () => 'write rest: { request: …, reply: … }');
  const side = fields.get('rest');
  const rest = side && readRest(side, report);
  const parallel = fields.number('parallel', 1, 100) ?? 4;
  return rest && { rest, parallel, place: entry.place };
}

function readSeveral(entry: YamlEntry | undefined, report: Report): SeveralRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, ['of', 'by', 'where'], report);
  fields.demand(['of', 'by'], entry.place, writeName);
  const of = fields.name('of');
  const by = fields.name('by');
  const itemFilter = readWhere(fields.get('where'), report);
  return of && by && { of, by, itemFilter };
}

const MAX_TESTED_ITEMS = 100_000;

function readWhere(entry: YamlEntry | undefined, report: Report): WhereRow | undefined {
  if (entry === undefined) return undefined;
  const keys = ['condition', 'fits', 'most', 'items', 'soap'];
  const fields = fieldsAt(entry, keys, report);
  fields.demand(['condition', 'fits'], entry.place, writeName);
  const [side, list] = [fields.get('soap'), fields.get('items')];
  if (side || list) {
    fields.demand(['items'], entry.place, writeName);
    fields.demand(['soap'], entry.place, () => 'write soap: { request: …, reply: … }');
  }
  const condition = fields.name('condition');
  const fits = fields.name('fits');
  const soap = side && readSoap(side, report);
  const items = fields.name('items');
  const searchCalls = soap && items && { soap, items };
  const maxItems = fields.number('most', 1, MAX_TESTED_ITEMS) ?? 10_000;
  return condition && fits && { condition, fits, maxItems, searchCalls };
}
