// Serves the OpenAPI documents, docs pages and catalogs of REST faces. Bridges with the same path share a document.

import { setImmediate } from 'node:timers/promises';
import type { AuthSettings, FrontSettings } from '../../auth/settings/settings.ts';
import { entityTag } from '../../binding/rest/front/response.ts';
import { Pieces } from '../../bytes/pieces.ts';
import type { RestDescription, Security } from '../../openapi/export/document.ts';
import type { OpenApiDocument } from '../../openapi/export/document-types.ts';
import { type DocumentedBridge, pathOf, shownAt } from '../bridges/document-paths.ts';

/** A document with its header fields. */
interface ShownDocument {
  readonly path: string;
  readonly media: string;
  /** Further header fields, names and values in turn. */
  readonly fields: readonly string[];
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** The document at a path, if there is one. `accept`: selects among several forms. `select`: names that a catalog lists, all by default. */
export type FindDocument = (
  path: string,
  accept?: string,
  select?: readonly string[],
) => Promise<ShownDocument | undefined>;

/** Finds a document by a path of `shownAt`, or one name below a catalog. Each document is made once, also for concurrent requests. */
export function documents(bridges: readonly DocumentedBridge[]): FindDocument {
  const openapi = shownAt(bridges, 'openapi');
  const docs = shownAt(bridges, 'docs');
  const catalogs = shownAt(bridges, 'catalog');
  const described = new ContentCache<readonly DocumentedBridge[]>((all) => document(describedBytes(all)));
  const pages = new ContentCache<readonly DocumentedBridge[]>((all) => document(pageBytes(all)));
  const parts = new ContentCache<string>((path) => partAt(path, catalogs));
  const schemas = new ContentCache<string>((path) => schemaAt(path, catalogs));
  return async (path, accept = '', select = undefined) => {
    const [all, pageBridges, catalog] = [openapi.get(path), docs.get(path), catalogs.get(path)];
    if (all) return { path, media: 'application/json', fields: [], ...((await described.get(all)) as Content) };
    if (pageBridges)
      return {
        path,
        media: 'text/html; charset=utf-8',
        ...(await pageFields()),
        ...((await pages.get(pageBridges)) as Content),
      };
    if (catalog) return catalogAt(path, catalog, select);
    const media = formOf(accept);
    const content = await (media === SCHEMA ? schemas : parts).get(path);
    return content && { path, media, fields: VARIES, ...content };
  };
}

type Content = Pick<ShownDocument, 'bytes' | 'etag'>;

/** Content by key, made once. Misses are not cached: clients may request any number of names. */
class ContentCache<K> {
  private readonly make: (key: K) => Promise<Content | undefined>;
  private readonly entries = new Map<K, Promise<Content | undefined>>();

  constructor(make: (key: K) => Promise<Content | undefined>) {
    this.make = make;
  }

  get(key: K): Promise<Content | undefined> {
    const cached = this.entries.get(key);
    if (cached) return cached;
    const making = this.make(key);
    this.entries.set(key, making);
    const drop = () => void this.entries.delete(key);
    making.then((content) => content ?? drop(), drop);
    return making;
  }
}

async function document(bytes: Promise<Uint8Array>): Promise<Content> {
  const content = await bytes;
  return { bytes: content, etag: entityTag(content) };
}

async function pageFields(): Promise<Pick<ShownDocument, 'fields'>> {
  const { PAGE_POLICY } = await import('../../openapi/page/page.ts');
  const securityHeaders = ['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer'];
  return { fields: ['content-security-policy', PAGE_POLICY, ...securityHeaders] };
}

async function describedBytes(bridges: readonly DocumentedBridge[], name?: string): Promise<Uint8Array> {
  const { descriptionText } = await import('../../openapi/export/text.ts');
  return gathered(descriptionText(await descriptionOf(bridges, name)));
}

async function pageBytes(bridges: readonly DocumentedBridge[]): Promise<Uint8Array> {
  const { pageText } = await import('../../openapi/page/page.ts');
  const sources = new Set(bridges.map((bridge) => pathOf(bridge, 'openapi')));
  const [source] = sources.size === 1 ? sources : [];
  return gathered(pageText(await descriptionOf(bridges), source));
}

const SCHEMA = 'application/schema+json';
/** The media type that clients of older documents request; the document is the same. */
const SWAGGER = 'application/swagger+json';
const OPENAPI = 'application/json';
type Form = typeof SCHEMA | typeof SWAGGER | typeof OPENAPI;

function formOf(accept: string): Form {
  if (accept.includes(SCHEMA)) return SCHEMA;
  return accept.includes(SWAGGER) ? SWAGGER : OPENAPI;
}

const VARIES = ['vary', 'accept'];

/** The names of a catalog, with the URLs of each name's documents. */
async function catalogAt(
  path: string,
  bridges: readonly DocumentedBridge[],
  select?: readonly string[],
): Promise<ShownDocument> {
  const { namesOf } = await import('../../openapi/export/catalog.ts');
  const names = namesOf(bridges.map(({ mapping }) => mapping)).filter((name) => select?.includes(name) ?? true);
  const items = names.map((name) => {
    const href = `${path}/${encodeURIComponent(name)}`;
    const links = [
      { rel: 'canonical', href, mediaType: OPENAPI },
      { rel: 'alternate', href, mediaType: SWAGGER },
      { rel: 'alternate', href, mediaType: SCHEMA },
    ];
    return { name, links };
  });
  return { path, media: 'application/json', fields: [], ...(await document(jsonBytes({ items }))) };
}

/** The name below a catalog, and its bridges. */
async function namedAt(
  path: string,
  catalogs: ReadonlyMap<string, readonly DocumentedBridge[]>,
): Promise<{ readonly name: string; readonly bridges: readonly DocumentedBridge[] } | undefined> {
  const at = path.lastIndexOf('/');
  const [bridges, name] = [catalogs.get(path.slice(0, at)), path.slice(at + 1)];
  if (bridges === undefined) return undefined;
  const { namesOf } = await import('../../openapi/export/catalog.ts');
  return namesOf(bridges.map(({ mapping }) => mapping)).includes(name) ? { name, bridges } : undefined;
}

/** OpenAPI of the paths that begin with the name. */
async function partAt(
  path: string,
  catalogs: ReadonlyMap<string, readonly DocumentedBridge[]>,
): Promise<Content | undefined> {
  const target = await namedAt(path, catalogs);
  return target && document(describedBytes(target.bridges, target.name));
}

/** JSON Schema of the records below the name. */
async function schemaAt(
  path: string,
  catalogs: ReadonlyMap<string, readonly DocumentedBridge[]>,
): Promise<Content | undefined> {
  const target = await namedAt(path, catalogs);
  if (target === undefined) return undefined;
  const { itemSchema } = await import('../../openapi/export/catalog.ts');
  const { bridges, name } = target;
  const description = JSON.parse(Buffer.from(await describedBytes(bridges, name)).toString()) as OpenApiDocument;
  const schemas = bridges.map(({ mapping }) => itemSchema(description, `${mapping.base}/${name}`));
  const schema = schemas.find((candidate) => candidate !== undefined);
  return schema && document(jsonBytes(schema));
}

async function jsonBytes(value: unknown): Promise<Uint8Array> {
  return Buffer.from(JSON.stringify(value));
}

async function descriptionOf(bridges: readonly DocumentedBridge[], name?: string): Promise<RestDescription> {
  const { RestDescription } = await import('../../openapi/export/document.ts');
  const server = bridges.find(({ settings }) => settings.publicUrl !== undefined)?.settings.publicUrl;
  const prefix = ({ settings }: DocumentedBridge) => (bridges.length > 1 ? `${settings.name}.` : '');
  const gates = new Map(bridges.map((bridge) => [bridge.mapping, securityOf(bridge.settings.auth, prefix(bridge))]));
  return new RestDescription([...gates.keys()], { server, name, security: (mapping) => gates.get(mapping) });
}

/** ms of work before other requests get a turn. */
const LONGEST = 5;

/** The bytes of a long text, made in slices. */
export async function gathered(texts: Iterable<string>): Promise<Uint8Array> {
  const pieces = new Pieces();
  let began = performance.now();
  for (const text of texts) {
    if (text !== '') pieces.add(Buffer.from(text));
    if (performance.now() - began < LONGEST) continue;
    await setImmediate();
    began = performance.now();
  }
  return pieces.joined();
}

/** How clients of a bridge authenticate. `prefix`: before the names of the schemes, where several bridges share a document. */
function securityOf(auth: AuthSettings | undefined, prefix = ''): Security | undefined {
  if (auth === undefined || auth.front.length === 0) return undefined;
  const schemes = new Map<string, object>();
  for (const front of auth.front) {
    const scheme = schemeOf(front);
    if (scheme) schemes.set(prefix + front.kind, scheme);
  }
  return { schemes, optional: auth.front.some(({ kind }) => kind === 'none') };
}

/** OpenAPI 3.1.0 §4.8.27; names of HTTP schemes are those of IANA's registry. undefined: not for REST clients. */
function schemeOf(front: FrontSettings): object | undefined {
  switch (front.kind) {
    case 'basic':
      return { type: 'http', scheme: 'basic' };
    case 'bearer':
      return { type: 'http', scheme: 'bearer', ...(front.jwt && { bearerFormat: 'JWT' }) };
    case 'apiKey':
      return front.header === undefined
        ? { type: 'apiKey', in: 'query', name: front.query }
        : { type: 'apiKey', in: 'header', name: front.header };
    case 'oauth1':
      return { type: 'http', scheme: 'oauth' };
    case 'certificate':
      return { type: 'mutualTLS' };
    default:
      return undefined;
  }
}
