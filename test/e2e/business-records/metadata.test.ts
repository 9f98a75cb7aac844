// The metadata catalog of the record API: OpenAPI 3.1 for Redocly, JSON Schema for ajv, of every record type; records are as it says.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lint } from '../../openapi/export/lint.ts';
import type { Answer } from '../scene.ts';
import { drawn, kinds, restOf } from './drawn.ts';
import { BASE, House } from './house.ts';
import { seededIds } from './seeded-ids.ts';

const house = new House();
let known: Awaited<ReturnType<typeof seededIds>>;
beforeAll(async () => {
  await house.start();
  known = await seededIds(house.soap);
});
afterAll(() => house.stop());

const metadata = (name: string, accept = 'application/json'): Promise<Answer> =>
  house.rest(`GET /metadata-catalog${name}`, undefined, { accept });

it('lists the record types', async () => {
  const { json } = await metadata('');
  const names = json.items.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(kinds.map(({ rest }) => rest)));
  // POST /!draft is of no type.
  expect(names.filter((name: string) => !/^\w+$/.test(name))).toEqual([]);
  expect(json.items[0].links[0].href).toBe(`${BASE}/metadata-catalog/${names[0]}`);
});

describe.each(kinds.map((kind) => [kind.rest, kind] as const))('%s', (name, kind) => {
  it('has an OpenAPI 3.1 document', async () => {
    const { status, json } = await metadata(`/${name}`);
    expect([status, json.openapi]).toEqual([200, '3.1.0']);
    expect(Object.keys(json.paths)).toEqual(expect.arrayContaining([`${BASE}/${name}`, `${BASE}/${name}/{id}`]));
    expect(await lint(json)).toEqual([]);
  });

  it('has a JSON Schema that its records fit, and others do not', async () => {
    const { json } = await metadata(`/${name}`, 'application/schema+json');
    const validate = new Ajv2020({ strict: false, allErrors: false }).compile(json);
    const bytes = fc.sample(fc.uint8Array({ minLength: 1500, maxLength: 3000, size: 'max' }), 1)[0];
    const doc = drawn(kind, { bytes, known, mark: 'm', generous: true });
    const { headers } = await house.rest(`POST /${name}`, restOf(kind, doc));
    const record = (await house.rest(`GET ${headers.get('location')!.slice(BASE.length)}`)).json;
    expect([validate(record), validate.errors]).toEqual([true, null]);
    expect(validate({ ...record, unheard: 1 })).toBe(false);
    expect(validate({ ...record, id: 7 })).toBe(false);
  });
});
