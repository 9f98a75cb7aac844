// The description in an app: none by itself, and one by the example of the docs.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import express from 'express';
import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { soapstone } from '../../../src/index.ts';

const root = join(import.meta.dirname, '../../..');
const WAIT_MS = 120_000;

test('an app shows no description by itself', async () => {
  const mapping = join(root, 'mappings/10-first-row');
  const gateway = await soapstone({ mapping, present: 'rest', upstream: 'http://127.0.0.1:8000/accounts' });
  onTestFinished(() => gateway.close());
  const app = express().use(gateway);
  for (const path of ['/openapi.json', '/docs', '/v1/openapi.json', '/v1/docs', '/v1/metadata-catalog'])
    expect((await request(app).get(path)).status, path).toBe(404);
});

test('an app that says so has the docs page and the description, below the path where the gateway is mounted', async () => {
  const mapping = join(root, 'mappings/10-first-row');
  const gateway = await soapstone({
    mapping,
    upstream: 'http://127.0.0.1:8000/accounts',
    docs: true,
    openapi: '/api.json',
  });
  onTestFinished(() => gateway.close());
  const app = express().use('/bank', gateway).use(gateway);
  app.get('/other', (_req, res) => void res.send('other'));
  const page = await request(app).get('/bank/v1/docs').expect(200);
  expect(page.text).toContain('href="../api.json"');
  await request(app)
    .get('/bank/v1/docs?file=docs.js')
    .expect(200)
    .expect('content-type', /javascript/);
  const servers = async (path: string) => (await request(app).get(path).expect(200)).body.servers;
  expect(await servers('/bank/v1/docs?file=openapi.json')).toEqual([{ url: '/bank' }]);
  expect(await servers('/bank/api.json')).toEqual([{ url: '/bank' }]);
  expect(await servers('/api.json')).toEqual([{ url: '/' }]);
  await request(app).get('/other').expect(200, 'other');
  for (const path of ['/openapi.json', '/bank/v1/metadata-catalog', '/v1/docs?file=none'])
    expect((await request(app).get(path)).status, path).toBe(404);
  await request(app).post('/v1/docs').expect(404);
});

test('a gateway without an app around it answers what is no document', async () => {
  const mapping = join(root, 'mappings/10-first-row');
  const gateway = await soapstone({ mapping, upstream: 'http://127.0.0.1:8000/accounts', docs: 'plain' });
  onTestFinished(() => gateway.close());
  const server = createServer((req, res) => gateway(req, res));
  await request(server).get('/v1/docs').expect(200).expect('content-type', /html/);
  await request(server).get('/none').expect(404).expect('content-type', 'application/problem+json');
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('an app serves its description as the example does', { timeout: 2 * WAIT_MS }, async () => {
  const page = readFileSync(join(root, 'docs/reference/openapi.md'), 'utf8');
  const [, example] = /```js\n([\s\S]*?)```/.exec(page) as RegExpExecArray;
  const port = await freePort();
  const code = example
    .replace("'soapstone'", `'${pathToFileURL(join(root, 'src/index.ts'))}'`)
    .replace('3000', String(port));
  const app = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: root, stdio: 'inherit' });
  onTestFinished(() => void app.kill());
  const end = Date.now() + WAIT_MS;
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  while (app.exitCode === null && Date.now() < end && !(await ask('/').catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 100));
  const document = (await (await ask('/openapi.json')).json()) as { openapi: string; paths: object };
  expect([document.openapi, Object.keys(document.paths)]).toEqual(['3.1.0', ['/v1/accounts/{id}']]);
  expect((await ask('/docs')).status).toBe(404);
});
