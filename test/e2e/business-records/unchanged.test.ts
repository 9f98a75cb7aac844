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

/** The record as it is shown, without the time of its last change. */
async function shown(path: string): Promise<string> {
  const { status, text } = await house.rest(`GET ${path}`);
  expect(status).toBe(200);
  return text.replace(/"lastModifiedDate":"[^"]*",?/, '');
}

async function expectKept(read: string, write: string): Promise<void> {
  const before = await shown(read);
  const { text } = await house.rest(`GET ${read}`);
  const { status, text: problem, headers } = await house.rest(write, text);
  expect([write, status, problem, headers.get('x-service-left-out')]).toEqual([write, 204, '', null]);
  expect(await shown(read)).toBe(before);
}

/** The paths of one record. */
const pathsOf = (rest: string, id: string, external: string | undefined) =>
  [id, ...(external === undefined ? [] : [`eid:${external}`])].map((name) => `/${rest}/${name}`);

describe.each(kinds.map((kind) => [kind.rest, kind] as const))('%s', (rest, kind) => {
  const bytes = fc.uint8Array({ minLength: 500, maxLength: 3000, size: 'max' });
  const { external } = kind.type;

  it.each(VIEWS)('can be sent back as it was got%s', async (view) => {
    const drawn = twins.drawn(kind, fc.sample(bytes, 1)[0], true);
    const mark = `${rest}-${drawn.mark}`;
    const id = await made(kind, mark, restOf(kind, drawn.rest));
    const [byId, byExternal] = pathsOf(rest, id, external ? `kept-${mark}` : undefined);
    for (const read of external ? [byId, byExternal] : [byId]) {
      await expectKept(read + view, `PATCH ${byId}`);
      if (!external) continue;
      await expectKept(read + view, `PATCH ${byExternal}`);
      await expectKept(read + view, `PUT ${byExternal}`);
    }
  });

  it('can be sent back, of those that are there from the beginning', async () => {
    const { json } = await house.rest(`GET /${rest}?limit=1`);
    const [first] = json.items ?? [];
    if (first === undefined) return;
    const record = await house.rest(`GET /${rest}/${first.id}`);
    const named = record.json.externalId;
    const [byId, byExternal] = pathsOf(rest, first.id, named && encodeURIComponent(named));
    for (const view of VIEWS) await expectKept(byId + view, `PATCH ${byId}`);
    if (byExternal === undefined) return;
    for (const method of ['PATCH', 'PUT']) await expectKept(byExternal, `${method} ${byExternal}`);
  });
});

it('libxml2 finds every request valid', () => {
  const oracle = openOracle(contractFolder);
  expect(oracle.validate(house.sent).flatMap(({ problems }) => problems)).toEqual([]);
  oracle.close();
});
