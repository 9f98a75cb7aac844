// The catalog of a REST face: a description and a JSON Schema for each first segment of its paths.
import type { OpenApiDocument } from '../../openapi/export/document-types.ts';
import type { DocumentedBridge } from '../bridges/document-paths.ts';
import { type Content, ContentCache, contentOf, describedBytes, jsonContent, mappingsOf } from './document-content.ts';

const SCHEMA = 'application/schema+json';
/** The media type that clients of older documents request; the document is the same. */
const SWAGGER = 'application/swagger+json';
const OPENAPI = 'application/json';
type Form = typeof SCHEMA | typeof SWAGGER | typeof OPENAPI;

/** `accept`: field of the request. `select`: names that the catalog lists, all by default. */
export interface CatalogRequest {
  readonly accept?: string;
  readonly select?: readonly string[];
}

interface CatalogContent extends Content {
  readonly media: string;
  readonly fields: readonly string[];
}

type Catalogs = ReadonlyMap<string, readonly DocumentedBridge[]>;

/** Finds a catalog, or a document of one name below it. */
export function catalogDocuments(
  catalogs: Catalogs,
): (path: string, request: CatalogRequest) => Promise<CatalogContent | undefined> {
  const parts = new ContentCache<string>((path) => partAt(path, catalogs));
  const schemas = new ContentCache<string>((path) => schemaAt(path, catalogs));
  return async (path, { accept = '', select }) => {
    const bridges = catalogs.get(path);
    if (bridges) return { media: OPENAPI, fields: [], ...(await listed(path, bridges, select)) };
    const media = formOf(accept);
    const content = await (media === SCHEMA ? schemas : parts).get(path);
    return content && { media, fields: VARIES, ...content };
  };
}

function formOf(accept: string): Form {
  if (accept.includes(SCHEMA)) return SCHEMA;
  return accept.includes(SWAGGER) ? SWAGGER : OPENAPI;
}

const VARIES = ['vary', 'accept'];

/** The names of a catalog, with the URLs of each name's documents. */
async function listed(
  path: string,
  bridges: readonly DocumentedBridge[],
  select?: readonly string[],
): Promise<Content> {
  const { namesOf } = await import('../../openapi/export/catalog.ts');
  const names = namesOf(await mappingsOf(bridges)).filter((name) => select?.includes(name) ?? true);
  const items = names.map((name) => {
    const href = `${path}/${encodeURIComponent(name)}`;
    const links = [
      { rel: 'canonical', href, mediaType: OPENAPI },
      { rel: 'alternate', href, mediaType: SWAGGER },
      { rel: 'alternate', href, mediaType: SCHEMA },
    ];
    return { name, links };
  });
  return jsonContent({ items });
}

/** The name below a catalog, and its bridges. */
async function namedAt(
  path: string,
  catalogs: Catalogs,
): Promise<{ readonly name: string; readonly bridges: readonly DocumentedBridge[] } | undefined> {
  const at = path.lastIndexOf('/');
  const [bridges, name] = [catalogs.get(path.slice(0, at)), path.slice(at + 1)];
  if (bridges === undefined) return undefined;
  const { namesOf } = await import('../../openapi/export/catalog.ts');
  return namesOf(await mappingsOf(bridges)).includes(name) ? { name, bridges } : undefined;
}

/** OpenAPI of the paths that begin with the name. */
async function partAt(path: string, catalogs: Catalogs): Promise<Content | undefined> {
  const target = await namedAt(path, catalogs);
  return target && contentOf(await describedBytes(target.bridges, '', { name: target.name }));
}

/** JSON Schema of the records below the name. */
async function schemaAt(path: string, catalogs: Catalogs): Promise<Content | undefined> {
  const target = await namedAt(path, catalogs);
  if (target === undefined) return undefined;
  const { itemSchema } = await import('../../openapi/export/catalog.ts');
  const { bridges, name } = target;
  const text = Buffer.from(await describedBytes(bridges, '', { name })).toString();
  const description = JSON.parse(text) as OpenApiDocument;
  const schemas = bridges.map(({ mapping }) => itemSchema(description, `${mapping.base}/${name}`));
  const schema = schemas.find((candidate) => candidate !== undefined);
  return schema && jsonContent(schema);
}
