// Values that name their type: of types with derivations, and where the contract declares no type.
import type { ComplexType, Schemas, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { builtinTypes } from '../../contract/xsd/builtins.ts';
import { XSD_NS } from '../../xml/reader/names.ts';
import type { TypeNaming } from '../model/type-naming.ts';
import { isAnyType } from '../presentation/list-members.ts';
import { type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';
import type { SchemasOf } from './schemas-of.ts';
import { XML_STRING } from './xml-characters.ts';

/** A type and its derivations. Exactly one applies: without `$type` (or with its own) the declared type, otherwise the one that is named. */
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
  const mapping = record(derived.map((d) => [naming.value(d.name!), set.replacement(d, without).$ref!] as const));
  return { oneOf: variants, discriminator: { propertyName: key, mapping } };
}

/** The object of a type, named by `key` only. */
function exactly(type: ComplexType, key: string, set: SchemasOf, without?: string): JsonSchemaObject {
  const otherNamings = set.source.namings(type).filter((n) => n.key !== key);
  const object = set.replacement(type, without);
  if (otherNamings.length === 0) return object;
  const named = otherNamings.map((n): JsonSchema => ({ properties: record([[n.key, true]]), required: [n.key] }));
  return { ...object, type: 'object', not: named.length === 1 ? named[0] : { anyOf: named } };
}

/** Most types that are described; more are only named. */
const MOST_TYPES = 100;
/** Built-in types without values of their own. */
const BASES: ReadonlySet<string> = new Set(['anyType', 'anySimpleType', 'NOTATION']);

/** Values declared with `declared`, which is xs:anyType: one schema for each type that they may have. */
export function typedValues(declared: TypeDef, set: SchemasOf): JsonSchema[] {
  const [naming] = set.source.namings(declared);
  const contractTypes = [...set.source.schemas.types.values()].filter(isConcrete);
  if (contractTypes.length > MOST_TYPES) return [namedValue(naming.key, XML_STRING)];
  const simple = new Map<string, SimpleType>();
  const complex: ComplexType[] = [];
  for (const type of new Set([...builtinTypes.values(), ...contractTypes].filter(isConcrete))) {
    if (type.kind === 'complex') complex.push(type);
    else if (type.name) simple.set(naming.value(type.name), type);
  }
  return [
    ...[...simple].map(([name, type]) => simpleValue(naming.key, name, set.type(type))),
    ...complex.map((type) => complexValue(naming, type, set)),
  ];
}

function isConcrete(type: TypeDef): boolean {
  if (type.name === undefined || (type.name.ns === XSD_NS && BASES.has(type.name.local))) return false;
  return type.kind === 'simple' || !type.abstract;
}

function namedValue(key: string, name: JsonSchema): JsonSchemaObject {
  return { type: 'object', properties: record([[key, name]]), required: [key] };
}

function simpleValue(key: string, name: string, value: JsonSchema): JsonSchemaObject {
  const properties = record<JsonSchema>([
    [key, { const: name }],
    ['$value', value],
  ]);
  return { type: 'object', properties, required: [key, '$value'], additionalProperties: false };
}

/** A type with another discriminator elsewhere has that one in its own schema, and one without relatives has no name there. */
function complexValue(naming: TypeNaming, type: ComplexType, set: SchemasOf): JsonSchema {
  const hasNaming = set.source.namings(type).find(({ key }) => key === naming.key) === naming;
  return hasNaming && hasRelatives(type, set)
    ? { type: 'object', ...exactly(type, naming.key, set), required: [naming.key] }
    : namedValue(naming.key, { const: naming.value(type.name!) });
}

/** Derived from another type of the contract, or the base of one. */
export function hasRelatives(type: ComplexType, set: SchemasOf): boolean {
  const { base } = type;
  return set.subtypes(type).length > 0 || (base?.kind === 'complex' && !isAnyType(base));
}

/** Derived concrete complex types, in the order of the contract. Other types, and xs:anyType, are not in the map. */
export function derivedTypes(schemas: Schemas): ReadonlyMap<TypeDef, readonly ComplexType[]> {
  const map = new Map<TypeDef, ComplexType[]>();
  for (const type of schemas.types.values()) {
    if (type.kind !== 'complex' || type.abstract) continue;
    for (let base = type.base; base?.kind === 'complex' && !isAnyType(base); base = base.base) {
      const list = map.get(base);
      if (list === undefined) map.set(base, [type]);
      else list.push(type);
    }
  }
  return map;
}
