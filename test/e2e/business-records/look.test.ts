// The looks of the record API: that of the table and that of vendor.yaml, and a root of its own. The same requests get the same answers, each in its look,
// and SOAP clients get the same through either.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadMapping } from '../../../src/mapping/load.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { byExternal, ref, Scene } from '../../examples/records/scene.ts';
import { type Recorder, startRecorder } from '../recorder.ts';
import { callRest, tutorial } from '../scene.ts';
import { type Face, present } from './loop.ts';
import { type Signing, startSigning } from './signing.ts';

interface Look {
  readonly root: string;
  readonly media: string;
  readonly headers: string;
  readonly errors: string;
}

const folder = tutorial('business-records');
const { set } = parse(readFileSync(join(folder, 'vendor.yaml'), 'utf8')) as { set: Partial<Look> };
const neutral: Look = { root: '/services/rest', media: 'vendor', headers: 'X-Service', errors: 'problem' };
const looks: readonly (readonly [string, Look])[] = [
  ['the table', neutral],
  ['vendor.yaml', { ...neutral, ...set }],
  ['a root of its own', { ...neutral, root: '/api' }],
];
const pairs = (look: Look) => Object.entries(look).map(([name, value]) => `${name}=${value}`);
const mediaOf = ({ media }: Look, type: string) => `application/vnd.${media}.resource+json; type=${type}`;

const direct = new Scene();
let signing: Signing;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  direct.now = Date.now();
  await direct.start({ now: Date.now });
  signing = await startSigning(
    () => new URL(direct.service.url).origin,
    () => direct.token(),
  );
}, 60_000);
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await signing.stop();
  await direct.service.close();
});

describe.each(looks)('the look of %s', (_, look) => {
  let rest: Face;
  let recorder: Recorder;
  let soap: Face;
  const base = `${look.root}/record/v1`;
  const call = (line: string, body?: unknown, headers = {}) =>
    callRest(rest.origin, line.replace(' ', ` ${base}`), body, headers, 'manual');

  beforeAll(async () => {
    rest = await present('rest', signing.origin + new URL(direct.service.url).pathname, { set: pairs(look) });
    recorder = await startRecorder(rest.origin);
    soap = await present('soap', recorder.origin, { set: pairs(look) });
    stops.push(
      () => rest.stop(),
      () => recorder.stop(),
      () => soap.stop(),
    );
  }, 60_000);

  it('is that of records, collections and links', async () => {
    const list = await call('GET /bin?limit=5');
    expect(list.headers.get('content-type')).toBe(mediaOf(look, 'collection'));
    const [{ id, links }] = list.json.items;
    const record = await call(`GET /bin/${id}`);
    expect(record.headers.get('content-type')).toBe(mediaOf(look, 'singular'));
    expect(links).toEqual(record.json.links);
    expect(record.json.links[0].href).toMatch(new RegExp(`${base}/bin/${id}$`));
  });

  it('is that of header fields', async () => {
    const body = { memo: 'a', nonsense: 1 };
    const strict = await call('PATCH /bin/eid:BIN-1', body, { [`${look.headers}-PropertyNameValidation`]: 'Error' });
    expect(strict.status).toBe(422);
    const location = `${base}/bin/`;
    const loose = await call('PATCH /bin/eid:BIN-1', body, { [`${look.headers}-PropertyNameValidation`]: 'Ignore' });
    expect([loose.status, loose.headers.get('location')?.startsWith(location)]).toEqual([204, true]);
    expect(loose.headers.get('x-service-left-out')).toBeNull();
  });

  it('is that of jobs and their keys', async () => {
    const headers = {
      prefer: 'respond-async',
      [`${look.headers}-Idempotency-Key`]: '8c5a1f0e-1c1b-4a52-9f5e-2a6a2f1d7c11',
    };
    const first = await call('PATCH /bin/eid:BIN-1', { memo: 'b' }, headers);
    expect([first.status, first.headers.get('location')?.startsWith(`${look.root}/async/v1/job/`)]).toEqual([
      202,
      true,
    ]);
    const again = await call('PATCH /bin/eid:BIN-1', { memo: 'b' }, headers);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
  });

  it('is that of errors', async () => {
    const { status, headers, json } = await call('GET /bin/999999');
    expect([status, headers.get('content-type')]).toEqual([404, mediaOf(look, 'error')]);
    const details = ['o:errorDetails', 'status', 'title', 'type'];
    const more = ['code', 'detail', 'instance'];
    expect(Object.keys(json).toSorted()).toEqual(
      look.errors === 'details' ? details : [...details, ...more].toSorted(),
    );
    expect(json['o:errorDetails'][0]['o:errorCode']).toBe('NONEXISTENT_ID');
  });

  it('does not change what SOAP clients get', async () => {
    const heard = async (body: string) => {
      const through = await direct.send(`${soap.origin}/services/BusinessRecordsPort_2019_1`, body, '', {});
      const straight = await direct.ask(body);
      const what = (answer: typeof through) => [
        answer.status,
        answer.attributes('isSuccess'),
        answer.text('code'),
        answer.text('message'),
      ];
      expect(what(through)).toEqual(what(straight));
      return through;
    };
    expect((await heard(`<m:get>${byExternal('bin', 'BIN-1')}</m:get>`)).attributes('isSuccess')).toEqual(['true']);
    expect((await heard(`<m:get>${ref('bin', '999999')}</m:get>`)).text('code')).toBe('RCRD_DSNT_EXIST');
    expect(recorder.calls.at(-1)!.path).toContain(`${base}/bin/999999`);
  });
});

it('the OpenAPI document has the look', async () => {
  const [, [, look]] = looks;
  const mapping = await loadMapping(folder, { settings: new Map(Object.entries(look)) });
  const bins = mapping.rules.filter(({ id }) => id.startsWith('bin.'));
  const text = JSON.stringify(describeRest([{ ...mapping, rules: bins }]));
  const names = ['PropertyNameValidation', 'PropertyValueValidation'].map((name) => `${look.headers}-${name}`);
  const media = ['singular', 'collection', 'error'].map((type) => mediaOf(look, type));
  const shown = [...names, ...media, `${look.root}/record/v1/bin/{id}`].map((word) => `"${word}"`);
  expect(shown.filter((word) => !text.includes(word))).toEqual([]);
  expect(text.includes('$settings')).toBe(false);
});
