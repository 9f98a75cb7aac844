// Lists line by line (NDJSON), whole and streamed, and a service that fails in the middle.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGunzip, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silent } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { call } from './http-client.ts';
import { parcelFiles, startParcels } from './parcels.ts';
import { temp } from './temp.ts';

const LINES = { accept: 'application/x-ndjson' };

async function open(upstream: string) {
  const cwd = temp(parcelFiles);
  const flags = { host: '127.0.0.1', port: '0', adminPort: 'off', overloadDelay: '0', compression: 'true' };
  const settings = await loadSettings({ flags: { ...flags, mapping: cwd, upstream }, environment: {}, cwd });
  const server = await startServer(settings, silent);
  onTestFinished(async () => void (await server.drain(0)));
  return server.port;
}

const BEGIN = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ListResponse xmlns="urn:parcels">`;

/** What came until the connection ended, and how it ended. */
function received(port: number, path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ status: number; bytes: Buffer; isWhole: boolean }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { ...LINES, ...headers } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => {});
      response.on('close', () =>
        resolve({ status: response.statusCode!, bytes: Buffer.concat(pieces), isWhole: response.complete }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('Accept: application/x-ndjson', () => {
  test.each(['whole', 'member', 'stream'])('a rule with a list: %s', async (rule) => {
    const service = await startParcels(300_000);
    onTestFinished(service.close);
    const port = await open(service.url);
    const json = await call(port, `/v1/${rule}/1`);
    expect([json.headers['content-type'], json.headers.vary]).toEqual(['application/json', 'accept, accept-encoding']);
    const plain = JSON.parse(json.text);
    const { headers, text } = await call(port, `/v1/${rule}/1`, { headers: LINES });
    expect([headers['content-type'], headers.vary]).toEqual(['application/x-ndjson', 'accept, accept-encoding']);
    expect(text.endsWith('\n')).toBe(true);
    const items = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(items).toEqual(plain.parcels ?? plain);
    const both = { accept: 'application/json, application/x-ndjson' };
    expect((await call(port, `/v1/${rule}/1`, { headers: both })).headers['content-type']).toBe('application/json');
    expect((await call(port, '/v1/parcels/7', { headers: LINES })).status).toBe(406);
    const other = await call(port, `/v1/${rule}/1`, { headers: { accept: 'application/jsonl' } });
    expect([other.headers['content-type'], other.text]).toEqual(['application/jsonl', text]);
    const refused = await call(port, `/v1/${rule}/1`, { headers: { accept: 'text/csv' } });
    expect(JSON.parse(refused.text).detail).toBe('the response can only be application/json or application/x-ndjson');
  });

  test('is in the description, for lists alone', async () => {
    const port = await open('http://127.0.0.1:9');
    const { paths } = JSON.parse((await call(port, '/openapi.json')).text);
    const media = (path: string) => JSON.stringify(paths[path].get.responses['200']).match(/x-ndjson/g)?.length;
    expect(['/v1/whole/{depot}', '/v1/member/{depot}', '/v1/parcels/{id}'].map(media)).toEqual([1, 1, undefined]);
  });

  test.each(['identity', 'gzip'])('a service that fails in the middle: the last line says so (%s)', async (coding) => {
    const parcel = (id: number) => `<parcel><id>${id}</id><note>${'n'.repeat(1000)}</note></parcel>`;
    const service = createServer((req, res) => {
      req.resume().on('end', () => {
        res.writeHead(200, { 'content-type': 'text/xml' });
        res.end(`${BEGIN}${Array.from({ length: 200 }, (_, i) => parcel(i)).join('')}<parcel><id>200</id><no`);
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void service.close());
    const port = await open(`http://127.0.0.1:${(service.address() as AddressInfo).port}/`);
    const { status, bytes, isWhole } = await received(port, '/v1/stream/1', { 'accept-encoding': coding });
    expect([status, isWhole]).toEqual([200, false]);
    const text = coding === 'gzip' ? gunzipSync(bytes, { finishFlush: 2 }).toString() : bytes.toString();
    const lines = text.split('\n').map((line) => line && JSON.parse(line));
    expect(lines.pop()).toBe('');
    expect(lines.pop()).toMatchObject({
      type: 'urn:soapstone:error:UPSTREAM_BODY',
      status: 502,
      code: 'UPSTREAM_BODY',
    });
    expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: lines.length }, (_, i) => String(i)));
    expect(lines.length).toBeGreaterThan(100);
  });

  test.each(['identity', 'gzip'])('an item that has come as a whole waits for no further one (%s)', async (coding) => {
    const parcels = [0, 1].map((id) => `<parcel><id>${id}</id><note>${'n'.repeat(100)}</note></parcel>`).join('');
    const service = createServer((req, res) => {
      req.resume().on('end', () => res.writeHead(200, { 'content-type': 'text/xml' }).write(`${BEGIN}${parcels}`));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      service.closeAllConnections();
      service.close();
    });
    const port = await open(`http://127.0.0.1:${(service.address() as AddressInfo).port}/`);
    const ids = await new Promise<string[]>((resolve, reject) => {
      const headers = { ...LINES, 'accept-encoding': coding };
      const sent = request({ host: '127.0.0.1', port, path: '/v1/stream/1', headers }, (response) => {
        const body = coding === 'gzip' ? response.pipe(createGunzip()) : response;
        let text = '';
        body
          .on('error', () => {})
          .on('data', (piece: Buffer) => {
            text += piece.toString();
            const lines = text.split('\n');
            if (lines.length < 3) return;
            resolve(lines.slice(0, 2).map((line) => JSON.parse(line).id));
            sent.destroy();
          });
      });
      sent.on('error', reject).end();
    });
    expect(ids).toEqual(['0', '1']);
  });
});
