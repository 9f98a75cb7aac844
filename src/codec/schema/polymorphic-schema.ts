// A type and its derivations, told apart by `$type` or what stands for it.
import type { ComplexType } from '../../contract/model/model.ts';
import { type JsonSchemaObject, record } from './json-schema.ts';
import type { SchemasOf } from './schemas-of.ts';

/** Exactly one applies: without `$type` (or with its own) the declared type, otherwise the one that is named. */
export function polymorphicSchema(
  type: ComplexType,
  derived: readonly ComplexType[],
  set: SchemasOf,
  without?: string,
): JsonSchemaObject {
  const [naming] = set.source.namings(type);
  const { key } = naming;
  const variants = derived.map(
    (d): JsonSchemaObject => ({ type: 'object', ...exactly(d, key, set, without), required: [key] }),
  );
  if (!type.abstract) return { oneOf: [exactly(type, key, set, without), ...variants] };
  const mapping = record(derived.map((d) => [naming.value(d.name!), set.object(d, undefined, without).$ref!] as const));
  return { oneOf: variants, discriminator: { propertyName: key, mapping } };
}

/** The object of a type that no member but `key` names. */
function exactly(type: ComplexType, key: string, set: SchemasOf, without?: string): JsonSchemaObject {
  const otherNamings = set.source.namings(type).filter((n) => n.key !== key);
  const object = set.object(type, undefined, without);
  if (otherNamings.length === 0) return object;
  return { ...object, type: 'object', not: { anyOf: otherNamings.map((n) => ({ required: [n.key] })) } };
}
