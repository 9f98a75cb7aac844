// CORS in a browser: a page of one origin calls a gateway of another.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { silent } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { openTab, startBrowser } from './browser.ts';

const root = join(import.meta.dirname, '../..');
const AUTH = { front: [{ apiKey: { header: 'X-Api-Key' } }], callers: [{ key: { env: 'CORS_KEY' } }] };

/** An empty page. Resolves with its origin. */
async function servePage(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">');
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A gateway in front of the demo bank, and a tab of a browser. */
async function open(flags: Readonly<Record<string, string>>) {
  process.env['CORS_KEY'] = 'a-key-of-the-tests';
  const bank = await startBank(0);
  const settings = await loadSettings({
    flags: {
      host: '127.0.0.1',
      port: '0',
      adminPort: 'off',
      logFormat: 'off',
      overloadDelay: '0',
      upstream: bank.url,
      mapping: join(root, 'mappings/10-first-row'),
      auth: JSON.stringify(AUTH),
      ...flags,
    },
    environment: {},
    cwd: root,
  });
  const server = await startServer(settings, silent);
  const browser = await startBrowser();
  onTestFinished(() => Promise.all([browser.close(), server.drain(0), bank.close()]).then(() => undefined));
  return { browser, origin: `http://127.0.0.1:${server.port}` };
}

test('a page of an allowed origin reads responses, problems and header fields; another page reads nothing', async () => {
  const [allowed, other] = [await servePage(), await servePage()];
  const { browser, origin } = await open({ cors: allowed });
  const { page } = await openTab(browser);
  const read = (path: string, key: string) =>
    page.evaluate(
      ([url, value]) =>
        fetch(url, { headers: { 'x-api-key': value } }).then(
          async (response) => [
            response.status,
            response.headers.has('x-request-id'),
            (await response.text()).includes('Ada'),
          ],
          (error: Error) => error.name,
        ),
      [`${origin}/v1${path}`, key] as const,
    );
  await page.goto(allowed);
  expect(await read('/accounts/7', 'a-key-of-the-tests')).toEqual([200, true, true]);
  expect(await read('/accounts/7', 'another')).toEqual([401, true, false]);
  expect(await read('/accounts/seven', 'a-key-of-the-tests')).toEqual([400, true, false]);
  expect(await read('/nothing', 'a-key-of-the-tests')).toEqual([404, true, false]);
  await page.goto(other);
  expect(await read('/accounts/7', 'a-key-of-the-tests')).toBe('TypeError');
});

test('the cache of a browser gives no response to another caller, nor in another form', async () => {
  const cors = await servePage();
  const { browser, origin } = await open({ cors, cache: '1h' });
  // A tab whose requests are looked at has no cache.
  const page = await browser.newPage();
  const read = (key: string, accept: string) =>
    page.evaluate(
      ([url, value, form]) =>
        fetch(url, { headers: { 'x-api-key': value, accept: form } }).then((response) => [
          response.status,
          response.headers.get('x-request-id'),
        ]),
      [`${origin}/v1/accounts/7`, key, accept] as const,
    );
  await page.goto(cors);
  const [status, id] = await read('a-key-of-the-tests', 'application/json');
  expect([status, await read('a-key-of-the-tests', 'application/json')]).toEqual([200, [200, id]]);
  expect((await read('another', 'application/json'))[0]).toBe(401);
  expect((await read('a-key-of-the-tests', 'text/csv'))[0]).toBe(406);
});
