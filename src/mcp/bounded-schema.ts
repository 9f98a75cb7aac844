// A schema that stands alone: the components that it refers to are in its `$defs`, as many as a bound on its size allows.
import { type JsonSchema, type JsonSchemaObject, record } from '../codec/schema/json-schema.ts';

const COMPONENTS = '#/components/schemas/';
const DEFS = '#/$defs/';

/**
 * `most`: characters of JSON. Components nearest to the root come first; a reference to one that does not fit becomes a schema that takes
 * any value and says the name of the type, so that the whole is laxer, never wrong.
 */
export function boundedSchema(
  root: JsonSchemaObject,
  components: Readonly<Record<string, JsonSchema>>,
  limit: number,
): JsonSchemaObject {
  const simple = simplified(root);
  const defs = componentsOf(simple, components, limit);
  const names = new Set(defs.keys());
  const schema = withReferences(simple, names);
  if (names.size === 0) return schema;
  const moved = [...defs].map(([name, def]) => [name, withReferences(def, names)] as const);
  return { ...schema, $defs: record<JsonSchema>(moved) };
}

function componentsOf(
  root: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  limit: number,
): Map<string, JsonSchema> {
  const defs = new Map<string, JsonSchema>();
  let left = limit - JSON.stringify(root).length;
  let level = referencesIn(root);
  while (level.size > 0) {
    const next = new Set<string>();
    for (const name of level) {
      const component = simplified(components[name], name);
      const size = JSON.stringify(component).length;
      if (defs.has(name) || size > left) continue;
      left -= size;
      defs.set(name, component);
      for (const further of referencesIn(component)) if (!defs.has(further)) next.add(further);
    }
    level = next;
  }
  return defs;
}

function referencesIn(schema: JsonSchema): Set<string> {
  const names = new Set<string>();
  JSON.stringify(schema, (key, value) => {
    if (key === '$ref' && isReference(value)) names.add(value.slice(COMPONENTS.length));
    return value;
  });
  return names;
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(COMPONENTS);
}

function withReferences<S extends JsonSchema>(schema: S, names: ReadonlySet<string>): S {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const reference = typeof value === 'object' ? value?.$ref : undefined;
    if (!isReference(reference)) return value;
    const name = reference.slice(COMPONENTS.length);
    const { $ref: _, discriminator: __, ...rest } = value;
    return names.has(name)
      ? { ...rest, $ref: DEFS + name }
      : { description: `A value of the type ${name}, which is not described here.`, ...rest };
  });
}

/** The longest pattern that a model can make use of. */
const LONGEST_PATTERN = 80;
/** Characters that XML 1.0 does not have: no text of a model has one. */
const NO_CONTROLS = '\\x00-\\x08';

/** Without what costs a model more than it says: the rule checks each value in any case. `name`: says what a value is in place of a pattern. */
function simplified<S extends JsonSchema>(schema: S, name?: string): S {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    const isCostly = key === 'pattern' && typeof value === 'string' && isNoise(value);
    if (isCostly || (BOUNDS.has(key) && typeof value === 'number' && !Number.isSafeInteger(value))) return undefined;
    const described = key === '' && name !== undefined && value.pattern === undefined && value.type === 'string';
    return described ? { description: name, ...value } : value;
  });
}

const BOUNDS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);

function isNoise(pattern: string): boolean {
  return pattern.length > LONGEST_PATTERN || pattern.includes(NO_CONTROLS);
}
