// Scripts and style sheets of the interactive docs page. A package has them in dist/docs-ui, compressed; a checkout that runs from its sources
// reads them where they come from.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CODINGS, type Coding } from '../../binding/content-coding.ts';
import { entityTag } from '../../binding/rest/front/response.ts';
import { packageRoot } from '../../file/package-root.ts';
import { CodedForms } from '../http/content-codings.ts';
import type { DocumentContent } from '../http/send-document.ts';

/** Where the files come from, below the folder of the package. */
export const DOCS_SOURCES = {
  'swagger-ui.js': 'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'swagger-ui.css': 'node_modules/swagger-ui-dist/swagger-ui.css',
  'docs.js': 'src/openapi/page/ui/docs.js',
  'docs.css': 'src/openapi/page/ui/docs.css',
} as const;
export type DocsFile = keyof typeof DOCS_SOURCES;

/** Below the folder of the package. */
export const DOCS_FOLDER = 'dist/docs-ui/';
/** Ends of file names, by coding. */
export const CODED_ENDS: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };
/** A reference to a source map, which nobody has here. */
const SOURCE_MAP = /\n?(?:\/\/|\/\*)# sourceMappingURL=\S+(?: \*\/)?\s*$/;

/** A file as browsers get it. `root`: the folder of the package. */
export async function readDocsSource(name: DocsFile, root: URL): Promise<Buffer> {
  return Buffer.from((await readFile(new URL(DOCS_SOURCES[name], root), 'utf8')).replace(SOURCE_MAP, '\n'));
}

export interface DocsContent extends DocumentContent {
  readonly media: string;
  readonly etag: string;
  /** In URLs, so that a browser may keep the file for a year. */
  readonly version: string;
}

const loaded = new Map<DocsFile, Promise<DocsContent>>();

/** Each file is read once in a process. */
export function docsFile(name: DocsFile): Promise<DocsContent> {
  const content = loaded.get(name) ?? load(name);
  loaded.set(name, content);
  content.catch(() => loaded.delete(name));
  return content;
}

export function isDocsFile(name: string): name is DocsFile {
  return Object.hasOwn(DOCS_SOURCES, name);
}

async function load(name: DocsFile): Promise<DocsContent> {
  const root = packageRoot();
  const folder = new URL(DOCS_FOLDER, root);
  const isBuilt = !import.meta.url.endsWith('.ts') && existsSync(folder);
  const bytes = isBuilt ? await readFile(new URL(name, folder)) : await readDocsSource(name, root);
  const ready = isBuilt ? await Promise.all(CODINGS.map((coding) => readForm(name, coding, folder))) : [];
  const etag = entityTag(bytes);
  return { media: mediaOf(name), bytes, etag, version: etag.slice(1, 11), forms: new CodedForms(bytes, ready) };
}

async function readForm(name: DocsFile, coding: Coding, folder: URL): Promise<[Coding, Uint8Array]> {
  return [coding, await readFile(new URL(name + CODED_ENDS[coding], folder))];
}

function mediaOf(name: DocsFile): string {
  return `text/${name.endsWith('.js') ? 'javascript' : 'css'}; charset=utf-8`;
}
