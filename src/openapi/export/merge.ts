// Merges rules of one path and method, which differ in constants, headers or bodies, into one operation.
import { type JsonSchema, record } from '../../codec/schema/json-schema.ts';
import type {
  HeaderObject,
  MediaType,
  OperationObject,
  ParameterObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
} from './document-types.ts';
import { exampleOf } from './examples.ts';
import { anyOf } from './problems.ts';

/** `all`: in the order of the table. The first one names the operation. */
export function merged(all: readonly OperationObject[]): OperationObject {
  if (all.length === 1) return all[0];
  const [first] = all;
  const texts = [...new Set(all.flatMap((operation) => operation.description ?? operation.summary ?? []))];
  const parameters = mergedParameters(all);
  const body = mergedBody(all);
  const security = all.flatMap((operation) => operation.security ?? [{}]);
  return {
    ...first,
    ...(texts.length > 1 && { description: texts.join('\n\n') }),
    tags: [...new Set(all.flatMap((operation) => operation.tags))],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: mergedResponses(all),
    ...(all.some((operation) => operation.security) && { security: distinct(security) }),
  };
}

function isFull<T extends object>(value: T | Reference): value is Exclude<T, Reference> {
  return !('$ref' in value);
}

function distinct<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];
}

/** A parameter is required if every rule requires it. */
function mergedParameters(all: readonly OperationObject[]): ParameterObject[] {
  const groups = new Map<string, ParameterObject[]>();
  for (const parameter of all.flatMap((operation) => operation.parameters ?? [])) {
    const key = `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`;
    groups.set(key, [...(groups.get(key) ?? []), parameter]);
  }
  return [...groups.values()].map((same) => {
    const { required: _, example, ...rest } = same[0];
    const required = same.length === all.length && same.every((parameter) => parameter.required);
    const needed = required && { required, ...(example !== undefined && { example }) };
    return { ...rest, ...needed, schema: anyValue(same.map((parameter) => parameter.schema)) };
  });
}

/** Merges enumerations of texts. */
function anyValue(schemas: readonly JsonSchema[]): JsonSchema {
  const values = schemas.map((schema) => (schema !== true && schema.type === 'string' ? schema.enum : undefined));
  if (values.some((texts) => texts === undefined)) return anyOf(schemas);
  return { type: 'string', enum: [...new Set(values.flatMap((texts) => texts ?? []))] };
}

function mergedBody(all: readonly OperationObject[]): RequestBodyObject | undefined {
  const bodies = all.flatMap((operation) => operation.requestBody ?? []);
  if (bodies.length === 0) return undefined;
  const required = bodies.length === all.length && bodies.every((body) => body.required);
  return { required, content: mergedContent(bodies.map((body) => body.content)) };
}

function mergedContent(all: readonly Record<string, MediaType>[]): Record<string, MediaType> {
  const names = new Set(all.flatMap((content) => Object.keys(content)));
  return record(
    [...names].map((name) => {
      const same = all.flatMap((content) => content[name] ?? []);
      const example = same.find((media) => media.example !== undefined)?.example;
      const sample = same.find((media) => media.sample !== undefined)?.sample;
      const encoding = same.find((media) => media.encoding !== undefined)?.encoding;
      const lines = same.find((media) => media.lines !== undefined)?.lines;
      const schema = anyOf(same.map((media) => media.schema));
      return [
        name,
        { schema, ...(lines && { lines }), ...(encoding && { encoding }), ...exampleOf(example, sample) },
      ] as const;
    }),
  );
}

function mergedResponses(all: readonly OperationObject[]): OperationObject['responses'] {
  const statuses = [...new Set(all.flatMap((operation) => Object.keys(operation.responses)))];
  const ordered = [...statuses.filter((s) => s !== 'default').toSorted(), 'default'];
  return record(
    ordered.map(
      (status) => [status, mergedResponse(all.flatMap((operation) => operation.responses[status] ?? []))] as const,
    ),
  );
}

function mergedResponse(all: readonly (ResponseObject | Reference)[]): ResponseObject | Reference {
  const [first] = all;
  const full = all.filter((response) => isFull(response));
  // Rules with the same problems have the same objects for them.
  if ('$ref' in first || full.every((response) => response === first) || full.length === 1) return first;
  const contents = full.map((response) => response.content).filter((content) => content !== undefined);
  return {
    description: distinct(full.map((response) => response.description)).join(' '),
    headers: mergedHeaders(full.map((response) => response.headers ?? {})),
    ...(contents.length > 0 && { content: mergedContent(contents) }),
  };
}

type Headers = Record<string, HeaderObject | Reference>;

function mergedHeaders(all: readonly Headers[]): Headers {
  const names = [...new Set(all.flatMap((headers) => Object.keys(headers)))];
  return record(names.map((name) => [name, mergedHeader(all.map((headers) => headers[name]))] as const));
}

function mergedHeader(all: readonly (HeaderObject | Reference | undefined)[]): HeaderObject | Reference {
  const headers = all.filter((header) => header !== undefined);
  const [first] = headers;
  if ('$ref' in first) return first;
  const { required: _, ...rest } = first;
  const full = headers.filter((header) => isFull(header));
  const required = full.length === all.length && full.every((header) => header.required);
  return { ...rest, ...(required && { required }), schema: anyOf(full.map((header) => header.schema)) };
}
