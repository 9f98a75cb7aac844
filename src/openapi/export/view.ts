// The schema of a body that callers see a view of: members may be missing, or be shown in part or by a link.
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import type { ProjectRow } from '../../mapping/syntax/project.ts';

/** `components`: what `$ref` leads to, by name. */
export function viewSchema(
  schema: JsonSchemaObject,
  project: readonly ProjectRow[],
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchemaObject {
  const whole = resolved(schema, components);
  if (whole === true || whole.properties === undefined) return schema;
  const fields = project.some((row) => row.fields !== undefined);
  const properties = Object.entries(whole.properties).map(([name, of]): [string, JsonSchema] => [
    name,
    isScalar(of, components) ? of : { anyOf: [of, { type: ['object', 'array'] }] },
  ]);
  const links = project.flatMap(({ links: said }) => (said ? Object.entries(linkOf(said.as)) : []));
  const { required: _, ...rest } = whole;
  const view: JsonSchemaObject = { ...rest, properties: record([...properties, ...links]) };
  // What says which members stand beside each other does not hold for some of them.
  if (fields) delete view.allOf;
  else if (whole.required) view.required = whole.required;
  return view;
}

/** Members that show an address. */
function linkOf([before, after]: readonly [string, string]): Record<string, JsonSchema> {
  const shown: Record<string, unknown> = JSON.parse(`{${before}"…"${after}}`);
  return record(Object.entries(shown).map(([name, value]) => [name, shapeOf(value)] as const));
}

function shapeOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: value.length === 0 ? true : shapeOf(value[0]) };
  if (typeof value !== 'object' || value === null) return value === '…' ? { type: 'string' } : {};
  return { type: 'object', properties: record(Object.entries(value).map(([k, v]) => [k, shapeOf(v)] as const)) };
}

function resolved(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = schema === true ? undefined : schema.$ref?.split('/').at(-1);
  const found = name === undefined ? undefined : components[decodeURIComponent(name)];
  return found === undefined ? schema : resolved(found, components);
}

/** A single value, coded or not, or a list of such. */
function isScalar(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): boolean {
  const one = resolved(schema, components);
  if (one === true) return true;
  if (one.anyOf) return isScalar(one.anyOf[0], components);
  if (one.type === 'array') return one.items !== undefined && isScalar(one.items, components);
  return one.type !== 'object' && one.properties === undefined;
}
