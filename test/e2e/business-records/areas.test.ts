// Record types of the areas beside trade are resources of their own: added, read, changed, listed and removed by REST clients.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scene } from '../../examples/records/scene.ts';
import { callRest } from '../scene.ts';
import { type Face, present } from './loop.ts';
import { type Signing, startSigning } from './signing.ts';

const direct = new Scene();
let signing: Signing;
let face: Face;

beforeAll(async () => {
  direct.now = Date.now();
  await direct.start({ now: Date.now });
  signing = await startSigning(
    () => new URL(direct.service.url).origin,
    () => direct.token(),
  );
  face = await present('rest', signing.origin + new URL(direct.service.url).pathname);
}, 60_000);
afterAll(async () => {
  await face.stop();
  await signing.stop();
  await direct.service.close();
});

const BASE = '/services/rest/record/v1';
const call = (line: string, body?: unknown) =>
  callRest(face.origin, line.replace(' /', ` ${BASE}/`), body, {}, 'manual');

/** `CUSTOMER`: the id of one that is there. */
const CUSTOMER = { id: 'CUSTOMER' };
const ACCOUNT = { id: 'ACCOUNT' };

/** Content of a new record, a change, and the criterion that holds for the record after the change alone. */
const KINDS: Readonly<Record<string, readonly [content: object, change: object, criterion: string, internal?: true]>> =
  {
    employee: [{ lastName: 'Area' }, { title: 'Area 2' }, 'title IS "Area 2"'],
    timeBill: [
      { employee: { id: '1' }, hours: { timeSpan: 1.5, unit: 'hour' }, tranDate: '2019-05-02' },
      { memo: 'Area 2' },
      'memo IS "Area 2"',
    ],
    supportCase: [{ title: 'Area', company: CUSTOMER }, { title: 'Area 2' }, 'title IS "Area 2"'],
    note: [{ title: 'Area' }, { title: 'Area 2' }, 'title IS "Area 2"'],
    file: [
      { name: 'area.txt', content: 'QXJlYQ==', folder: { externalId: 'DIR-Drawings' } },
      { name: 'area-2.txt' },
      'name IS area-2.txt',
    ],
    folder: [{ name: 'Area' }, { name: 'Area 2' }, 'name IS "Area 2"'],
    siteCategory: [{ itemId: 'Area' }, { description: 'Area 2' }, 'description IS "Area 2"'],
    customList: [{ name: 'Area' }, { name: 'Area 2' }, 'name IS "Area 2"', true],
    manufacturingCostTemplate: [{ name: 'Area' }, { name: 'Area 2' }, 'name IS "Area 2"'],
    budget: [{ account: ACCOUNT, amount: 12.5 }, { amount: 77.25 }, 'amount EQUAL 77.25', true],
    check: [{ account: ACCOUNT, memo: 'Area' }, { memo: 'Area 2' }, 'memo IS "Area 2"'],
    invoice: [{ entity: CUSTOMER, memo: 'Area' }, { memo: 'Area 2' }, 'memo IS "Area 2"'],
    customerPayment: [{ customer: CUSTOMER, memo: 'Area' }, { memo: 'Area 2' }, 'memo IS "Area 2"'],
    interCompanyJournalEntry: [{ memo: 'Area' }, { memo: 'Area 2' }, 'memo IS "Area 2"'],
  };

async function filled(content: object): Promise<object> {
  const idOf = async (path: string): Promise<string> => (await call(`GET /${path}`)).json.id;
  const text = JSON.stringify(content)
    .replace('"CUSTOMER"', JSON.stringify(await idOf('customer/eid:CUST-1')))
    .replace('"ACCOUNT"', JSON.stringify(await idOf('account/eid:ACCT-1000')));
  return JSON.parse(text);
}

describe.each(Object.entries(KINDS))('%s', (type, [content, change, criterion, internal]) => {
  it('is added, read, changed, listed and removed', async () => {
    const body = await filled(content);
    const added = await call(`POST /${type}`, body);
    expect(added.status, added.text).toBe(204);
    const address = added.headers.get('location')!.split(BASE)[1];
    expect(address).toMatch(new RegExp(`^/${type}/\\d+$`));
    expect((await call(`PATCH ${address}`, change)).status).toBe(204);
    const read = await call(`GET ${address}`);
    expect([read.status, read.json]).toEqual([200, expect.objectContaining(change)]);
    const q = encodeURIComponent(criterion);
    const listed = await call(`GET /${type}?q=${q}`);
    expect([listed.status, listed.json.items]).toEqual([200, [expect.objectContaining({ id: read.json.id })]]);
    expect((await call(`DELETE ${address}`)).status).toBe(204);
    expect((await call(`GET ${address}`)).status).toBe(404);
  });

  // Of these the contract has no external ids.
  if (!internal)
    it('is inserted and changed by an external id', async () => {
      const body = await filled(content);
      expect((await call(`PUT /${type}/AREA-1`, body)).status).toBe(204);
      expect((await call(`PATCH /${type}/eid:AREA-1`, change)).status).toBe(204);
      expect((await call(`GET /${type}/eid:AREA-1`)).json).toMatchObject({ ...change, externalId: 'AREA-1' });
      expect((await call(`DELETE /${type}/eid:AREA-1`)).status).toBe(204);
    });

  it('has records to begin with, and none of another type', async () => {
    const { json } = await call(`GET /${type}?limit=5`);
    expect(json.count).toBeGreaterThan(0);
    const [first] = json.items;
    expect((await call(`GET /${type}/${first.id}`)).status).toBe(200);
  });
});

/** The name of a type, and what a new record needs beside its name. */
const SHORT_LISTS: Readonly<Record<string, object>> = {
  budgetCategory: {},
  currency: { symbol: 'XTS' },
  state: { country: { id: 'DE' }, fullName: 'Area', shortname: 'AR' },
  supportCaseStatus: {},
  taxAcct: {},
};

it.each(Object.entries(SHORT_LISTS))('%s is a short list, window by window', async (type, content) => {
  const added = await call(`POST /${type}`, { name: 'Area', ...content });
  expect(added.status, added.text).toBe(204);
  const address = added.headers.get('location')!.split(BASE)[1];
  const ids = async (query: string) => {
    const { json } = await call(`GET /${type}${query}`);
    return [json.items.map(({ id }: { id: string }) => id), json.hasMore, json.totalResults];
  };
  const [all, , total] = await ids('');
  expect([all.length, all.includes(address.split('/').at(-1))]).toEqual([total, true]);
  expect(await ids('?limit=1&offset=1')).toEqual([[all[1]], total > 2, total]);
  expect(await ids(`?offset=${total}`)).toEqual([[], false, total]);
  expect((await call(`DELETE ${address}`)).status).toBe(204);
  expect((await ids(''))[2]).toBe(total - 1);
});

it.each(['classification', 'itemDemandPlan'])('%s has records and no collection', async (type) => {
  expect((await call(`GET /${type}`)).status).toBe(405);
  expect((await call(`PUT /${type}/AREA-1`, type === 'classification' ? { name: 'Area' } : {})).status).toBe(204);
  expect((await call(`GET /${type}/eid:AREA-1`)).json).toMatchObject({ externalId: 'AREA-1' });
  expect((await call(`DELETE /${type}/!bulk?id=eid:AREA-1,eid:AREA-1`)).json.items).toMatchObject([
    { status: 204 },
    { status: 404 },
  ]);
});
