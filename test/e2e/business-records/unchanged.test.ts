// What a client gets it can send back: PATCH by id, PATCH and PUT by external id, of every record type and in every view. Nothing changes.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractFolder } from '../../business-records/tables.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { type Kind, kinds, restOf } from './drawn.ts';
import { House } from './house.ts';
import { seededIds } from './seeded-ids.ts';
import { Twins } from './twins.ts';

const house = new House();
let twins: Twins;

beforeAll(async () => {
  await house.start();
  twins = new Twins(house, await seededIds(house.soap), () => {});
});
afterAll(() => house.stop());

const VIEWS = [
  '',
  '?expandSubResources=true',
  '?simpleEnumFormat=true',
  '?expandSubResources=true&simpleEnumFormat=true',
];

/** A record with every field, and an external id where the type has one. */
async function made({ rest, type }: Kind, mark: string, body: string): Promise<string> {
  const external = type.external ? `"externalId":"kept-${mark}",` : '';
  const { status, text, headers } = await house.rest(`POST /${rest}`, body.replace('{', `{${external}`));
  expect([status, text]).toEqual([204, '']);
  return headers.get('location')!.split('/').at(-1)!;
}

/** The whole record, without the time of its last change. */
async function whole(path: string): Promise<string> {
  const { status, text } = await house.rest(`GET ${path}?expandSubResources=true`);
  expect(status).toBe(200);
  return text.replace(/"lastModifiedDate":"[^"]*",?/, '');
}

/** What a view leaves out counts too: the whole record is compared. */
async function expectKept(path: string, view: string, write: string): Promise<void> {
  const before = await whole(path);
  const { text } = await house.rest(`GET ${path}${view}`);
  const bulk = write.endsWith('/!bulk');
  const sent = bulk ? `{"items":[${text}]}` : text;
  const { status, text: problem, json, headers } = await house.rest(write, sent);
  if (bulk) expect(json.items.map((one: { status: number }) => one.status)).toEqual([204]);
  else expect([write, status, problem, headers.get('x-service-left-out')]).toEqual([write, 204, '', null]);
  expect(await whole(path)).toBe(before);
}

/** The paths of one record. */
const pathsOf = (rest: string, id: string, external: string | undefined) =>
  [id, ...(external === undefined ? [] : [`eid:${external}`])].map((name) => `/${rest}/${name}`);

describe.each(kinds.map((kind) => [kind.rest, kind] as const))('%s', (rest, kind) => {
  const bytes = fc.uint8Array({ minLength: 500, maxLength: 3000, size: 'max' });
  const { external } = kind.type;
  const hasLines = [...kind.type.fields.values()].some((field) => field.kind === 'sublist');

  it.each(VIEWS)('can be sent back as it was got%s', async (view) => {
    const drawn = twins.drawn(kind, fc.sample(bytes, 1)[0], true);
    const mark = `${rest}-${drawn.mark}`;
    const id = await made(kind, mark, restOf(kind, drawn.rest));
    const [byId, byExternal] = pathsOf(rest, id, external ? `kept-${mark}` : undefined);
    for (const path of external ? [byId, byExternal] : [byId]) {
      await expectKept(path, view, `PATCH ${byId}`);
      await expectKept(path, view, `PATCH /${rest}/!bulk`);
      if (!external) continue;
      await expectKept(path, view, `PATCH ${byExternal}`);
      await expectKept(path, view, `PUT ${byExternal}`);
      await expectKept(path, view, `PUT /${rest}/!bulk`);
    }
    if (hasLines) expect(await whole(byId)).toMatch(/"items":\[\{/);
  });

  it('can be sent back, of those that are there from the beginning', async () => {
    const { json } = await house.rest(`GET /${rest}?limit=${VIEWS.length}`);
    const items: { readonly id: string }[] = json.items ?? [];
    for (const [n, view] of items.length === 0 ? [] : VIEWS.entries()) {
      const { id } = items[n % items.length];
      const { json: record } = await house.rest(`GET /${rest}/${id}`);
      const named = record.externalId;
      const [byId, byExternal] = pathsOf(rest, id, named && encodeURIComponent(named));
      await expectKept(byId, view, `PATCH ${byId}`);
      if (byExternal === undefined) continue;
      for (const method of ['PATCH', 'PUT']) await expectKept(byExternal, view, `${method} ${byExternal}`);
    }
  });
});

describe('the lines of a sublist without a key', () => {
  const line = { item: { id: '2472' }, quantity: 1 };
  const lines = async (path: string) => (await house.rest(`GET ${path}/inventory`)).json.totalResults;
  let path: string;

  beforeAll(async () => {
    const body = JSON.stringify({ location: { id: '1' }, inventory: { items: [line, line] } });
    path = `/binTransfer/${(await house.rest('POST /binTransfer', body)).headers.get('location')!.split('/').at(-1)}`;
  });

  it.each(['?fields=inventory', '?fields=inventory.items'])(
    'are kept where a client selects them: %s',
    async (view) => {
      await expectKept(path, view, `PATCH ${path}`);
      await expectKept(path, view, `PATCH ${path}?replace=inventory`);
      expect(await lines(path)).toBe(2);
    },
  );

  it('are kept where some are whole and others links: that is refused', async () => {
    const { json } = await house.rest(`GET ${path}?fields=inventory.items`);
    const items = [...json.inventory.items, line];
    const { status, json: problem } = await house.rest(`PATCH ${path}`, JSON.stringify({ inventory: { items } }));
    expect([status, problem.errors[0].path]).toEqual([422, '$.inventory.items[0]']);
    expect(await lines(path)).toBe(2);
  });

  it('go where a client says that there are none', async () => {
    const { status } = await house.rest(`PATCH ${path}`, JSON.stringify({ inventory: { items: [] } }));
    expect([status, await lines(path)]).toEqual([204, 0]);
  });
});

it('libxml2 finds every request valid', () => {
  const oracle = openOracle(contractFolder);
  expect(oracle.validate(house.sent).flatMap(({ problems }) => problems)).toEqual([]);
  oracle.close();
});
