// `soapstone docs`: pages of the package, and what messages and first tables say about them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageNames } from '../../src/cli/docs.ts';
import { DOCS_REFERENCES } from '../../src/errors/docs-reference.ts';
import { run } from './spawn-cli.ts';

const root = join(import.meta.dirname, '../..');
const docsOf = (...args: string[]) => run(['docs', ...args]);

describe('soapstone docs', () => {
  test('lists pages with their titles, and says where they are', async () => {
    const { code, out } = await docsOf();
    expect([code, out.split('\n')[0]]).toEqual([0, `Pages in ${join(root, 'docs')}:`]);
    expect(out).toMatch(/^ {2}faults +Faults in both directions$/m);
    expect(out).not.toContain('0057-');
  });

  test('prints a page as it is', async () => {
    const { code, out } = await docsOf('faults');
    expect([code, out]).toEqual([0, readFileSync(join(root, 'docs/reference/faults.md'), 'utf8')]);
  });

  test('prints what stands below a heading, up to the next of its level', async () => {
    const { code, out } = await docsOf('faults#a-wrong-password');
    expect(code).toBe(0);
    expect(out).toMatch(/^### A wrong password\n/);
    expect(out).toContain('InvalidLogin');
    expect(out.match(/^#+ /gm)).toEqual(['### ']);
  });

  test('takes links as pages have them, and anchors of earlier headings and of paragraphs', async () => {
    const [link, earlier, paragraph, decision] = await Promise.all([
      docsOf('../reference/credentials.md#in-the-table'),
      docsOf('credentials#who-calls'),
      docsOf('wsdl#lists'),
      docsOf('0057-a-first-table-from-names'),
    ]);
    expect(link.out).toMatch(/^## In the table\n/);
    expect(earlier.out).toMatch(/### Authenticating clients\n/);
    expect(paragraph.out).toMatch(/\n\*\*A list in one parameter\*\*/);
    expect(paragraph.out).not.toContain('A file');
    expect(decision.code).toBe(0);
  });

  test.each([
    ['faultz', 'SETTINGS: there is no page faultz (soapstone docs faults)'],
    [
      'faults#a-wrong-pass',
      'SETTINGS: page faults has no heading a-wrong-pass (soapstone docs faults#a-wrong-password)',
    ],
    ['../../package.json', 'SETTINGS: there is no page package.json (soapstone docs lists the pages)'],
  ])('%s is wrong usage', async (name, message) => {
    expect(await docsOf(name)).toEqual({ code: 2, out: '', err: `${message}\n` });
  });

  test('the names of pages are unique', () => {
    expect(pageNames().length).toBe(new Set(pageNames()).size);
  });
});

describe('what the program says of pages', () => {
  test.each(DOCS_REFERENCES)('%s is a page, and a heading of it', async (reference) => {
    const { code, out, err } = await docsOf(reference);
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toBe('');
  });

  test('stands in the list of references alone', () => {
    const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['src/errors/docs-reference.ts'] }).map((path) => [
      path,
      readFileSync(join(root, path), 'utf8'),
    ]);
    const literal = /^(?!\s*(?:\/\/|\/?\*)).*(?:docs\/(?:reference|guides)\/|soapstone docs [a-z]+(?:#|\)))/m;
    expect(sources.flatMap(([path, text]) => (literal.test(text) ? [path] : []))).toEqual([]);
    const used = new Set(
      sources.flatMap(([, text]) => [...text.matchAll(/'([a-z-]+(?:#[a-z-]+)?)'/g)].map(([, one]) => one)),
    );
    expect(DOCS_REFERENCES.filter((one) => !used.has(one))).toEqual([]);
  });
});
