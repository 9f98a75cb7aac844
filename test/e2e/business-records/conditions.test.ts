// Records that somebody else has changed: ETag, If-None-Match and If-Match (RFC 9110 §13.1) over a service without versions.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Scene } from '../../examples/records/scene.ts';
import { type Recorder, startRecorder } from '../recorder.ts';
import { callRest } from '../scene.ts';
import { type Face, present } from './loop.ts';
import { type Signing, startSigning } from './signing.ts';

const direct = new Scene();
let signing: Signing;
let recorder: Recorder;
let face: Face;

beforeAll(async () => {
  direct.now = Date.now();
  await direct.start({ now: Date.now });
  signing = await startSigning(
    () => new URL(direct.service.url).origin,
    () => direct.token(),
  );
  recorder = await startRecorder(signing.origin);
  face = await present('rest', recorder.origin + new URL(direct.service.url).pathname);
}, 60_000);
afterAll(async () => {
  await face.stop();
  await recorder.stop();
  await signing.stop();
  await direct.service.close();
});

const call = (line: string, headers: Record<string, string> = {}, body?: unknown) =>
  callRest(face.origin, line.replace(' ', ' /services/rest/record/v1'), body, headers, 'manual');
const tagOf = async (path: string) => (await call(`GET ${path}`)).headers.get('etag')!;
const statusOf = async (line: string, headers: Record<string, string>, body?: unknown) =>
  (await call(line, headers, body)).status;
const MEMO = '/bin/eid:BIN-1';

it('a record has a tag of its state, whatever is shown of it', async () => {
  const tag = await tagOf(MEMO);
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  const id = (await call(`GET ${MEMO}`)).json.id;
  expect(await tagOf(`/bin/${id}?fields=memo`)).toBe(tag);
  expect((await call(`HEAD ${MEMO}`)).headers.get('etag')).toBe(tag);
  expect((await call('GET /bin?limit=5')).headers.get('etag')).toBeNull();
  const again = await call(`GET ${MEMO}`, { 'if-none-match': `"other", W/${tag}` });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
  expect(await statusOf(`GET ${MEMO}`, { 'if-none-match': '"other"' })).toBe(200);
  expect(await statusOf(`GET ${MEMO}`, { 'if-match': `"other", ${tag}` })).toBe(200);
  const other = await call(`GET ${MEMO}`, { 'if-match': `"other", W/${tag}` });
  expect([other.status, other.json.code, other.headers.get('etag')]).toEqual([412, 'PRECONDITION_FAILED', null]);
  expect(await statusOf('GET /bin/eid:NONE', { 'if-match': '*' })).toBe(404);
});

it('a change that knows the last state is carried out, and another is not', async () => {
  const old = await tagOf(MEMO);
  expect(await statusOf(`PATCH ${MEMO}`, { 'if-match': old }, { memo: 'first' })).toBe(204);
  const late = await call(`PATCH ${MEMO}`, { 'if-match': old }, { memo: 'second' });
  expect([late.status, late.json.code]).toEqual([412, 'PRECONDITION_FAILED']);
  expect((await call(`GET ${MEMO}`)).json.memo).toBe('first');
  const now = await tagOf(MEMO);
  expect(await statusOf(`PATCH ${MEMO}`, { 'if-match': `W/${now}` }, { memo: 'third' })).toBe(412);
  expect(await statusOf(`PUT ${MEMO}`, { 'if-match': `${old}, ${now}` }, { memo: 'fourth' })).toBe(204);
  expect(await statusOf(`PATCH ${MEMO}`, { 'if-match': '*' }, { memo: 'fifth' })).toBe(204);
  expect(await statusOf(`DELETE ${MEMO}`, { 'if-match': now })).toBe(412);
});

it('nothing is overwritten that is there, or made anew that is not', async () => {
  const body = { binNumber: 'C 1', location: { id: '1' } };
  expect(await statusOf(`PUT ${MEMO}`, { 'if-none-match': '*' }, body)).toBe(412);
  expect(await statusOf('PUT /bin/eid:C-1', { 'if-match': '*' }, body)).toBe(412);
  expect(await statusOf('PUT /bin/eid:C-1', { 'if-none-match': '*' }, body)).toBe(204);
  expect(await statusOf('DELETE /bin/eid:C-1', { 'if-match': await tagOf('/bin/eid:C-1') })).toBe(204);
});

it('PUT by the bare external id is judged by the record of that id', async () => {
  const body = { binNumber: 'C 2', location: { id: '1' } };
  // Another record has the number as its internal id.
  const { id } = (await call(`GET ${MEMO}`)).json;
  const tagOfOther = await tagOf(`/bin/${id}`);
  for (const name of ['NEWX', 'NEW%20X', id]) {
    expect(await statusOf(`PUT /bin/${name}`, { 'if-match': tagOfOther }, body)).toBe(412);
    expect(await statusOf(`PUT /bin/${name}`, { 'if-none-match': '*' }, body)).toBe(204);
    expect(await statusOf(`PUT /bin/${name}`, { 'if-none-match': '*' }, body)).toBe(412);
    const tag = await tagOf(`/bin/eid:${name}`);
    expect(await statusOf(`PUT /bin/${name}`, { 'if-match': tag }, { memo: 'bare' })).toBe(204);
    expect(await statusOf(`PUT /bin/${name}`, { 'if-match': tag }, { memo: 'late' })).toBe(412);
  }
  expect(await tagOf(`/bin/${id}`)).toBe(tagOfOther);
});

it('a repeat by its key gets its outcome, though the state is another', async () => {
  const key = (digit: number) => ({
    prefer: 'respond-async',
    'x-service-idempotency-key': `9a3a2f4c-31de-4f6a-8d27-6f0e8a4f1b1${digit}`,
  });
  const old = await tagOf(MEMO);
  const submit = (digit: number) => call(`PATCH ${MEMO}`, { ...key(digit), 'if-match': old }, { memo: 'keyed' });
  const first = await submit(1);
  expect(await statusOf(`PATCH ${MEMO}`, {}, { memo: 'between' })).toBe(204);
  const repeat = await submit(1);
  expect([first.status, repeat.status, repeat.headers.get('location')]).toEqual([
    202,
    202,
    first.headers.get('location'),
  ]);
  expect((await submit(2)).status).toBe(412);
});

it('a condition costs one read, and nothing else does', async () => {
  const before = recorder.calls.length;
  expect(await statusOf(`PATCH ${MEMO}`, {}, { memo: 'plain' })).toBe(204);
  expect(recorder.calls.length).toBe(before + 1);
  expect(await statusOf(`PATCH ${MEMO}`, { 'if-match': '"none"' }, { memo: 'plain' })).toBe(412);
  expect(recorder.calls.length).toBe(before + 2);
});
