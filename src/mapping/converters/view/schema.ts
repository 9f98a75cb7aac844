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
  const links = address ? Object.entries(linkOf(address)) : [];
  const fitting = new FittingTypes(
    components,
    links.map(([name]) => name),
  );
  const properties = Object.entries(target.properties).map(([name, of]): [string, JsonSchema] => [
    name,
    fitting.takes(of) ? of : { anyOf: [of, { type: ['object', 'array'] }] },
  ]);
  const { required: _, ...rest } = target;
  const view: JsonSchemaObject = { ...rest, properties: record([...properties, ...links]) };
  // Constraints between members do not hold for a selection.
  if (selects) delete view.allOf;
  else if (target.required) view.required = target.required;
  return view;
}

/** Types whose values may be partial, with links in place of the rest. */
class FittingTypes {
  private readonly components: Components;
  private readonly links: readonly string[];
  private readonly visited = new Set<JsonSchema>();

  constructor(components: Components, links: readonly string[]) {
    this.components = components;
    this.links = links;
  }

  takes(schema: JsonSchema): boolean {
    const target = resolved(schema, this.components);
    if (target === true || this.visited.has(target) || isScalar(target, this.components)) return true;
    this.visited.add(target);
    const fits = this.takesParts(target);
    if (!fits) this.visited.delete(target);
    return fits;
  }

  private takesParts(schema: JsonSchemaObject): boolean {
    const { anyOf, type, items, properties, required, minProperties, allOf } = schema;
    if (anyOf) return anyOf.every((one) => this.takes(one));
    if (type === 'array') return items !== undefined && this.takes(items);
    if (required !== undefined || allOf !== undefined) return false;
    if (properties === undefined) return type === 'object' && minProperties === undefined;
    return this.links.every((name) => name in properties) && Object.values(properties).every((one) => this.takes(one));
  }
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
