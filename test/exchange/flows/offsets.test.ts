// Windows of a service that takes an offset and a limit itself, either side in front.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { smallWsdl } from '../../init/small-contract.ts';
import { problemsOf } from '../../mapping/tables.ts';
import { sample } from '../../sample-size.ts';
import { temp } from '../../server/temp.ts';
import { openScene, type Service } from './scene.ts';

const wsdl = smallWsdl({
  operations: ['FindRooms(floor?: int, offset?: int, limit?: int) -> room?: Room[], total?: int, more?: boolean'],
  types: { Room: 'id: int' },
});
const rowsOf = (
  found: string,
  keys = 'size: [ 1, 50 ]',
  asks = 'offset: "{offset}", limit: "{limit}"',
) => `contract: rooms.wsdl
rules:
  - id: rooms
    rest: { request: "GET /rooms?floor={floor?}&limit={limit=20}&offset={offset=0}", response: { body: { items: "{items}"${found.includes('{total}') ? ', total: "{total}"' : ''}, hasMore: "{more}" } } }
    soap: { request: { FindRooms: { floor: "{floor}", ${asks} } }, response: { FindRoomsResponse: { room: "{items}"${found} } } }
    pages: { ${keys} }
`;
const WHOLE = ', total: "{total}"';
const MORE = ', more: "{more}"';
const folder = (rows: string) => temp({ 'mapping.yaml': `soapstone: 2\n${rows}`, 'rooms.wsdl': wsdl });
const list = (n: number) => Array.from({ length: n }, (_, id) => ({ id }));

/** `n` rooms, of which it gives no more than `most` at a time. */
const service =
  (n: number, most: number): Service =>
  (_, { offset, limit }) => {
    const start = Number(offset);
    const items = list(n).slice(start, start + Math.min(Number(limit), most));
    return { items, total: n, more: start + items.length < n };
  };

test.each([
  ['the number of all', WHOLE],
  ['whether there are more', MORE],
])('every window has its items, whatever the service gives at a time, where it says %s', async (_, found) => {
  const path = folder(rowsOf(found));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(60),
      fc.nat(70),
      fc.nat(70),
      fc.integer({ min: 1, max: 60 }),
      async (n, offset, limit, most) => {
        const { ask, calls } = await openScene(path, service(n, most));
        const { items, more } = await ask('rooms', { offset, limit, floor: 1 });
        expect(items).toEqual(list(n).slice(offset, offset + limit));
        expect(more).toBe(offset + limit < n);
        for (const { values } of calls) expect(Number(values['limit'])).toBeLessThanOrEqual(50);
      },
    ),
    { numRuns: sample(30, 300) },
  );
});

test('a window that fits is one call, and nothing is kept for it', async () => {
  const { ask, calls } = await openScene(folder(rowsOf(WHOLE)), service(100, 100));
  for (const offset of [7, 7, 60]) await ask('rooms', { offset, limit: 30 });
  expect(calls.map(({ values }) => [values['offset'], values['limit']])).toEqual([
    [7, 30],
    [7, 30],
    [60, 30],
  ]);
});

test('a service that says nothing has more where a window is full', async () => {
  const { ask } = await openScene(folder(rowsOf('')), (name, values, exchange) => ({
    items: (service(30, 50)(name, values, exchange) as { items: unknown }).items,
  }));
  expect(await ask('rooms', { offset: 0, limit: 20 })).toMatchObject({ more: true });
  expect(await ask('rooms', { offset: 20, limit: 20 })).toMatchObject({ items: list(30).slice(20), more: false });
});

test('SOAP clients get the windows of a REST collection', async () => {
  const path = folder(rowsOf(WHOLE));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(60),
      fc.nat(70),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 60 }),
      async (n, offset, limit, most) => {
        const { ask } = await openScene(path, service(n, most), { present: 'soap' });
        const { items, total } = await ask('rooms', { offset, limit });
        expect([items, total]).toEqual([list(n).slice(offset, offset + limit), n]);
      },
    ),
    { numRuns: sample(30, 300) },
  );
  const { ask } = await openScene(path, service(80, 80), { present: 'soap' });
  expect((await ask('rooms', {})).items).toEqual(list(50));
  await expect(ask('rooms', { limit: 51 })).rejects.toThrow('a page has 1 to 50 items, not 51');
});

test.each([
  ['size: [ 1, 50 ]', 'offset: "{offset}", limit: "{size}"', 'beside {offset} the service takes {limit}, not {size}'],
  ['size: [ 1, 50 ]', 'offset: "{offset}", limit: "{page}"', 'a service goes by {page} or by {offset}'],
  ['size: [ 1, 50 ]', 'limit: "{size}"', '"pages" needs "next", or {page} or {offset} in soap.request'],
  ['size: all', 'offset: "{offset}", limit: "{limit}"', 'with "size: all" the service takes no {offset}'],
])('%s with %s is refused', async (keys, asks, message) => {
  const contract = await loadContract(join(folder(''), 'rooms.wsdl'));
  expect(problemsOf(contract, rowsOf(WHOLE, keys, asks)).join('\n')).toContain(message);
});

test('documents give the limits of both parameters', async () => {
  const { mapping } = await openScene(folder(rowsOf(WHOLE)), () => ({}));
  expect(describeRest([mapping]).components?.parameters).toMatchObject({
    limit: { schema: { minimum: 0, maximum: 1000, default: 20 } },
    offset: { schema: { minimum: 0, default: 0 } },
  });
});

test('a service that gives more than it is asked for has more, also where it says nothing', async () => {
  const { ask, calls } = await openScene(folder(rowsOf('', 'size: [ 5, 50 ]')), (_, { offset, limit }) => {
    const start = Number(offset);
    return { items: list(23).slice(start, start + Number(limit)) };
  });
  expect(await ask('rooms', { offset: 20, limit: 2 })).toMatchObject({ items: list(22).slice(20), more: true });
  expect(await ask('rooms', { offset: 20, limit: 3 })).toMatchObject({ items: list(23).slice(20), more: false });
  expect(calls.map(({ values }) => values['limit'])).toEqual([5, 5]);
});
