// The schema of a view: members may be missing, partial or links.
import { type JsonSchema, type JsonSchemaObject, record } from '../../../codec/schema/json-schema.ts';
import type { AroundAddress } from './address.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** `selects`: clients may select members. `address`: how an address is shown, if it is. */
export function viewSchema(
  schema: JsonSchema,
  components: Components,
  selects: boolean,
  address: AroundAddress | undefined,
): JsonSchema {
  const target = resolved(schema, components);
  if (target === true || target.properties === undefined) return schema;
  const properties = Object.entries(target.properties).map(([name, of]): [string, JsonSchema] => [
    name,
    isScalar(of, components) ? of : { anyOf: [of, { type: ['object', 'array'] }] },
  ]);
  const links = address ? Object.entries(linkOf(address)) : [];
  const { required: _, ...rest } = target;
  const view: JsonSchemaObject = { ...rest, properties: record([...properties, ...links]) };
  // Constraints between members do not hold for a selection.
  if (selects) delete view.allOf;
  else if (target.required) view.required = target.required;
  return view;
}

/** Which resource it is, the path of a request says. */
export function partSchema(address: AroundAddress | undefined): JsonSchema {
  return { type: 'object', properties: address ? linkOf(address) : {} };
}

function linkOf([before, after]: AroundAddress): Record<string, JsonSchema> {
  const sample: Record<string, unknown> = JSON.parse(`{${before}"…"${after}}`);
  return record(Object.entries(sample).map(([name, value]) => [name, shapeOf(value)] as const));
}

function shapeOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: value.length === 0 ? true : shapeOf(value[0]) };
  if (typeof value !== 'object' || value === null) return value === '…' ? { type: 'string' } : {};
  return { type: 'object', properties: record(Object.entries(value).map(([k, v]) => [k, shapeOf(v)] as const)) };
}

function resolved(schema: JsonSchema, components: Components): JsonSchema {
  const name = schema === true ? undefined : schema.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : components[decodeURIComponent(name)];
  return target === undefined ? schema : resolved(target, components);
}

/** A scalar, perhaps coded, or a list of scalars. */
function isScalar(schema: JsonSchema, components: Components): boolean {
  const target = resolved(schema, components);
  if (target === true) return true;
  if (target.anyOf) return isScalar(target.anyOf[0], components);
  if (target.type === 'array') return target.items !== undefined && isScalar(target.items, components);
  return target.type !== 'object' && target.properties === undefined;
}
