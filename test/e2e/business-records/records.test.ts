// Every record type through the record API and through SOAP: the same record, field by field, whichever way it was written.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Doc } from '../../../src/demo/records/values.ts';
import { contractFolder } from '../../business-records/tables.ts';
import { ref } from '../../demo/records/scene.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { formOf, recordOf } from './compare.ts';
import { drawn, type Kind, type Known, kinds, restOf, xmlOf } from './drawn.ts';
import { BASE, House } from './house.ts';
import { knownIds } from './known.ts';
import { added, updated, upserted } from './write.ts';

const RUNS = Number(process.env.LAWS_RUNS ?? 3);
const house = new House();
let known: Known;

beforeAll(async () => {
  await house.start();
  known = await knownIds(house.soap);
});
afterAll(() => house.stop());

let marks = 0;
const record = (kind: Kind, bytes: Uint8Array, generous = false) => {
  const mark = `#${++marks}`;
  const twin = (side: string) => drawn(kind, { bytes, known, mark: `${side}${mark}`, generous });
  return { rest: twin('r'), soap: twin('s'), external: `${kind.rest}-${marks}` };
};

describe.each(kinds.map((kind) => [kind.rest, kind] as const))('%s', (name, kind) => {
  const seen = new Set<string>();
  const law = fc.asyncProperty(bytes(), bytes(), async (first, second) => {
    await holds(kind, record(kind, first), record(kind, second), seen);
  });

  it('is the same record, whichever way it was written and is read', async () => {
    await fc.assert(law, { numRuns: RUNS, endOnFailure: true });
  });

  it('has every field', async () => {
    const [one, two] = fc.sample(bytes(), 2);
    await holds(kind, record(kind, one, true), record(kind, two, true), seen);
    const missing = [...kind.type.fields.keys()].filter((field) => !seen.has(field) && !OWN.has(field));
    expect(missing).toEqual([]);
  });

  it('is gone when it is removed', async () => {
    const { rest } = record(kind, fc.sample(bytes(), 1)[0]);
    const at = (await house.rest(`POST /${name}`, restOf(kind, rest))).headers.get('location')!;
    const id = at.slice(at.lastIndexOf('/') + 1);
    expect((await house.rest(`DELETE /${name}/${id}`)).status).toBe(204);
    expect((await house.rest(`GET /${name}/${id}`)).json).toMatchObject({ status: 404, code: 'NONEXISTENT_ID' });
    expect((await house.rest(`DELETE /${name}/${id}`)).json).toMatchObject({ status: 404, code: 'NONEXISTENT_ID' });
    expect((await get(kind, id)).text('code')).toBe('RCRD_DSNT_EXIST');
  });
});

const OWN = new Set(['nullFieldList', 'createdDate', 'lastModifiedDate', 'dateCreated']);

function bytes(): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: 500, maxLength: 3000, size: 'max' });
}

const get = (kind: Kind, id: string) => house.soap.ask(`<m:get>${ref(kind.type.name, id)}</m:get>`);

type Drawn = ReturnType<typeof record>;

/** Two twins, one written by REST and one by SOAP, stay twins. */
async function holds(kind: Kind, first: Drawn, second: Drawn, seen: Set<string>): Promise<void> {
  const path = `/${kind.rest}`;
  const external = (side: string) => (kind.type.external ? { '@externalId': `${side}-${first.external}` } : {});
  const posted = await house.rest(`POST ${path}`, restOf(kind, { ...first.rest, ...external('r') }));
  expect([posted.status, posted.text]).toEqual([204, '']);
  const at = posted.headers.get('location')!;
  const rest = at.slice(`${BASE}${path}/`.length);
  expect(at).toBe(`${BASE}${path}/${rest}`);
  const soap = await added(house.soap, kind, { ...first.soap, ...external('s') });
  for (const field of Object.keys(first.rest)) seen.add(field);

  // What was sent is what SOAP shows, of both.
  expect(await read(kind, rest)).toEqual(sent(kind, first.rest));
  expect(await read(kind, soap)).toEqual(sent(kind, first.soap));
  await areTwins(kind, rest, soap, first);

  const patched = await house.rest(`PATCH ${path}/${rest}`, restOf(kind, second.rest));
  expect([patched.status, patched.text, patched.headers.get('location')]).toEqual([204, '', at]);
  await updated(house.soap, kind, { ...second.soap, '@internalId': soap });
  await areTwins(kind, rest, soap, second);
  if (!kind.type.external) return;

  const put = await house.rest(`PUT ${path}/eid:r-${first.external}`, restOf(kind, first.rest));
  expect([put.status, put.text, put.headers.get('location')]).toEqual([204, '', at]);
  expect(await upserted(house.soap, kind, { ...first.soap, ...external('s') })).toBe(soap);
  await areTwins(kind, rest, soap, first);
  const byExternal = await house.rest(`GET ${path}/eid:r-${first.external}`);
  expect(byExternal.text).toBe((await house.rest(`GET ${path}/${rest}`)).text);
}

const sent = (kind: Kind, doc: Doc) => formOf(kind.type.name, xmlOf(kind, doc), kind.declared);

async function read(kind: Kind, id: string) {
  return recordOf(kind.type.name, (await get(kind, id)).xml);
}

/** The same by SOAP; the same by REST, where ids and what the service sets are not looked at. */
async function areTwins(kind: Kind, rest: string, soap: string, { rest: mine, soap: other }: Drawn): Promise<void> {
  const [one, two] = [await read(kind, rest), await read(kind, soap)];
  expect(unmarked(one)).toEqual(unmarked(two));
  const shown = async (id: string) => {
    const { status, text } = await house.rest(`GET /${kind.rest}/${id}`);
    expect([status, text.slice(0, 500)]).toEqual([200, expect.any(String)]);
    const {
      id: own,
      externalId: _,
      createdDate: __,
      lastModifiedDate: ___,
      dateCreated: ____,
      tranId: _____,
      ...rest
    } = JSON.parse(text);
    expect(own).toBe(id);
    return rest;
  };
  expect(unmarked(await shown(rest))).toEqual(unmarked(await shown(soap)));
  expect(Object.keys(mine)).toEqual(Object.keys(other));
}

/** Names that may be there once only differ in their marks. */
const unmarked = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/ [rs]#\d+/g, ''));

it('sends what libxml2 accepts', () => {
  const oracle = openOracle(contractFolder);
  const { sent } = house;
  expect(sent.length).toBeGreaterThan(kinds.length * RUNS * 3);
  const verdicts = oracle.validate(sent);
  const replies = oracle.validate(house.soap.said);
  oracle.close();
  expect([...verdicts, ...replies].flatMap(({ problems }) => problems).slice(0, 5)).toEqual([]);
});
