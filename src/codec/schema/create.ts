import type { ElementDecl, TypeDef } from '../../contract/model/model.ts';
import type { JsonSchemaObject } from './json-schema.ts';
import { SchemaSet } from './schema-set.ts';
import type { SchemaSource } from './schemas-of.ts';

/**
 * The JSON Schema (2020-12) of a type's or an element's JSON value, complete in itself: definitions under `$defs`. Keywords beyond the
 * standard's: `discriminator` (OpenAPI 3.1 §4.8.25).
 */
export function jsonSchema(target: TypeDef | ElementDecl, source: SchemaSource): JsonSchemaObject {
  const set = new SchemaSet(source);
  const schema = 'kind' in target ? set.type(target) : set.element(target);
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return { $schema, ...(schema === true ? {} : schema), $defs: set.defs };
}
