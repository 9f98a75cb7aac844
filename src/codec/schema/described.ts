// Documentation of the contract in a schema.
import type { JsonSchema } from './json-schema.ts';
import { extended } from './numerals.ts';

/** The schema with a description, where there is one. `$ref` allows siblings since 2019-09. */
export function described(schema: JsonSchema, doc: string | undefined): JsonSchema {
  if (doc === undefined || doc === '') return schema;
  return schema === true ? { description: doc } : extended(schema, { description: doc });
}
