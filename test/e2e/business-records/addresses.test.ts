// Every address that a record shows leads somewhere: sublists, their lines and subrecords, of every record type, by either id.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Doc } from '../../../examples/records/store/values.ts';
import { kinds, restOf } from './drawn.ts';
import { BASE, House } from './house.ts';
import { seededIds } from './seeded-ids.ts';
import { Twins, unlinked } from './twins.ts';

const house = new House();
let twins: Twins;

beforeAll(async () => {
  await house.start();
  twins = new Twins(house, await seededIds(house.soap), () => {});
});
afterAll(() => house.stop());

interface Addressed {
  readonly path: string;
  readonly value: Doc;
}

/** All values in it that say where they are, outermost first. */
function addressed(value: unknown): Addressed[] {
  if (typeof value !== 'object' || value === null) return [];
  const { links } = value as { links?: { rel: string; href: string }[] };
  const inside = Object.values(value).flatMap(addressed);
  const self = links?.find(({ rel }) => rel === 'self');
  return self ? [{ path: self.href, value: value as Doc }, ...inside] : inside;
}

const COLLECTION = 'application/vnd.vendor.resource+json; type=collection';
const SINGULAR = 'application/vnd.vendor.resource+json; type=singular';

/** What a collection has beside what stands in the record. */
function content(text: string): Doc {
  const { count, offset, hasMore, totalResults, ...others } = unlinked(text);
  if (others['items'] === undefined || count === undefined) return unlinked(text);
  expect([offset, hasMore, totalResults]).toEqual([0, false, count]);
  expect((others['items'] as unknown[]).length).toBe(count);
  return others;
}

describe.each(kinds.map((kind) => [kind.rest, kind] as const))('%s', (name, kind) => {
  it('has a resource at each address, with what the record shows there', async () => {
    const bytes = fc.uint8Array({ minLength: 500, maxLength: 3000, size: 'max' });
    const { rest } = twins.drawn(kind, fc.sample(bytes, 1)[0], true);
    const external = kind.type.external ? { '@externalId': `at-${name}` } : {};
    const made = await house.rest(`POST /${name}`, restOf(kind, { ...rest, ...external }));
    const paths = [made.headers.get('location')!, ...(kind.type.external ? [`${BASE}/${name}/eid:at-${name}`] : [])];
    for (const path of paths) {
      const whole = await house.rest(`GET ${path}?expandSubResources=true&simpleEnumFormat=true`);
      const [record, ...parts] = addressed(JSON.parse(whole.text));
      expect(record.path).toBe(path);
      for (const part of parts) {
        const shown = await house.rest(`GET ${part.path}?expandSubResources=true&simpleEnumFormat=true`);
        expect([part.path, shown.status]).toEqual([part.path, 200]);
        expect([part.path, content(shown.text)]).toEqual([part.path, unlinked(JSON.stringify(part.value))]);
        expect(shown.headers.get('content-type')).toBe('items' in part.value ? COLLECTION : SINGULAR);
      }
    }
  });
});

describe('a sales order', () => {
  const line = (item: string, quantity: number) => ({ item: { id: item }, quantity });
  let order: string;

  beforeAll(async () => {
    const [item] = (await house.rest('GET /assemblyItem?limit=1')).json.items;
    const [customer] = (await house.rest('GET /customer?limit=1')).json.items;
    const body = { entity: { id: customer.id }, item: { items: [line(item.id, 1), line(item.id, 2)] } };
    const made = await house.rest('POST /salesOrder', body);
    expect([made.status, made.text]).toEqual([204, '']);
    order = made.headers.get('location')!;
  });

  it('shows its sublist as links, lines as they are, and both whole where that is asked for', async () => {
    const sublist = await house.rest(`GET ${order}/item`);
    const items = [1, 2].map((number) => ({ links: [{ rel: 'self', href: `${order}/item/${number}` }] }));
    const page = { count: 2, offset: 0, hasMore: false, totalResults: 2 };
    expect(sublist.json).toMatchObject({ ...page, links: [{ rel: 'self', href: `${order}/item` }], items });
    const whole = await house.rest(`GET ${order}/item?expandSubResources=true`);
    expect(whole.json.items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 2]);
    expect((await house.rest(`GET ${order}/item/2`)).json).toMatchObject({ ...items[1], line: 2, quantity: 2 });
  });

  it('has a sublist without lines, and no subrecord that it does not have', async () => {
    expect((await house.rest(`GET ${order}/partners`)).json).toMatchObject({ items: [], totalResults: 0 });
    for (const path of ['shippingAddress', 'item/3', 'item/1/inventoryDetail', 'memo', 'nothing', 'item/1/x/y'])
      expect([path, (await house.rest(`GET ${order}/${path}`)).json]).toEqual([
        path,
        expect.objectContaining({ status: 404, code: 'NOT_FOUND', detail: `there is no "${path}" here` }),
      ]);
    const gone = await house.rest('GET /salesOrder/99999999/item');
    expect([gone.status, gone.json.code]).toEqual([404, 'NONEXISTENT_ID']);
  });

  it.each(['orderLine', 'line'])('has lines that are known by %s', async (key) => {
    const [customer] = (await house.rest('GET /customer?limit=1')).json.items;
    const [item] = (await house.rest('GET /assemblyItem?limit=1')).json.items;
    const items = [{ ...line(item.id, 1), [key]: 4 }, line(item.id, 2)];
    const made = await house.rest('POST /invoice', { entity: { id: customer.id }, item: { items } });
    const invoice = made.headers.get('location')!;
    const { json } = await house.rest(`GET ${invoice}/item`);
    const addresses: string[] = json.items.map((one: { links: [{ href: string }] }) => one.links[0].href);
    expect(addresses).toHaveLength(2);
    expect(addresses[0]).toBe(`${invoice}/item/4`);
    for (const [n, address] of addresses.entries())
      expect((await house.rest(`GET ${address}`)).json).toMatchObject({ quantity: n + 1 });
  });

  it('says which methods its parts have', async () => {
    const head = await house.rest(`HEAD ${order}/item`);
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', COLLECTION]);
    const options = await house.rest(`OPTIONS ${order}/item/1`);
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const removed = await house.rest(`DELETE ${order}/item/1`);
    expect([removed.status, removed.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const transform = await house.rest('OPTIONS /assemblyItem/1/!transform/workOrder');
    expect(transform.headers.get('allow')).toBe('OPTIONS, POST');
    expect((await house.rest('GET /bin/7/!nothing')).status).toBe(404);
  });
});
