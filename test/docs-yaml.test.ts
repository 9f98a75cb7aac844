// Every YAML block of the documentation is tried by somebody. The comment before it says by whom; a page of a tutorial shows parts of its table.
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { atOnce } from '../src/event-loop/time-slices.ts';
import { problemFindings } from '../src/findings/finding.ts';
import { findingsOf } from '../src/findings/notes.ts';
import { parseCases } from '../src/mapping/cases/cases.ts';
import { loadMapping } from '../src/mapping/load.ts';
import { temp } from './server/temp.ts';

const root = join(import.meta.dirname, '..');
const mappings = join(root, 'mappings');
const tutorials = readdirSync(mappings).filter((name) => /^\d/.test(name));

/** Decisions are history: their blocks are those of their day. */
const pages = [
  'docs/guides',
  'docs/reference',
  'mappings',
  ...tutorials.map((name) => `mappings/${name}`),
  '.',
].flatMap((folder) =>
  readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : [])),
);

interface Block {
  readonly page: string;
  readonly line: number;
  /** What the comment before it says. */
  readonly note: string;
  readonly yaml: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/(?:<!-- ([^>]*?) -->\s*\n)?([ \t]*)```ya?ml\n([\s\S]*?)\n?[ \t]*```/g)].map((found) => ({
    page,
    line: text.slice(0, found.index).split('\n').length,
    note: found[1] ?? '',
    yaml: found[3].replaceAll(new RegExp(`^${found[2]}`, 'gm'), ''),
  }));
}

const blocks = pages.flatMap(blocksOf);
const named = (all: readonly Block[]) => all.map((block) => ({ ...block, where: `${block.page}:${block.line}` }));

/** Tables that a tutorial's contract completes: whole ones, those without their head, and rules alone. */
const tables = blocks.filter(({ page, note }) => page !== 'docs/reference/mapping.md' && note.startsWith('contract: '));
/** Whole tables that a reader writes; the guides serve the bank's contract at the path of the first tutorial. */
const files = blocks.filter(({ note, yaml }) => note.endsWith('mapping.yaml') || /^soapstone:.*\ncontract:/.test(yaml));
const cases = blocks.filter(({ note }) => note === 'cases' || /^file: .*\/cases\//.test(note));
const parts = blocks.filter((block) => block.note === '' && /^mappings\/\d/.test(block.page) && !files.includes(block));

/** Who tries the others. */
const ELSEWHERE: Readonly<Record<string, (block: Block) => boolean>> = {
  'test/docs.test.ts': ({ page, note }) => page === 'docs/reference/mapping.md' && note.startsWith('contract: '),
  'test/auth/docs.test.ts': ({ page, note }) =>
    /^docs\/reference\/(?:credentials|authorization)\.md$/.test(page) && note === 'settings',
  'test/server/cross-origin.test.ts': ({ page }) => page === 'docs/reference/cors.md',
  'test/server/settings/connections-doc.test.ts': ({ page }) => page === 'docs/reference/connections.md',
  'test/guides.test.ts': ({ page, note }) => isFollowed(page) && (note.startsWith('file: ') || note === 'values'),
};

const followed = readFileSync(join(root, 'test/guides.test.ts'), 'utf8');
const isFollowed = (page: string) =>
  page.startsWith('docs/guides/') && followed.includes(`'${page.slice('docs/guides/'.length, -'.md'.length)}'`);

test('every block is tried', () => {
  const here = new Set([...tables, ...files, ...cases, ...parts]);
  const others = blocks.filter((block) => !here.has(block) && !Object.values(ELSEWHERE).some((tries) => tries(block)));
  // The line that editors read is the first of each table.
  const left = others.filter(({ yaml }) => parse(yaml) !== null);
  expect(left.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  const heads = others.map(({ yaml }) => yaml.trim());
  for (const name of tutorials) expect(readFileSync(join(mappings, name, 'mapping.yaml'), 'utf8')).toMatch(heads[0]);
  expect([tables, files, cases, parts].map((all) => all.length > 0)).toEqual([true, true, true, true]);
});

/** Problems as `soapstone check` finds them. */
async function problemsOf(table: string, tutorial: string): Promise<string[]> {
  const folder = temp({ 'mapping.yaml': table });
  cpSync(join(mappings, tutorial, 'contract'), join(folder, 'contract'), { recursive: true });
  try {
    const mapping = await loadMapping(folder);
    return atOnce(findingsOf(mapping)).flatMap(({ level, line }) => (level === 'error' ? [line] : []));
  } catch (error) {
    return problemFindings(error).map(({ line }) => line);
  }
}

/** With the head that the reference of the language leaves out: version, contract, and prefixes of the tutorial. */
function framed(yaml: string, tutorial: string): string {
  const { contract, namespaces } = parse(readFileSync(join(mappings, tutorial, 'mapping.yaml'), 'utf8'));
  const head = `soapstone: 2\ncontract: ${contract}\nnamespaces: ${JSON.stringify(namespaces)}\n`;
  return head + (yaml.startsWith('- ') ? `rules:\n${yaml}` : yaml);
}

describe('soapstone check finds no problem in', () => {
  test.each(named(tables))('the table at $where', async ({ note, yaml }) => {
    const tutorial = /^contract: ([\w-]+)$/.exec(note)?.[1] ?? '';
    expect(tutorials).toContain(tutorial);
    expect(await problemsOf(framed(yaml, tutorial), tutorial)).toEqual([]);
  });

  test.each(named(files))('the whole table at $where', async ({ page, yaml }) => {
    const tutorial = tutorials.find((name) => dirname(page).endsWith(name)) ?? '10-first-row';
    expect(await problemsOf(yaml, tutorial)).toEqual([]);
  });
});

test.each(named(cases))('the cases at $where are cases', ({ yaml, where }) => {
  expect(parseCases(yaml, where).length).toBeGreaterThan(0);
});

/** Does some part of the table hold the whole block: each item of a list, each member of an object? */
function holds(whole: unknown, part: unknown): boolean {
  if (isDeepStrictEqual(whole, part) || isPartOf(whole, part)) return true;
  return typeof whole === 'object' && whole !== null && Object.values(whole).some((one) => holds(one, part));
}

function isPartOf(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part)) return Array.isArray(whole) && part.every((item) => whole.some((one) => holds(one, item)));
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null) return false;
  const members = whole as Readonly<Record<string, unknown>>;
  return Object.entries(part).every(([name, value]) => isDeepStrictEqual(members[name], value));
}

test.each(named(parts))('the block at $where stands in the table of the tutorial', ({ page, yaml }) => {
  const table = parse(readFileSync(join(root, dirname(page), 'mapping.yaml'), 'utf8'));
  expect(holds(table, parse(yaml)), relative(root, page)).toBe(true);
});
