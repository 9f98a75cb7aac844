// One bad record of a record API hides no other: pages of a SOAP search have it by its id, with a warning.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { contractFolder } from '../../business-records/tables.ts';
import { Scene } from '../../examples/records/scene.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { startRecordApi } from '../../peers/record-api.ts';
import { type Face, present } from './loop.ts';

const scene = new Scene();
const oracle = openOracle(contractFolder);
let api: Awaited<ReturnType<typeof startRecordApi>>;
let face: Face;

beforeAll(async () => {
  api = await startRecordApi();
  face = await present('soap', api.origin, { set: ['operations=none'] });
}, 120_000);
beforeEach(() => api.anew());
afterAll(async () => {
  oracle.close();
  await face.stop();
  await api.stop();
});

const BINS = '<m:search><m:searchRecord i:type="listAcct:BinSearch"/></m:search>';

async function search() {
  const { status, xml, text } = await scene.send(`${face.origin}/services/BusinessRecordsPort_2019_1`, BINS, '', {});
  const [verdict] = oracle.validate([Buffer.from(xml)]);
  expect([status, verdict.problems]).toEqual([200, []]);
  const records = [...xml.matchAll(/<(?:\w+:)?record [^>]*internalId="(\d+)"[^>]*>(.*?)<\/(?:\w+:)?record>/gs)];
  const warnings = [...xml.matchAll(/statusDetail type="WARN"><(?:\w+:)?message>([^<]*)</g)].map(
    ([, message]) => message,
  );
  return {
    total: text('totalRecords'),
    empty: records.filter(([, , content]) => content === '').map(([, id]) => id),
    count: records.length,
    warnings,
  };
}

it('a search without bad records has no warnings', async () => {
  expect(await search()).toEqual({ total: '3', empty: [], count: 3, warnings: [] });
});

it.each([
  [403, 'PERMISSION_VIOLATION'],
  [500, 'UNEXPECTED'],
])('a record that is %i', async (status, code) => {
  await api.script(null, { status, code, detail: 'Not for you.' });
  const { empty, warnings, ...page } = await search();
  expect(page).toEqual({ total: '3', count: 3 });
  expect([empty.length, warnings]).toEqual([1, [expect.stringMatching(new RegExp(`^${empty[0]}: \\w+: .`))]]);
});

it('a record that does not fit the contract', async () => {
  const added = await fetch(`${api.origin}/services/rest/record/v1/bin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ binNumber: 'X', location: 5 }),
  });
  const id = added.headers.get('location')?.split('/').at(-1);
  expect(await search()).toEqual({
    total: '4',
    empty: [id],
    count: 4,
    warnings: [`${id}: CODEC_TYPE: expected an object (at $.location)`],
  });
});

it('a service that fails for all records fails the page', async () => {
  await api.script(null, ...Array(3).fill({ status: 503, detail: 'Away.' }));
  const { status, xml } = await scene.send(`${face.origin}/services/BusinessRecordsPort_2019_1`, BINS, '', {});
  expect([status, xml]).toEqual([500, expect.stringContaining('unexpectedErrorFault')]);
});
