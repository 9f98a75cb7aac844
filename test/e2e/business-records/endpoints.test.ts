// The 162 endpoints of the record API over the records service. A record is the same, field by field, whichever way it was written.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJobId, writeJobId } from '../../../src/mapping/runtime/job-id.ts';
import { Draw } from '../../../src/pattern/converters/draw.ts';
import { contractFolder, operations } from '../../business-records/tables.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { lawRuns } from '../../sample-size.ts';
import { collections, drawnCriteria, drawnQuery, sameAsSearch, sameAsSearches, searched } from './collections.ts';
import { kinds, restOf } from './drawn.ts';
import { BASE, House } from './house.ts';
import { finished, JOBS } from './jobs.ts';
import { expectPage, ObservationTable } from './observation-table.ts';
import { seededIds } from './seeded-ids.ts';
import { Twins, unlinked, WHOLE } from './twins.ts';

const RUNS = lawRuns(1, 3);
/** A job has no search of a client. */
const SEARCH = /&searchId=[\w-]+/;
const withoutSearch = (one: Link) => ({ ...one, href: one.href.replace(SEARCH, '') });

interface Link {
  readonly rel: string;
  readonly href: string;
}

const house = new House();
/** Record type → method → statuses. */
const seen = new ObservationTable();
const jobs = new ObservationTable();
const transforms = new ObservationTable();
let twins: Twins;

beforeAll(async () => {
  await house.start();
  twins = new Twins(house, await seededIds(house.soap), ({ rest }, method, status) =>
    seen.add(rest, method, `${status}`),
  );
});
afterAll(() => house.stop());

const bytes = () => fc.uint8Array({ minLength: 500, maxLength: 3000, size: 'max' });
const some = () => fc.sample(bytes(), 1)[0];

/** Method of a request, and by which kind of id; external ones are what PUT always has. */
const columnOf = (line: string) => {
  const [method, path] = line.split(' ');
  return method !== 'PUT' && path.includes('/eid:') ? `${method} by external id` : method;
};

/** Set by the service itself. */
const OWN = new Set(['nullFieldList', 'createdDate', 'lastModifiedDate', 'dateCreated']);

describe.each(kinds.map((kind) => [kind.rest, kind] as const))('%s', (name, kind) => {
  it('is the same record, whichever way it was written and is read', async () => {
    const law = fc.asyncProperty(bytes(), bytes(), (first, second) =>
      twins.live(kind, twins.drawn(kind, first), twins.drawn(kind, second)),
    );
    await fc.assert(law, { numRuns: RUNS, endOnFailure: true });
  });

  it('has every field', async () => {
    const [first, second] = [twins.drawn(kind, some(), true), twins.drawn(kind, some(), true)];
    expect([...kind.type.fields.keys()].filter((field) => !(field in first.rest) && !OWN.has(field))).toEqual([]);
    await twins.live(kind, first, second);
  });

  it('is gone when it is removed', async () => {
    const id = await twins.writes(`POST /${name}`, kind, twins.drawn(kind, some()).rest);
    const { status, text } = await house.rest(`DELETE /${name}/${id}`);
    expect([status, text]).toEqual([204, '']);
    seen.add(name, 'DELETE', `${status}`);
    for (const method of ['GET', 'DELETE'])
      expect((await house.rest(`${method} /${name}/${id}`)).json).toMatchObject({
        status: 404,
        code: 'NONEXISTENT_ID',
      });
    await expect(twins.read(kind, id)).rejects.toThrow('no record');
  });

  it('is written and read by jobs', async () => {
    const { rest } = twins.drawn(kind, some());
    const location = `${BASE}/${name}/`;
    const idOf = (at: string | null) => at!.slice(location.length);
    const act = async (line: string, body?: string) => {
      const { accepted, result } = await finished(house, line, body);
      expect([line, accepted.status, accepted.headers.get('preference-applied')]).toEqual([line, 202, 'respond-async']);
      jobs.add(name, columnOf(line), `${accepted.status}, then ${result.status}`);
      return result;
    };
    const id = idOf((await act(`POST /${name}`, restOf(kind, rest))).headers.get('location'));
    const got = await act(`GET /${name}/${id}`);
    expect(JSON.parse(got.text)).toEqual(unlinked((await house.rest(`GET /${name}/${id}${WHOLE}`)).text));
    expect(idOf((await act(`PATCH /${name}/${id}`, restOf(kind, rest))).headers.get('location'))).toBe(id);
    if (kind.type.external) {
      const put = () => act(`PUT /${name}/eid:job-${name}`, restOf(kind, twins.drawn(kind, some()).rest));
      const own = idOf((await put()).headers.get('location'));
      expect(idOf((await put()).headers.get('location'))).toBe(own);
      const line = `/${name}/eid:job-${name}`;
      expect(JSON.parse((await act(`GET ${line}`)).text).id).toBe(own);
      const other = restOf(kind, twins.drawn(kind, some()).rest);
      expect(idOf((await act(`PATCH ${line}`, other)).headers.get('location'))).toBe(own);
      expect((await act(`DELETE ${line}`)).status).toBe(204);
      expect((await house.rest(`GET /${name}/${own}`)).status).toBe(404);
    }
    expect((await act(`DELETE /${name}/${id}`)).status).toBe(204);
    expect((await house.rest(`GET /${name}/${id}`)).status).toBe(404);
  });
});

it.each(['ABC', '12'])('PUT /bin/%s is of the record with this external id', async (id) => {
  const put = await house.rest(`PUT /bin/${id}`, { binNumber: `PUT ${id}`, location: { id: '1' } });
  expect(put.status).toBe(204);
  const { json } = await house.rest(`GET /bin/eid:${id}`);
  expect([json.externalId, json.binNumber]).toEqual([id, `PUT ${id}`]);
  expect(put.headers.get('location')).toBe(`${BASE}/bin/${json.id}`);
});

it('PUT of an empty external id is a mistake that is told', async () => {
  const { status, headers } = await house.rest('PUT /bin/eid:', { memo: 'x' });
  expect([404, 405]).toContain(status);
  expect(headers.get('content-type')).toBe('application/vnd.vendor.resource+json; type=error');
});

it('a method that a path lacks is not looked for at other types', async () => {
  const { status, json } = await house.rest('PUT /bin', { memo: 'x' });
  expect([status, json.detail]).toEqual([405, expect.stringMatching(/^PUT is not possible here; what is: [A-Z, ]+$/)]);
});

it.each(['offset=2147483648', 'limit=2147483648', 'offset=1.5', 'limit=-2147483649'])('refuses %s', async (query) => {
  const { status, json } = await house.rest(`GET /bin?${query}`);
  expect([status, json.code]).toEqual([400, 'BAD_QUERY']);
  expect(json.detail).toContain('from -2147483648 to 2147483647');
});

it('there is no external id of an accountingPeriod in the contract', async () => {
  const { status } = await house.rest('PUT /accountingPeriod/eid:x', {});
  expect(status).toBe(405);
  seen.add('accountingPeriod', 'PUT', `${status}: the type has no external id`);
});

describe.each(collections.map((one) => [one.rest, one] as const))('collection of %s', (name, collection) => {
  it('has the records of a search, by windows of any size', async () => {
    const all = await searched(house, collection, {});
    const ids: string[] = [];
    const size = Math.max(3, Math.ceil(all.length / 4));
    for (let path: string | undefined = `/${name}?limit=${size}`; path !== undefined; ) {
      const { status, json, headers } = await house.rest(`GET ${path}`);
      expect([status, json.offset, json.totalResults]).toEqual([200, ids.length, all.length]);
      expect(headers.get('content-type')).toBe('application/vnd.vendor.resource+json; type=collection');
      expect(json.count).toBe(json.items.length);
      for (const { id, links } of json.items) expect(links).toEqual([{ rel: 'self', href: `${BASE}/${name}/${id}` }]);
      ids.push(...json.items.map(({ id }: { id: string }) => id));
      expect(json.hasMore).toBe(ids.length < all.length);
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1].slice(BASE.length);
    }
    expect(ids).toEqual(all);
    seen.add(name, 'GET collection', '200');
  });

  it('is a page of a search that is a job', async () => {
    for (const window of ['?limit=5', '?limit=5&offset=5', `?limit=5&q=${encodeURIComponent('id LESS 2000')}`]) {
      const { accepted, result } = await finished(house, `GET /${name}${window}`);
      expect(accepted.headers.get('preference-applied')).toBe('respond-async');
      const { json, headers } = await house.rest(`GET /${name}${window}`);
      // The address of a result says the whole window, and so do the links in it.
      const links = result.json.links.map((one: Link) => ({ ...one, href: one.href.replace(/&offset=0$/, '') }));
      expect([result.status, { ...result.json, links }]).toEqual([
        200,
        { ...json, links: json.links.map(withoutSearch) },
      ]);
      expect(result.headers.get('content-type')).toBe(headers.get('content-type'));
      expect(result.headers.get('link')).toBe(headers.get('link')?.replace(SEARCH, '') ?? null);
      jobs.add(name, 'GET collection', `${accepted.status}, then ${result.status}`);
    }
  });

  it('has the records that fit q', async () => {
    for (let seed = 1; seed <= 2 * RUNS; seed++)
      await sameAsSearch(house, collection, drawnCriteria(new Draw(seed, 1 + (seed % 2)), collection));
    seen.add(name, 'with q', '200');
  });

  it('has the records that fit q which several searches say', async () => {
    for (let seed = 1; seed <= RUNS; seed++)
      await sameAsSearches(house, collection, drawnQuery(new Draw(seed, 1 + (seed % 3)), collection));
  });
});

it.each([
  ['bin', 'externalId ANY_OF [BIN-1, BIN-2]', 2],
  ['bin', 'externalId IS "BIN-1"', 1],
  ['bin', 'location ANY_OF [2] AND binNumber START_WITH B-00', 15],
  ['account', 'type ANY_OF [Bank] OR type ANY_OF [Income]', 40],
  ['account', 'number START_WITH_NOT 1 AND isInactive IS false', 90],
  ['accountingPeriod', 'startDate WITHIN [2019-01-01, 2019-03-01]', 4],
  ['accountingPeriod', 'startDate ON_OR_AFTER "1/1/2019" AND closed IS false', 26],
  ['assemblyBuild', 'tranDate AFTER 2019-06-01 AND quantity GREATER_OR_EQUAL 1', 115],
  ['assemblyItem', 'itemId START_WITH OAK', 52],
  ['budgetExchangeRate', 'currentRate LESS 0.8', 101],
  ['bom', 'name CONTAIN_NOT Table AND memo EMPTY', 110],
  ['calendarEvent', 'status ANY_OF_NOT [COMPLETE] AND title EMPTY_NOT', 1],
  ['account', 'parent EMPTY_NOT AND (number START_WITH 1 OR isInactive IS true)', 10],
  ['account', 'number START_WITH 1 AND number START_WITH_NOT 10', 10],
  ['account', 'type EMPTY_NOT AND isInactive EMPTY_NOT', 100],
  ['assemblyBuild', 'quantity ANY_OF [1, 2, 3] OR tranDate AFTER 2019-06-01', 115],
])('%s: %s', async (name, q, least) => {
  const { status, json } = await house.rest(`GET /${name}?limit=5&q=${encodeURIComponent(q)}`);
  expect([status, json.detail]).toEqual([200, undefined]);
  expect(json.totalResults).toBeGreaterThanOrEqual(least);
});

it.each([
  ['bin', ''],
  ['bin', '&q=memo%20EMPTY'],
  ['assemblyItem', ''],
  ['assemblyItem', '&q=itemId%20START_WITH%20OAK'],
  ['advIntercompanyJournalEntry', ''],
  ['advIntercompanyJournalEntry', '&q=memo%20EMPTY'],
])('a job of %s%s is refused where its window is none', async (name, q) => {
  const { accepted } = await finished(house, `GET /${name}?limit=5${q}`);
  const id = readJobId(accepted.headers.get('location')!.slice(JOBS.length + 1))!;
  const windows = ['limit=1001', 'limit=-1', 'limit=5&offset=-5'];
  const sent = house.sent.length;
  for (const window of windows) {
    const { status, json } = await house.rest(`GET /${name}?${window}${q}`, undefined, { prefer: 'respond-async' });
    expect([window, status, json.code]).toEqual([window, 422, 'CODEC_TYPE']);
    expect(json.detail).toMatch(/: the (limit|offset) of a job must be /);
  }
  expect(house.sent).toHaveLength(sent);
  for (const window of windows) {
    const forged = writeJobId({ ...id, query: window });
    const { status, json } = await house.rest(`GET ${JOBS}/${forged}/task/1/result`);
    const negative = window.includes('-');
    expect([window, status, json.code]).toEqual([window, ...(negative ? [400, 'BAD_QUERY'] : [422, 'CODEC_TYPE'])]);
    const beside = await house.rest(`GET ${JOBS}/${writeJobId(id)}/task/1/result?${window}`);
    expect([window, beside.status, beside.json.code]).toEqual([window, 400, 'BAD_QUERY']);
  }
});

it.each([
  ['limit=2&offset=3', 'two of a page of five'],
  ['limit=7&offset=5', 'of two pages'],
  ['limit=1', 'one'],
  ['limit=0', 'none'],
  ['limit=1000&offset=399', 'up to the end'],
  ['limit=5&offset=698', 'the last two'],
  ['limit=2&offset=700', 'behind the end'],
  ['limit=3&offset=2147483647', 'far behind it'],
])('a job of a window that is no page, %s: %s', async (window) => {
  const now = await house.rest(`GET /calendarEvent?${window}`);
  const { result } = await finished(house, `GET /calendarEvent?${window}`);
  const told = ({ items, count, offset, hasMore, totalResults }: Record<string, unknown>) => ({
    items,
    count,
    offset,
    hasMore,
    totalResults,
  });
  expect([result.status, told(result.json)]).toEqual([200, told(now.json)]);
});

it.each(['allocationSchedule', 'bulkOwnershipTransfer', 'campaign'])('there is no collection of %s', async (name) => {
  const { status } = await house.rest(`GET /${name}`);
  expect(status).toBe(405);
  seen.add(name, 'GET collection', `${status}, as the document has it`);
});

describe.each([
  ['assemblyBuild', 'assemblyUnbuild'],
  ['assemblyItem', 'assemblyBuild'],
  ['assemblyItem', 'workOrder'],
])('%s to %s', (from, to) => {
  const row = `POST /${from}/{id}/!transform/${to}`;
  const some = async () => (await house.rest(`GET /${from}?limit=5`)).json.items[0].id as string;
  const path = (id: string) => `/${from}/${id}/!transform/${to}`;

  /** The record that a `Location` names, as the service has it. */
  const named = async (location: string | null) => {
    const id = new RegExp(`^${BASE}/${to}/(\\d+)$`).exec(location ?? '')![1];
    return (await house.soap.ask(`<m:get><m:baseRef i:type="c:RecordRef" type="${to}" internalId="${id}"/></m:get>`))
      .xml;
  };

  it('saves the record that it names', async () => {
    const { status, headers, text } = await house.rest(`POST ${path(await some())}`, { quantity: 2, memo: 'as told' });
    expect([status, text]).toEqual([204, '']);
    expect(await named(headers.get('location'))).toMatch(/<tranInvt:quantity>2<[\s\S]*<tranInvt:memo>as told</);
    transforms.add(row, 'seen', `${status}, and the record by SOAP`);
  });

  it('saves it by a job, whose result names it', async () => {
    const before = house.sent.length;
    const { accepted, result } = await finished(house, `POST ${path(await some())}`, { quantity: 3, memo: 'later' });
    expect(accepted.headers.get('preference-applied')).toBe('respond-async');
    const id = readJobId(accepted.headers.get('location')!.slice(JOBS.length + 1));
    expect(id?.rule).toBe(`${from}.transform.${to}`);
    const sent = house.sent.slice(before).map((xml) => /<msgs:(\w+)>/.exec(xml.slice(xml.indexOf('Body>')))![1]);
    expect(sent.filter((name) => !/^(search|check|get)/.test(name))).toEqual(['initialize', 'asyncAddList']);
    expect([result.status, result.text]).toEqual([204, '']);
    expect(await named(result.headers.get('location'))).toMatch(/<tranInvt:quantity>3<[\s\S]*<tranInvt:memo>later</);
    transforms.add(row, 'as a job', `${accepted.status}, then ${result.status}, and the record by SOAP`);
  });

  it('is no job where there is nothing to transform', async () => {
    const sent = house.sent.length;
    const { status, json } = await house.rest(`POST ${path('999999')}`, { quantity: 2 }, { prefer: 'respond-async' });
    expect([status, json.code, house.sent.length - sent]).toEqual([404, 'NONEXISTENT_ID', 1]);
    transforms.add(row, 'as a job, of what is not there', `${status} at once`);
  });

  it('takes an external id', async () => {
    const externalId = `from-${to}`;
    expect((await house.rest(`PATCH /${from}/${await some()}`, { externalId })).status).toBe(204);
    const { status, headers } = await house.rest(`POST ${path(`eid:${externalId}`)}`, { quantity: 1 });
    expect([status, headers.get('location')]).toEqual([204, expect.stringMatching(`^${BASE}/${to}/\\d+$`)]);
  });
});

it('is what libxml2 accepts, and the page of the docs', { timeout: 120_000 }, async () => {
  const oracle = openOracle(contractFolder);
  const problems = [...oracle.validate(house.sent), ...oracle.validate(house.soap.said)].flatMap((one) => one.problems);
  oracle.close();
  expect(problems.slice(0, 5)).toEqual([]);
  expect(operations().length).toBe(46);
  const rows = kinds.map(({ rest }) => rest);
  const methods = ['POST', 'GET', 'PATCH', 'PUT', 'DELETE'];
  const endpoints = methods.map((method) => seen.count(method)).reduce((a, b) => a + b) + collections.length + 3;
  expect(endpoints).toBe(162);
  await expectPage('business-records-endpoints.md', 'test/e2e/business-records/endpoints.test.ts', [
    '# The endpoints of the record API, as tests have seen them over the reference service',
    'The 162 endpoints of the document, of which 161 are carried. Statuses of requests whose effect was then read by SOAP, and compared with the same request by SOAP: random records, field by field.',
    seen.table('record', rows, [...methods, 'GET collection', 'with q']),
    transforms.table(
      'transform',
      [
        'assemblyBuild/{id}/!transform/assemblyUnbuild',
        'assemblyItem/{id}/!transform/assemblyBuild',
        'assemblyItem/{id}/!transform/workOrder',
      ].map((path) => `POST /${path}`),
      ['seen', 'as a job', 'as a job, of what is not there'],
    ),
    '## As jobs\n\nWith `Prefer: respond-async`: the answer, then that of the result.',
    jobs.table('record', rows, [
      ...methods,
      ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} by external id`),
      'GET collection',
    ]),
  ]);
});
