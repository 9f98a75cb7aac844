// Records that are deleted or added between two pages of a search hide no other one, and none comes twice: REST in front, SOAP in front, both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRecordApi } from '../../peers/record-api.ts';
import { callRest } from '../scene.ts';
import { people, secrets } from './foreign-people.ts';
import { type Face, Loop, present } from './loop.ts';

const BASE = '/services/rest/record/v1';
const SOAP = '/services/BusinessRecordsPort_2019_1';
const FIVE = '<m:searchPreferences><m:pageSize>5</m:pageSize></m:searchPreferences>';
const search = (subject: string) => `<m:search><m:searchRecord i:type="k:${subject}SearchBasic"/></m:search>`;
const further = (id: string, page: number) =>
  `<m:searchMoreWithId><m:searchId>${id}</m:searchId><m:pageIndex>${page}</m:pageIndex></m:searchMoreWithId>`;
const idsIn = (xml: string) => [...xml.matchAll(/<\w+:record [^>]*internalId="(\d+)"/g)].map(([, id]) => id);

const loop = new Loop();
let api: Awaited<ReturnType<typeof startRecordApi>>;
let face: Face;
let withSessions: Face;
beforeAll(async () => {
  await loop.start({ rest: { set: ['operations=resources'] }, soap: { set: ['operations=resources'] } });
  api = await startRecordApi();
  face = await present('soap', api.origin, { set: ['operations=none'] });
  Object.assign(process.env, secrets);
  const front = [{ session: { cookie: 'JSESSIONID', secure: false } }, 'none'];
  withSessions = await present('soap', api.origin, { set: ['operations=none'], auth: { front, callers: people } });
});
afterAll(async () => {
  await face.stop();
  await withSessions.stop();
  await api.stop();
  await loop.stop();
});

const rest = (line: string, origin = loop.rest, body?: unknown) =>
  callRest(origin, line.replace(' ', ` ${BASE}`), body, {}, 'manual');
const idsOf = async (line: string, origin?: string) =>
  (await rest(`GET ${line}`, origin)).json.items.map(({ id }: { id: string }) => id) as string[];

async function remove(type: string, ids: readonly string[], origin?: string): Promise<void> {
  for (const id of ids) expect((await rest(`DELETE /${type}/${id}`, origin)).status).toBe(204);
}

it('REST in front of the service: the link to the next page', async () => {
  const all = await idsOf('/campaignResponse?limit=1000');
  const first = await rest('GET /campaignResponse?limit=5');
  await remove('campaignResponse', [...all.slice(1, 4), all[6]]);
  const link = /<([^>]*)>; rel="next"/.exec(first.headers.get('link')!)![1];
  const second = (await callRest(loop.rest, `GET ${link}`, undefined, {}, 'manual')).json;
  expect(second.items.map(({ id }: { id: string }) => id)).toEqual([all[5], ...all.slice(7, 10)]);
});

/** All ids of the collection, page by page, each after the first record of the page before is gone. `further`: the address of the next page. */
async function walked(
  type: string,
  next: (page: { links: { rel: string; href: string }[] }, seen: number) => string | undefined,
) {
  const seen: string[] = [];
  const gone: string[] = [];
  let at: string | undefined = `${BASE}/${type}?limit=5`;
  for (let round = 0; at !== undefined && round < 100; round++) {
    const { json } = await callRest(loop.rest, `GET ${at}`, undefined, {}, 'manual');
    const ids = json.items.map(({ id }: { id: string }) => id) as string[];
    seen.push(...ids);
    if (ids.length > 0) gone.push(ids[0]);
    await remove(type, ids.slice(0, 1));
    at = ids.length === 0 ? undefined : next(json, seen.length);
  }
  return { seen, gone };
}

it.each([
  [
    'by the links of the responses',
    (page: { links: { rel: string; href: string }[] }) => page.links.find(({ rel }) => rel === 'next')?.href,
  ],
  ['by offsets that the client counts', (_: unknown, seen: number) => `${BASE}/note?limit=5&offset=${seen}`],
] as const)('REST in front of the service, %s: every record comes once', async (_, next) => {
  for (let n = 0; n < 22; n++)
    expect((await rest('POST /note', loop.rest, { title: `N ${n}`, note: 'x' })).status).toBe(204);
  const all = await idsOf('/note?limit=1000');
  const { seen, gone } = await walked('note', next);
  expect(gone.length).toBeGreaterThan(4);
  expect(seen).toEqual(all);
});

/** Follows links from `path` after the first item of the first page is gone, and then each time the last one that was seen. */
async function followed(path: string) {
  const type = path.slice(1, path.search(/[?]/));
  const all = await idsOf(`${path}&limit=1000`);
  return async (start: string) => {
    const seen: string[] = [];
    let at: string | undefined = `${BASE}${path}&${start}`;
    for (let round = 0; at !== undefined && round < 100; round++) {
      const { json } = await callRest(loop.rest, `GET ${at}`, undefined, {}, 'manual');
      const ids = json.items.map(({ id }: { id: string }) => id) as string[];
      seen.push(...ids);
      if (round % 2 === 0 && ids.length > 0) await remove(type, [round === 0 ? ids[0] : ids.at(-1)!]);
      at = json.links.find(({ rel }: { rel: string }) => rel === 'next')?.href;
    }
    expect(seen.length).toBeGreaterThan(2);
    return [seen, all.slice(all.indexOf(seen[0]))];
  };
}

const addBins = async (prefix: string, count: number) => {
  for (let n = 0; n < count; n++) {
    const memo = n % 2 ? 'odd' : 'even';
    const bin = { binNumber: `${prefix}${n}`, memo, location: { id: '1' } };
    expect((await rest('POST /bin', loop.rest, bin)).status).toBe(204);
  }
};

it.each(['limit=1', 'limit=2', 'limit=3&offset=1', 'limit=7&offset=3', 'limit=4'])(
  'REST in front of the service, windows that are no pages of it: %s',
  async (start) => {
    const prefix = `W${start.replaceAll(/\D/g, '')}x`;
    await addBins(prefix, 17);
    const [seen, all] = await (await followed(`/bin?q=binNumber%20START_WITH%20${prefix}`))(start);
    expect(seen).toEqual(all);
  },
);

it('REST in front of the service, windows that are no pages of it, by offsets that the client counts', async () => {
  await addBins('Count', 8);
  const path = '/bin?q=binNumber%20START_WITH%20Count&limit=1';
  const all = await idsOf(`${path}000`);
  const seen: string[] = [];
  for (let offset = 0; offset < all.length; offset++) {
    const [id] = await idsOf(`${path}&offset=${offset}`);
    seen.push(id);
    await remove('bin', [id]);
  }
  expect(seen).toEqual(all);
});

it.each([
  ['OR', 'binNumber START_WITH Any AND (memo IS odd OR binNumber CONTAIN y2)', 'limit=3'],
  ['a condition that the gateway tests', 'binNumber START_WITH End AND memo END_WITH n', 'limit=2&offset=1'],
])('REST in front of the service, several searches: %s', async (_, q, start) => {
  await addBins('Any', 20);
  await addBins('End', 20);
  const [seen, all] = await (await followed(`/bin?q=${encodeURIComponent(q)}`))(start);
  expect(seen).toEqual(all);
});

it.each(['campaignVertical', 'supportCaseIssue'])('REST in front of the service, a short list: %s', async (type) => {
  const [seen, all] = await (await followed(`/${type}?`))('limit=1');
  expect(seen).toEqual(all);
});

it('REST in front of the service: the link goes on with its search also where a job is preferred', async () => {
  const all = await idsOf('/campaignResponse?limit=1000');
  const first = await rest('GET /campaignResponse?limit=5');
  await remove('campaignResponse', all.slice(1, 3));
  const link = /<([^>]*)>; rel="next"/.exec(first.headers.get('link')!)![1];
  const second = await callRest(loop.rest, `GET ${link}`, undefined, { prefer: 'respond-async' }, 'manual');
  // The service has no job that goes on with a search: another one would leave out the records that have moved up.
  expect([second.status, second.headers.get('preference-applied')]).toEqual([200, null]);
  expect(second.json.items.map(({ id }: { id: string }) => id)).toEqual(all.slice(5, 10));
});

it('SOAP in front of that: further pages by the id of the search', async () => {
  const all = await idsOf('/calendarEvent?limit=1000');
  const first = await loop.through(search('CalendarEvent'), FIVE);
  expect(idsIn(first.xml)).toEqual(all.slice(0, 5));
  const id = first.text('searchId')!;
  await remove('calendarEvent', [...all.slice(1, 4), all[6]]);
  const second = await loop.through(further(id, 2), '');
  expect(idsIn(second.xml)).toEqual([all[5], ...all.slice(7, 11)]);
  // All that was shown, and more than a page of it.
  await remove('calendarEvent', [all[0], all[4], all[5], ...all.slice(7, 11)]);
  const third = await loop.through(further(id, 3), '');
  expect(idsIn(third.xml)).toEqual(all.slice(11, 16));
  // The response was lost: the same page again.
  expect(idsIn((await loop.through(further(id, 3), '')).xml)).toEqual(all.slice(11, 16));
  expect(Number(third.text('totalRecords'))).toBe(all.length - 1);
});

it('SOAP in front of a record API of somebody else, which wants offsets divisible by the limit', async () => {
  const send = (body: string, head = '') => loop.direct.send(face.origin + SOAP, body, head, {});
  const add = async () => {
    const answer = await rest('POST /bin', api.origin, { binNumber: 'Page' });
    return answer.headers.get('location')!.split('/').at(-1)!;
  };
  for (let n = 0; n < 20; n++) await add();
  const all = await idsOf('/bin?limit=1000', api.origin);
  const first = await send(search('Bin'), FIVE);
  const id = first.text('searchId')!;
  const shown = idsIn(first.xml);
  await remove('bin', all.slice(0, 2), api.origin);
  // As many come as go: no count shows it.
  const later = [await add(), await add()];
  for (let page = 2; page <= 5; page++) shown.push(...idsIn((await send(further(id, page))).xml));
  expect(shown).toEqual([...all, ...later]);
});

describe('two clients with one credential', () => {
  it('have searches of their own by the links of their responses, forth and back, in front of the service', async () => {
    const all = await idsOf('/calendarEvent?limit=1000');
    const follow = async (href: string) => {
      const { json } = await callRest(loop.rest, `GET ${href}`, undefined, {}, 'manual');
      const link = (name: string) => json.links.find(({ rel }: { rel: string }) => rel === name)?.href as string;
      return {
        ids: json.items.map(({ id }: { id: string }) => id) as string[],
        next: link('next'),
        previous: link('prev'),
      };
    };
    const begin = () => follow(`${BASE}/calendarEvent?limit=5`);
    const a = await begin();
    await remove('calendarEvent', all.slice(1, 4));
    const b = await begin();
    expect([a.ids, b.ids]).toEqual([all.slice(0, 5), [all[0], ...all.slice(4, 8)]]);
    const [a2, b2] = [await follow(a.next), await follow(b.next)];
    expect([a2.ids, b2.ids]).toEqual([all.slice(5, 10), all.slice(8, 13)]);
    const [b3, a3] = [await follow(b2.next), await follow(a2.next)];
    expect([a3.ids, b3.ids]).toEqual([all.slice(10, 15), all.slice(13, 18)]);
    expect((await follow(a3.previous)).ids).toEqual(a2.ids);
    expect((await follow(b3.previous)).ids).toEqual(b2.ids);
    // Whoever counts offsets goes on with the latest search of the credential.
    expect(await idsOf('/calendarEvent?limit=5&offset=5')).toEqual(b2.ids);
  });

  it('have searches of their own by their ids, in front of the service', async () => {
    const all = await idsOf('/campaignResponse?limit=1000');
    expect(all.length).toBeGreaterThan(25);
    const begin = async () => {
      const { xml, text } = await loop.through(search('CampaignResponse'), FIVE);
      return { id: text('searchId')!, seen: idsIn(xml) };
    };
    const a = await begin();
    const gone = all.slice(0, 2);
    await remove('campaignResponse', gone);
    const b = await begin();
    for (const page of [2, 3])
      for (const client of [b, a]) {
        client.seen.push(...idsIn((await loop.through(further(client.id, page), '')).xml));
        const latest = client.seen.at(-1)!;
        gone.push(latest);
        await remove('campaignResponse', [latest]);
      }
    for (const { seen } of [a, b]) {
      expect(new Set(seen).size).toBe(seen.length);
      // Up to the last one that was seen, none that is there lacks.
      const missed = all.slice(0, all.indexOf(seen.at(-1)!)).filter((id) => !seen.includes(id) && !gone.includes(id));
      expect([seen.length, missed]).toEqual([15, []]);
    }
  });

  it('have sessions of their own, and searchNext goes on with the search of its session', async () => {
    const content =
      '<m:passport><c:email>ada@example.com</c:email><c:password>a word</c:password><c:account>ACME</c:account></m:passport>';
    const send = (body: string, head = '', headers = {}) =>
      loop.direct.send(withSessions.origin + SOAP, body, head, headers);
    const begin = async () => ({ cookie: (await send(`<m:login>${content}</m:login>`)).cookies[0] });
    const [a, b] = [await begin(), await begin()];
    const all = await idsOf('/bin?limit=1000', api.origin);
    expect(idsIn((await send(search('Bin'), FIVE, a)).xml)).toEqual(all.slice(0, 5));
    expect((await send(search('Account'), FIVE, b)).text('totalRecords')).toBe('2');
    await remove('bin', [all[1], all[5]], api.origin);
    expect(idsIn((await send('<m:searchNext/>', '', a)).xml)).toEqual(all.slice(6, 11));
    expect(idsIn((await send(search('Bin'), FIVE, b)).xml)).toEqual([all[0], ...all.slice(2, 5), all[6]]);
    expect(idsIn((await send('<m:searchNext/>', '', a)).xml)).toEqual(all.slice(11, 16));
    expect(idsIn((await send('<m:searchNext/>', '', b)).xml)).toEqual(all.slice(7, 12));
  });
});
