// A real browser for tests: the chromium of the system, driven by playwright-core. It reaches this machine alone, as tests run offline.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { chromiumFile } from '../../scripts/setup/chromium.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The caller closes it; one for all tests of a file, as a start takes a second. Each has an empty profile. */
export function startBrowser(): Promise<Browser> {
  const executablePath = chromiumFile();
  if (executablePath === undefined) throw new Error('there is no chromium: node scripts/setup-tests.ts');
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

export interface Tab {
  readonly page: Page;
  /** Uncaught errors, errors of the console (refusals by the CSP among them) and URLs of other machines, so far. */
  readonly errors: readonly string[];
}

/** A page with cookies and storage of its own, gone after the test. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const errors: string[] = [];
  await context.route(
    (url) => !isHere(url),
    (route) => {
      errors.push(`request to ${route.request().url()}`);
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, errors };
}

function isHere({ protocol, hostname }: URL): boolean {
  return !/^(https?|wss?):$/.test(protocol) || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 levels A and AA: https://www.w3.org/TR/WCAG22/. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe objects to in the page as it is now, a line for each rule and element. The page's CSP does not stop axe. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axeSource());
  const { violations } = await page.evaluate(
    (tags) => (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: tags, resultTypes: ['violations'] }),
    WCAG,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}\n${failureSummary}`),
  );
}
