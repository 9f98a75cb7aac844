// What no search asks for: how texts end, and whether there is a value of an enumeration whose values nobody knows. A collection has what a plain
// filter over the records of the service finds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Doc } from '../../../examples/records/store/values.ts';
import { writeValue } from '../../../src/mapping/converters/query/text.ts';
import { Draw } from '../../../src/pattern/converters/draw.ts';
import { allRecords, type Collection, collections, searched, textsAt } from './collections.ts';
import { House } from './house.ts';

const house = new House();
beforeAll(async () => {
  await house.start();
});
afterAll(() => house.stop());

async function idsFor({ rest }: Collection, q: string, window = ''): Promise<unknown> {
  const { status, json } = await house.rest(`GET /${rest}?q=${encodeURIComponent(q)}${window}`);
  return status === 200 ? json.items.map(({ id }: { id: string }) => id) : [status, json.detail];
}

const idOf = (record: Doc) => String(record['@internalId']);

/** The end of one of the texts in another case, and what some have, but not at their end. */
function endingsOf(texts: readonly string[], draw: Draw): string[] {
  const text = draw.pick(texts);
  return [text.slice(-draw.int(1, 4)).toUpperCase(), text.slice(0, 2)];
}

/** Fields that the service can search by, with the texts that its records have there. */
async function textFields(collection: Collection, records: readonly Doc[]) {
  const found: { readonly name: string; readonly texts: readonly string[] }[] = [];
  for (const [name, { values, tested }] of collection.fields.all) {
    const texts = records.flatMap((record) => textsAt(record, collection, name)).filter((text) => text !== '');
    if (values.label !== 'a text' || !tested || texts.length === 0) continue;
    const ids = await searched(house, collection, { [name]: { '@operator': 'notEmpty' } });
    if (typeof ids !== 'string') found.push({ name, texts });
  }
  return found;
}

const tried = new Set<string>();

describe.each(collections.map((one) => [one.rest, one] as const))('collection of %s', (rest, collection) => {
  it('has the records whose texts end so, and the others', async () => {
    const records = await allRecords(house, collection);
    for (const { name, texts } of await textFields(collection, records)) {
      const field = name === 'externalIdString' ? 'externalId' : name;
      tried.add(`${rest} ${field}`);
      for (const ending of endingsOf(texts, new Draw(tried.size, 5))) {
        const ends = (record: Doc) =>
          textsAt(record, collection, name).some((text) => text.toLowerCase().endsWith(ending.toLowerCase()));
        const [yes, no] = [records.filter(ends).map(idOf), records.filter((one) => !ends(one)).map(idOf)];
        const q = `${field} END_WITH ${writeValue(ending)}`;
        expect([q, await idsFor(collection, q)]).toEqual([q, yes]);
        expect([q, await idsFor(collection, q, '&limit=3&offset=1')]).toEqual([q, yes.slice(1, 4)]);
        expect([q, await idsFor(collection, q.replace('END_WITH', 'END_WITH_NOT'))]).toEqual([q, no]);
      }
    }
  });
});

it('was tried with many fields', () => {
  expect(tried.size).toBeGreaterThan(50);
});

it('knows which records have a value of an enumeration whose values the contract does not list', async () => {
  const items = collections.find(({ rest }) => rest === 'assemblyItem')!;
  const all = (await allRecords(house, items)).map(idOf);
  const some = [all[3], all[7]];
  expect(items.fields.all.get('supplyType')).toMatchObject({ many: true, tested: true, values: { label: 'a value' } });
  for (const id of some) {
    const { status } = await house.rest(`PATCH /assemblyItem/${id}`, { supplyType: { id: '1' } });
    expect(status).toBe(204);
  }
  const others = all.filter((id) => !some.includes(id));
  expect(await idsFor(items, 'supplyType EMPTY_NOT')).toEqual(some);
  expect(await idsFor(items, 'supplyType EMPTY')).toEqual(others);
  expect(await idsFor(items, `supplyType EMPTY AND id LESS ${all[9]}`)).toEqual(others.slice(0, 7));
  expect(await idsFor(items, `supplyType EMPTY_NOT OR id EQUAL ${all[0]}`)).toEqual([all[0], ...some]);
});

it('is answered at once where a job would be one search', async () => {
  const q = 'number END_WITH 1';
  const account = collections.find(({ rest }) => rest === 'account')!;
  const path = `GET /account?q=${encodeURIComponent(q)}`;
  const { status, json, headers } = await house.rest(path, undefined, { prefer: 'respond-async' });
  expect([status, headers.get('preference-applied')]).toEqual([200, null]);
  expect(json.items.map(({ id }: { id: string }) => id)).toEqual(await idsFor(account, q));
});
