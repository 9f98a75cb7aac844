// Links of the pages lead somewhere: to a file of the tree, and to a heading of it. What the package ships needs nothing that it does not ship.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const pages = globSync(
  [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'bench/*.md',
    'docs/**/*.md',
    'mappings/**/README.md',
  ],
  { cwd: root },
).toSorted();
const shipped: string[] = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).files;
/** Pages of the repository that a page of the package may point to. */
const repository = ['bench/README.md', 'helm/soapstone/README.md', 'helm/soapstone/values.yaml', 'SECURITY.md'];
const isShipped = (file: string) => shipped.some((entry) => file === entry || file.startsWith(`${entry}/`));

/** The page without code, whose brackets are no links. */
const prose = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/^( *)```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => '`'.repeat(code.length));

const anchorOf = (title: string) =>
  title
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** As GitHub makes them: a second heading of one name has `-1` behind it. */
function anchorsOf(file: string): Set<string> {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^( *)```[\s\S]*?^ *```$/gm, '');
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id));
  for (const [, title] of text.matchAll(/^#+ (.+)$/gm)) {
    const anchor = anchorOf(title);
    let free = anchor;
    for (let n = 1; anchors.has(free); n++) free = `${anchor}-${n}`;
    anchors.add(free);
  }
  return anchors;
}

const linksOf = (file: string) =>
  [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^[a-z]+:/.test(link));

function targetOf(page: string, link: string): { file: string; anchor: string | undefined } {
  const [path, anchor] = link.split('#');
  return { file: path === '' ? page : relative(root, join(root, dirname(page), path)), anchor };
}

function problemOf(page: string, link: string): string[] {
  const { file, anchor } = targetOf(page, link);
  if (!existsSync(join(root, file))) return [`${link}: there is no ${file}`];
  if (anchor === undefined) return [];
  if (statSync(join(root, file)).isDirectory()) return [`${link}: a folder has no anchors`];
  return anchorsOf(file).has(anchor) ? [] : [`${link}: ${file} has no such heading`];
}

describe.each(pages)('%s', (page) => {
  test('has links that lead somewhere', () => {
    expect(linksOf(page).flatMap((link) => problemOf(page, link))).toEqual([]);
  });
});

test('the index links to every page of docs/, but decisions and what tests have written', () => {
  const linked = new Set(linksOf('docs/README.md').map((link) => targetOf('docs/README.md', link).file));
  const expected = pages.filter((page) => /^docs\/(?!decisions|README|reference\/business-records)/.test(page));
  expect(expected.filter((page) => !linked.has(page))).toEqual([]);
});

test.each(pages.filter((page) => isShipped(page) && page !== 'README.md'))(
  '%s: what it links to is shipped',
  (page) => {
    const targets = linksOf(page).map((link) => targetOf(page, link).file);
    const outside = targets.filter((file) => !isShipped(file) && !repository.includes(file));
    expect(outside).toEqual([]);
  },
);
