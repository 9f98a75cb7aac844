// Which descriptions of REST faces are shown, and where. Bridges that show theirs at one path share a document.
import type { OpenApiDocument } from '../description/document.ts';
import type { Bridge } from './bridge.ts';

/** Bytes of a description, made when they are first asked for. */
export interface ShownDocument {
  readonly path: string;
  readonly media: string;
  /** Further header fields, names and values in turn. */
  readonly fields: readonly string[];
  readonly bytes: Uint8Array;
}

export type Shown = Pick<Bridge, 'settings' | 'mapping' | 'soapPath'>;

type Kind = 'openapi' | 'docs' | 'catalog';

const NAMES = { openapi: 'openapi.json', docs: 'docs', catalog: 'metadata-catalog' } as const;

/** Where a bridge shows a description; undefined where it does not. */
export function pathOf({ settings, mapping, soapPath }: Shown, kind: Kind): string | undefined {
  if (soapPath !== undefined || settings[kind] === '') return undefined;
  return settings[kind] ?? `${mapping.base}/${NAMES[kind]}`;
}

/** Path → what is there. Where all bridges show theirs at one path, and none says which, it is at the root too. */
export function shownAt(bridges: readonly Shown[], kind: Kind): ReadonlyMap<string, readonly Shown[]> {
  const found = new Map<string, Shown[]>();
  for (const bridge of bridges) {
    const path = pathOf(bridge, kind);
    if (path !== undefined) found.set(path, [...(found.get(path) ?? []), bridge]);
  }
  const [only] = found.values();
  if (found.size === 1 && only.every(({ settings }) => settings[kind] === undefined))
    found.set(`/${NAMES[kind]}`, only);
  return found;
}

/** The description at a path, if there is one; `accept`: what the caller wants, where there are several forms; `select`: names that a catalog shall list, all unless told. */
export type FindDocument = (
  path: string,
  accept?: string,
  select?: readonly string[],
) => Promise<ShownDocument | undefined>;

/** Reads a path of `shownAt`, or one name below a catalog. What is made is made once, also for callers who ask for it at once. */
export function documents(bridges: readonly Shown[]): FindDocument {
  const openapi = shownAt(bridges, 'openapi');
  const docs = shownAt(bridges, 'docs');
  const catalogs = shownAt(bridges, 'catalog');
  const made = new Map<string, Promise<ShownDocument | undefined>>();
  const make = (path: string, form: Form): Promise<ShownDocument | undefined> | undefined => {
    const [parent, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    const [described, shown] = [openapi.get(path), docs.get(path)];
    if (described) return describedAt(path, described);
    if (shown) return pageAt(path, shown);
    const catalog = catalogs.get(path);
    if (catalog) return catalogAt(path, catalog);
    const own = catalogs.get(parent);
    return own && (form === SCHEMA ? schemaAt(path, own, name) : partAt(path, own, name, form));
  };
  return async (path, accept = '', select = undefined) => {
    const form = formOf(accept);
    const catalog = select && catalogs.get(path);
    // Not kept: callers may ask for any names.
    if (catalog) return catalogAt(path, catalog, select);
    const key = `${path} ${form}`;
    const there = made.get(key);
    if (there) return there;
    const making = make(path, form);
    if (making === undefined) return undefined;
    made.set(key, making);
    const document = await making.catch((error: unknown) => {
      made.delete(key);
      throw error;
    });
    // Callers may ask for any number of names.
    if (document === undefined) made.delete(key);
    return document;
  };
}

async function describedAt(path: string, bridges: readonly Shown[]): Promise<ShownDocument> {
  return { path, media: 'application/json', fields: [], bytes: jsonBytes(await described(bridges)) };
}

async function pageAt(path: string, bridges: readonly Shown[]): Promise<ShownDocument> {
  const { PAGE_POLICY, pageOf } = await import('../description/page/page.ts');
  const sources = new Set(bridges.map((bridge) => pathOf(bridge, 'openapi')));
  const [source] = sources.size === 1 ? sources : [];
  const fields = [
    ...['content-security-policy', PAGE_POLICY],
    ...['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer'],
  ];
  const bytes = Buffer.from(pageOf(await described(bridges), source));
  return { path, media: 'text/html; charset=utf-8', fields, bytes };
}

const SCHEMA = 'application/schema+json';
/** What clients of older descriptions ask for; the document is the same. */
const SWAGGER = 'application/swagger+json';
const OPENAPI = 'application/json';
type Form = typeof SCHEMA | typeof SWAGGER | typeof OPENAPI;

function formOf(accept: string): Form {
  if (accept.includes(SCHEMA)) return SCHEMA;
  return accept.includes(SWAGGER) ? SWAGGER : OPENAPI;
}

const VARIES = ['vary', 'accept'];

/** What there is, with the addresses of the forms of each description. */
async function catalogAt(path: string, bridges: readonly Shown[], select?: readonly string[]): Promise<ShownDocument> {
  const { namesOf } = await import('../description/catalog.ts');
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
  return { path, media: 'application/json', fields: [], bytes: jsonBytes({ items }) };
}

async function isName(bridges: readonly Shown[], name: string): Promise<boolean> {
  const { namesOf } = await import('../description/catalog.ts');
  return namesOf(bridges.map(({ mapping }) => mapping)).includes(name);
}

/** OpenAPI of the paths that begin with the name. */
async function partAt(
  path: string,
  bridges: readonly Shown[],
  name: string,
  media: Form,
): Promise<ShownDocument | undefined> {
  if (!(await isName(bridges, name))) return undefined;
  return { path, media, fields: VARIES, bytes: jsonBytes(await described(bridges, name)) };
}

/** JSON Schema of what stands below the name. */
async function schemaAt(path: string, bridges: readonly Shown[], name: string): Promise<ShownDocument | undefined> {
  if (!(await isName(bridges, name))) return undefined;
  const { itemSchema } = await import('../description/catalog.ts');
  const document = await described(bridges, name);
  const schemas = bridges.map(({ mapping }) => itemSchema(document, `${mapping.base}/${name}`));
  const schema = schemas.find((one) => one !== undefined);
  if (schema === undefined) return undefined;
  return { path, media: SCHEMA, fields: VARIES, bytes: jsonBytes(schema) };
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

async function described(bridges: readonly Shown[], name?: string): Promise<OpenApiDocument> {
  const { describeRest } = await import('../description/describe.ts');
  const server = bridges.find(({ settings }) => settings.publicUrl !== undefined)?.settings.publicUrl;
  const { securityOf } = await import('./security-schemes.ts');
  const prefix = ({ settings }: Shown) => (bridges.length > 1 ? `${settings.name}.` : '');
  const gates = new Map(bridges.map((one) => [one.mapping, securityOf(one.settings.auth, prefix(one))]));
  return describeRest([...gates.keys()], { server, name, security: (mapping) => gates.get(mapping) });
}
