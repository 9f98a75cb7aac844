// The schema of a body that callers see a view of: members may be missing, or be shown in part or by a link.
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import type { ProjectRow } from '../../mapping/syntax/project.ts';

/** `components`: what `$ref` leads to, by name. */
export function viewSchema(
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
  // What says which members stand beside each other does not hold for some of them.
  if (fields) delete view.allOf;
  else if (target.required) view.required = target.required;
  return view;
}

/** Members that show an address. */
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

/** A single value, coded or not, or a list of such. */
function isScalar(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): boolean {
  const target = resolved(schema, components);
  if (target === true) return true;
  if (target.anyOf) return isScalar(target.anyOf[0], components);
  if (target.type === 'array') return target.items !== undefined && isScalar(target.items, components);
  return target.type !== 'object' && target.properties === undefined;
}
