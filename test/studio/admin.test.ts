// The workbench of a running gateway, on its admin port: off by default, for this machine, and only to read.
import { request } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTab, startBrowser } from '../browser/browser.ts';
import { start } from '../cli/spawn-cli.ts';
import { until } from '../server/until.ts';
import { tutorials } from './start-studio.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Resolves with the origin of its admin port. */
async function serve(...more: string[]): Promise<string> {
  const mapping = join(tutorials, '70-faults');
  const args = ['serve', '--mapping', mapping, '--upstream', 'http://127.0.0.1:1/', '--port', '0', '--admin-port', '0'];
  const running = start([...args, '--admin-host', '127.0.0.1', ...more]);
  const admin = () => /^admin: (http:\S+?)\/readyz/m.exec(running.err())?.[1];
  await until(() => admin() !== undefined || running.child.exitCode !== null);
  return admin() ?? running.err();
}

function status(origin: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${origin}${path}`, { headers, method }, (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

test('it is off by default', async () => {
  const origin = await serve();
  expect(await status(origin, '/studio/')).toBe(404);
});

test('where it is on, it shows both sides of a request, and nobody writes', async () => {
  const origin = await serve('--studio', 'true');
  const { page, errors } = await openTab(browser);
  await page.goto(`${origin}/studio`);
  expect(page.url()).toBe(`${origin}/studio/70-faults/`);
  await page.locator('.chip').first().waitFor();
  await page.fill('#request-rest', 'GET /v1/payments/4711');
  await expect.poll(() => page.inputValue('#request-soap')).toContain('<pay:paymentId>4711</pay:paymentId>');
  expect(await page.locator('text=Record case…').isDisabled()).toBe(true);
  expect(await page.locator('text=Record case…').getAttribute('title')).toContain('only reads');
  expect(errors).toEqual([]);
  for (const path of ['/studio/70-faults/api/cases', '/studio/70-faults/api/send'])
    expect(await status(origin, path, { 'content-type': 'application/json', 'x-studio-token': '' }, 'POST')).toBe(403);
  expect(await status(origin, '/studio/', { host: 'evil.example.com' })).toBe(421);
  expect(await status(origin, '/studio/70-faults/api/state', { origin: 'https://evil.example.com' })).toBe(403);
  expect(await status(origin, '/studio/nobody/')).toBe(404);
  expect(await status(origin, '/studios')).toBe(404);
  expect(await status(origin, '/livez')).toBe(200);
});
