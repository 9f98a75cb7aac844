// The edge duties over HTTP/2: what clients of HTTP/1.1 have, those of HTTP/2 have too.
import { once } from 'node:events';
import { connect } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { call } from './http-client.ts';
import { bankUrl, open } from './http2-gateway.ts';
import { until } from './until.ts';

const APP = 'https://app.example.com';

test('a preflight, and what a page of another origin may read', async () => {
  const { ask } = await open(await bankUrl(), { cors: APP });
  const fields = { ':path': '/v1/accounts/7', origin: APP };
  const preflight = await ask({ ...fields, ':method': 'OPTIONS', 'access-control-request-method': 'GET' });
  expect(preflight.headers).toMatchObject({ ':status': 204, 'access-control-allow-origin': APP });
  expect((await ask(fields)).headers).toMatchObject({ ':status': 200, 'access-control-allow-origin': APP });
  expect((await ask({ ...fields, origin: 'https://x.example' })).headers).not.toHaveProperty(
    'access-control-allow-origin',
  );
});

test('compression', async () => {
  const { ask } = await open(await bankUrl(), { compression: 'true', compressionMinSize: '1' });
  const fields = { ':path': '/v1/accounts/7', 'accept-encoding': 'gzip' };
  const { headers, bytes } = await ask(fields);
  expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'gzip' });
  expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ id: 7 });
});

test('the wire of an exchange', async () => {
  const { ask, server } = await open(await bankUrl(), { debugWire: '*' });
  await ask({ ':path': '/v1/accounts/7', 'x-request-id': 'over-2', authorization: 'Bearer not-for-others' });
  const page = async () => (await call(server.adminPort!, '/exchanges')).text;
  await until(async () => JSON.parse(await page()).exchanges.length === 1);
  const text = await page();
  const [{ id, request, response, calls }] = JSON.parse(text).exchanges;
  expect([id, request.target, response.status, calls.length]).toEqual(['over-2', '/v1/accounts/7', 200, 1]);
  expect(text).not.toContain('not-for-others');
});

test('the limit of a client', async () => {
  const { ask } = await open(await bankUrl(), { rateLimit: '1/h' });
  const statuses = [await ask({ ':path': '/v1/accounts/7' }), await ask({ ':path': '/v1/accounts/7' })];
  expect(statuses.map(({ headers }) => headers[':status'])).toEqual([200, 429]);
});

test.each([
  ['off', 'http/1.1'],
  [undefined, 'h2'],
])('http2: %s. A client that offers both gets %s', async (http2, protocol) => {
  const { server } = await open(await bankUrl(), http2 ? { http2 } : {});
  const options = { host: '127.0.0.1', port: server.port, rejectUnauthorized: false };
  const socket = connect({ ...options, ALPNProtocols: ['h2', 'http/1.1'] });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  expect(socket.alpnProtocol).toBe(protocol);
});
