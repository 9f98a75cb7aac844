import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { accessibilityProblems, openTab, startBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const GOOD = '<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1></main></html>';
const BAD =
  '<!doctype html><html lang="en"><title>A page</title><main><img src="data:,"><button></button></main></html>';

/** Serves one page, with a CSP that forbids all scripts. Resolves with its URL. */
async function serve(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-security-policy', "default-src 'none'; img-src data: http:");
    response.setHeader('content-type', 'text/html').end(html);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('axe has nothing to say about a good page, even under a strict CSP', async () => {
  const { page, errors } = await openTab(browser);
  await page.goto(await serve(GOOD));
  expect(await page.title()).toBe('A page');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('axe names what a bad page lacks', async () => {
  const { page } = await openTab(browser);
  await page.goto(await serve(BAD));
  const problems = (await accessibilityProblems(page)).join('\n');
  expect(problems).toContain('image-alt');
  expect(problems).toContain('button-name');
});

test('a page that asks another machine, or breaks its CSP, does not go unseen', async () => {
  const { page, errors } = await openTab(browser);
  await page.goto(await serve(`${GOOD}<img alt="x" src="http://example.com/x.png"><script>1</script>`));
  await expect.poll(() => errors.join('\n')).toContain('request to http://example.com/x.png');
  await expect.poll(() => errors.join('\n')).toMatch(/script.*Content Security Policy/s);
});
