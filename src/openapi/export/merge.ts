// Rows of one path and method, told apart by constants, headers or bodies: one operation that takes what any of them takes.
import { type JsonSchema, record } from '../../codec/schema/json-schema.ts';
import type {
  HeaderObject,
  MediaType,
  OperationObject,
  ParameterObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
} from './document.ts';
import { anyOf } from './problems.ts';

/** In the order of the table; the first names the operation. */
export function merged(all: readonly OperationObject[]): OperationObject {
  if (all.length === 1) return all[0];
  const [first] = all;
  const texts = [...new Set(all.flatMap((one) => one.description ?? one.summary ?? []))];
  const parameters = mergedParameters(all);
  const body = mergedBody(all);
  const security = all.flatMap((one) => one.security ?? [{}]);
  return {
    ...first,
    ...(texts.length > 1 && { description: texts.join('\n\n') }),
    tags: [...new Set(all.flatMap((one) => one.tags))],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: mergedResponses(all),
    ...(all.some((one) => one.security) && { security: distinct(security) }),
  };
}

function isFull<T extends object>(one: T | Reference): one is Exclude<T, Reference> {
  return !('$ref' in one);
}

function distinct<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** A parameter is required where every row requires it. */
function mergedParameters(all: readonly OperationObject[]): ParameterObject[] {
  const found = new Map<string, ParameterObject[]>();
  for (const one of all.flatMap((operation) => operation.parameters ?? [])) {
    const key = `${one.in} ${one.in === 'header' ? one.name.toLowerCase() : one.name}`;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()].map((same) => {
    const { required: _, ...rest } = same[0];
    const required = same.length === all.length && same.every((one) => one.required);
    return { ...rest, ...(required && { required }), schema: anyValue(same.map((one) => one.schema)) };
  });
}

/** Enumerations of texts are one. */
function anyValue(schemas: readonly JsonSchema[]): JsonSchema {
  const values = schemas.map((one) => (one !== true && one.type === 'string' ? one.enum : undefined));
  if (values.some((one) => one === undefined)) return anyOf(schemas);
  return { type: 'string', enum: [...new Set(values.flatMap((one) => one ?? []))] };
}

function mergedBody(all: readonly OperationObject[]): RequestBodyObject | undefined {
  const bodies = all.flatMap((one) => one.requestBody ?? []);
  if (bodies.length === 0) return undefined;
  const required = bodies.length === all.length && bodies.every((one) => one.required);
  return { required, content: mergedContent(bodies.map((one) => one.content)) };
}

function mergedContent(all: readonly Record<string, MediaType>[]): Record<string, MediaType> {
  const names = new Set(all.flatMap((one) => Object.keys(one)));
  return record(
    [...names].map((name) => [name, { schema: anyOf(all.flatMap((one) => one[name]?.schema ?? [])) }] as const),
  );
}

function mergedResponses(all: readonly OperationObject[]): OperationObject['responses'] {
  const statuses = [...new Set(all.flatMap((one) => Object.keys(one.responses)))];
  const ordered = [...statuses.filter((s) => s !== 'default').toSorted(), 'default'];
  return record(
    ordered.map((status) => [status, mergedResponse(all.flatMap((one) => one.responses[status] ?? []))] as const),
  );
}

function mergedResponse(all: readonly (ResponseObject | Reference)[]): ResponseObject | Reference {
  const [first] = all;
  const full = all.filter((one) => isFull(one));
  if ('$ref' in first || full.length === 1) return first;
  const contents = full.map((one) => one.content).filter((content) => content !== undefined);
  return {
    description: distinct(full.map((one) => one.description)).join(' '),
    headers: mergedHeaders(full.map((one) => one.headers ?? {})),
    ...(contents.length > 0 && { content: mergedContent(contents) }),
  };
}

type Headers = Record<string, HeaderObject | Reference>;

function mergedHeaders(all: readonly Headers[]): Headers {
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))];
  return record(names.map((name) => [name, mergedHeader(all.map((one) => one[name]))] as const));
}

function mergedHeader(all: readonly (HeaderObject | Reference | undefined)[]): HeaderObject | Reference {
  const known = all.filter((one) => one !== undefined);
  const [first] = known;
  if ('$ref' in first) return first;
  const { required: _, ...rest } = first;
  const full = known.filter((one) => isFull(one));
  const required = full.length === all.length && full.every((one) => one.required);
  return { ...rest, ...(required && { required }), schema: anyOf(full.map((one) => one.schema)) };
}
