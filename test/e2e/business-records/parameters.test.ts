// The 13 parameters of the record API in both of its revisions, over the records service. A row of the page is what tests have shown.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE, House, token } from './house.ts';
import { finished } from './jobs.ts';
import { expectPage, ObservationTable } from './observation-table.ts';

const seen = new ObservationTable();
const NAMES = 'x-service-propertynamevalidation';
const VALUES = 'x-service-propertyvaluevalidation';
const LEFT_OUT = 'x-service-left-out';
const KEY = 'x-service-idempotency-key';
const keys = [
  '5f0c1f6e-2a3b-4c4d-8e9f-0a1b2c3d4e5f',
  '0b8f7b4a-53a5-4a6f-9d1c-6f2f3a1b7c11',
  'c2d1a0f9-8e7d-4c6b-9a5f-4e3d2c1b0a98',
  'd4e5f6a7-1b2c-4d3e-8f90-a1b2c3d4e5f6',
];
const async = { prefer: 'respond-async' };

describe.each(['1', '2'])('revision %s', (revision) => {
  const house = new House();
  const column = `revision ${revision}`;
  beforeAll(() => house.start({}, token(0), ['--set', `revision=${revision}`]));
  afterAll(() => house.stop());

  let made = 0;
  const bin = () => ({ binNumber: `P ${revision}.${++made}`, location: { id: '1' }, memo: 'as made' });
  const added = async () => {
    const { headers } = await house.rest('POST /bin', bin());
    return headers.get('location')!.slice(BASE.length);
  };
  const read = async (path: string) => (await house.rest(`GET ${path}`)).json;
  const first = async (type: string, q: string) =>
    (await read(`/${type}?limit=5&q=${encodeURIComponent(q)}`)).items[0].id as string;

  /** The test is the case that shows the parameter. */
  const shows = (parameter: string, title: string, test: () => Promise<void>) =>
    it(`${parameter}: ${title}`, async () => {
      await test();
      seen.add(parameter, column, title);
    });

  shows('Prefer', 'a request that is a job, its state and its result', async () => {
    const { accepted, result } = await finished(house, 'POST /bin', bin());
    expect(accepted.headers.get('preference-applied')).toBe('respond-async');
    expect((await read(result.headers.get('location')!.slice(BASE.length))).memo).toBe('as made');
    const wrong = 'GET /bin/99999999';
    const [failure, same] = [(await finished(house, wrong, undefined, 'failed')).result, await house.rest(wrong)];
    expect([failure.status, failure.json]).toEqual([same.status, { ...same.json, instance: expect.any(String) }]);
    for (const prefer of ['Respond-Async', 'respond-async, wait=10', 'return=minimal, respond-async; by=now']) {
      const { status, headers } = await house.rest('GET /bin/eid:BIN-1', undefined, { prefer });
      expect([prefer, status, headers.get('preference-applied')]).toEqual([prefer, 202, 'respond-async']);
    }
    const { status, headers } = await house.rest('GET /bin/eid:BIN-1', undefined, { prefer: 'wait=10' });
    expect([status, headers.has('preference-applied')]).toEqual([200, false]);
  });

  const once =
    revision === '1' ? 'one key is one job, of any request; without `Prefer` it is ignored' : 'not defined: ignored';
  shows('X-Service-Idempotency-Key', once, async () => {
    const body = bin();
    const ask = async () => (await house.rest('POST /bin', body, { ...async, [KEY]: keys[0] })).headers.get('location');
    const [one, two] = [await ask(), await ask()];
    expect(one === two).toBe(revision === '1');
    const upserted = bin();
    const others = [
      ['GET /bin/eid:BIN-1'],
      ['GET /bin?limit=5'],
      ['GET /assemblyItem?limit=5&q=itemId%20START_WITH%20A'],
      ['PUT /bin/eid:ONCE', upserted],
      ['PATCH /bin/eid:ONCE', { memo: 'later' }],
      ['DELETE /bin/eid:ONCE'],
    ] as const;
    for (const [line, sent] of others) {
      const headers = { ...async, [KEY]: randomUUID() };
      const asked = [await house.rest(line, sent, headers), await house.rest(line, sent, headers)];
      expect(asked.map(({ status }) => status)).toEqual([202, 202]);
      const [job, same] = asked.map((answer) => answer.headers.get('location')!);
      expect(job === same).toBe(revision === '1');
      // The key is that of the submission.
      expect((await house.rest(`GET ${job}`, undefined, headers)).status).toBeLessThan(400);
    }
    const removed = await house.rest('DELETE /bin/eid:BIN-9', undefined, { ...async, [KEY]: keys[0] });
    expect(removed.status).toBe(revision === '1' ? 422 : 202);
    if (revision === '1') expect((await house.rest('GET /bin/eid:BIN-9')).status).toBe(200);
    const odd = await house.rest('POST /bin', bin(), { ...async, [KEY]: 'no uuid' });
    expect(odd.status).toBe(revision === '1' ? 400 : 202);
    const item = await first('assemblyItem', 'itemId START_WITH OAK');
    const transform = async (more: object = {}, key = keys[2]) => {
      const changes = { quantity: 2, memo: `by a key, ${revision}`, ...more };
      return house.rest(`POST /assemblyItem/${item}/!transform/workOrder`, changes, { ...async, [KEY]: key });
    };
    const before = house.sent.length;
    const made = [await transform(), await transform()].map(({ headers }) => headers.get('location'));
    expect(new Set(made).size).toBe(revision === '1' ? 1 : 2);
    const operations = ['initialize', 'asyncAddList'].map(
      (name) => house.sent.slice(before).filter((xml) => xml.includes(`<msgs:${name}>`)).length,
    );
    expect(operations).toEqual(revision === '1' ? [1, 1] : [2, 2]);
    expect((await transform({ memo: 'another' })).status).toBe(revision === '1' ? 422 : 202);
    const wrong = [await transform({ quantity: 'two' }, keys[3]), await transform({ quantity: 'two' }, keys[3])];
    expect(wrong.map(({ status, json }) => [status, json.code])).toEqual(wrong.map(() => [422, 'CODEC_TYPE']));
    const sync = { [KEY]: keys[1] };
    const places = [await house.rest('POST /bin', bin(), sync), await house.rest('POST /bin', bin(), sync)];
    expect(new Set(places.map(({ headers }) => headers.get('location'))).size).toBe(2);
  });

  shows('q', 'records that fit, and 400 with the character of a mistake', async () => {
    const q = (text: string) => house.rest(`GET /bin?limit=5&q=${encodeURIComponent(text)}`);
    expect((await q('externalId ANY_OF [BIN-1, BIN-2] AND isInactive IS false')).json.totalResults).toBe(2);
    const { status, text } = await q('binNumber IS a AND unheard IS b');
    expect([status, text]).toEqual([400, expect.stringContaining('at character 20')]);
  });

  shows('limit', 'size of the page, 1000 unless given, no more than 1000', async () => {
    expect((await read('/account?limit=7')).count).toBe(7);
    expect((await read('/budgetExchangeRate')).count).toBeGreaterThan(100);
    expect((await house.rest('GET /account?limit=1001')).status).toBe(400);
  });

  shows('offset', 'where the page begins, 0 unless given', async () => {
    const ids = (json: { items: { id: string }[] }) => json.items.map(({ id }) => id);
    const whole = ids(await read('/account?limit=10'));
    expect(ids(await read('/account?limit=4&offset=3'))).toEqual(whole.slice(3, 7));
    expect((await house.rest('GET /account?offset=-1')).status).toBe(400);
  });

  shows('id', 'internal, a whole number of 32 bits; external with `eid:`; anything else is 400', async () => {
    const { id } = await read('/bin/eid:BIN-1');
    expect((await read(`/bin/${id}`)).externalId).toBe('BIN-1');
    expect((await house.rest(`PUT /bin/eid:P-${revision}`, bin())).status).toBe(204);
    for (const wrong of ['abc', '2147483648', '1.5'])
      expect((await house.rest(`GET /bin/${wrong}`)).json).toMatchObject({ status: 400, code: 'BAD_PATH' });
  });

  const event = () => first('calendarEvent', 'title START_WITH Visit');

  shows('expandSubResources', 'links to sublists, or the whole of them', async () => {
    const path = `/calendarEvent/${await event()}`;
    expect(Object.keys((await read(path)).attendee)).toEqual(['links']);
    expect((await read(`${path}?expandSubResources=true`)).attendee.items.length).toBeGreaterThan(0);
  });

  shows('simpleEnumFormat', 'enumerated values with a label, or bare', async () => {
    const path = `/account/${await first('account', 'acctType ANY_OF [Bank]')}`;
    expect((await read(path)).acctType).toEqual({ id: 'Bank', refName: 'Bank' });
    expect((await read(`${path}?simpleEnumFormat=true`)).acctType).toBe('Bank');
  });

  const named =
    revision === '1' ? 'fields and sublists that are named' : 'fields that are named; names of sublists are 400';
  shows('fields', named, async () => {
    const path = `/calendarEvent/${await event()}?fields=title`;
    expect(Object.keys(await read(path)).toSorted()).toEqual(['id', 'links', 'title']);
    const { status, json } = await house.rest(`GET ${path},attendee`);
    expect([status, 'attendee' in json]).toEqual(revision === '1' ? [200, true] : [400, false]);
  });

  shows('replace', 'lines of sublists that are named are replaced, those of others are added', async () => {
    const { headers } = await house.rest('POST /bomRevision', {
      name: `Revision ${revision}`,
      billOfMaterials: { id: await first('bom', 'name CONTAIN Table') },
    });
    const path = headers.get('location')!.slice(BASE.length);
    const items = (await read('/assemblyItem?limit=5')).items.map(({ id }: { id: string }) => id);
    const patch = (query: string, id: string) =>
      house.rest(`PATCH ${path}${query}`, { component: { items: [{ item: { id }, bomQuantity: 1 }] } });
    const lines = async () =>
      (await read(`${path}?expandSubResources=true`)).component.items.map(
        (one: { item: { id: string } }) => one.item.id,
      );
    for (const id of items.slice(0, 2)) expect((await patch('', id)).status).toBe(204);
    expect((await lines()).toSorted()).toEqual(items.slice(0, 2).toSorted());
    expect((await patch('?replace=component', items[2])).status).toBe(204);
    expect(await lines()).toEqual([items[2]]);
    const line = (id: string) => ({ component: { items: [{ item: { id }, quantity: 1 }] } });
    const build = { item: { id: items[3] }, quantity: 1, ...line(items[0]) };
    const from = (await house.rest('POST /assemblyBuild', build)).headers.get('location')!.slice(BASE.length);
    for (const [query, expected] of [
      ['', items.slice(0, 2)],
      ['?replace=component', [items[1]]],
    ] as const) {
      const made = await house.rest(`POST ${from}/!transform/assemblyUnbuild${query}`, line(items[1]));
      const record = await read(`${made.headers.get('location')!.slice(BASE.length)}?expandSubResources=true`);
      expect(record.component.items.map((one: { item: { id: string } }) => one.item.id)).toEqual(expected);
    }
    expect((await house.rest(`PATCH ${path}?replace=unheard`, {})).json.code).toBe('BAD_QUERY');
  });

  shows('replaceSelectedFields', 'null deletes the fields that `replace` names, and no others', async () => {
    const path = await added();
    const clear = (query: string) => house.rest(`PATCH ${path}?replaceSelectedFields=true${query}`, { memo: null });
    expect([(await clear('')).status, (await read(path)).memo]).toEqual([204, 'as made']);
    expect([(await clear('&replace=memo')).status, (await read(path)).memo]).toEqual([204, undefined]);
  });

  const validation = async (header: string, body: object, preset: string) => {
    const path = await added();
    const said = async (strictness?: string) => {
      const answer = await house.rest(`PATCH ${path}`, body, strictness ? { [header]: strictness } : {});
      return [answer.status, answer.headers.has(LEFT_OUT)];
    };
    const expected: Record<string, unknown> = { Error: [422, false], Warning: [204, true], Ignore: [204, false] };
    for (const [strictness, outcome] of Object.entries(expected)) expect(await said(strictness)).toEqual(outcome);
    expect(await said()).toEqual(expected[preset]);
  };

  shows(
    'X-Service-PropertyNameValidation',
    'unknown names: 422, left out and told, left out; `Warning` unless given',
    () => validation(NAMES, { memo: 'anew', unheard: 1 }, 'Warning'),
  );

  shows(
    'X-Service-PropertyValueValidation',
    'wrong values: 422, left out and told, left out; `Error` unless given',
    () => validation(VALUES, { memo: 'anew', isInactive: 'perhaps' }, 'Error'),
  );
});

it('is the page of the docs', async () => {
  const rows = [
    'Prefer',
    'X-Service-Idempotency-Key',
    'q',
    'limit',
    'offset',
    'id',
    'expandSubResources',
    'simpleEnumFormat',
    'fields',
    'replace',
    'replaceSelectedFields',
    'X-Service-PropertyNameValidation',
    'X-Service-PropertyValueValidation',
  ];
  const columns = ['revision 1', 'revision 2'];
  expect(columns.map((column) => seen.count(column))).toEqual([13, 13]);
  await expectPage('business-records-parameters.md', 'test/e2e/business-records/parameters.test.ts', [
    '# The 13 parameters in both revisions, as tests have seen them over the reference service',
    'The revision is the setting `revision` of the mapping. Each cell is the name of the test that has just passed.',
    seen.table('parameter', rows, columns),
  ]);
});
