// Collections of the record API beside searches by SOAP: the same records in the same order, whatever is asked.
import { expect } from 'vitest';
import { RENAMED } from '../../../examples/records/search/subjects.ts';
import type { Doc } from '../../../examples/records/store/values.ts';
import type { Query } from '../../../src/mapping/converters/query/searches.ts';
import type { Draw } from '../../../src/pattern/converters/draw.ts';
import { type RecordFilter, recordFilters } from '../../business-records/filters.ts';
import type { Answer } from '../../examples/records/scene.ts';
import { Transcode } from '../../laws/transcode.ts';
import { anyPlainFilter, anyQuery } from '../../mapping/converters/query/any-filter.ts';
import { contract, plainCodec } from './drawn.ts';
import type { House } from './house.ts';

/** JSON of a search's criteria. */
type Criteria = Readonly<
  Record<string, { readonly '@operator'?: string; readonly searchValue?: unknown; readonly searchValue2?: unknown }>
>;

interface Looked {
  readonly $of: Criteria;
  readonly $where: Readonly<Record<string, Test>>;
}

type Test = { readonly endsWith: string } | { readonly empty: true } | { readonly notEmpty: true };
type Search = Criteria | Looked;

interface Together {
  readonly $all: readonly Search[];
  readonly $none?: readonly Search[];
}

const isLooked = (search: Search): search is Looked => '$where' in search;

export interface Collection extends RecordFilter {
  /** Where several record types share a search: what tells this one apart. */
  readonly kind?: Doc;
}

const ofType = (value: string): Doc => ({ type: { '@operator': 'anyOf', searchValue: [value] } });

/** Of transactions and items. */
const SHARED: Readonly<Record<string, Doc>> = {
  advIntercompanyJournalEntry: { recordType: { '@operator': 'is', searchValue: 'advintercompanyjournalentry' } },
  assemblyItem: ofType('_assembly'),
  assemblyBuild: ofType('_assemblyBuild'),
  assemblyUnbuild: ofType('_assemblyUnbuild'),
  binTransfer: ofType('_binTransfer'),
  binWorksheet: ofType('_binWorksheet'),
  blanketPurchaseOrder: ofType('_blanketPurchaseOrder'),
};

export const collections: readonly Collection[] = recordFilters.map((one) => ({ ...one, kind: SHARED[one.rest] }));

const { input, output } = contract.operations.find(({ name }) => name === 'search')!;
const request = new Transcode(plainCodec, input.body[0]);
const response = new Transcode(plainCodec, output!.body[0]);

/** Ids of all that fit, in the order of the service; undefined where it refuses the search, with the code. */
export async function searched(house: House, collection: Collection, criteria: Criteria): Promise<string[] | string> {
  const answer = await askedFor(house, collection, criteria);
  return answer.text('code') ?? [...answer.xml.matchAll(/<\w+:record [^>]*internalId="(\d+)"/g)].map(([, id]) => id);
}

/** All on one page. */
async function askedFor(
  house: House,
  { search, kind }: Collection,
  criteria: Criteria,
  preferences = '',
): Promise<Answer> {
  const basic = { ...plainCriteria(criteria), ...kind };
  const body = request.encode(JSON.stringify({ searchRecord: { $type: search, basic } }));
  const asked = `<m:searchPreferences>${preferences}<m:pageSize>1000</m:pageSize></m:searchPreferences>`;
  const answer = await house.soap.ask(body, house.soap.token() + asked);
  expect(answer.text('totalPages') ?? '1').toMatch(/^[01]$/);
  return answer;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** References have the names of the record API in criteria, and moments at midnight are days. */
function plainCriteria(criteria: Criteria): Doc {
  const reference = ({ id, externalId }: { readonly id?: string; readonly externalId?: string }) =>
    externalId === undefined ? { '@internalId': id } : { '@externalId': externalId };
  const moment = (value: unknown) => (typeof value === 'string' && DAY.test(value) ? `${value}T00:00:00Z` : value);
  const plain = (value: unknown) => (typeof value === 'object' ? reference(value as object) : moment(value));
  return Object.fromEntries(
    Object.entries(criteria).map(([name, { searchValue, searchValue2, ...rest }]) => {
      const values = Array.isArray(searchValue) ? searchValue.map(plain) : moment(searchValue);
      const second = searchValue2 === undefined ? {} : { searchValue2: moment(searchValue2) };
      return [name, { ...rest, ...(values !== undefined && { searchValue: values }), ...second }];
    }),
  );
}

/** The collection and the search say the same. */
export async function sameAsSearch(house: House, collection: Collection, criteria: Criteria): Promise<void> {
  const q = collection.write(criteria);
  const wanted = await searched(house, collection, criteria);
  const { status, json } = await house.rest(`GET /${collection.rest}?q=${encodeURIComponent(q)}`);
  const found =
    status === 200 ? json.items.map(({ id }: { id: string }) => id) : [status, json.data?.code ?? json.code];
  expect([q, found]).toEqual([q, typeof wanted === 'string' ? [400, wanted] : wanted]);
  if (status === 200)
    expect(json).toMatchObject({ count: found.length, offset: 0, hasMore: false, totalResults: found.length });
}

/** Those that do not tell record types apart. Nothing holds the relative periods of transactions. */
const openFields = ({ fields }: Collection) =>
  [...fields.all.values()].filter(({ key, bare }) => key !== 'type' && key !== 'recordType' && !bare);

export function drawnCriteria(draw: Draw, collection: Collection): Criteria {
  return collection.readOne(anyPlainFilter(draw, openFields(collection), collection.fields)) as Criteria;
}

export function drawnQuery(draw: Draw, collection: Collection): Query {
  return anyQuery(draw, openFields(collection), collection);
}

/** The collection has the records of all the searches that the query stands for, put together here, whatever the window is. */
export async function sameAsSearches(house: House, collection: Collection, query: Query): Promise<void> {
  const q = collection.write(query);
  const wanted = await together(house, collection, query);
  const path = `/${collection.rest}?q=${encodeURIComponent(q)}`;
  if (wanted === undefined) return expect([q, (await house.rest(`GET ${path}`)).status]).toEqual([q, 400]);
  const ids = [...wanted].toSorted((a, b) => Number(a) - Number(b));
  for (const [limit, offset] of [
    [1000, 0],
    [5, 0],
    [7, 3],
  ]) {
    const { status, json, headers } = await house.rest(`GET ${path}&limit=${limit}&offset=${offset}`);
    const found = json.items?.map(({ id }: { id: string }) => id);
    expect([q, status, found]).toEqual([q, 200, ids.slice(offset, offset + limit)]);
    const hasMore = offset + limit < ids.length;
    expect(json).toMatchObject({ count: found.length, offset, hasMore, totalResults: ids.length });
    const link = /^<\/services\/rest\/record\/v1(\S+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    expect([q, link !== undefined]).toEqual([q, hasMore]);
    if (link === undefined) continue;
    const further = (await house.rest(`GET ${link}`)).json.items.map(({ id }: { id: string }) => id);
    expect([link, further]).toEqual([link, ids.slice(offset + limit, offset + 2 * limit)]);
  }
}

/** undefined: the service refuses one of the searches. */
async function together(house: House, collection: Collection, query: Query): Promise<Set<string> | undefined> {
  const idsOf = (search: Search) =>
    isLooked(search) ? lookedAt(house, collection, search) : searched(house, collection, search);
  const found = new Set<string>();
  for (const choice of '$any' in query ? (query.$any as readonly Query[]) : [query]) {
    const { $all, $none = [] } = '$all' in choice ? (choice as Together) : { $all: [choice as Search] };
    const [all, none] = [await Promise.all($all.map(idsOf)), await Promise.all($none.map(idsOf))];
    if ([...all, ...none].some((one) => typeof one === 'string')) return undefined;
    for (const id of all[0])
      if (all.every((one) => one.includes(id)) && !none.some((one) => one.includes(id))) found.add(id);
  }
  return found;
}

/** A plain filter over the records of the search, by the values that they hold. */
async function lookedAt(house: House, collection: Collection, { $of, $where }: Looked): Promise<string[] | string> {
  const answer = await askedFor(house, collection, $of, '<m:bodyFieldsOnly>false</m:bodyFieldsOnly>');
  const code = answer.text('code');
  if (code !== undefined) return code;
  const fits = (record: Doc, name: string, test: Test) => {
    const texts = textsAt(record, collection, name).map((text) => text.toLowerCase());
    if (!('endsWith' in test)) return 'empty' in test === (texts.join('') === '');
    return texts.some((text) => text.slice(-test.endsWith.length || text.length) === test.endsWith.toLowerCase());
  };
  const found = recordsIn(answer).filter((record) =>
    Object.entries($where).every(([name, test]) => fits(record, name, test)),
  );
  return found.map((record) => String(record['@internalId']));
}

function recordsIn({ xml }: Answer): Doc[] {
  const [, spaces] = /<\w+:Envelope([^>]*)>/.exec(xml)!;
  const [body] = /<(\w+):searchResponse[\s\S]*<\/\1:searchResponse>/.exec(xml)!;
  const { searchResult } = JSON.parse(response.decode(body.replace(/^<\w+:searchResponse/, (tag) => tag + spaces)));
  return searchResult.recordList?.record ?? [];
}

/** What the records hold where the search means the field; of lines, of each of them. */
export function textsAt(record: Doc, { search }: Pick<Collection, 'search'>, name: string): string[] {
  if (name === 'externalIdString') return record['@externalId'] === undefined ? [] : [String(record['@externalId'])];
  const subject = search.split(':')[1].replace(/Search$/, '');
  let found: unknown[] = [record];
  for (const step of (RENAMED[subject]?.[name] ?? name).split('/'))
    found = found.flatMap((value) => (value as Doc)[step] ?? []);
  return found.filter((value) => typeof value !== 'object').map(String);
}

/** All records of a collection, whole. */
export async function allRecords(house: House, collection: Collection): Promise<Doc[]> {
  return recordsIn(await askedFor(house, collection, {}, '<m:bodyFieldsOnly>false</m:bodyFieldsOnly>'));
}
