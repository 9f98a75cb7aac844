// What may stand at each place of a JSON body, as far as forms need to know it: from the JSON Schema that clients see.
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';

export interface BodySchema {
  readonly schema: JsonSchema;
  /** By the names that references end in. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** Schemas without a text in base64 anywhere inside, by their components. */
const withoutBinary = new WeakMap<BodySchema['components'], WeakSet<JsonSchemaObject>>();

/** Does the body, or something inside of it, hold a text in base64? Types may be nested deeper than the call stack allows. */
export function holdsBinary({ schema: root, components }: BodySchema): boolean {
  const plain = withoutBinary.get(components) ?? new WeakSet<JsonSchemaObject>();
  withoutBinary.set(components, plain);
  const seen = new Set<JsonSchemaObject>();
  const waiting: (JsonSchema | undefined)[] = [root];
  for (let schema = waiting.pop(); schema !== undefined || waiting.length > 0; schema = waiting.pop()) {
    if (schema === undefined || schema === true || seen.has(schema) || plain.has(schema)) continue;
    if (schema.contentEncoding === 'base64') return true;
    seen.add(schema);
    waiting.push(...insideOf(schema, components));
  }
  for (const schema of seen) plain.add(schema);
  return false;
}

function insideOf(schema: JsonSchemaObject, components: BodySchema['components']): (JsonSchema | undefined)[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], properties = {}, items } = schema;
  const target = $ref === undefined ? undefined : components[nameIn($ref)];
  return [target, items, ...allOf, ...anyOf, ...oneOf, ...Object.values(properties)];
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** One place of a body. */
export class BodyPlace {
  private readonly components: BodySchema['components'];
  /** All that `allOf`, `anyOf`, `oneOf` and references say of it. */
  private readonly branches: ReadonlySet<JsonSchemaObject>;

  constructor({ schema, components }: BodySchema) {
    this.components = components;
    this.branches = new Set();
    this.add(schema, this.branches as Set<JsonSchemaObject>);
  }

  private add(schema: JsonSchema | false | undefined, branches: Set<JsonSchemaObject>): void {
    if (typeof schema !== 'object' || branches.has(schema)) return;
    branches.add(schema);
    const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
    if ($ref !== undefined) this.add(this.components[nameIn($ref)], branches);
    for (const branch of [...allOf, ...anyOf, ...oneOf]) this.add(branch, branches);
  }

  private some(test: (schema: JsonSchemaObject) => boolean): boolean {
    for (const branch of this.branches) if (test(branch)) return true;
    return false;
  }

  /** A text in base64. */
  get isBinary(): boolean {
    return this.some(({ contentEncoding }) => contentEncoding === 'base64');
  }

  get isList(): boolean {
    return this.some(({ items, type }) => items !== undefined || type === 'array');
  }

  get takesText(): boolean {
    return this.some(({ type }) => type === undefined || type === 'string' || type.includes('string'));
  }

  /** The one media type of the content, where the contract names one. */
  get contentType(): string | undefined {
    for (const { contentMediaType } of this.branches) if (contentMediaType !== undefined) return contentMediaType;
    return undefined;
  }

  member(key: string): BodyPlace | undefined {
    return this.inside(({ properties }) => properties?.[key]);
  }

  item(): BodyPlace | undefined {
    return this.inside(({ items }) => items);
  }

  private inside(schemaOf: (schema: JsonSchemaObject) => JsonSchema | undefined): BodyPlace | undefined {
    const anyOf = [...this.branches].flatMap((branch) => schemaOf(branch) ?? []);
    return anyOf.length === 0 ? undefined : new BodyPlace({ schema: { anyOf }, components: this.components });
  }

  /** Does it, or something inside of it, hold a text in base64? */
  holdsBinary(): boolean {
    return this.some((schema) => holdsBinary({ schema, components: this.components }));
  }
}
