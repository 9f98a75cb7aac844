// What `check` says of a table that loads stands in the workbench too, soon after the table.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, openTab, startBrowser } from '../browser/browser.ts';
import { run } from '../cli/spawn-cli.ts';
import { accountsWsdl } from '../peers/contracts.ts';
import { temp } from '../server/temp.ts';
import { startStudio, studioOf, tutorials } from './start-studio.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const tableOf = (path: string) =>
  `soapstone: 2\ncontract: ${accountsWsdl}\nrest: { base: /v1 }\nrules:\n  - GET ${path}: GetAccount\n`;

test('what check notes is at its line, and goes when the table is saved without it', async () => {
  const folder = temp({ 'mapping.yaml': tableOf('/v1/accounts/{accountId}') });
  const { address } = await studioOf(folder);
  const [note] = JSON.parse((await run(['check', folder, '--json'])).out).mappings[0].findings;
  expect([note.level, note.code]).toEqual(['note', 'BASE_REPEATED']);
  const { page, errors } = await openTab(browser);
  await page.goto(address);
  const status = page.locator('.status');
  await expect.poll(() => status.textContent(), { timeout: 30_000 }).toBe('1 rule, no problems, 1 note');
  await page.click('#tab-table');
  const inline = page.locator('.code li[data-line="5"] .inline.note');
  await inline.locator('summary').press('Enter');
  await expect.poll(() => inline.locator('.message').isVisible()).toBe(true);
  expect(await inline.textContent()).toContain(note.message);
  expect(await page.locator('.code li.wrong').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  writeFileSync(join(folder, 'mapping.yaml'), tableOf('/accounts/{accountId}'));
  await expect.poll(() => status.textContent()).toBe('1 rule, no problems');
  expect(await page.locator('.inline.note').count()).toBe(0);
  expect(errors).toEqual([]);
});

test('rows that run one way say why, and what helps; what is open stays open when the table is saved', async () => {
  const { address, folder } = await startStudio(join(tutorials, '50-calls'));
  const { page } = await openTab(browser);
  await page.goto(address);
  const status = page.locator('.status');
  await expect.poll(() => status.textContent(), { timeout: 30_000 }).toBe('12 rules, no problems, 7 notes');
  await page.click('#tab-table');
  await page.locator('.notes > summary').click();
  const notes = (await page.locator('.notes').textContent()) ?? '';
  expect(notes).toContain('ONE_WAY: "balance" runs rest-to-soap alone');
  expect(notes).toContain('a second rule with "only" gives the other direction');
  const file = join(folder, 'mapping.yaml');
  writeFileSync(file, `${readFileSync(file, 'utf8')}# later\n`);
  await expect.poll(() => page.locator('.code').textContent()).toContain('# later');
  await expect.poll(() => status.textContent()).toBe('12 rules, no problems, 7 notes');
  expect(await page.locator('.notes').getAttribute('open')).toBe('');
});

test('words of a filter that no search has are problems here, as in check', async () => {
  const { address, folder } = await startStudio(join(tutorials, 'business-records'));
  const file = join(folder, 'mapping.yaml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('"*": { internalId: id', '"*": { Manger: boss, internalId: id'),
  );
  const { page } = await openTab(browser);
  await page.goto(address);
  await expect.poll(() => page.locator('.status').textContent(), { timeout: 60_000 }).toMatch(/^1 problem, \d+ notes$/);
  await page.click('#tab-table');
  expect(await page.locator('.code li.wrong').first().textContent()).toContain('no filter can have the field "Manger"');
});
