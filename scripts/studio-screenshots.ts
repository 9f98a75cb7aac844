// The pictures of docs/guides/studio.md: the workbench in the Chromium of the tests. Run it after a change of the page.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { bundle } from './bundle.ts';
import { chromiumFile } from './setup/chromium.ts';

const IMAGES = 'docs/guides/images';
const work = mkdtempSync(join(tmpdir(), 'soapstone-pictures-'));
const folder = join(work, 'ferries');
const program = join(work, 'program', 'main.cjs');

interface Started {
  readonly address: string;
  stop(): void;
}

/** A command of the program. Resolves with the address that it prints: the first group of `line`. */
function start(args: readonly string[], line: RegExp): Promise<Started> {
  const child = spawn(process.execPath, [program, ...args, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args[0]} has ended`)));
    child.stdout.on('data', (piece) => {
      out += piece;
      const [, address] = line.exec(out) ?? [];
      if (address) resolve({ address, stop: () => void child.kill() });
    });
  });
}

const BOOKING = `POST /v1/bookings

{
  "sailing": "K12",
  "passengers": 2,
  "vehicle": "bicycle"
}`;

async function tryPicture(page: Page): Promise<void> {
  await page.fill('#request-rest', BOOKING);
  while (!(await page.inputValue('#request-soap')).includes('bicycle')) await page.waitForTimeout(50);
}

async function exchangesPicture(page: Page): Promise<void> {
  await tryPicture(page);
  await page.click('text=Send to the service');
  await page.getByRole('button', { name: /^Record as a case/ }).click();
  await page.locator('.outcome', { hasText: 'in cases/' }).waitFor();
}

async function tablePicture(page: Page): Promise<void> {
  const file = join(folder, 'mapping.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('GetBooking', 'GetBoking'));
  await page.click('#tab-table');
  await page.locator('.code li.wrong').first().waitFor();
  await page.locator('.operation').first().locator('summary').click();
  await page.locator('.problem .link').first().click();
}

async function casesPicture(page: Page): Promise<void> {
  const file = join(folder, 'mapping.yaml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replace('GetBoking', 'GetBooking')
      .replace('status: 409, code: HAS_SAILED', 'status: 410, code: HAS_SAILED'),
  );
  await page.locator('.status.good').waitFor();
  await page.click('#tab-cases');
  await page.click('text=Run all');
  await page.locator('.difference').first().waitFor();
}

async function main(): Promise<void> {
  cpSync('mappings/80-foreign-errors', folder, { recursive: true });
  await bundle(program);
  const service = await start(['mock', folder], /^SOAP service at (\S+?),/m);
  const studio = await start(['studio', folder, '--upstream', service.address], /^studio: (\S+)$/m);
  const browser = await chromium.launch({ executablePath: chromiumFile(), args: ['--no-sandbox', '--disable-gpu'] });
  mkdirSync(IMAGES, { recursive: true });
  for (const [name, colorScheme, prepare] of [
    ['try', 'light', tryPicture],
    ['exchanges', 'light', exchangesPicture],
    ['table', 'dark', tablePicture],
    ['cases', 'light', casesPicture],
  ] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1180, height: 720 } });
    await page.goto(studio.address);
    await page.locator('.chip').first().waitFor({ state: 'attached' });
    await prepare(page);
    await page.screenshot({ path: join(IMAGES, `studio-${name}.png`), animations: 'disabled' });
    await page.close();
  }
  await browser.close();
  studio.stop();
  service.stop();
}

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
