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
