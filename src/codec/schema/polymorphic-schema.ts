// A type and its derivations, told apart by `$type`.
import type { ComplexType } from '../../contract/model.ts';
import type { JsonSchemaObject } from './json-schema.ts';
import { record } from './json-schema.ts';
import type { SchemasOf } from './schemas-of.ts';

/** Exactly one applies: without `$type` (or with its own) the declared type, otherwise the one that is named. */
export function polymorphicSchema(
  type: ComplexType,
  derived: readonly ComplexType[],
  set: SchemasOf,
): JsonSchemaObject {
  const others = derived.map((d): JsonSchemaObject => ({ type: 'object', ...set.object(d), required: ['$type'] }));
  if (!type.abstract) return { oneOf: [set.object(type), ...others] };
  const mapping = record(derived.map((d) => [set.source.dialect.nameOf(d.name!), set.object(d).$ref!] as const));
  return { oneOf: others, discriminator: { propertyName: '$type', mapping } };
}
