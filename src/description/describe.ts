// The OpenAPI 3.1 description of REST faces: rules of checked mappings → one document. Knows nothing of servers, bridges or settings.
import { type JsonSchema, record } from '../codec/schema/json-schema.ts';
import type { Mapping, Rule } from '../mapping/rule.ts';
import type { OpenApiDocument, OperationObject, PathItem } from './document.ts';
import { merged } from './merge.ts';
import { AUTHORIZATION, operationOf } from './operation.ts';
import { type PathTemplate, shapeOf, templateOf } from './paths.ts';
import { anyProblem, PROBLEM, PROBLEM_MEDIA, problemSchema } from './problems.ts';
import { Schemas } from './schemas.ts';

export interface DescribeOptions {
  /** Address that the paths are below; that of whoever shows the document unless given. */
  readonly server?: string;
}

/** Mappings whose paths do not meet; the first says what the document is called. */
export function describeRest(mappings: readonly Mapping[], { server = '/' }: DescribeOptions = {}): OpenApiDocument {
  const taken = new Set([PROBLEM]);
  const paths = new Paths();
  const schemas: [string, JsonSchema][] = [];
  for (const mapping of mappings) {
    const own = new Schemas(mapping.codec, taken);
    for (const rule of mapping.rules.filter(isShown)) paths.add(rule, mapping, own);
    schemas.push(...Object.entries(own.components));
  }
  const items = paths.items();
  const operations = Object.values(items).flatMap((item) => Object.values(item));
  const secured = operations.some((operation) => operation.security);
  return {
    openapi: '3.1.0',
    info: infoOf(mappings),
    servers: [{ url: server.length > 1 ? server.replace(/\/+$/, '') : server }],
    tags: [...new Set(operations.flatMap((operation) => operation.tags))].map((name) => ({ name })),
    paths: items,
    components: {
      schemas: record<JsonSchema>([[PROBLEM, problemSchema], ...schemas]),
      responses: record([['Problem', anyProblem(problemMedia(mappings))]]),
      headers: record([['X-Request-Id', { description: 'Id of the request in logs.', schema: { type: 'string' } }]]),
      ...(secured && { securitySchemes: { [AUTHORIZATION]: { type: 'apiKey', in: 'header', name: 'Authorization' } } }),
    },
  };
}

function problemMedia(mappings: readonly Mapping[]): string[] {
  const media = mappings.map(({ errorMedia }) => errorMedia ?? PROBLEM_MEDIA);
  return media.length === 0 ? [PROBLEM_MEDIA] : [...new Set(media)];
}

/** What REST callers can reach. */
function isShown({ only, flow }: Rule): boolean {
  return only !== 'soap-to-rest' && !(flow?.kind === 'pages' && flow.part === 'next');
}

function infoOf(mappings: readonly Mapping[]): OpenApiDocument['info'] {
  const said = mappings.map(({ info }) => info);
  const services = mappings.flatMap(({ contract }) => contract.operations.map((op) => op.service.local));
  const title = said.find((one) => one.title)?.title ?? services[0] ?? 'REST';
  const description = said.flatMap((one) => one.description ?? []).join('\n\n');
  const version = said.find((one) => one.version)?.version ?? '1';
  return { title, version, ...(description !== '' && { description }) };
}

interface Path {
  readonly template: PathTemplate;
  /** By method. */
  readonly operations: Map<string, OperationObject[]>;
}

/** Rows by what the router can tell apart; the first row of a path names its holes. */
class Paths {
  private readonly paths = new Map<string, Path>();
  private readonly ids = new Set<string>();

  add(rule: Rule, mapping: Mapping, schemas: Schemas): void {
    const { value } = rule.written.line;
    const shape = shapeOf(mapping.base, value);
    const path = this.paths.get(shape) ?? { template: templateOf(mapping.base, value), operations: new Map() };
    this.paths.set(shape, path);
    const method = value.method.toLowerCase();
    const operation = operationOf(rule, path.template, mapping, schemas);
    path.operations.set(method, [...(path.operations.get(method) ?? []), operation]);
  }

  items(): Record<string, PathItem> {
    return record(
      [...this.paths.values()].map(({ template, operations }) => {
        const item = [...operations].map(([method, all]) => [method, this.named(merged(all))] as const);
        return [template.template, record(item)] as const;
      }),
    );
  }

  /** Ids are those of rules, which several mappings may share. */
  private named(operation: OperationObject): OperationObject {
    let id = operation.operationId;
    for (let n = 2; this.ids.has(id); n++) id = `${operation.operationId}.${n}`;
    this.ids.add(id);
    return id === operation.operationId ? operation : { ...operation, operationId: id };
  }
}
