// An OpenAPI description → WSDL, schema and a first mapping, as texts.
import { Problems, SoapstoneError } from '../../errors/errors.ts';
import { counted } from '../../errors/wording.ts';
import { splitPath } from '../../pattern/text/path.ts';
import { credentialsOf } from './credentials.ts';
import { child, children, Documents, isPlain, isUrl, type Located, listOf, propertyOf } from './document.ts';
import { type Filter, selector } from './filter.ts';
import type { Api } from './model.ts';
import { ncName, pascal } from './names.ts';
import { groupNotes, type Note, Notes } from './notes.ts';
import type { Opened } from './open.ts';
import { operationsOf } from './operations.ts';
import { Types } from './types.ts';
import { writeWsdl, writeXsd } from './write-contract.ts';
import { basePath, writeMapping } from './write-mapping.ts';

export interface Converted {
  /** File name → text: the mapping, and below `contract/` WSDL and schema. */
  readonly files: ReadonlyMap<string, string>;
  readonly operations: number;
  /** Operations that the filter left out. */
  readonly unselected: number;
  readonly types: number;
  readonly notes: readonly Note[];
  /** Of the first server, where the document or its own address names one. The table has its path. */
  readonly origin?: string;
}

export interface ConvertOptions extends Filter {
  /** Target namespace; by default from title and version. */
  readonly namespace?: string;
}

/**
 * `file`: path or URL of the description. Without `opened` it is a file.
 * @throws Problems when it, or a document that it refers to as a whole, is no OpenAPI 3 description, or no operation is selected.
 */
export function convert(
  file: string,
  { namespace, ...filter }: ConvertOptions = {},
  { documents, converted }: Opened = { documents: new Documents() },
): Converted {
  const root = documents.open(file);
  checkVersion(root);
  const notes = new Notes();
  if (converted !== undefined)
    notes.add(root, 'conversions', `Swagger ${converted} was converted: places are those of its OpenAPI 3.0 form`);
  const types = new Types(documents, notes);
  if (propertyOf(root.value, 'webhooks') !== undefined)
    notes.add(child(root, 'webhooks'), 'callbacks', 'webhooks are left out: the service would be the client');
  const { requirements, unselected, ...operations } = operationsOf(root, {
    documents,
    notes,
    types,
    selects: selector(filter),
  });
  const title = String(propertyOf(child(root, 'info').value, 'title') ?? 'Api');
  const name = ncName(pascal(title) || 'Api');
  const [major] = String(propertyOf(child(root, 'info').value, 'version') ?? '1').split(/[^A-Za-z0-9]/);
  const doc = propertyOf(child(root, 'info').value, 'description');
  const server = serverOf(root, notes);
  const api: Api = {
    title,
    doc: typeof doc === 'string' ? doc : undefined,
    namespace: namespace ?? `urn:openapi:${encodeURIComponent(name.toLowerCase())}:v${major}`,
    server: server.url,
    types: types.defs,
    credentials: credentialsOf(root, requirements, {
      server: server.isWhole ? server.url : undefined,
      documents,
      notes,
    }),
    ...operations,
  };
  if (api.operations.length === 0 && unselected > 0)
    throw problem(
      root,
      `none of the ${counted(unselected, 'operation')} fits --tag and --path; tags are: ${tagsOf(root)}`,
    );
  if (api.operations.length === 0) throw problem(root, noOperation(notes));
  const origin = server.isWhole ? new URL(server.url).origin : undefined;
  const files = new Map([
    ['mapping.yaml', writeMapping(api, `contract/${name}.wsdl`)],
    [`contract/${name}.wsdl`, writeWsdl(api, name, `${name}.xsd`)],
    [`contract/${name}.xsd`, writeXsd(api)],
  ]);
  return { files, operations: api.operations.length, unselected, types: api.types.length, notes: notes.all(), origin };
}

/** With the first reason. */
function noOperation(notes: Notes): string {
  const [first] = groupNotes(notes.all()).flatMap((group) => (group.severity === 'left out' ? group.notes : []));
  const reason = first && `: ${first.file}#${first.pointer}: ${first.message}`;
  return `the OpenAPI document has no operation that a contract can have${reason ?? ''}`;
}

function checkVersion(root: Located): void {
  const version = propertyOf(root.value, 'openapi');
  if (typeof version === 'string' && /^3\.[01](\.|$)/.test(version) && isPlain(propertyOf(root.value, 'paths'))) return;
  const swagger = propertyOf(root.value, 'swagger') !== undefined;
  const format =
    typeof version === 'string'
      ? `OpenAPI ${version}`
      : swagger
        ? `Swagger ${String(propertyOf(root.value, 'swagger'))}`
        : 'no OpenAPI description';
  throw problem(
    root,
    /^3\.[01]/.test(String(version))
      ? 'the OpenAPI document has no paths'
      : `this is ${format}; OpenAPI 3.0 or 3.1, or Swagger 2.0, is required`,
  );
}

function problem({ file }: Located, message: string): Problems {
  return new Problems([new SoapstoneError('OPENAPI_SHAPE', message, { place: { file, line: 1, col: 1 } })]);
}

interface Server {
  readonly url: string;
  /** Its host comes from the document, or from the place of it. */
  readonly isWhole: boolean;
}

/** The first server, with the defaults of its variables. */
function serverOf(root: Located, notes: Notes): Server {
  const servers = child(root, 'servers');
  const first = child(servers, 0);
  if (Array.isArray(servers.value) && servers.value.length > 1)
    notes.add(servers, 'servers', 'the first server is used');
  const url = String(propertyOf(first.value, 'url') ?? '/').replace(/\{([^}]*)\}/g, (_, name) =>
    String(propertyOf(child(child(first, 'variables'), name).value, 'default') ?? name),
  );
  const parsed = URL.parse(url, isUrl(root.file) ? root.file : 'http://localhost');
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    notes.add(first, 'assumptions', `"${url}" is not an http URL`);
    return { url: 'http://localhost/', isWhole: false };
  }
  const isWhole = isUrl(root.file) || URL.canParse(url);
  const wrong = pathProblem(basePath(parsed.pathname));
  if (wrong === undefined) return { url: `${parsed.origin}${parsed.pathname}`, isWhole };
  notes.add(first, 'servers', `the path of the server is left out: ${wrong}`);
  return { url: `${parsed.origin}/`, isWhole };
}

/** Reason why it cannot be a base path, if any. */
function pathProblem(path: string): string | undefined {
  try {
    splitPath(`${path}/x`);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Of all operations, in order. */
function tagsOf(root: Located): string {
  const operations = children(child(root, 'paths')).flatMap(([, at]) => children(at));
  const tags = operations.flatMap(([, { value }]) => listOf(propertyOf(value, 'tags')));
  return [...new Set(tags)].join(', ') || 'none';
}
