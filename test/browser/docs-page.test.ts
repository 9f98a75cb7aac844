// The interactive docs page in a browser: it loads nothing from elsewhere, and what it offers works.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { SignJWT } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { soapstone } from '../../src/index.ts';
import { silent } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { bankMapping } from '../server/bank-mapping.ts';
import { temp } from '../server/temp.ts';
import { accessibilityProblems, openTab, startBrowser } from './browser.ts';

const root = join(import.meta.dirname, '../..');
const KEY = 'a-key-of-the-tests';
const AUTH = { front: [{ apiKey: { header: 'X-Api-Key' } }], callers: [{ key: { env: 'DOCS_KEY' }, name: 'ada' }] };

let browser: Browser;
let close: () => Promise<unknown>;
let bankUrl: string;
let bank: string;
let records: string;

/** What only another markup than that of Swagger UI would mend. */
const SWAGGER_UI = /^(?:nested-interactive|scrollable-region-focusable):/;

/** Two base paths on one port: the bank wants a key, the business records are a large face. */
beforeAll(async () => {
  process.env['DOCS_KEY'] = KEY;
  const upstream = await startBank(0);
  const flags = { host: '127.0.0.1', port: '0', adminPort: 'off', logFormat: 'off', upstream: upstream.url };
  const [settings, large] = await Promise.all(
    [
      { ...flags, mapping: join(root, 'mappings/10-first-row'), auth: JSON.stringify(AUTH) },
      { ...flags, mapping: join(root, 'mappings/business-records') },
    ].map((one) => loadSettings({ flags: one, environment: {}, cwd: root })),
  );
  const server = await startServer({ ...settings, bridges: [...settings.bridges, ...large.bridges] }, silent);
  bankUrl = upstream.url;
  close = () => Promise.all([server.drain(0), upstream.close()]);
  bank = `http://127.0.0.1:${server.port}/v1/docs`;
  records = `http://127.0.0.1:${server.port}/services/rest/record/v1/docs`;
  browser = await startBrowser();
});
afterAll(() => Promise.all([browser.close(), close()]));

async function tryOut(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByPlaceholder('id', { exact: true }).fill(id);
  await page.getByRole('button', { name: 'Execute' }).click();
}

test('an operation is tried out with a credential, and the page shows its response and how to send it', async () => {
  const { page, errors } = await openTab(browser);
  await page.goto(bank);
  await page.locator('.opblock-summary-control').click();
  await tryOut(page, '7');
  await expect.poll(() => page.locator('.live-responses-table tbody').innerText()).toContain('401');
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.modal-ux input').fill(KEY);
  await page.getByRole('button', { name: 'Apply credentials' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect.poll(() => page.locator('.live-responses-table').innerText()).toContain('"balance"');
  const snippets = await page.locator('.request-snippets').innerText();
  for (const name of ['cURL (bash)', 'cURL (PowerShell)', 'cURL (CMD)']) expect(snippets).toContain(name);
  expect(snippets).toContain('/v1/accounts/7');
  expect(errors.filter((text) => !text.includes('401'))).toEqual([]);
});

/** The bank in an app, below a path. Callers show a password, a token or a key of the query. */
async function startApp(): Promise<{ readonly docs: string; readonly token: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [issuer, audience] = ['https://id.example', 'bank'];
  const jwt = new SignJWT({ sub: 'ada' }).setProtectedHeader({ alg: 'EdDSA' }).setIssuer(issuer).setAudience(audience);
  const token = await jwt.setExpirationTime('1h').sign(privateKey);
  const keys = temp({ 'keys.json': JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }) });
  const bearer = { jwks: { file: join(keys, 'keys.json') }, issuer, audience };
  const key = { env: 'DOCS_KEY' };
  const auth = {
    front: [{ basic: {} }, { bearer }, { apiKey: { query: 'key' } }],
    callers: [{ user: 'ada', password: key }, { key }],
  };
  const gateway = await soapstone({
    mapping: join(root, 'mappings/10-first-row'),
    upstream: bankUrl,
    docs: true,
    auth,
  });
  return { docs: `${await originOf(gateway, '/bank')}/bank/v1/docs`, token };
}

/** The origin of an app with the gateway. */
async function originOf(gateway: Awaited<ReturnType<typeof soapstone>>, mount = '/'): Promise<string> {
  const server = express().use(mount, gateway).listen(0, '127.0.0.1');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('in an app, operations are tried out with each kind of credential', async () => {
  const { docs, token } = await startApp();
  const { page, errors } = await openTab(browser);
  for (const [scheme, ...credential] of [
    ['basic', 'ada', KEY],
    ['bearer', token],
    ['apiKey', KEY],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${docs}#/accounts/GetAccount`);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const form = page.locator('.auth-container', { hasText: `${scheme} ` });
    for (const [i, text] of credential.entries()) await form.locator('input').nth(i).fill(text);
    await form.getByRole('button', { name: 'Apply' }).click();
    await form.getByRole('button', { name: 'Close' }).click();
    await tryOut(page, '7');
    await expect.poll(() => page.locator('.live-responses-table').innerText()).toContain('"balance"');
  }
  expect(errors).toEqual([]);
});

test('a parameter that all operations of a path share has its name in each, and its value goes out', async () => {
  const soap =
    '{ request: { GetAccount: { accountId: "{id}" } }, response: { GetAccountResponse: { account: "{account}" } } }';
  const rules = ['GET', 'DELETE'].map(
    (method) =>
      `  - { id: ${method}, only: rest-to-soap, rest: { request: "${method} /shared/{id}", response: { body: "{account}" } }, soap: ${soap} }\n`,
  );
  const mapping = bankMapping(`soapstone: 2\ncontract: accounts.wsdl\nrules:\n${rules.join('')}`);
  const origin = await originOf(await soapstone({ mapping, upstream: bankUrl, docs: true }));
  const { page, errors } = await openTab(browser);
  for (const method of ['get', 'delete']) {
    await page.goto('about:blank');
    await page.goto(`${origin}/docs`);
    await page.locator(`.opblock-${method} .opblock-summary-control`).click();
    await tryOut(page, '7');
    await expect.poll(() => page.locator('.live-responses-table').innerText()).toContain('"balance"');
    expect(await page.locator('.request-url').innerText()).toContain(`${origin}/shared/7`);
  }
  expect(errors).toEqual([]);
});

test('a link to an operation opens it', async () => {
  const { page, errors } = await openTab(browser);
  await page.goto(`${bank}#/accounts/GetAccount`);
  await expect.poll(() => page.getByRole('button', { name: 'Try it out' }).count()).toBe(1);
  expect(errors).toEqual([]);
});

test('search finds operations of a resource by path, id and words', async () => {
  const { page, errors } = await openTab(browser);
  await page.goto(`${records}?tag=bin`);
  const search = page.getByRole('searchbox', { name: 'Search operations' });
  await search.waitFor();
  const shown = () => page.locator('.opblock').count();
  await search.fill('eid put');
  await expect.poll(shown).toBe(1);
  await search.fill('bin.delete.external');
  await expect.poll(shown).toBe(1);
  await search.fill('no such operation');
  await expect.poll(shown).toBe(0);
  await search.fill('');
  await expect.poll(shown).toBeGreaterThan(4);
  expect(errors).toEqual([]);
});

test('a large face begins with its resources; one is chosen by a link or from the list', async () => {
  const { page, errors } = await openTab(browser);
  await page.goto(records);
  const search = page.getByRole('searchbox', { name: 'Search operations' });
  await search.waitFor();
  expect(await page.getByRole('link', { name: 'campaign', exact: true }).count()).toBe(1);
  await search.fill('campaign delete eid');
  await page.getByRole('link', { name: /^DELETE .*\/campaign\/eid/ }).click();
  await page.locator('#operations-tag-campaign').waitFor();
  await expect.poll(() => page.locator('.opblock').count()).toBe(1);
  await page.getByLabel('Resource').selectOption('bom');
  await page.locator('#operations-tag-bom').waitFor();
  expect(new URL(page.url()).search).toBe('?tag=bom');
  expect(errors).toEqual([]);
});

test('the theme follows the system, and a choice is kept', async () => {
  const { page } = await openTab(browser, { colorScheme: 'dark' });
  const isDark = () => page.evaluate("document.documentElement.classList.contains('dark-mode')");
  await page.goto(bank);
  expect(await isDark()).toBe(true);
  await page.getByRole('button', { name: 'Dark' }).click();
  expect(await isDark()).toBe(false);
  await page.reload();
  expect(await isDark()).toBe(false);
});

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)(
  '%s, %i pixels wide: nothing sticks out, and axe objects to nothing of ours',
  async (colorScheme, width) => {
    const { page, errors } = await openTab(browser, { colorScheme, viewport: { width, height: 844 } });
    await page.goto(bank);
    await page.locator('.opblock-summary-control').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const problems = await accessibilityProblems(page);
    expect(problems.filter((problem) => !SWAGGER_UI.test(problem))).toEqual([]);
    expect(errors).toEqual([]);
  },
);

/** Where the text of a response ends, in pixels from the top of the page. */
const TEXT_END = `(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('.live-responses-table .highlight-code code'));
  return range.getBoundingClientRect().bottom + scrollY;
})()`;

/** A telephone's width, in CSS pixels. */
const PHONE = 375;

test('on a telephone, in an app: the search has the width of the page, and no button covers a response', async () => {
  const gateway = await soapstone({ mapping: join(root, 'mappings/10-first-row'), upstream: bankUrl, docs: true });
  const { page, errors } = await openTab(browser, {
    viewport: { width: PHONE, height: 812 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`${await originOf(gateway, '/bank')}/bank/v1/docs#/accounts/GetAccount`);
  expect((await page.locator('input.search').boundingBox())!.width).toBeGreaterThan(PHONE * 0.9);
  await tryOut(page, '7');
  const button = page.locator('.live-responses-table .download-contents');
  const above = (await button.boundingBox())!.y + Number(await page.evaluate('scrollY'));
  expect(await page.evaluate(TEXT_END)).toBeLessThanOrEqual(above);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE);
  expect(errors).toEqual([]);
});
