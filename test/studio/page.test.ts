// The workbench as a person uses it, in a real browser.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Translation } from '../../src/studio/protocol/api.ts';
import { accessibilityProblems, openTab, startBrowser } from '../browser/browser.ts';
import { type StartedStudio, startStudio, tutorials } from './start-studio.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const payments = join(tutorials, '70-faults');

interface Opened {
  readonly page: Page;
  readonly studio: StartedStudio;
  readonly errors: readonly string[];
}

async function open(
  source: string,
  args: readonly string[] = [],
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const studio = await startStudio(source, args);
  const { page, errors } = await openTab(browser, options);
  await page.goto(studio.address);
  return { page, studio, errors };
}

/** The texts that are marked in one editor. */
function marksIn(page: Page, id: string): Promise<string[]> {
  return page.locator(`.editor:has(#${id}) mark`).allTextContents();
}

const value = (page: Page, id: string) => page.locator(`#${id}`).inputValue();

describe('both sides of a request', () => {
  test('a REST request that is typed shows the envelope at once, with each variable in one colour on both sides', async () => {
    const { page, errors } = await open(payments);
    await page.fill('#request-rest', 'GET /v1/payments/4711');
    await expect.poll(() => value(page, 'request-soap')).toContain('<pay:paymentId>4711</pay:paymentId>');
    expect(await marksIn(page, 'request-rest')).toEqual(['4711']);
    expect(await marksIn(page, 'request-soap')).toEqual(['4711']);
    const colours = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.pane:nth-child(-n+2) mark')].map((mark) => getComputedStyle(mark).backgroundColor)",
    );
    expect(colours).toHaveLength(2);
    expect(new Set(colours).size).toBe(1);
    expect(await page.locator('main h2').first().textContent()).toBe('GetPayment');
    expect(await value(page, 'response-rest')).toMatch(/^200\n/);
    expect(errors).toEqual([]);
  });

  test('an envelope that is pasted shows the REST request', async () => {
    const { page } = await open(payments);
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
      <GetPayment xmlns="https://example.com/payments"><paymentId>99</paymentId></GetPayment></s:Body></s:Envelope>`;
    await page.fill('#request-soap', envelope);
    await expect.poll(() => value(page, 'request-rest')).toMatch(/^GET \/v1\/payments\/99$/m);
    expect(await marksIn(page, 'request-rest')).toEqual(['99']);
    expect(await marksIn(page, 'request-soap')).toEqual(['99']);
    expect(await value(page, 'request-soap')).toBe(envelope);
  });

  test('a response that is written on either side changes the other one; a fault becomes its problem', async () => {
    const { page } = await open(payments);
    await page.fill('#request-rest', 'GET /v1/payments/7');
    await expect.poll(() => value(page, 'response-soap')).toContain('GetPaymentResponse');
    await page.fill(
      '#response-soap',
      '<soap:Fault xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>soap:Client</faultcode><faultstring>no</faultstring></soap:Fault>',
    );
    await expect.poll(() => value(page, 'response-rest')).toContain('BAD_PAYMENT');
    const response = (await value(page, 'response-soap')).length;
    expect(response).toBeGreaterThan(0);
  });

  test.each([
    ['alone', '<Fault><faultcode>Client</faultcode><faultstring>no</faultstring></Fault>'],
    [
      'in an envelope',
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Fault><faultcode>Client</faultcode><faultstring>no</faultstring></Fault></s:Body></s:Envelope>',
    ],
  ])('a fault without a namespace is one of SOAP, %s', async (_where, text) => {
    const { page } = await open(payments);
    await page.fill('#request-rest', 'GET /v1/payments/7');
    await expect.poll(() => value(page, 'response-soap')).toContain('GetPaymentResponse');
    await page.fill('#response-soap', text);
    await expect.poll(() => value(page, 'response-rest')).toContain('BAD_PAYMENT');
  });

  test('a rule whose path was edited shows a sample, not the case that it takes no more', async () => {
    const studio = await startStudio(payments);
    const file = join(studio.folder, 'mapping.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('GET /payments/{paymentId}', 'GET /transfers/{paymentId}'));
    const { page } = await openTab(browser);
    await page.goto(studio.address);
    await page.locator('.rule', { hasText: '/transfers/' }).first().click();
    await expect.poll(() => value(page, 'request-rest')).toMatch(/^GET \/v1\/transfers\//);
    expect(await page.locator('main h2').first().textContent()).toBe('GetPayment');
    expect(await value(page, 'response-soap')).toContain('GetPaymentResponse');
  });

  test('a request that no rule takes says why, and the page goes on', async () => {
    const { page } = await open(payments);
    await page.fill('#request-rest', 'GET /v1/nothing');
    await expect.poll(() => page.locator('main h2').first().textContent()).toBe('No rule takes this request');
    expect(await page.locator('main').textContent()).toContain('no rule has the path /v1/nothing');
    expect(await value(page, 'response-rest')).toMatch(/^404\n/);
    await page.fill('#request-rest', 'GET /v1/payments/4711?none=1');
    await expect.poll(() => page.locator('main').textContent()).toContain('the response is 400 BAD_QUERY');
    expect(await page.locator('main').textContent()).toContain('unknown parameter at ?none');
    expect(await value(page, 'response-rest')).toContain('"?none"');
    await page.fill('#request-soap', '<not xml');
    await expect.poll(() => page.locator('#request-rest-problem').textContent()).toMatch(/XML_/);
    await page.fill('#request-rest', 'hello');
    await expect.poll(() => page.locator('#request-soap-problem').textContent()).toContain('is not a request line');
  });

  test('a pressed variable stands out where it is', async () => {
    const { page } = await open(payments);
    await page.fill('#request-rest', 'GET /v1/payments/4711');
    await expect.poll(() => page.locator('main h2').first().textContent()).toBe('GetPayment');
    await page.locator('.chip', { hasText: 'paymentId' }).first().click();
    await expect.poll(() => page.locator('mark.active').count()).toBe(2);
  });
});

/** Opens the page, and holds what it asks of both sides until `release` is called. */
async function openHeld(source: string): Promise<Opened & { release(): void }> {
  const studio = await startStudio(source);
  const { page, errors } = await openTab(browser);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/translate', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(studio.address);
  await expect.poll(() => page.locator('.rule').count()).toBeGreaterThan(0);
  return { page, studio, errors, release };
}

describe('people who are faster than the page', () => {
  test('an example that arrives in a box where all is selected is selected too: what is typed takes its place', async () => {
    const { page, release } = await openHeld(payments);
    await page.focus('#request-rest');
    await page.keyboard.press('Control+A');
    release();
    await expect.poll(() => value(page, 'request-rest')).not.toBe('');
    await page.keyboard.insertText('GET /v1/payments/4711');
    expect(await value(page, 'request-rest')).toBe('GET /v1/payments/4711');
    await expect.poll(() => value(page, 'request-soap')).toContain('<pay:paymentId>4711</pay:paymentId>');
  });

  test('a response that is written before the first exchange is there stays, and is used', async () => {
    const { page, release } = await openHeld(payments);
    const fault = '<Fault><faultcode>Client</faultcode><faultstring>mine</faultstring></Fault>';
    await page.fill('#response-soap', fault);
    release();
    await expect.poll(() => value(page, 'response-rest')).toContain('mine');
    expect(await value(page, 'response-soap')).toBe(fault);
  });

  test('a rule that is chosen while the table is loaded again is shown', async () => {
    const { page, studio, release } = await openHeld(payments);
    release();
    await expect.poll(() => value(page, 'request-rest')).not.toBe('');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/translate', async (route) => {
      if (route.request().postDataJSON().request === undefined) await promise;
      await route.continue();
    });
    await page.locator('.rule', { hasText: 'refunds' }).click();
    const reloaded = page.waitForResponse('**/api/state');
    const file = join(studio.folder, 'mapping.yaml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}# later\n`);
    await reloaded;
    resolve();
    await expect.poll(() => value(page, 'request-rest')).toContain('/refunds');
    expect(await page.locator('main h2').first().textContent()).toBe('payment.refund');
  });

  test('a page that was opened with a broken table shows an exchange once the table is mended', async () => {
    const studio = await startStudio(payments);
    const file = join(studio.folder, 'mapping.yaml');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, 'soapstone: 2\n');
    const { page } = await openTab(browser);
    await page.goto(studio.address);
    await expect.poll(() => page.locator('.status').textContent()).toMatch(/^\d problem/);
    writeFileSync(file, good);
    await expect.poll(() => value(page, 'request-rest')).toContain('/v1/payments');
  });
});

describe('the table', () => {
  test('problems appear at their line as the file is saved, and vanish with the fix', async () => {
    const { page, studio, errors } = await open(payments);
    const file = join(studio.folder, 'mapping.yaml');
    const good = readFileSync(file, 'utf8');
    await expect.poll(() => page.locator('.status').textContent()).toContain('3 rules, no problems');
    writeFileSync(file, good.replace('GetPayment', 'GetPaymnt'));
    await expect
      .poll(() => page.locator('.status').textContent())
      .toMatch(/^\d problems?; the rules are those of the last good table$/);
    await page.click('#tab-table');
    const line = good.split('\n').findIndex((text) => text.includes('GetPayment')) + 1;
    expect(await page.locator('.code li.wrong').first().getAttribute('data-line')).toBe(String(line));
    expect(await page.locator('.problems').textContent()).toContain(`mapping.yaml:${line}:`);
    expect(await page.locator('.problems').textContent()).toContain('GetPaymnt');
    writeFileSync(file, good);
    await expect.poll(() => page.locator('.code li.wrong').count()).toBe(0);
    expect(await page.locator('.status').textContent()).toMatch(/^3 rules, no problems/);
    expect(errors).toEqual([]);
  });

  test('text that is no YAML is shown with its line', async () => {
    const { page, studio } = await open(payments);
    await expect.poll(() => page.locator('.status').textContent()).toContain('no problems');
    writeFileSync(join(studio.folder, 'mapping.yaml'), 'soapstone: 2\nrules: [ {\n');
    await page.click('#tab-table');
    await expect.poll(() => page.locator('.problem.error').count()).toBeGreaterThan(0);
    expect(await page.locator('.problems').textContent()).toContain('MAPPING_SYNTAX');
    expect(await page.locator('.code').textContent()).toContain('rules: [ {');
  });

  test('a folder that is gone is a problem in words, and comes back', async () => {
    const { page, studio } = await open(payments);
    await expect.poll(() => page.locator('.status').textContent()).toContain('no problems');
    renameSync(studio.folder, `${studio.folder}-away`);
    await expect.poll(() => page.locator('.status').textContent()).toContain('1 problem');
    await page.click('#tab-table');
    expect(await page.locator('.problems').textContent()).toContain('there is no folder');
    renameSync(`${studio.folder}-away`, studio.folder);
    await expect.poll(() => page.locator('.status').textContent()).toMatch(/^3 rules, no problems/);
  });

  test('operations stand beside it, with their parts and rules; those without a rule can be listed', async () => {
    const { page, studio } = await open(payments);
    await page.click('#tab-table');
    await expect.poll(() => page.locator('.operation').count()).toBe(3);
    await page.locator('.operation', { hasText: 'GetPayment' }).locator('summary').click();
    expect(await page.locator('.operation[open]').textContent()).toContain('request GetPayment { paymentId }');
    const file = join(studio.folder, 'mapping.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\n {2}- GET \/payments\/\{paymentId\}: GetPayment/, ''));
    await expect.poll(() => page.locator('.contract').textContent()).toContain('1 without a rule');
    await page.selectOption('#operation-filter', 'none');
    expect(await page.locator('.operation summary span:first-child').allTextContents()).toEqual(['GetPayment']);
  });

  test('a line of the table leads to its rule, and back', async () => {
    const { page } = await open(payments);
    await page.click('#tab-table');
    await page.getByRole('button', { name: 'try payment.refund' }).click();
    await expect.poll(() => page.locator('main h2').first().textContent()).toBe('payment.refund');
    await page.getByRole('button', { name: /^line \d+ of the table$/ }).click();
    expect(await page.locator('.code li.target').textContent()).toContain('payment.refund');
  });
});

describe('cases', () => {
  test('all run; a difference is shown; one runs alone', async () => {
    const { page, studio } = await open(payments);
    await page.click('#tab-cases');
    await page.click('text=Run all');
    await expect.poll(() => page.locator('.cases-view [role=status]').textContent()).toMatch(/^11 passed, 0 failed/);
    const [name] = readdirSync(join(studio.folder, 'cases'));
    const file = join(studio.folder, 'cases', name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/status: \d+/, 'status: 299'));
    await expect.poll(() => page.locator('.case.not-run').count()).toBe(11);
    await page.click('text=Run all');
    await expect.poll(() => page.locator('.case.failed').count()).toBe(1);
    expect(await page.locator('.difference').textContent()).toContain('299');
    await page.locator('.case.passed button').first().click();
    await expect.poll(() => page.locator('.case.passed').count()).toBe(10);
  });

  test('the exchange at hand is recorded with a click, passes, and overwrites nothing', async () => {
    const { page, studio, errors } = await open(payments);
    await page.fill('#request-rest', 'GET /v1/payments/4711');
    await expect.poll(() => page.locator('main h2').first().textContent()).toBe('GetPayment');
    await page.click('text=Record case…');
    await page.fill('#case-name', 'a payment of mine');
    await page.fill('#case-file', 'mine.yaml');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    const file = join(studio.folder, 'cases', 'mine.yaml');
    await expect.poll(() => existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('"GET /v1/payments/4711"');
    await page.click('#tab-cases');
    await expect.poll(() => page.locator('.case').count()).toBe(12);
    await page.click('text=Run all');
    await expect.poll(() => page.locator('.cases-view [role=status]').textContent()).toMatch(/^12 passed, 0 failed/);
    await page.click('#tab-try');
    await page.click('text=Record case…');
    await page.fill('#case-file', 'mine.yaml');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await expect.poll(() => page.locator('dialog').textContent()).toContain('mine.yaml is there already');
    await page.click('text=Append to the file');
    await expect.poll(() => readFileSync(file, 'utf8').match(/^- name/gm)?.length).toBe(2);
    expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  });
});

const PAYMENT = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
<GetPaymentResponse xmlns="https://example.com/payments"><payment><id>4711</id><from>A</from><to>B</to><amount>5.00</amount></payment></GetPaymentResponse></soap:Body></soap:Envelope>`;

async function soapService(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.setHeader('content-type', 'text/xml').end(PAYMENT));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`;
}

describe('the wire', () => {
  test('a request is sent for real, and both wires are shown', async () => {
    const { page } = await open(payments, ['--upstream', await soapService()]);
    await page.fill('#request-rest', 'GET /v1/payments/4711\nAuthorization: Bearer s3cr3t-of-mine');
    await expect.poll(() => page.locator('text=Send to the service').isEnabled()).toBe(true);
    await page.click('text=Send to the service');
    await expect.poll(() => page.locator('.exchange').count()).toBe(1);
    const text = (await page.locator('.exchange').textContent()) ?? '';
    expect(text).toContain('GET /v1/payments/4711');
    expect(text).toContain('<pay:paymentId>4711</pay:paymentId>');
    expect(text).toContain('GetPaymentResponse');
    expect(text).not.toContain('s3cr3t');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('one press of a key records the real exchange: the response of the service, which no sample has', async () => {
    const { page, studio, errors } = await open(payments, ['--upstream', await soapService()]);
    await page.fill('#request-rest', 'GET /v1/payments/4711\nAuthorization: Bearer s3cr3t-of-mine');
    await expect.poll(() => page.locator('text=Send to the service').isEnabled()).toBe(true);
    await page.click('text=Send to the service');
    const record = page.getByRole('button', { name: /^Record as a case: GET \/v1\/payments\/4711$/ });
    await record.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.outcome').textContent()).toBe('in cases/GetPayment-recorded.yaml');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Recorded');
    expect(await page.locator('.outcome').getAttribute('role')).toBe('status');
    expect(await accessibilityProblems(page)).toEqual([]);
    const text = readFileSync(join(studio.folder, 'cases', 'GetPayment-recorded.yaml'), 'utf8');
    expect(text).toContain('<amount>5.00</amount>');
    expect(text).not.toContain('s3cr3t');
    await page.keyboard.press('Enter');
    await page.click('#tab-cases');
    await expect.poll(() => page.locator('.case').count()).toBe(12);
    await page.click('text=Run all');
    await expect.poll(() => page.locator('.cases-view [role=status]').textContent()).toMatch(/^12 passed, 0 failed/);
    await page.click('#tab-wire');
    expect(await page.locator('.exchange button').textContent()).toBe('Recorded');
    expect(readFileSync(join(studio.folder, 'cases', 'GetPayment-recorded.yaml'), 'utf8')).toBe(text);
    expect(errors).toEqual([]);
  });

  test('an exchange that makes no case says why, and can be tried again', async () => {
    const { page, studio } = await open(payments, ['--upstream', 'http://127.0.0.1:1/']);
    await page.fill('#request-rest', 'GET /v1/payments/4711');
    await expect.poll(() => page.locator('text=Send to the service').isEnabled()).toBe(true);
    await page.click('text=Send to the service');
    await page.getByRole('button', { name: /^Record as a case/ }).click();
    await expect.poll(() => page.locator('.outcome.bad').textContent()).toContain('nothing is written');
    expect(await page.locator('.exchange button').getAttribute('aria-disabled')).toBeNull();
    expect(readdirSync(join(studio.folder, 'cases'))).toHaveLength(1);
  });

  test('a service that is down is said in words', async () => {
    const { page } = await open(payments, ['--upstream', 'http://127.0.0.1:1/']);
    await page.fill('#request-rest', 'GET /v1/payments/4711');
    await expect.poll(() => page.locator('text=Send to the service').isEnabled()).toBe(true);
    await page.click('text=Send to the service');
    await expect.poll(() => page.locator('.exchange').textContent()).toContain('nothing listens on this port');
  });

  test('a studio that has ended is said in words', async () => {
    const { page, studio } = await open(payments);
    await expect.poll(() => page.locator('.status').textContent()).toContain('no problems');
    studio.child.kill('SIGTERM');
    expect(await studio.ended).toMatchObject({ code: 0 });
    await expect.poll(() => page.locator('.lost').textContent()).toContain('Is the command still running?');
  });
});

describe('everybody', () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('axe finds nothing, %s, %d px, and nothing is wider than the window', async (colorScheme, width) => {
    const { page, studio } = await open(payments, [], { colorScheme, viewport: { width, height: 740 } });
    await expect.poll(() => page.locator('.chip').count()).toBeGreaterThan(0);
    const file = join(studio.folder, 'mapping.yaml');
    for (const tab of ['try', 'table', 'cases', 'wire']) {
      await page.click(`#tab-${tab}`);
      if (tab === 'table') {
        await expect.poll(() => page.locator('.operation').count()).toBe(3);
        writeFileSync(file, readFileSync(file, 'utf8').replace('GetPayment', 'GetPaymnt'));
        await expect.poll(() => page.locator('.code li.wrong').count()).toBeGreaterThan(0);
      }
      expect(await accessibilityProblems(page), tab).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), tab).toBeLessThanOrEqual(width);
    }
  });

  test('the keyboard alone: search, choose a rule, change tabs', async () => {
    const { page } = await open(payments);
    await expect.poll(() => page.locator('.rule').count()).toBe(3);
    await page.locator('#main').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('refund');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('main h2').first().textContent()).toBe('payment.refund');
    await page.locator('#tab-try').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#panel-table').isVisible()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('tab-table');
  });

  test('a page without the token shows nothing of the table, and says where the token is', async () => {
    const studio = await startStudio(payments);
    const { page } = await openTab(browser);
    await page.goto(studio.origin);
    await expect.poll(() => page.locator('.lost').textContent()).toContain('open the address that the command printed');
    expect(await page.locator('.rule').count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toContain('payment');
  });
});

/** What the page shows of a rule that is chosen. */
async function firstExchange({ origin, token }: StartedStudio, rule: string): Promise<Translation> {
  const headers = { 'content-type': 'application/json', 'x-studio-token': token };
  const response = await fetch(`${origin}/api/translate`, { method: 'POST', headers, body: JSON.stringify({ rule }) });
  return (await response.json()) as Translation;
}

test('the founding table: hundreds of rules, few elements, every rule by search', async () => {
  const { page, studio, errors } = await open(join(tutorials, 'business-records'));
  await expect.poll(() => page.locator('.status').textContent()).toMatch(/^\d{3,} rules, no problems/);
  expect(await page.locator('.rule').count()).toBeLessThan(60);
  const lines = await page.locator('.rule-line').allTextContents();
  expect(lines.every((line) => /^[A-Z]+ …\/\w/.test(line))).toBe(true);
  expect(await page.locator('.rule').first().getAttribute('title')).toMatch(/^[A-Z]+ \/services\/rest\//);
  await page.fill('#rule-search', 'binTransfer get');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('main h2').first().textContent()).toMatch(/^binTransfer/);
  await expect.poll(() => value(page, 'request-soap')).toContain('Envelope');
  for (const [id, status] of [
    ['account.get', 200],
    ['account.get.async', 202],
    ['account.list', 200],
    ['bin.get', 200],
  ] as const) {
    const { rule, response } = await firstExchange(studio, id);
    expect([id, rule?.id, response.rest.text.split('\n', 1)[0]]).toEqual([id, id, String(status)]);
  }
  expect(await page.locator('*').count()).toBeLessThan(15_000);
  expect(errors).toEqual([]);
});
