// `soapstone docs`: the pages of the documentation that the package brings along, or one of them, or what stands below one of its headings.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SoapstoneError } from '../errors/errors.ts';
import { nearest } from '../errors/suggest.ts';
import { packageRoot } from '../file/package-root.ts';
import { say } from './output/say.ts';
import { OK } from './report.ts';

interface Page {
  readonly name: string;
  readonly path: string;
}

interface Heading {
  /** Its own, and one that it had before. */
  readonly anchors: readonly string[];
  /** 1: the title of the page. */
  readonly level: number;
  /** Where its line begins in the text. */
  readonly start: number;
  readonly title: string;
}

/** @param reference such as `faults#a-wrong-password`, also as a link of a page: `../reference/faults.md#a-wrong-password` */
export function docs(reference: string | undefined): number {
  say(reference === undefined ? listText() : textOf(reference));
  return OK;
}

/** Those that are listed, for completion; none where the package has no documentation. */
export function pageNames(): string[] {
  return existsSync(folder()) ? listed().map(({ name }) => name) : [];
}

function listText(): string {
  const pages = listed();
  const width = Math.max(...pages.map(({ name }) => name.length));
  const lines = pages.map((page) => `  ${page.name.padEnd(width)}  ${headingsOf(read(page))[0].title}`);
  return [`Pages in ${folder()}:`, ...lines, '', 'soapstone docs NAME prints one, NAME#HEADING a part of it.'].join(
    '\n',
  );
}

function textOf(reference: string): string {
  const [file, anchor] = reference.split('#', 2);
  const name = basename(file, '.md');
  const all = [...listed(), ...pagesIn('decisions/*.md')];
  const page = all.find((candidate) => candidate.name === name);
  if (page === undefined)
    throw missing(
      `there is no page ${name}`,
      name,
      all.map((other) => other.name),
    );
  const text = read(page);
  return (anchor ? sectionOf(page, text, anchor) : text).trimEnd();
}

function sectionOf({ name }: Page, text: string, anchor: string): string {
  const headings = headingsOf(text);
  const heading = headings.find((candidate) => candidate.anchors.includes(anchor));
  if (heading === undefined)
    throw missing(
      `page ${name} has no heading ${anchor}`,
      anchor,
      headings.flatMap((other) => other.anchors),
      `${name}#`,
    );
  const next = headings.find(({ start, level }) => start > heading.start && level <= heading.level);
  return text.slice(heading.start, next?.start);
}

function missing(message: string, name: string, names: readonly string[], prefix = ''): SoapstoneError {
  const close = nearest(name, names);
  const suggestion = close === undefined ? 'soapstone docs lists the pages' : `soapstone docs ${prefix}${close}`;
  return new SoapstoneError('SETTINGS', message, { suggestion });
}

/** All but decisions: guides first. */
function listed(): Page[] {
  return ['guides/*.md', 'reference/*.md', '*.md'].flatMap(pagesIn);
}

/** @throws SETTINGS where the program was installed without documentation. */
function pagesIn(pattern: string): Page[] {
  const root = folder();
  if (!existsSync(root))
    throw new SoapstoneError(
      'SETTINGS',
      'this installation has no documentation: images leave it out, the package has it',
    );
  const paths = globSync(pattern, { cwd: root }).toSorted();
  return paths.map((path) => ({ name: basename(path, '.md'), path: join(root, path) }));
}

function folder(): string {
  return fileURLToPath(new URL('docs', packageRoot()));
}

function read({ path }: Page): string {
  return readFileSync(path, 'utf8');
}

/** A heading, with the anchor that it had before; or a paragraph that has an anchor. */
const HEADING = /^(?:<a id="([^"]+)"><\/a>\n+)?(#+) (.+)$|^<a id="([^"]+)"><\/a>$/gm;
/** Below that of any heading. */
const PARAGRAPH = 7;

/** In order. A second heading of one name has `-1` behind it, as on GitHub. */
function headingsOf(text: string): Heading[] {
  const seen = new Map<string, number>();
  return [...withoutCode(text).matchAll(HEADING)].map(({ 1: alias, 2: marks, 3: title, 4: anchor, index: start }) => {
    if (anchor !== undefined) return { anchors: [anchor], level: PARAGRAPH, start, title: '' };
    const titleAnchor = anchorOf(title);
    const count = seen.get(titleAnchor) ?? 0;
    seen.set(titleAnchor, count + 1);
    const free = count === 0 ? titleAnchor : `${titleAnchor}-${count}`;
    return { anchors: alias ? [free, alias] : [free], level: marks.length, start, title };
  });
}

/** Of the same length: comments of code are no headings. */
function withoutCode(text: string): string {
  return text.replaceAll(/^( *)```[\s\S]*?^ *```$/gm, (block) => ' '.repeat(block.length));
}

function anchorOf(title: string): string {
  return title
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
