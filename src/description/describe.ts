// The OpenAPI 3.1 description of REST faces: rules of checked mappings → one document. Knows nothing of servers, bridges or settings.
import { type JsonSchema, record } from '../codec/schema/json-schema.ts';
import { PROBLEM_MEDIA } from '../fault/words.ts';
import type { Mapping, Rule } from '../mapping/rule.ts';
import { isHole } from '../pattern/hole.ts';
import type { OpenApiDocument, OperationObject, PathItem } from './document.ts';
import { merged } from './merge.ts';
import { AUTHORIZATION, operationOf } from './operation.ts';
import { type PathTemplate, shapeOf, templateOf } from './paths.ts';
import { anyProblem, PROBLEM, problemSchema } from './problems.ts';
import { Schemas } from './schemas.ts';

export interface DescribeOptions {
  /** Address that the paths are below; that of whoever shows the document unless given. */
  readonly server?: string;
  /** How callers of a mapping show who they are, where they are asked. */
  readonly security?: (mapping: Mapping) => Security | undefined;
  /** Only of paths whose first segment below the base is this text. */
  readonly name?: string;
}

export interface Security {
  /** Security schemes (OpenAPI 3.1.0 §4.8.27) by name: each one will do. */
  readonly schemes: ReadonlyMap<string, object>;
  /** A caller without any is let in. */
  readonly optional: boolean;
}

/** Mappings whose paths do not meet; the first says what the document is called. */
export function describeRest(
  mappings: readonly Mapping[],
  { server = '/', security = () => undefined, name }: DescribeOptions = {},
): OpenApiDocument {
  const taken = new Set([PROBLEM]);
  const paths = new Paths();
  const asked = new Map<string, object>();
  const schemas: [string, JsonSchema][] = [];
  for (const mapping of mappings) {
    const own = new Schemas(mapping.codec, taken);
    const gate = security(mapping);
    for (const rule of mapping.rules.filter(isShown))
      if (name === undefined || nameOf(rule) === name) paths.add(rule, mapping, own, gate);
    for (const [scheme, how] of gate?.schemes ?? []) asked.set(scheme, how);
    schemas.push(...Object.entries(own.components));
  }
  const items = paths.items();
  const operations = Object.values(items).flatMap((item) => Object.values(item));
  const used = new Set(operations.flatMap((operation) => operation.security ?? []).flatMap(Object.keys));
  if (used.has(AUTHORIZATION)) asked.set(AUTHORIZATION, { type: 'apiKey', in: 'header', name: 'Authorization' });
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
      ...(asked.size > 0 && { securitySchemes: record<object>([...asked]) }),
    },
  };
}

function problemMedia(mappings: readonly Mapping[]): string[] {
  const media = mappings.map(({ errorMedia }) => errorMedia ?? PROBLEM_MEDIA);
  return media.length === 0 ? [PROBLEM_MEDIA] : [...new Set(media)];
}

/** What REST callers can reach. */
export function isShown({ only, flow }: Rule): boolean {
  return only !== 'soap-to-rest' && !(flow?.kind === 'pages' && flow.part === 'next');
}

/** The first segment of the path below the base of the table, where it is plain text. */
export function nameOf({ written }: Rule): string | undefined {
  if (written.base !== undefined) return undefined;
  const [first = []] = written.line.value.segments;
  return first.length > 0 && !first.some(isHole) ? first.join('') : undefined;
}

function infoOf(mappings: readonly Mapping[]): OpenApiDocument['info'] {
  const said = mappings.map(({ info }) => info);
  const services = mappings.flatMap(({ contract }) => contract.operations.map((op) => op.service.local));
  const title = said.find((one) => one.title)?.title ?? services[0] ?? 'REST';
  const description = said.flatMap((one) => one.description ?? []).join('\n\n');
  const version = said.find((one) => one.version)?.version ?? '1';
  return { title, version, ...(description !== '' && { description }) };
}

/** What the gate asks for stands in place of what a rule reads itself. */
function secured(operation: OperationObject, gate: Security | undefined): OperationObject {
  if (gate === undefined) return operation;
  const ways = [...gate.schemes.keys()].map((name) => record<readonly string[]>([[name, []]]));
  return { ...operation, security: [...ways, ...(gate.optional ? [record<readonly string[]>([])] : [])] };
}

interface Path {
  readonly template: PathTemplate;
  /** By method. */
  readonly operations: Map<string, OperationObject[]>;
  /** Methods of which some rule wants to know who calls, and how. */
  readonly asked: Map<string, Security>;
}

/** Rows by what the router can tell apart; the first row of a path names its holes. */
class Paths {
  private readonly paths = new Map<string, Path>();
  private readonly ids = new Set<string>();

  add(rule: Rule, mapping: Mapping, schemas: Schemas, gate: Security | undefined): void {
    const { base = mapping.base, line } = rule.written;
    const { value } = line;
    const shape = shapeOf(base, value);
    const path = this.paths.get(shape) ?? {
      template: templateOf(base, value),
      operations: new Map(),
      asked: new Map(),
    };
    this.paths.set(shape, path);
    const method = value.method.toLowerCase();
    const operation = operationOf(rule, path.template, mapping, schemas);
    if (gate && !rule.open) path.asked.set(method, gate);
    path.operations.set(method, [...(path.operations.get(method) ?? []), operation]);
  }

  items(): Record<string, PathItem> {
    return record(
      [...this.paths.values()].map(({ template, operations, asked }) => {
        const item = [...operations].map(
          ([method, all]) => [method, secured(this.named(merged(all)), asked.get(method))] as const,
        );
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
