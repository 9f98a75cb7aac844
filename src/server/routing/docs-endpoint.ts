// The docs pages of REST faces: an interactive one with its files, or a plain one (`docs: plain`).
import { type DocumentedBridge, pathOf } from '../bridges/document-paths.ts';
import { type DocsFile, docsFile, isDocsFile } from './docs-files.ts';
import { type Archive, archived } from './document-archive.ts';
import {
  type Content,
  ContentCache,
  contentOf,
  descriptionOf,
  gathered,
  mappingsOf,
  publicUrlIn,
} from './document-content.ts';
import type { DocumentRequest, FindDescription, ShownDocument } from './document-request.ts';

const SECURITY_FIELDS = ['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer'];
const HTML = 'text/html; charset=utf-8';
/** The description of a page, whatever the setting `openapi` says. */
const DESCRIPTION_FILE = 'openapi.json';
const FOREVER = 'public, max-age=31536000, immutable';

/** Finds a page by its path, and its files by `?file=` there: no further path is needed, and references work below any mount path. */
export function docsPages(
  pages: ReadonlyMap<string, readonly DocumentedBridge[]>,
  description: FindDescription,
  archive?: Archive,
): (path: string, request: DocumentRequest) => Promise<ShownDocument | undefined> {
  const plain = new ContentCache<readonly DocumentedBridge[]>((all) =>
    archived(archive, all, ['plain', sourceOf(all)], async () => contentOf(await plainBytes(all))),
  );
  const interactive = new ContentCache<string>(async (path) => {
    const [all, files] = [pages.get(path) ?? [], await fileUrls()];
    const make = async () => contentOf(Buffer.from(await interactiveText(path, all, files)));
    return archived(archive, all, ['page', path, sourceOf(all), [...files]], make);
  });
  return async (path, { file, version, tag }) => {
    const bridges = pages.get(path);
    if (bridges === undefined) return undefined;
    if (bridges.some(({ settings }) => settings.docs === 'plain')) return plainPage(await plain.get(bridges));
    if (file === DESCRIPTION_FILE) return description(bridges, tag);
    if (file === undefined) return interactivePage(await interactive.get(path), bridges);
    return isDocsFile(file) ? pageFile(file, version) : undefined;
  };
}

async function plainPage(content: Awaited<ReturnType<ContentCache<never>['get']>>): Promise<ShownDocument | undefined> {
  const { PAGE_POLICY } = await import('../../openapi/page/page.ts');
  return content && { media: HTML, fields: ['content-security-policy', PAGE_POLICY, ...SECURITY_FIELDS], ...content };
}

async function plainBytes(bridges: readonly DocumentedBridge[]): Promise<Uint8Array> {
  const { pageText } = await import('../../openapi/page/page.ts');
  return gathered(pageText(await descriptionOf(bridges), sourceOf(bridges)));
}

/** Path of the document that bridges share, if they do. */
function sourceOf(bridges: readonly DocumentedBridge[]): string | undefined {
  const sources = new Set(bridges.map((bridge) => pathOf(bridge, 'openapi')));
  return sources.size === 1 ? [...sources][0] : undefined;
}

async function interactivePage(
  content: Content | undefined,
  bridges: readonly DocumentedBridge[],
): Promise<ShownDocument | undefined> {
  const { interactivePolicy } = await import('../../openapi/page/interactive-page.ts');
  const fields = ['content-security-policy', interactivePolicy(publicUrlIn(bridges)), ...SECURITY_FIELDS];
  return content && { media: HTML, fields, ...content };
}

async function interactiveText(path: string, bridges: readonly DocumentedBridge[], files: FileUrls): Promise<string> {
  const [{ interactivePage: page }, { infoOf }, { taggedOperations }] = await Promise.all([
    import('../../openapi/page/interactive-page.ts'),
    import('../../openapi/export/info.ts'),
    import('../../openapi/export/tags.ts'),
  ]);
  const mappings = await mappingsOf(bridges);
  const source = sourceOf(bridges);
  const { title, version } = infoOf(mappings);
  return page({
    title,
    version,
    tags: taggedOperations(mappings),
    file: DESCRIPTION_FILE,
    source: source && relative(path, source),
    urlOf: (file) => files.get(file) ?? '',
  });
}

/** Of the files of an interactive page, with their versions. */
type FileUrls = ReadonlyMap<DocsFile, string>;

async function fileUrls(): Promise<FileUrls> {
  const names: readonly DocsFile[] = ['swagger-ui.js', 'swagger-ui.css', 'docs.js', 'docs.css'];
  const urls = names.map(async (name) => [name, `?file=${name}&v=${(await docsFile(name)).version}`] as const);
  return new Map(await Promise.all(urls));
}

async function pageFile(name: DocsFile, version: string | undefined): Promise<ShownDocument> {
  const content = await docsFile(name);
  return { ...content, fields: SECURITY_FIELDS, ...(version === content.version && { caching: FOREVER }) };
}

/** A reference from one path to another (RFC 3986 §4.2). */
function relative(from: string, to: string): string {
  const [here, there] = [from, to].map((path) => path.split('/'));
  let same = 0;
  while (same < here.length - 1 && here[same] === there[same]) same++;
  return '../'.repeat(here.length - 1 - same) + there.slice(same).join('/');
}
