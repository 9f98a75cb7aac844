// The workbench of a running gateway, on its admin port: off by default, for this machine, and only to read.
import { request } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, openTab, startBrowser } from '../browser/browser.ts';
import { start } from '../cli/spawn-cli.ts';
import { until } from '../server/until.ts';
import { tutorials } from './start-studio.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Resolves with the origins of its admin port and of its API. */
async function serve(...more: string[]): Promise<{ readonly admin: string; readonly origin: string }> {
  const mapping = join(tutorials, '70-faults');
  const args = ['serve', '--mapping', mapping, '--upstream', 'http://127.0.0.1:1/', '--port', '0', '--admin-port', '0'];
  const running = start([...args, '--admin-host', '127.0.0.1', ...more]);
  const admin = () => /^admin: (http:\S+?)\/readyz/m.exec(running.err())?.[1];
  const port = () => /listening on port (\d+)/.exec(running.err())?.[1];
  await until(() => (admin() !== undefined && port() !== undefined) || running.child.exitCode !== null);
  return { admin: admin() ?? running.err(), origin: `http://127.0.0.1:${port()}` };
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
  const { admin: origin } = await serve();
  expect(await status(origin, '/studio/')).toBe(404);
});

test('what --debug-wire captures appears while the page is open, and nothing can be recorded', async () => {
  const gateway = await serve('--studio', 'true', '--debug-wire', '*');
  const { page, errors } = await openTab(browser);
  await page.goto(`${gateway.admin}/studio`);
  await page.click('#tab-wire');
  await expect.poll(() => page.locator('.wire-view [role=status]').textContent()).toContain('Nothing is captured yet');
  const headers = { authorization: 'Bearer s3cr3t-of-mine' };
  await fetch(`${gateway.origin}/v1/payments/4711`, { headers });
  await expect.poll(() => page.locator('.exchange').count()).toBe(1);
  await page.locator('.exchange .code-box').first().focus();
  await fetch(`${gateway.origin}/v1/nothing`);
  await expect.poll(() => page.locator('.exchange').count()).toBe(2);
  expect(await page.locator('.exchange').first().textContent()).toContain('no rule');
  const earlier = page.locator('.exchange').nth(1);
  expect(await earlier.getAttribute('open')).toBe('');
  expect(await page.evaluate('document.activeElement.className')).toBe('code-box');
  expect(await earlier.textContent()).toContain('<pay:paymentId>4711</pay:paymentId>');
  expect(await page.locator('.wire-view').textContent()).not.toContain('s3cr3t');
  expect(await page.locator('.wire-view').textContent()).toContain(`soapstone record DIR ${gateway.admin}`);
  expect(await page.locator('.exchange button').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(errors).toEqual([]);
  const path = '/studio/70-faults/api/exchanges/record';
  expect(await status(gateway.admin, path, { 'content-type': 'application/json' }, 'POST')).toBe(403);
});

test('without captures, the page says how to turn them on', async () => {
  const { admin } = await serve('--studio', 'true');
  const { page } = await openTab(browser);
  await page.goto(`${admin}/studio`);
  await page.click('#tab-wire');
  await expect.poll(() => page.locator('.wire-view [role=status]').textContent()).toContain('--debug-wire RULE');
});

test('where it is on, it shows both sides of a request, and nobody writes', async () => {
  const { admin: origin } = await serve('--studio', 'true');
  const { page, errors } = await openTab(browser);
  await page.goto(`${origin}/studio`);
  expect(page.url()).toBe(`${origin}/studio/70-faults/`);
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
