// What docs/reference/credentials.md and authorization.md show is right: tables by the compiler, settings by their reader.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { temp } from '../server/temp.ts';
import { NOTES } from './notes.ts';

const pages = ['credentials', 'authorization'];
const textOf = (name: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', `${name}.md`), 'utf8');
const page = pages.map(textOf).join('\n');
const blocks = [...page.matchAll(/<!-- ([\w: -]+) -->\n```yaml\n([\s\S]*?)```/g)].map(([, what, yaml]) => ({
  what,
  yaml,
  line: page.slice(0, page.indexOf(yaml)).split('\n').length,
}));
const tables = blocks.filter(({ what }) => what.startsWith('contract: '));
const settings = blocks.filter(({ what }) => what === 'settings');

describe('docs/reference/credentials.md, authorization.md', () => {
  test('says of every example what it is', () => {
    expect([tables.length > 0, settings.length > 0]).toEqual([true, true]);
    expect(tables.length + settings.length).toBe([...page.matchAll(/```yaml/g)].length);
  });

  test.each(tables)('the table at line $line', async ({ what, yaml }) => {
    expect(what).toBe('contract: 90-credentials');
    const contract = await loadContract(join(NOTES, 'contract'));
    const text = `soapstone: 2\nnamespaces: { n: "https://example.com/notes" }\n${yaml}`;
    expect(compileMapping(text, 'mapping.yaml', contract).rules.length).toBeGreaterThan(0);
  });

  test.each(settings)('the settings at line $line', async ({ yaml }) => {
    const files = [...yaml.matchAll(/file: ([\w/.-]+)/g)].map(([, file]) => file);
    const cwd = temp({ 'soapstone.yaml': yaml, ...Object.fromEntries(files.map((file) => [file, contentOf(file)])) });
    for (const [, name] of yaml.matchAll(/env: (\w+)/g)) {
      process.env[name] = 'secret';
      onTestFinished(() => void delete process.env[name]);
    }
    const flags = { mapping: NOTES, upstream: 'https://notes.example/notes' };
    const { bridges } = await loadSettings({ flags, environment: {}, cwd });
    expect(bridges[0].auth).toBeDefined();
  });
});

/** Keys and certificates must be ones, and pairs. */
const pair = execFileSync(
  'openssl',
  ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-keyout', '-'],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
);

function contentOf(file: string): string {
  if (file.endsWith('.json')) return '{"keys":[]}';
  if (!file.endsWith('.pem')) return 'secret';
  const form = file.includes('key')
    ? /-----BEGIN PRIVATE[\s\S]*PRIVATE KEY-----/
    : /-----BEGIN CERT[\s\S]*CERTIFICATE-----/;
  return `${form.exec(pair)?.[0]}\n`;
}
