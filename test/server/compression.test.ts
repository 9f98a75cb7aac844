// Compressed responses: what a client gets by its Accept-Encoding, on both faces.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CapturedExchange } from '../../src/capture/captured.ts';
import { silent } from '../../src/server/log/open-log.ts';
import { type RunningServer, startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { call } from './http-client.ts';
import { type ParcelService, parcelFiles, soapRequest, startParcels } from './parcels.ts';

let server: RunningServer;
let service: ParcelService;
/** Responses are cached for each client. */
const VARY = 'authorization, accept, accept-encoding';
const cwd = mkdtempSync(join(tmpdir(), 'soapstone-compression-'));

beforeAll(async () => {
  service = await startParcels(60_000);
  const file = `bridges:
  - { name: rest, mapping: ., upstream: "${service.url}", compression: true, compressionMinSize: 100, cache: 1m }
  - { name: soap, mapping: ., upstream: "${service.url}", present: soap, path: /soap, compression: true }
`;
  for (const [name, text] of Object.entries({ ...parcelFiles, 'soapstone.yaml': file }))
    writeFileSync(join(cwd, name), text);
  const settings = await loadSettings({
    flags: { host: '127.0.0.1', port: '0', adminHost: '127.0.0.1', adminPort: '0', overloadDelay: '0', debugWire: '*' },
    environment: {},
    cwd,
  });
  server = await startServer(settings, silent);
});

afterAll(async () => {
  await server?.drain(0);
  service?.close();
  rmSync(cwd, { recursive: true });
});

/** The response as it is on the wire. */
function raw(path: string, headers: Readonly<Record<string, string>>, method = 'GET', body?: string) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, headers, method }, (response) =>
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode as number, headers: response.headers, bytes }),
        reject,
      ),
    );
    sent.on('error', reject).end(body);
  });
}

describe('a REST face', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['x-gzip', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['gzip;q=nan', undefined],
    ['zstd', undefined],
  ])('Accept-Encoding: %s is answered in %s', async (accepted, coding) => {
    const plain = await call(server.port, '/v1/whole/1');
    const { headers, bytes } = await raw('/v1/whole/1', { 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, VARY]);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(inflated(bytes, coding)).toBe(plain.text);
    if (coding) expect(bytes.length).toBeLessThan(plain.text.length);
  });

  test('leaves alone what is small, fixed, or has no body to compress', async () => {
    const small = await raw('/v1/parcels/7', { 'accept-encoding': 'gzip' });
    expect([small.headers['content-encoding'], small.headers.vary]).toEqual([undefined, 'authorization, accept']);
    const fixed = { 'accept-encoding': 'gzip', 'cache-control': 'no-transform' };
    expect((await raw('/v1/whole/1', fixed)).headers['content-encoding']).toBeUndefined();
    const head = await raw('/v1/whole/1', { 'accept-encoding': 'gzip' }, 'HEAD');
    expect(head).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } });
    expect([head.headers['content-length'], head.bytes.length]).toEqual([undefined, 0]);
  });

  test('gives each form a tag of its own, and knows all of them again', async () => {
    const plain = await raw('/v1/whole/1', {});
    const coded = await raw('/v1/whole/1', { 'accept-encoding': 'gzip' });
    const [tag, codedTag] = [plain.headers.etag as string, coded.headers.etag as string];
    expect(codedTag).toBe(`${tag.slice(0, -1)}-gzip"`);
    for (const [known, expected] of [
      [tag, tag],
      [codedTag, codedTag],
      [`W/${codedTag}`, codedTag],
      [`${tag}, ${codedTag}`, codedTag],
      ['*', codedTag],
    ]) {
      const again = await raw('/v1/whole/1', { 'accept-encoding': 'gzip', 'if-none-match': known });
      expect([again.status, again.headers.etag, again.headers.vary]).toEqual([304, expected, VARY]);
      expect(again.headers['content-encoding']).toBeUndefined();
    }
    expect((await raw('/v1/whole/1', { 'if-match': codedTag })).status).toBe(200);
    expect((await raw('/v1/whole/1', { 'if-match': '"other-gzip"' })).status).toBe(412);
  });

  test.each(['gzip', 'br'])('streams in %s: what the service has sent can be read before the end', async (coding) => {
    const plain = await call(server.port, '/v1/stream/1');
    const { headers, bytes } = await raw('/v1/stream/1', { 'accept-encoding': coding });
    expect([headers['content-encoding'], headers.vary, headers['content-length']]).toEqual([
      coding,
      'accept, accept-encoding',
      undefined,
    ]);
    expect(inflated(bytes, coding)).toBe(plain.text);
  });

  test('a client that leaves a compressed stream leaves nothing behind', async () => {
    await new Promise<void>((resolve, reject) => {
      const sent = get(
        { host: '127.0.0.1', port: server.port, path: '/v1/stream/1', headers: { 'accept-encoding': 'gzip' } },
        (response) => response.once('data', () => sent.destroy()).once('close', resolve),
      ).on('error', reject);
    });
    await expect.poll(() => server.bridges[0].stats().running).toBe(0);
  });

  test('captures show the text, and the bytes on the wire', async () => {
    const { bytes } = await raw('/v1/whole/2', { 'accept-encoding': 'br', 'x-request-id': 'shown' });
    const captures = async () => {
      const { text } = await call(server.adminPort as number, '/exchanges?id=shown');
      return (JSON.parse(text) as { exchanges: CapturedExchange[] }).exchanges;
    };
    await expect.poll(async () => (await captures())[0]?.response?.body?.slice(0, 9)).toBe('[{"id":"0');
    expect((await captures())[0].response?.bytes).toBe(bytes.length);
  });
});

test('a stream goes out as it is where there is no room for its encoder', async () => {
  const settings = await loadSettings({
    flags: { host: '127.0.0.1', port: '0', adminPort: 'off', overloadDelay: '0', maxBodies: '1MiB' },
    environment: {},
    cwd,
  });
  const small = await startServer(settings, silent);
  const codingOf = async (accepted: string) =>
    (await call(small.port, '/v1/stream/1', { headers: { 'accept-encoding': accepted } })).headers;
  try {
    expect(await codingOf('br')).toMatchObject({ vary: 'accept, accept-encoding' });
    expect((await codingOf('br'))['content-encoding']).toBeUndefined();
    expect((await codingOf('gzip'))['content-encoding']).toBe('gzip');
  } finally {
    await small.drain(0);
  }
});

test('a SOAP face compresses envelopes', async () => {
  const xml = (headers: Readonly<Record<string, string>>) =>
    raw('/soap', { 'content-type': 'text/xml', ...headers }, 'POST', soapRequest('List', '1'));
  const [plain, coded] = [await xml({}), await xml({ 'accept-encoding': 'gzip, deflate' })];
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding']);
  expect(coded.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(coded.bytes.length) });
  expect(inflated(coded.bytes, 'gzip')).toBe(plain.bytes.toString());
});

function inflated(bytes: Buffer, coding: string | undefined): string {
  if (coding === undefined) return bytes.toString();
  return (coding === 'gzip' ? gunzipSync(bytes) : brotliDecompressSync(bytes)).toString();
}
