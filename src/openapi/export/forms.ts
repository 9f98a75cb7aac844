// Bodies as forms: those of JSON with binary members, for clients that send or want multipart.
import { BodyPlace, type BodySchema, holdsBinary } from '../../codec/schema/body-place.ts';
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import type { MediaType } from './document-types.ts';

const FORM = 'multipart/form-data';
const BODY_PART = '$body';

/** An upload: each member is a part. Nothing where no member is binary. */
export function uploadForm(body: BodySchema): Record<string, MediaType> {
  const object = filesIn(body);
  if (object === undefined) return {};
  return record([[FORM, formOf(Object.entries(object.properties ?? {}), body, object.required)]]);
}

/** A response: files beside the JSON that has all the rest. */
export function responseForm(body: BodySchema): Record<string, MediaType> {
  const object = filesIn(body);
  if (object === undefined) return {};
  const files = Object.entries(object.properties ?? {}).filter(([, schema]) => placeOf(schema, body).isBinary);
  return record([[FORM, formOf([[BODY_PART, body.schema], ...files], body, [BODY_PART])]]);
}

/** The object with the members of the body; undefined where none of them is binary. */
function filesIn(body: BodySchema): JsonSchemaObject | undefined {
  const { schema, components } = body;
  if (schema === true) return undefined;
  const named = schema.$ref === undefined ? schema : components[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  if (named === undefined || named === true) return undefined;
  const members = Object.values(named.properties ?? {});
  return members.some((member) => holdsBinary({ schema: member, components })) ? named : undefined;
}

function placeOf(schema: JsonSchema, { components }: BodySchema): BodyPlace {
  return new BodyPlace({ schema, components });
}

function formOf(members: readonly [string, JsonSchema][], body: BodySchema, required: string[] | undefined): MediaType {
  const properties = members.map(([name, schema]) => [name, octetsIn(schema, body)] as const);
  const types = members.flatMap(([name, schema]) => {
    const { contentType } = placeOf(schema, body);
    return contentType === undefined ? [] : [[name, { contentType }] as const];
  });
  const schema: JsonSchemaObject = { type: 'object', properties: record(properties), ...(required && { required }) };
  return { schema, encoding: record(types) };
}

/** Octets in place of base64. */
function octetsIn(schema: JsonSchema, body: BodySchema): JsonSchema {
  const place = placeOf(schema, body);
  if (place.isBinary) return { type: 'string', format: 'binary' };
  return place.isList && place.item()?.isBinary
    ? { type: 'array', items: { type: 'string', format: 'binary' } }
    : schema;
}
