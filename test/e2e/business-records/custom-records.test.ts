// Records of types that the account has made, by the script id of their type: REST in front of the reference service, and SOAP clients in front of
// that. PHP's SoapClient and zeep read and write them, their custom fields, and dates with and without a time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openPhp, openZeep } from '../../peers/callers.ts';
import { content } from './client-results.ts';
import { House } from './house.ts';
import { type Face, present } from './loop.ts';

const house = new House();
let face: Face;
beforeAll(async () => {
  await house.startLoop();
  // Nothing but records: no operation has a path of its own.
  face = await present('soap', house.api, { set: ['operations=none'] });
});
afterAll(async () => {
  await face.stop();
  await house.stop();
});

const TYPE = '/customrecord_inspection';
const FIELDS = { custrecord_note: 'dry', custrecord_hot: false, custrecord_rank: 3, custrecord_checked: '2019-07-01' };
const SINGLE = 'application/vnd.vendor.resource+json; type=singular';

describe('a custom record, for REST clients', () => {
  it('is made, read, changed and removed by the path of its type', async () => {
    const made = await house.rest(`POST ${TYPE}`, { name: 'Saw 1', externalId: 'SAW-1', ...FIELDS });
    expect([made.status, made.text]).toEqual([204, '']);
    const path = made.headers.get('location')!;
    expect(path).toMatch(/\/record\/v1\/customrecord_inspection\/\d+$/);
    expect(house.sent.at(-1)).toMatch(/recType [^>]*scriptId="customrecord_inspection"/);
    const read = await house.rest(`GET ${path}`);
    expect([read.status, read.headers.get('content-type')]).toEqual([200, SINGLE]);
    expect(read.json).toMatchObject({
      name: 'Saw 1',
      externalId: 'SAW-1',
      recType: { id: '301', refName: 'Inspection' },
      ...FIELDS,
    });
    expect((await house.rest(`PATCH ${path}`, { ...read.json, custrecord_rank: null, name: 'Saw 2' })).status).toBe(
      204,
    );
    const { json } = await house.rest(`GET ${TYPE}/eid:SAW-1`);
    expect([json.name, json.custrecord_note, json.custrecord_rank]).toEqual(['Saw 2', 'dry', undefined]);
    expect((await house.rest(`PUT ${TYPE}/SAW-1`, { custrecord_rank: 9 })).headers.get('location')).toBe(path);
    expect((await house.rest(`PUT ${TYPE}/eid:SAW-9`, { name: 'Saw 9' })).status).toBe(204);
    expect((await house.rest(`PATCH ${TYPE}/eid:SAW-9`, { custrecord_hot: true })).status).toBe(204);
    expect((await house.rest(`DELETE ${TYPE}/eid:SAW-9`)).status).toBe(204);
    expect((await house.rest(`DELETE ${path}`)).status).toBe(204);
    const gone = await house.rest(`GET ${path}`);
    expect([gone.status, gone.json.code]).toEqual([404, 'NONEXISTENT_ID']);
  });

  it('is listed with those of its type, and found by q', async () => {
    for (const [type, name, rank] of [
      ['inspection', 'A', 1],
      ['inspection', 'B', 2],
      ['workshop', 'C', 2],
    ])
      expect((await house.rest(`POST /customrecord_${type}`, { name, custrecord_rank: rank })).status).toBe(204);
    const total = async (q: string) =>
      (await house.rest(`GET ${TYPE}${q && `?q=${encodeURIComponent(q)}`}`)).json.totalResults;
    expect([await total(''), await total('custrecord_rank EQUAL 2'), await total('name END_WITH "b"')]).toEqual([
      2, 1, 1,
    ]);
    expect(await total('name IS C')).toBe(0);
    const page = await house.rest(`GET ${TYPE}?limit=1`);
    expect(page.json).toMatchObject({ count: 1, hasMore: true, totalResults: 2 });
  });

  it('is done in a job', async () => {
    const job = await house.rest(`POST ${TYPE}`, { name: 'J' }, { prefer: 'respond-async' });
    expect([job.status, job.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
  });

  it('of a type that the account does not have is refused by name', async () => {
    const { json: unknownType } = await house.rest('GET /nothing/7');
    for (const [line, body] of [
      ['POST /customrecord_nothing', { name: 'x' }],
      ['GET /customrecord_nothing'],
      ['GET /customrecord_nothing/7'],
      ['PATCH /customrecord_nothing/7', { name: 'x' }],
      ['PUT /customrecord_nothing/X', { name: 'x' }],
      ['DELETE /customrecord_nothing/7'],
    ] as const) {
      const { status, json } = await house.rest(line, body);
      const detail = 'There are no custom records of type customrecord_nothing.';
      expect([line, status, json.type, json.detail]).toEqual([line, 404, unknownType.type, detail]);
    }
    expect((await house.rest('GET /customrecord/7')).status).toBe(404);
    const unknown = await house.rest(`POST ${TYPE}`, { name: 'x', custrecord_unheard: 1 });
    expect([unknown.status, unknown.json.detail]).toEqual([400, expect.stringContaining('custrecord_unheard')]);
  });
});

const CORE = 'urn:core_2019_1.platform.webservices.example.com';
const CUSTOM = 'urn:customization_2019_1.setup.webservices.example.com';
const recType = { $type: `{${CORE}}CustomizationRef`, '@scriptId': 'customrecord_inspection' };
const refTo = (externalId: string) => ({
  $type: `{${CORE}}CustomRecordRef`,
  '@scriptId': recType['@scriptId'],
  '@externalId': externalId,
});
const field = (kind: string, scriptId: string, value: unknown) => ({
  $type: `{${CORE}}${kind}CustomFieldRef`,
  '@scriptId': scriptId,
  value,
});
const record = (name: string, fields: readonly object[]) => ({
  $type: `{${CUSTOM}}CustomRecord`,
  '@externalId': name,
  name,
  recType,
  customFieldList: { customField: fields },
});

describe.each([
  ["PHP's SoapClient", openPhp],
  ['zeep', openZeep],
])('a custom record, for %s in front of the record API', (_, open) => {
  let client: Client;
  beforeAll(async () => {
    client = await open('1.1')(`${face.origin}/services/BusinessRecordsPort_2019_1?wsdl`);
  }, 300_000);
  afterAll(() => client.close());

  it('is added, read, changed, found and deleted', async () => {
    const name = `S-${crypto.randomUUID()}`;
    const ask = async (operation: string, body: Readonly<Record<string, unknown>>) =>
      content(await client.call(operation, body));
    const values = [
      field('String', 'custrecord_note', 'wet'),
      field('Date', 'custrecord_checked', '2019-07-01T08:30:00+02:00'),
    ];
    const added = await ask('upsert', { record: record(name, values) });
    expect(JSON.stringify(added)).toMatch(/isSuccess"?:"?true/);
    const rest = await house.rest(`GET ${TYPE}/eid:${name}`);
    expect(rest.json).toMatchObject({ name, custrecord_note: 'wet', custrecord_checked: '2019-07-01T08:30:00+02:00' });
    const text = JSON.stringify(await ask('get', { baseRef: refTo(name) }));
    for (const part of [name, 'custrecord_note', 'wet', 'custrecord_checked']) expect(text).toContain(part);
    const basic = {
      $type: `{urn:common_2019_1.platform.webservices.example.com}CustomRecordSearchBasic`,
      recType,
      name: { '@operator': 'is', searchValue: name },
    };
    const found = JSON.stringify(await ask('search', { searchRecord: basic }));
    expect([found.match(/"totalRecords":"?1\b/)?.length, found.includes('wet')], found).toEqual([1, true]);
    await ask('delete', { baseRef: refTo(name) });
    expect((await house.rest(`GET ${TYPE}/eid:${name}`)).status).toBe(404);
  });
});

describe('a custom record whose type says more than its script id, for SOAP clients', () => {
  const through = async (body: string) =>
    (await house.soap.send(`${face.origin}/services/BusinessRecordsPort_2019_1`, body, '', {})).xml;
  const kind = (more: string) =>
    `<setupCustom:recType i:type="c:CustomizationRef" scriptId="customrecord_inspection" ${more}`;
  const written = (name: string, type: string) =>
    `<m:record i:type="setupCustom:CustomRecord" externalId="${name}"><setupCustom:name>${name}</setupCustom:name>${type}</m:record>`;

  it.each([
    ['type', 'type="customRecordType"/>'],
    ['internal id', 'internalId="301"/>'],
    ['name', '><c:name>Inspection</c:name></setupCustom:recType>'],
  ])('is written with its %s too', async (_, more) => {
    for (const operation of ['add', 'update', 'upsert', 'addList', 'updateList', 'upsertList']) {
      const name = `M-${operation}-${crypto.randomUUID()}`;
      if (operation.startsWith('update')) await house.rest(`POST ${TYPE}`, { name: 'before', externalId: name });
      const xml = await through(`<m:${operation}>${written(name, kind(more))}</m:${operation}>`);
      expect(xml).toContain('isSuccess="true"');
      expect(xml).not.toContain('isSuccess="false"');
      expect((await house.rest(`GET ${TYPE}/eid:${name}`)).json.name).toBe(name);
    }
  });

  it('is updated as get has shown it', async () => {
    const name = `M-${crypto.randomUUID()}`;
    await through(`<m:add>${written(name, kind('/>'))}</m:add>`);
    const ref = `<m:baseRef i:type="c:CustomRecordRef" scriptId="customrecord_inspection" externalId="${name}"/>`;
    const shown = await through(`<m:get>${ref}</m:get>`);
    const [record] = /<msgs:record[\s\S]*<\/msgs:record>/.exec(shown)!;
    const [envelope] = /<soap:Envelope[^>]*>/.exec(shown)!;
    const declared = [...envelope.matchAll(/ xmlns:\w+="[^"]*"/g)].join('');
    const changed = record.replace(`>${name}<`, '>Saw 9<').replace('<msgs:record', `<msgs:record${declared}`);
    const xml = await through(`<m:update>${changed}</m:update>`);
    expect(xml).toContain('isSuccess="true"');
    expect((await house.rest(`GET ${TYPE}/eid:${name}`)).json.name).toBe('Saw 9');
  });
});
