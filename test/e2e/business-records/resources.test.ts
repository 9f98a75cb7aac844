// Resources beside the records, at the reference service: what REST clients see of operations that are no records.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE, House } from './house.ts';

const house = new House();
beforeAll(() => house.start());
afterAll(() => house.stop());

const SYSTEM = '/services/rest/system/v1';
const bins = (...externals: string[]) => ({
  items: externals.map((externalId) => ({ externalId, binNumber: `Bulk ${externalId}`, location: { id: '1' } })),
});
const statuses = (json: { readonly items: readonly { readonly status: number }[] }) =>
  json.items.map(({ status }) => status);

describe('lookups', () => {
  it.each([
    ['serverTime', ['serverTime']],
    ['dataCenterUrls?account=DEMO1', ['restDomain', 'webservicesDomain', 'systemDomain']],
    ['currencyRates?baseCurrency=1&fromCurrency=6', ['items']],
    ['itemAvailability?item=eid:ITEM-OAK-TABLE-M', ['items']],
    ['postingSummaries?by=account&limit=2', ['items', 'count', 'offset', 'hasMore', 'totalResults']],
    ['selectValues/customer/terms?name=net*', ['items', 'count', 'offset', 'hasMore', 'totalResults']],
    ['customizations/entityCustomField', ['items', 'totalResults']],
    ['savedSearches/customer', ['items', 'totalResults']],
    ['lists/currency', ['items', 'totalResults']],
  ])('%s', async (path, members) => {
    const { status, json } = await house.rest(`GET ${SYSTEM}/${path}`);
    expect([status, Object.keys(json)]).toEqual([200, members]);
    expect(json.items ?? [json]).not.toEqual([]);
  });

  it('go window by window', async () => {
    const window = async (query: string) =>
      (await house.rest(`GET ${SYSTEM}/postingSummaries?by=account&${query}`)).json;
    const [all, second] = [await window('limit=3'), await window('limit=1&offset=1')];
    expect(second).toEqual({ ...all, items: [all.items[1]], count: 1, offset: 1 });
  });

  it.each([
    ['dataCenterUrls?account=NONE', 400, 'USER_ERROR'],
    ['itemAvailability?item=1', 404, 'NONEXISTENT_ID'],
    ['selectValues/customer/none', 400, 'INVALID_VALUE'],
    ['postingSummaries?by=none', 400, 'BAD_QUERY'],
    ['postingSummaries?by=account,none', 400, 'BAD_QUERY'],
    ['deletedRecords?q=type%20ANY_OF%20[none]', 400, 'BAD_QUERY'],
  ])('%s is a problem: %i %s', async (path, status, code) => {
    const answer = await house.rest(`GET ${SYSTEM}/${path}`);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.headers.get('content-type')).toBe('application/vnd.vendor.resource+json; type=error');
  });
});

it('a transform keeps the digits of what it is given', async () => {
  const sent = await house.rest('POST /assemblyItem/eid:ITEM-OAK-TABLE-M/!transform/assemblyBuild', {
    quantity: JSON.rawJSON('12345678901234567890.12'),
  });
  expect(sent.status).toBe(204);
  expect(house.sent.at(-1)).toContain('>12345678901234567890.12</');
});

it('takes the bodies of lists that the guide shows', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/guides/business-records.md'), 'utf8');
  const shown = [...guide.matchAll(/^ {4}(POST|PUT) (\S*!\w+) +(\{.*\})$/gm)];
  expect(shown.map(([, , path]) => path)).toEqual(['/!draft', '/calendarEvent/!inviteeStatus']);
  const heard: unknown[] = [];
  for (const [, method, path, body] of shown) {
    const { status, json } = await house.rest(`${method} ${path}`, body);
    heard.push([status, ...statuses(json)]);
  }
  // Event 41 is none of the reference service.
  expect(heard).toEqual([
    [207, 200],
    [207, 404],
  ]);
});

it('bulk forms have a status for each record', async () => {
  const added = await house.rest('POST /bin/!bulk', bins('BULK-1', 'BULK-2', 'BULK-1'));
  expect([added.status, statuses(added.json)]).toEqual([207, [204, 204, 409]]);
  expect(added.json.items[2]).toMatchObject({ code: 'DUPLICATE_RECORD' });
  const changed = await house.rest('PATCH /bin/!bulk', {
    items: [{ id: added.json.items[0].id, memo: 'changed' }, { id: '1' }],
  });
  expect(statuses(changed.json)).toEqual([204, 404]);
  const read = await house.rest('GET /bin/!bulk?id=eid:BULK-1,eid:NONE');
  expect(statuses(read.json)).toEqual([200, 404]);
  expect(read.json.items[0].record).toMatchObject({ externalId: 'BULK-1', memo: 'changed' });
  expect(statuses((await house.rest('PUT /bin/!bulk', bins('BULK-2', 'BULK-3'))).json)).toEqual([204, 204]);
  const removed = await house.rest('DELETE /bin/!bulk?id=eid:BULK-1,eid:BULK-2,eid:BULK-3,eid:BULK-4');
  expect(statuses(removed.json)).toEqual([204, 204, 204, 404]);
  const { json } = await house.rest(`GET ${SYSTEM}/deletedRecords?q=type%20ANY_OF%20[bin]&limit=10`);
  expect(json.items.map(({ record }: { record: { externalId: string } }) => record.externalId)).toEqual([
    'BULK-1',
    'BULK-2',
    'BULK-3',
  ]);
});

it('an item of a bulk form that does not fit refuses no other', async () => {
  const { items } = bins('BULK-5', 'BULK-6');
  const wrong = [{ ...items[0], colour: 1 }, 7, { ...items[0], isInactive: 'perhaps' }];
  const strict = { 'X-Service-PropertyNameValidation': 'Error' };
  const all = [wrong[0], items[0], ...wrong.slice(1), items[1]];
  const added = await house.rest('POST /bin/!bulk', { items: all }, strict);
  expect([added.status, statuses(added.json)]).toEqual([207, [422, 204, 422, 422, 204]]);
  expect(added.json.items.flatMap(({ code = [] }) => code)).toEqual(['CODEC_UNKNOWN', 'CODEC_TYPE', 'CODEC_TYPE']);
  const none = await house.rest('POST /bin/!bulk', { items: [wrong[0], wrong[2]] }, strict);
  expect([none.status, statuses(none.json)]).toEqual([207, [422, 422]]);
  for (const body of [{ items: 7 }, [items[0]], {}])
    expect((await house.rest('POST /bin/!bulk', body)).status).toBe(422);
  const removed = await house.rest('DELETE /bin/!bulk?id=eid:BULK-5,eid:BULK-6');
  expect(statuses(removed.json)).toEqual([204, 204]);
});

it('a bulk form leaves out what a single request would', async () => {
  const [item] = bins('BULK-7').items;
  const items = [{ ...item, colour: 1, isInactive: 'perhaps' }];
  const lenient = { 'X-Service-PropertyValueValidation': 'Warning' };
  const { status, json } = await house.rest('PUT /bin/!bulk', { items }, lenient);
  expect([status, statuses(json)]).toEqual([207, [204]]);
  const warnings = json.items[0].warnings.map((one: Record<string, string>) => one['o:errorPath']);
  expect(warnings.toSorted()).toEqual(['$.colour', '$.isInactive']);
  const custom = await house.rest('PUT /bin/!bulk', { items: [{ ...item, custitem_nix: 1 }] }, lenient);
  const single = await house.rest('PUT /bin/BULK-7', { ...item, custitem_nix: 1 }, lenient);
  expect(statuses(custom.json)).toEqual([single.status]);
  expect((await house.rest('DELETE /bin/!bulk?id=eid:BULK-7')).json.items[0].status).toBe(204);
});

it('a bulk form tells the warnings of a success', async () => {
  const customers = ['CW-1', 'CW-2'].map((externalId) => ({
    externalId,
    companyName: externalId,
    email: 'w@example.com',
  }));
  const { json } = await house.rest('PUT /customer/!bulk', { items: customers });
  expect(json.items.map(({ status, code, warnings }: Record<string, unknown>) => [status, code, warnings])).toEqual([
    [204, undefined, undefined],
    [204, undefined, [{ detail: 'CW-1 has the same email address.', 'o:errorCode': 'WARNING' }]],
  ]);
});

it.each(['PUT', 'PATCH'])('%s of a bulk form with a wrong body saves nothing', async (method) => {
  const { status } = await house.rest(`${method} /bin/!bulk`, { binNumber: 'No items', location: { id: '1' } });
  expect(status).toBeGreaterThanOrEqual(400);
  expect((await house.rest('PUT /bin/!x', { binNumber: 'No id', location: { id: '1' } })).status).toBe(404);
  for (const id of ['!bulk', '!x']) expect((await house.rest(`GET /bin/eid:${id}`)).status).toBe(404);
});

async function periodOfRates(): Promise<string> {
  const { id } = (await house.rest('GET /budgetExchangeRate?limit=5')).json.items[0];
  return (await house.rest(`GET /budgetExchangeRate/${id}`)).json.postingPeriod.id;
}

describe.each(['eid:nix', 'abc', '99'])('of %s', (id) => {
  it('as a subsidiary there is no rate', async () => {
    const query = `period=${await periodOfRates()}&toSubsidiary=${id}`;
    const { status, json } = await house.rest(`GET ${SYSTEM}/budgetExchangeRates?${query}`);
    expect([status, json.items ?? []]).toEqual([200, []]);
  });

  it.each(['baseCurrency', 'fromCurrency'])('as %s the reason is told', async (field) => {
    const { status, json } = await house.rest(`GET ${SYSTEM}/currencyRates?${field}=${id}`);
    expect([status, json.code]).toEqual([400, 'INVALID_CONTENT']);
    expect(json.detail).toBe(`Invalid ${field} reference key ${id.replace('eid:', '')}.`);
  });
});

it.each([
  ['calendarEvent', 'status', '', ['CANCELLED', 'COMPLETE', 'CONFIRMED', 'TENTATIVE']],
  ['calendarEvent', 'accessLevel', '', ['private', 'public', 'showAsBusy']],
  ['account', 'generalRate', '', ['AVERAGE', 'CURRENT', 'HISTORICAL']],
  ['account', 'acctType', '', expect.arrayContaining(['AcctPay', 'Bank'])],
  ['assemblyItem', 'costingMethod', '', expect.arrayContaining(['average', 'fifo'])],
  ['customer', 'emailPreference', '', expect.arrayContaining(['DEFAULT', 'PDF'])],
  ['customer', 'language', '', expect.arrayContaining(['en_US', 'de_DE'])],
])('selectValues of %s/%s are what its records take', async (type, field, query, expected) => {
  const { json } = await house.rest(`GET ${SYSTEM}/selectValues/${type}/${field}${query}`);
  const ids = json.items.map(({ id }: { id: string }) => id);
  expect(ids.toSorted()).toEqual(expected);
  const [{ id }] = (await house.rest(`GET /${type}?limit=5`)).json.items;
  for (const value of [ids[0], ids.at(-1)]) {
    const { status, json: problem } = await house.rest(`PATCH /${type}/${id}`, { [field]: { id: value } });
    expect([value, status], JSON.stringify(problem)).toEqual([value, 204]);
    const record = (await house.rest(`GET /${type}/${id}?simpleEnumFormat=true`)).json;
    expect(record[field]).toBe(value);
  }
});

it('an incomplete rate is not among those of its period', async () => {
  const id = await periodOfRates();
  const rates = async () => (await house.rest(`GET ${SYSTEM}/budgetExchangeRates?period=${id}`)).json.items;
  const complete = await rates();
  const { status } = await house.rest('POST /budgetExchangeRate', { currentRate: 0.5, postingPeriod: { id } });
  expect(status).toBe(204);
  expect(complete.length).toBeGreaterThan(0);
  expect(await rates()).toEqual(complete);
});

it.each(['0.12345678901234567', '12345678901234567890.12'])('a search compares with %s', async (number) => {
  const count = async (operator: string) => {
    const q = encodeURIComponent(`currentRate ${operator} ${number}`);
    const { status, json } = await house.rest(`GET /budgetExchangeRate?limit=5&q=${q}`);
    expect(status).toBe(200);
    return json.totalResults as number;
  };
  const [greater, not] = [await count('GREATER'), await count('GREATER_NOT')];
  expect(greater > 0).toBe(number.startsWith('0'));
  expect(not > 0).toBe(true);
});

it('records are attached and detached', async () => {
  const act = async (line: string) => (await house.rest(`POST /bin/eid:BIN-1/${line}`)).status;
  expect(await act('!attach/campaign/eid:CAMP-1')).toBe(204);
  expect(await act('!detach/campaign/eid:CAMP-1')).toBe(204);
  expect(await act('!detach/campaign/eid:CAMP-1')).toBe(404);
  // Employees are no contacts.
  expect(await act('!attach/contact/1?role=3')).toBe(404);
  expect(await act('!attach/contact/101?role=3')).toBe(204);
});

it('contacts that are attached to a customer are shown there', async () => {
  const [{ id }] = (await house.rest('GET /customer?limit=5')).json.items;
  const contacts = async () => {
    const { items } = (await house.rest(`GET /customer/${id}/contactRoles?expandSubResources=true`)).json;
    return items?.map(({ contact, role }: Record<string, { id: string }>) => [contact.id, role?.id]) ?? [];
  };
  expect(await contacts()).toEqual([]);
  expect((await house.rest(`POST /customer/${id}/!attach/contact/102?role=3`)).status).toBe(204);
  expect((await house.rest(`POST /customer/${id}/!attach/contact/101`)).status).toBe(204);
  expect(await contacts()).toEqual([
    ['101', undefined],
    ['102', '3'],
  ]);
  expect((await house.rest(`POST /customer/${id}/!detach/contact/102`)).status).toBe(204);
  expect(await contacts()).toEqual([['101', undefined]]);
});

it('a draft is not saved, and the Location of a transform leads to the record', async () => {
  const draft = await house.rest('GET /assemblyItem/eid:ITEM-OAK-TABLE-M/!draft/workOrder');
  expect([draft.status, draft.json.id, draft.json.quantity]).toEqual([200, undefined, 1]);
  const made = await house.rest('POST /assemblyItem/eid:ITEM-OAK-TABLE-M/!transform/workOrder', {});
  const location = made.headers.get('location')!;
  expect(location).toMatch(new RegExp(`^${BASE}/workOrder/\\d+$`));
  expect((await house.rest(`GET ${location}`)).json).toMatchObject({ assemblyItem: { refName: 'OAK-TABLE-M' } });
});

it.each(['record', 'system', 'async'])(
  'errors below /%s have the form of the table, without a rule too',
  async (api) => {
    const { status, headers, json } = await house.rest(`GET /services/rest/${api}/v1/nothing/1/2/3/4`);
    expect([status, headers.get('content-type')]).toEqual([404, 'application/vnd.vendor.resource+json; type=error']);
    expect(json['o:errorDetails']).toEqual([
      { detail: expect.stringContaining('nothing at this path'), 'o:errorCode': 'NOT_FOUND' },
    ]);
  },
);

it('a session says who it is, and in which roles', async () => {
  const body = { email: 'ada@example.com', password: 'harbour-lights-7', account: 'DEMO1' };
  const application = { 'x-service-application': '4D5C1A6E-0F4B-4D52-9C5B-DEM000000001' };
  const { status, json } = await house.rest(`POST ${SYSTEM}/session`, body, application);
  expect([status, json.user.refName]).toEqual([200, 'Ada Brandt']);
  const wrong = await house.rest(`POST ${SYSTEM}/session`, { ...body, password: 'no' }, application);
  expect([wrong.status, wrong.json.code]).toEqual([401, 'INVALID_LOGIN']);
});
