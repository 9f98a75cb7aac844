// An OpenAPI 3.0 or 3.1 description → WSDL, schema and a first mapping, as texts.
import { Problems, SoapstoneError } from '../../errors/errors.ts';
import { splitPath } from '../../pattern/text/path.ts';
import { child, children, Documents, isPlain, type Located, type Note, Notes, propertyOf } from './document.ts';
import type { Api } from './model.ts';
import { ncName, pascal } from './names.ts';
import { operationsOf } from './operations.ts';
import { Types } from './types.ts';
import { writeWsdl, writeXsd } from './write-contract.ts';
import { basePath, writeMapping } from './write-mapping.ts';

export interface Converted {
  /** File name → text: the mapping, and below `contract/` WSDL and schema. */
  readonly files: ReadonlyMap<string, string>;
  readonly operations: number;
  readonly types: number;
  readonly notes: readonly Note[];
}

/** @throws Problems when the file, or one that it refers to as a whole, is no OpenAPI 3 description. */
export function convert(file: string, namespace?: string): Converted {
  const documents = new Documents();
  const root = documents.open(file);
  checkVersion(root);
  const notes = new Notes();
  const types = new Types(documents, notes);
  if (propertyOf(root.value, 'webhooks') !== undefined)
    notes.add(child(root, 'webhooks'), 'webhooks are left out: the service would be the client');
  const operations = operationsOf(root, { documents, notes, types });
  const title = String(propertyOf(child(root, 'info').value, 'title') ?? 'Api');
  const name = ncName(pascal(title) || 'Api');
  const [major] = String(propertyOf(child(root, 'info').value, 'version') ?? '1').split(/[^A-Za-z0-9]/);
  const doc = propertyOf(child(root, 'info').value, 'description');
  const api: Api = {
    title,
    doc: typeof doc === 'string' ? doc : undefined,
    namespace: namespace ?? `urn:openapi:${encodeURIComponent(name.toLowerCase())}:v${major}`,
    server: serverOf(root, notes),
    types: types.defs,
    security: securityOf(root, documents),
    ...operations,
  };
  if (api.operations.length === 0)
    throw problem(root, 'the OpenAPI document has no operation that a contract can have');
  const files = new Map([
    ['mapping.yaml', writeMapping(api, `contract/${name}.wsdl`)],
    [`contract/${name}.wsdl`, writeWsdl(api, name, `${name}.xsd`)],
    [`contract/${name}.xsd`, writeXsd(api)],
  ]);
  return { files, operations: api.operations.length, types: api.types.length, notes: notes.all() };
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
      : `this is ${format}; OpenAPI 3.0 or 3.1 is required`,
  );
}

function problem({ file }: Located, message: string): Problems {
  return new Problems([new SoapstoneError('OPENAPI_SHAPE', message, { place: { file, line: 1, col: 1 } })]);
}

/** The first server, with the defaults of its variables. */
function serverOf(root: Located, notes: Notes): string {
  const servers = child(root, 'servers');
  const first = child(servers, 0);
  if (Array.isArray(servers.value) && servers.value.length > 1) notes.add(servers, 'the first server is used');
  const url = String(propertyOf(first.value, 'url') ?? '/').replace(/\{([^}]*)\}/g, (_, name) =>
    String(propertyOf(child(child(first, 'variables'), name).value, 'default') ?? name),
  );
  const parsed = URL.parse(url, 'http://localhost');
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    notes.add(first, `"${url}" is not an http URL`);
    return 'http://localhost/';
  }
  const wrong = pathProblem(basePath(parsed.pathname));
  if (wrong === undefined) return `${parsed.origin}${parsed.pathname}`;
  notes.add(first, `the path of the server is left out: ${wrong}`);
  return `${parsed.origin}/`;
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

function securityOf(root: Located, documents: Documents): string[] {
  return children(child(child(root, 'components'), 'securitySchemes')).map(([name, at]) => {
    const scheme = documents.resolve(at)?.value;
    const details = ['type', 'scheme', 'in', 'name', 'openIdConnectUrl'].flatMap(
      (key) => propertyOf(scheme, key) ?? [],
    );
    return `The API needs credentials "${name}" (${details.join(', ')}). Not supported yet.`.replace(/\s+/g, ' ');
  });
}
