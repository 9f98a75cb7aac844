/** A JSON Schema 2020-12 as data. Objects that hold names from a contract have no prototype. */
export type JsonSchema = true | JsonSchemaObject;

export type JsonSchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

export interface JsonSchemaObject {
  $schema?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  title?: string;
  description?: string;
  default?: unknown;
  readOnly?: boolean;
  examples?: unknown[];
  type?: JsonSchemaType | JsonSchemaType[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  contentEncoding?: string;
  contentMediaType?: string;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  contains?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | false;
  minProperties?: number;
  maxProperties?: number;
  required?: string[];
  dependentRequired?: Record<string, string[]>;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  not?: JsonSchema;
  /** OpenAPI 3.1 §4.8.25. */
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
}

/** A record without prototype, for names from outside. */
export function record<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const out: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) out[key] = value;
  return out;
}

/** Adds constraints to allOf. */
export function constrained(schema: JsonSchemaObject, constraints: readonly JsonSchema[]): JsonSchemaObject {
  if (constraints.length > 0) schema.allOf = [...constraints];
  return schema;
}

/** Alternatives of a schema that says nothing else; else the schema. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  if (schema === true) return [schema];
  const { anyOf, ...beside } = schema;
  return anyOf === undefined || Object.keys(beside).length > 0 ? [schema] : anyOf;
}
