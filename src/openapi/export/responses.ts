// Responses of success: status, header fields, media type and body, also for the steps of a job.
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import type { MappingRule } from '../../mapping/model/mapping.ts';
import type { ProjectRow } from '../../mapping/syntax/project.ts';
import { BodySchemas } from './body.ts';
import type { HeaderObject, MediaType, Reference, ResponseObject } from './document-types.ts';
import type { Places } from './places.ts';
import { REQUEST_ID } from './problems.ts';

const REFERENCE: JsonSchema = { type: 'string', format: 'uri-reference' };
const REFERENCES: ReadonlySet<string> = new Set(['location', 'content-location']);
const RETRY: HeaderObject = {
  description: 'Seconds to wait before the next request.',
  schema: { type: 'integer', minimum: 0 },
};

export function ruleResponses(rule: MappingRule, places: Places): Map<number, ResponseObject> {
  const { status } = rule.response.rest;
  const { job } = rule.restSide;
  const fields = headersOf(rule, places);
  const content = contentOf(rule, places);
  if (job?.part === 'submit') {
    const address: HeaderObject = { description: 'URL of the job status.', required: true, schema: REFERENCE };
    const applied: [string, HeaderObject][] = job.needsPrefer
      ? [['Preference-Applied', { required: true, schema: { type: 'string', const: 'respond-async' } }]]
      : [];
    return new Map([
      [status, responseObject('The job is accepted.', [...fields, ['Location', address], ...applied], content)],
    ]);
  }
  if (job?.part !== 'status') return new Map([[status, responseObject(described(rule), fields, content)]]);
  const retry: [string, HeaderObject] = ['Retry-After', RETRY];
  if (!job.sole) return new Map([[status, responseObject('The status of the job.', [...fields, retry], content)]]);
  const result: HeaderObject = { description: 'URL of the result.', required: true, schema: REFERENCE };
  return new Map([
    [status, responseObject('The job is running, or has failed.', [...fields, retry], content)],
    [303, responseObject('The job is done.', [...fields, ['Location', result]], content)],
  ]);
}

function described({ stream, response }: MappingRule): string {
  if (!response.rest.hasBody) return 'No content.';
  return stream ? 'Success. The body is streamed.' : 'Done.';
}

function bodiesOf({ restSide, variables }: MappingRule, places: Places): BodySchemas {
  return new BodySchemas(places, {
    side: 'reply',
    optional: (name) => restSide.optional.response[variables.indexOf(name)] ?? false,
  });
}

function headersOf(rule: MappingRule, places: Places): [string, HeaderObject][] {
  const bodies = bodiesOf(rule, places);
  return rule.restSide.reply.headers.map(({ name, parts, each }) => {
    if (each) return [name, { description: 'Items are separated by commas.', schema: { type: 'string' } }];
    const schema = REFERENCES.has(name.toLowerCase()) ? REFERENCE : places.text(parts, 'header').schema;
    return [name, { ...(bodies.isRequiredText(parts) && { required: true }), schema }];
  });
}

function contentOf(rule: MappingRule, places: Places): Record<string, MediaType> | undefined {
  const { body, project = [] } = rule.restSide.reply;
  if (body === undefined) return undefined;
  const bodySchema = bodiesOf(rule, places).bodySchema(body);
  const schema = project.length === 0 ? bodySchema : viewSchema(bodySchema, project, places.schemas.components);
  return record([[rule.response.rest.media, { schema }]]);
}

function responseObject(
  description: string,
  fields: readonly [string, HeaderObject][],
  content: Record<string, MediaType> | undefined,
): ResponseObject {
  const headers = record<HeaderObject | Reference>([['X-Request-Id', REQUEST_ID], ...fields]);
  return { description, headers, ...(content && { content }) };
}

/** The schema of a projected body: members may be missing, partial or links. `components`: targets of `$ref`, by name. */
function viewSchema(
  schema: JsonSchemaObject,
  project: readonly ProjectRow[],
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchemaObject {
  const target = resolved(schema, components);
  if (target === true || target.properties === undefined) return schema;
  const fields = project.some((row) => row.fields !== undefined);
  const properties = Object.entries(target.properties).map(([name, of]): [string, JsonSchema] => [
    name,
    isScalar(of, components) ? of : { anyOf: [of, { type: ['object', 'array'] }] },
  ]);
  const links = project.flatMap(({ links: linkRow }) => (linkRow ? Object.entries(linkOf(linkRow.as)) : []));
  const { required: _, ...rest } = target;
  const view: JsonSchemaObject = { ...rest, properties: record([...properties, ...links]) };
  // Constraints between members do not hold for a selection.
  if (fields) delete view.allOf;
  else if (target.required) view.required = target.required;
  return view;
}

function linkOf([prefix, suffix]: readonly [string, string]): Record<string, JsonSchema> {
  const sample: Record<string, unknown> = JSON.parse(`{${prefix}"…"${suffix}}`);
  return record(Object.entries(sample).map(([name, value]) => [name, shapeOf(value)] as const));
}

function shapeOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: value.length === 0 ? true : shapeOf(value[0]) };
  if (typeof value !== 'object' || value === null) return value === '…' ? { type: 'string' } : {};
  return { type: 'object', properties: record(Object.entries(value).map(([k, v]) => [k, shapeOf(v)] as const)) };
}

function resolved(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = schema === true ? undefined : schema.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : components[decodeURIComponent(name)];
  return target === undefined ? schema : resolved(target, components);
}

/** A scalar, perhaps coded, or a list of scalars. */
function isScalar(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): boolean {
  const target = resolved(schema, components);
  if (target === true) return true;
  if (target.anyOf) return isScalar(target.anyOf[0], components);
  if (target.type === 'array') return target.items !== undefined && isScalar(target.items, components);
  return target.type !== 'object' && target.properties === undefined;
}
