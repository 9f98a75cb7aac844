// Finds the OpenAPI documents, docs pages and catalogs of REST faces. Bridges with the same path share a document.
import { type DocumentedBridge, shownAt } from '../bridges/document-paths.ts';
import { catalogDocuments } from './catalog-endpoint.ts';
import { docsPages } from './docs-endpoint.ts';
import { type Archive, archived } from './document-archive.ts';
import { ContentCache, contentOf, describedBytes, mappingsOf } from './document-content.ts';
import type { DocumentRequest, FindDescription, ShownDocument } from './document-request.ts';

/** The document at a path, if there is one. */
export type FindDocument = (path: string, request?: DocumentRequest) => Promise<ShownDocument | undefined>;

/**
 * Finds a document by a path of `shownAt`, or one name below a catalog. Each document is made once, also for concurrent requests.
 * `mount`: path at which an app has the gateway. `archive`: those of earlier starts.
 */
export function documents(bridges: readonly DocumentedBridge[], mount = '', archive?: Archive): FindDocument {
  const openapi = shownAt(bridges, 'openapi');
  const description = descriptions(mount, archive);
  const page = docsPages(shownAt(bridges, 'docs'), description, archive);
  const catalog = catalogDocuments(shownAt(bridges, 'catalog'));
  return async (path, request = {}) => {
    const all = openapi.get(path);
    return all ? description(all, request.tag) : ((await page(path, request)) ?? catalog(path, request));
  };
}

function descriptions(mount: string, archive: Archive | undefined): FindDescription {
  const whole = new ContentCache<readonly DocumentedBridge[]>((all) =>
    archived(archive, all, ['openapi', mount], async () => contentOf(await describedBytes(all, mount))),
  );
  const tagged = new Map<readonly DocumentedBridge[], ContentCache<string>>();
  const lists: (readonly DocumentedBridge[])[] = [];
  return async (requested, tag) => {
    const bridges = sharedList(lists, requested);
    const byTag =
      tagged.get(bridges) ??
      new ContentCache<string>((one) =>
        archived(archive, bridges, ['openapi', mount, one], () => taggedContent(bridges, one, mount)),
      );
    tagged.set(bridges, byTag);
    const content = await (tag === undefined ? whole.get(bridges) : byTag.get(tag));
    return content && { media: 'application/json', fields: [], ...content };
  };
}

/** Documents and docs pages of the same bridges have lists of their own, and share one description. */
function sharedList(
  lists: (readonly DocumentedBridge[])[],
  bridges: readonly DocumentedBridge[],
): readonly DocumentedBridge[] {
  const equal = lists.find((list) => list.length === bridges.length && list.every((one, i) => one === bridges[i]));
  if (equal === undefined) lists.push(bridges);
  return equal ?? bridges;
}

/** undefined: no operation has the tag. */
async function taggedContent(bridges: readonly DocumentedBridge[], tag: string, mount: string) {
  const { taggedOperations } = await import('../../openapi/export/tags.ts');
  if (!taggedOperations(await mappingsOf(bridges)).has(tag)) return undefined;
  return contentOf(await describedBytes(bridges, mount, { tag }));
}
