// One name is one value: a body that says another record than the path is refused before anything is sent, and no record changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../scene.ts';
import { House } from './house.ts';

const house = new House();
/** Somebody else's record. */
const VICTIM = '1451';
let before: Answer;

beforeAll(async () => {
  await house.start();
  before = await house.rest(`GET /bin/${VICTIM}`);
});
afterAll(() => house.stop());

interface Attempt {
  readonly line: string;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
  /** JSON path of what is refused. */
  readonly path?: string;
  /** The service was asked which record the path means. */
  readonly asked?: true;
}

const job = { prefer: 'respond-async' };
const anything = { 'x-service-propertynamevalidation': 'Ignore', 'x-service-propertyvaluevalidation': 'Ignore' };
const bin = { binNumber: 'NEW-1', location: { id: '2' } };

const attempts: readonly Attempt[] = [
  { line: 'PATCH /bin/eid:NOT-THERE', body: { id: VICTIM, memo: 'x' }, asked: true },
  { line: 'PATCH /bin/eid:BIN-1', body: { id: VICTIM, memo: 'x' }, asked: true },
  { line: 'PATCH /bin/eid:BIN-1', body: { id: '01448', memo: 'x' }, asked: true },
  { line: 'PATCH /bin/eid:NOT-THERE', body: { id: VICTIM, memo: 'x' }, headers: anything, asked: true },
  { line: 'PATCH /bin/eid:NOT-THERE', body: `{"\\u0069d":"${VICTIM}","memo":"x"}`, asked: true },
  { line: 'PATCH /bin/eid:NOT-THERE', body: { id: null, memo: 'x' }, asked: true },
  { line: 'PATCH /bin/eid:BIN-1', body: { id: null, memo: 'x' }, asked: true },
  { line: 'PATCH /bin/eid:BIN-1', body: { id: 1448, memo: 'x' }, asked: true },
  { line: 'PATCH /bin/eid:BIN-1', body: { id: ['1448'], memo: 'x' }, asked: true },
  { line: 'PUT /bin/eid:BIN-1', body: { id: '', memo: 'x' }, asked: true },
  { line: 'PATCH /bin/eid:NOT-THERE', body: { id: VICTIM, memo: 'x' }, headers: job, asked: true },
  { line: 'PATCH /bin/eid:BIN-1', body: { externalId: 'BIN-4', memo: 'x' }, path: '$.externalId' },
  { line: 'PUT /bin/eid:NOT-THERE', body: { ...bin, id: VICTIM }, asked: true },
  { line: 'PUT /bin/eid:BIN-1', body: { ...bin, id: VICTIM }, asked: true },
  { line: 'PUT /bin/eid:NOT-THERE', body: { ...bin, id: VICTIM }, headers: job, asked: true },
  { line: 'PUT /bin/eid:NOT-THERE', body: { ...bin, externalId: 'BIN-4' }, path: '$.externalId' },
  { line: 'PATCH /bin/1448', body: { id: VICTIM, memo: 'x' } },
  { line: 'PATCH /bin/1448', body: { id: VICTIM, memo: 'x' }, headers: anything },
  { line: 'PATCH /bin/1448', body: { id: VICTIM, memo: 'x' }, headers: job },
  { line: 'PATCH /bin/1448', body: { id: '01448', memo: 'x' } },
  { line: 'PATCH /bin/1448', body: { id: 1448, memo: 'x' } },
  { line: 'PATCH /bin/1448', body: { id: null, memo: 'x' } },
  { line: 'PATCH /bin/1448', body: { id: '', memo: 'x' } },
  { line: 'PATCH /bin/1448', body: { id: [VICTIM], memo: 'x' } },
  { line: 'POST /assemblyItem/2148/!transform/workOrder', body: { id: VICTIM } },
  { line: 'POST /assemblyItem/2148/!transform/workOrder', body: { id: VICTIM }, headers: anything },
  { line: 'POST /assemblyItem/2148/!transform/workOrder', body: { id: VICTIM }, headers: job },
  {
    line: 'POST /assemblyItem/2148/!transform/workOrder',
    body: { ...bin, $type: 'bin' },
    path: '$.$type',
  },
  { line: 'POST /assemblyItem/eid:ITEM-OAK-TABLE-M/!transform/workOrder', body: { id: VICTIM } },
];

describe('a body that says another record than the path', () => {
  it.each(attempts)('$line $body', async ({ line, body, headers = {}, path = '$.id', asked }) => {
    const sent = house.sent.length;
    const { status, json } = await house.rest(line, body, headers);
    expect([status, json.code]).toEqual([400, 'BAD_BODY']);
    const operations = house.sent.slice(sent).map((xml) => /<\w+:Body><\w+:(\w+)/.exec(xml)?.[1]);
    expect(operations).toEqual(asked ? ['get'] : []);
    if (asked) expect(json.detail).toContain('The id of the body is not that of the record in the path.');
    else expect(json.errors[0].path).toBe(path);
  });

  it('is refused where one name comes twice by two spellings', async () => {
    const sent = house.sent.length;
    const twice = await house.rest('PATCH /bin/1448', `{"id":"1448","\\u0069d":"${VICTIM}"}`);
    expect([twice.status, twice.json.code]).toEqual([400, 'JSON_DUPLICATE_KEY']);
    expect(house.sent.length).toBe(sent);
  });

  it('has changed nothing', async () => {
    const after = await house.rest(`GET /bin/${VICTIM}`);
    expect([before.status, after.text]).toEqual([200, before.text]);
    expect((await house.rest('GET /bin/eid:NOT-THERE')).status).toBe(404);
  });
});

describe('a body that says the same record', () => {
  const idsOf = (xml: string) =>
    [...xml.matchAll(/<msgs:record [^>]*>/g)].map(([tag]) => tag.match(/\b\w+Id="[^"]*"/g));

  it('is sent with one id, as it was got', async () => {
    const got = await house.rest('GET /bin/1448');
    const put = await house.rest('PATCH /bin/1448', got.json);
    expect(put.status).toBe(204);
    expect(idsOf(house.sent.at(-1)!)).toEqual([['internalId="1448"', 'externalId="BIN-1"']]);
    expect((await house.rest('GET /bin/1448')).text).toBe(got.text);
  });

  it('is sent with one external id', async () => {
    const put = await house.rest('PUT /bin/eid:BIN-1', { externalId: 'BIN-1', memo: 'kept' });
    expect([put.status, put.headers.get('location')]).toEqual([204, expect.stringMatching(/\/bin\/1448$/)]);
    expect(idsOf(house.sent.at(-1)!)).toEqual([['externalId="BIN-1"']]);
  });

  it('takes names in other letters for other names', async () => {
    const put = await house.rest('PATCH /bin/1448', { ID: VICTIM, Id: VICTIM, '@internalId': VICTIM, memo: 'y' });
    expect([put.status, put.headers.get('x-service-left-out')]).toEqual([204, expect.stringContaining('$.ID')]);
    expect(idsOf(house.sent.at(-1)!)).toEqual([['internalId="1448"']]);
  });
});

it.each([
  ['assemblyBuild', 'type ANY_OF [salesOrder]'],
  ['advIntercompanyJournalEntry', 'recordType IS salesorder'],
])('keeps the collection %s to its records where q is %s', async (rest, q) => {
  const sent = house.sent.length;
  const { status, json } = await house.rest(`GET /${rest}?q=${encodeURIComponent(q)}`);
  expect([status, json.errors[0].path]).toEqual([422, `$.${q.split(' ')[0]}`]);
  expect(house.sent.length).toBe(sent);
});
