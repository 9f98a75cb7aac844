// The record API over a SOAP service that others wrote: Axis faults, local times, prefixes and names of its own.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Peer } from '../../peers/peer.ts';
import { startVendorRecords } from '../../peers/vendor.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { callRest, tutorial } from '../scene.ts';
import { BASE } from './house.ts';

let service: Peer;
let gateway: RunningGateway;

beforeAll(async () => {
  service = await startVendorRecords();
  gateway = await startGateway(tutorial('business-records'), `${service.origin}/services/Port`);
});
afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

const ask = (line: string, body?: unknown, headers: Record<string, string> = {}) =>
  callRest(gateway.origin, line, body, headers, 'manual');

/** `line`: method and path below the base, or as `Location` has it. */
function rest(line: string, body?: unknown, headers?: Record<string, string>) {
  const [method, path] = line.split(' ');
  return ask(`${method} ${path.startsWith(BASE) ? path : BASE + path}`, body, headers);
}

describe('records', () => {
  it('are added, read, changed, cleared and deleted', async () => {
    onTestFinished(({ task }) => void (task.result?.state === 'fail' && console.error(service.log())));
    const made = await rest('POST /bin', {
      binNumber: 'Ümläut & <7>',
      memo: ' two  blanks ',
      isInactive: false,
      location: { id: '-5' },
    });
    expect([made.status, made.json]).toEqual([204, undefined]);
    const place = String(made.headers.get('location'));
    expect(place).toMatch(/\/services\/rest\/record\/v1\/bin\/\d+$/);
    const path = new URL(place, gateway.origin).pathname;
    const read = await rest(`GET ${path}?simpleEnumFormat=true`);
    expect(read.json).toMatchObject({
      id: path.split('/').at(-1),
      binNumber: 'Ümläut & <7>',
      memo: ' two  blanks ',
      location: { id: '-5' },
    });
    expect((await rest(`PATCH ${path}`, { memo: null, isInactive: true })).status).toBe(204);
    const changed = (await rest(`GET ${path}`)).json;
    expect(changed).toMatchObject({ binNumber: 'Ümläut & <7>', isInactive: true });
    expect(changed).not.toHaveProperty('memo');
    expect((await rest(`DELETE ${path}`)).status).toBe(204);
    const gone = await rest(`GET ${path}`);
    expect([gone.status, gone.json.code, gone.json.detail]).toEqual([
      404,
      'NONEXISTENT_ID',
      'That record does not exist.',
    ]);
  });

  it('keep moments, whatever the zone that the service writes', async () => {
    const dates = {
      startDate: '2031-05-01T00:00:00Z',
      endDate: '2031-05-31T23:59:59.25+02:00',
      closedOnDate: '2031-06-02T07:00:00-08:00',
    };
    const made = await rest('POST /accountingPeriod', { periodName: 'May 2031', ...dates });
    expect(made.status).toBe(204);
    const { json } = await rest(`GET ${new URL(made.headers.get('location')!, gateway.origin).pathname}`);
    for (const [name, sent] of Object.entries(dates)) expect(Date.parse(json[name]), name).toBe(Date.parse(sent));
  });

  it('are made or changed by PUT, and lines are replaced or added', async () => {
    const lines = (quantities: readonly number[]) => ({
      items: quantities.map((quantity) => ({ bomQuantity: quantity, quantity, component: `c${quantity}` })),
    });
    expect((await rest('PUT /bomRevision/eid:REV-1', { name: 'first', component: lines([1, 2]) })).status).toBe(204);
    expect((await rest('PUT /bomRevision/eid:REV-1', { memo: 'added to', component: lines([3]) })).status).toBe(204);
    const get = async () => (await rest('GET /bomRevision/eid:REV-1?expandSubResources=true')).json;
    expect((await get()).component.items.map((line: { quantity: number }) => line.quantity)).toEqual([1, 2, 3]);
    expect((await rest('PUT /bomRevision/eid:REV-1?replace=component', { component: lines([9]) })).status).toBe(204);
    const record = await get();
    expect([record.name, record.memo, record.component.items.length]).toEqual(['first', 'added to', 1]);
  });
});

describe('days of an account in another zone', () => {
  const DAYS = { periodName: 'January', startDate: '2026-01-31', endDate: '2026-07-01' };
  let here: RunningGateway;
  let place: string;

  beforeAll(async () => {
    here = await startGateway(tutorial('business-records'), `${service.origin}/services/Port`, [
      '--set',
      'zone=America/Los_Angeles',
    ]);
    const made = await callRest(here.origin, `POST ${BASE}/accountingPeriod`, DAYS, {}, 'manual');
    place = new URL(made.headers.get('location')!, here.origin).pathname;
  });
  afterAll(() => here.stop());

  const read = async (origin: string) => (await callRest(origin, `GET ${place}`, undefined, {}, 'manual')).json;

  it('are midnight there, with daylight saving time, and come back as the same days', async () => {
    expect(await read(here.origin)).toMatchObject(DAYS);
    const elsewhere = await read(gateway.origin);
    expect([elsewhere.startDate, elsewhere.endDate]).toEqual([
      '2026-01-31T00:00:00.000-08:00',
      '2026-06-30T23:00:00.000-08:00',
    ]);
  });

  it('stay the same when what was got is sent back', async () => {
    const patched = await callRest(here.origin, `PATCH ${place}`, await read(here.origin), {}, 'manual');
    expect(patched.status).toBe(204);
    expect(await read(here.origin)).toMatchObject(DAYS);
  });

  it.each([
    ['startDate ON "2026-01-31"', 1],
    ['startDate ON "1/31/2026"', 1],
    ['startDate ON_OR_AFTER "2026-01-31" AND startDate ON_OR_BEFORE "2026-01-31"', 1],
    ['startDate ON "2026-01-30"', 0],
    ['startDate AFTER "2026-01-31"', 0],
    ['startDate BEFORE "2026-01-31"', 0],
    ['startDate WITHIN ["2026-01-31", "2026-02-01"]', 1],
  ])('are found by %s: %i', async (query, count) => {
    const line = `GET ${BASE}/accountingPeriod?q=${encodeURIComponent(`${query} AND periodName IS January`)}`;
    const { json } = await callRest(here.origin, line, undefined, {}, 'manual');
    expect(json.totalResults, JSON.stringify(json)).toBe(count);
  });
});

describe('collections', () => {
  it('have every row once, over several pages of the service', async () => {
    const names = Array.from({ length: 23 }, (_, i) => `Row ${String(i).padStart(2, '0')}`);
    for (const name of names) expect((await rest('POST /bom', { name, memo: name.slice(-1) })).status).toBe(204);
    const seen: string[] = [];
    let next = '/bom?limit=10';
    while (next !== '') {
      const { json } = await rest(`GET ${next}`);
      seen.push(...json.items.map((item: { id: string }) => item.id));
      expect(json.totalResults).toBe(23);
      const link = json.links.find((one: { rel: string }) => one.rel === 'next');
      next =
        link === undefined
          ? ''
          : new URL(link.href, gateway.origin).pathname + new URL(link.href, gateway.origin).search;
    }
    expect([seen.length, new Set(seen).size]).toEqual([23, 23]);
    const found = await rest(`GET /bom?q=${encodeURIComponent('name START_WITH "Row 1" AND memo IS "3"')}`);
    expect(found.json.items).toHaveLength(1);
  });
});

describe('failures', () => {
  it.each([
    ['insufficientPermission', 403, 'PERMISSION_VIOLATION'],
    ['invalidSession', 401, 'INVALID_SESSION'],
    ['invalidAccount', 401, 'INVALID_ACCOUNT'],
    ['invalidCredentials', 401, 'INVALID_LOGIN'],
    ['invalidVersion', 400, 'INVALID_VERSION'],
    ['exceededConcurrentRequestLimit', 429, 'CONCURRENCY_LIMIT_EXCEEDED'],
    ['exceededRequestLimit', 429, 'REQUEST_LIMIT_EXCEEDED'],
    ['exceededUsageLimit', 429, 'USAGE_LIMIT_EXCEEDED'],
    ['exceededRecordCount', 400, 'RECORD_COUNT_EXCEEDED'],
    ['exceededRequestSize', 413, 'REQUEST_SIZE_EXCEEDED'],
    ['async', 404, 'INVALID_JOB'],
    ['unexpectedError', 500, 'UNEXPECTED_FAULT'],
  ])('%sFault, as Axis writes it, is %i %s with its own words', async (name, status, code) => {
    const heard = await rest(`GET /bin/eid:FAULT-${name}`);
    expect([heard.status, heard.json.code]).toEqual([status, code]);
    expect(heard.json.detail).toMatch(/\.|k3x9/);
    expect(JSON.stringify(heard.json)).not.toContain('partners-java');
  });

  it.each([
    ['DUP_RCRD', 409],
    ['RCRD_DSNT_EXIST', 404],
    ['INVALID_KEY_OR_REF', 400],
    ['UNIQUE_CUST_ID_REQD', 400],
  ])('%s of one record is %i', async (code, status) => {
    const heard = await rest(`PUT /bin/eid:CODE-${code}`, { binNumber: 'x' });
    expect([heard.status, heard.json.detail]).toEqual([status, `The service says ${code}.`]);
  });
});

it('lists have an outcome for each record', async () => {
  const items = [{ binNumber: 'one' }, { binNumber: 'two', externalId: 'CODE-DUP_RCRD' }];
  const made = await rest('POST /bin/!bulk', { items });
  expect([made.status, made.json.items.map((item: { status: number }) => item.status)]).toEqual([207, [204, 409]]);
  const read = await rest(`GET /bin/!bulk?id=${made.json.items[0].id},999999`);
  expect([read.status, read.json.items.map((item: { status: number }) => item.status)]).toEqual([207, [200, 404]]);
});

it('an operation that the service does not have is refused in its words', async () => {
  const { status, json } = await rest('POST /customer/1/!attach/contact/2');
  expect([status, json.code, json.detail]).toEqual([400, 'UPSTREAM_FAULT', "No such operation 'attach'"]);
});

it('a request may be a job', async () => {
  const made = await rest('POST /bin', { binNumber: 'later' }, { prefer: 'respond-async' });
  expect(made.status).toBe(202);
  const path = new URL(made.headers.get('location')!, gateway.origin).pathname;
  const states = [];
  for (let i = 0; i < 3; i++) states.push((await ask(`GET ${path}`)).json.completed);
  expect(states.at(-1)).toBe(true);
  const result = await ask(`GET ${path}/task/1/result`);
  expect([result.status, result.headers.get('location')]).toEqual([204, expect.stringMatching(/\/bin\/\d+$/)]);
});
