// The value of one attribute.
import type { AttributeUse } from '../../contract/model/model.ts';
import { constantOf } from './constant.ts';
import type { JsonSchema } from './json-schema.ts';
import { described, extended } from './numerals.ts';
import type { SchemasOf } from './schemas-of.ts';

export function attributeSchema(use: AttributeUse, set: SchemasOf): JsonSchema {
  const { dialect } = set.source;
  const fixed = constantOf(use.type, use.fixed, dialect);
  if (fixed !== undefined) return described({ const: fixed }, use.doc);
  const schema = set.type(use.type);
  const standard = constantOf(use.type, use.default, dialect);
  const full = standard === undefined || schema === true ? schema : extended(schema, { default: standard });
  return described(full, use.doc);
}
