// A gateway that speaks HTTP/2 over TLS: every kind of path that it has, for node's client, curl and a browser.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openTab, startBrowser } from '../browser/browser.ts';
import { bankUrl, open } from './http2-gateway.ts';
import { parcelFiles } from './parcels.ts';
import { temp } from './temp.ts';
import { until } from './until.ts';

test('rules, errors and documents; the access log and the metrics name the protocol', async () => {
  const { ask, lines, metrics } = await open(await bankUrl());
  const account = await ask({ ':path': '/v1/accounts/7' });
  expect([account.headers[':status'], JSON.parse(account.text)]).toMatchObject([200, { id: 7 }]);
  expect((await ask({ ':path': '/v1/nothing' })).headers[':status']).toBe(404);
  const { headers, text } = await ask({ ':path': '/openapi.json' });
  expect([headers[':status'], JSON.parse(text).openapi]).toEqual([200, '3.1.0']);
  expect((await ask({ ':path': '/elsewhere', ':method': 'POST' }, '{}')).text).toContain('NOT_FOUND');
  expect(await metrics()).toMatch(/^soapstone_http2_connections 1$/m);
  await until(() => lines().filter(({ method }) => method).length === 4);
  expect(lines().flatMap(({ method, status, protocol }) => (method ? [[status, protocol]] : []))).toEqual([
    [200, '2'],
    [404, '2'],
    [200, '2'],
    [404, '2'],
  ]);
});

test('what passes through', async () => {
  const service = createServer((req, res) => {
    const seen = `${req.httpVersion} ${req.headers['transfer-encoding']} ${req.headers.cookie} ${req.headers.te}`;
    res.writeHead(201, 'Made', { 'x-seen': seen, 'keep-alive': 'timeout=5', connection: 'x-peer', 'x-peer': '1' });
    req.pipe(res);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const { ask } = await open(upstream, { passThrough: '/files' });
  const body = 'x'.repeat(300_000);
  const { headers, text } = await ask(
    { ':path': '/files/a?b', ':method': 'POST', cookie: ['a=1', 'b=2'], te: 'trailers' },
    body,
  );
  expect([headers[':status'], headers['x-seen'], text === body]).toEqual([201, '1.1 chunked a=1; b=2 undefined', true]);
  for (const name of ['keep-alive', 'connection', 'transfer-encoding', 'x-peer'])
    expect(headers).not.toHaveProperty(name);
});

test('tools for agents', async () => {
  const { ask } = await open(await bankUrl(), { present: 'mcp' });
  const accept = 'application/json, text/event-stream';
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get-account', arguments: { id: '7' } },
  };
  const fields = { ':path': '/mcp', ':method': 'POST', 'content-type': 'application/json', accept };
  const { headers, text } = await ask(fields, JSON.stringify(message));
  expect([headers[':status'], text]).toEqual([200, expect.stringMatching(/"id\\+":7/)]);
});

test('a streamed list whose service fails: the last line says so, and the stream has no proper end', async () => {
  const parcel = (id: number) => `<parcel><id>${id}</id><note>${'n'.repeat(1000)}</note></parcel>`;
  const begin = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ListResponse xmlns="urn:parcels">`;
  const service = createServer((req, res) => {
    req.resume().on('end', () => {
      res.writeHead(200, { 'content-type': 'text/xml' });
      res.end(`${begin}${Array.from({ length: 200 }, (_, i) => parcel(i)).join('')}<parcel><id>200</id><no`);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  const { ask } = await open(`http://127.0.0.1:${(service.address() as AddressInfo).port}/`, {
    mapping: temp(parcelFiles),
  });
  const { headers, text, code } = await ask({ ':path': '/v1/stream/1', accept: 'application/x-ndjson' });
  const items = text.trimEnd().split('\n');
  expect([headers[':status'], code, items.length > 100]).toEqual([200, 2, true]);
  expect(JSON.parse(items.at(-1)!)).toMatchObject({ code: 'UPSTREAM_BODY', status: 502 });
});

test('for curl and a browser', async () => {
  const { url } = await open(await bankUrl());
  const flags = ['-sk', '--http2', '-o', '/dev/null', '-w', '%{http_version} %{http_code}', `${url}/v1/accounts/7`];
  expect((await promisify(execFile)('curl', flags)).stdout).toBe('2 200');
  const browser = await startBrowser();
  onTestFinished(() => browser.close());
  const { page } = await openTab(browser, { ignoreHTTPSErrors: true });
  await page.goto(`${url}/docs`);
  const protocol = await page.evaluate(async () => {
    await (await fetch('/v1/accounts/7')).text();
    const [entry] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/v1/accounts/7'));
    return (entry as unknown as { nextHopProtocol: string }).nextHopProtocol;
  });
  expect(protocol).toBe('h2');
});
